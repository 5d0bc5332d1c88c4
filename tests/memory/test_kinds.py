"""The guess at what a memo is about."""

from __future__ import annotations

import pytest

from pet.memory.kinds import guess_kind


@pytest.mark.parametrize(
    "text",
    [
        "존댓말로 해줘",
        "반말로 편하게 말해줘",
        "앞으로 답변은 영어로 해줘",
        "답변은 짧게",
        "대답할 때는 이모지를 쓰지 마",
        "나를 민수라고 불러줘",
        "설명은 예시를 들어서 해줘",
        "영어로 답해줘",
        "Call me Sam",
        "Please reply in English",
        "From now on, no emoji",
        "Keep your answers short",
        "I prefer long explanations",
        "Be concise",
    ],
)
def test_how_to_talk(text):
    assert guess_kind(text) == "talk"


@pytest.mark.parametrize(
    "text",
    [
        "졸업 논문 마감이 6월이야",
        "지금 데스크톱 펫을 만들고 있어",
        "회사에서 결제 프로젝트를 맡았어",
        "게임을 개발하는 중이야",
        "I'm working on a compiler",
        "My thesis deadline is in June",
        "I am building a boat",
    ],
)
def test_projects(text):
    assert guess_kind(text) == "project"


@pytest.mark.parametrize(
    "text",
    [
        "고양이 두 마리를 키워",
        "가족 생일은 5월 12일",
        "땅콩 알레르기가 있어",
        "서울에 살아",
        "나는 한국어와 영어를 말할 수 있어",
        "I speak Korean and English",
        "I have a PhD in biology",
        "I write in Python every day",
        "My sister talks with me on Sundays",
    ],
)
def test_everything_else_is_about_the_user(text):
    assert guess_kind(text) == "about"
