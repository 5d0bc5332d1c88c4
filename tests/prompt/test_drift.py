"""A reply that slides into another language."""

from __future__ import annotations

import pytest

from pet.prompt.drift import foreign_share, has_drifted, has_strayed, reminder, uses


@pytest.mark.parametrize(
    ("reply", "user_text", "drifted"),
    [
        ("안녕하세요! 오늘은 무엇을 도와드릴까요?", "안녕", False),
        ("你好！今天有什么可以帮你的吗？", "안녕", True),
        ("こんにちは、今日は何をしましょうか。", "안녕", True),
        ("오늘은 날씨가 很好，我们去散步吧.", "날씨 어때?", True),
        ("대학(大學)에서 공부해요. 물론 한자(漢字)도요.", "뭐 해?", False),
        ("그 사람 이름은 山이에요.", "이름이 뭐야?", False),
        ("你好", "중국어로 인사해 줘", False),
        ("ありがとう", "고마워를 일본어로?", False),
        ("謝謝你", "謝謝", False),
        ("Hello! How are you?", "안녕", False),
        ("Привет! Сегодня хорошая погода.", "안녕", True),
        ("안녕 नमस्ते कैसे हैं आप 반가워요", "안녕", True),
        ("오늘은 อากาศดี 좋네요 สวัสดี", "안녕", True),
        ("ಠ_ಠ (ง •̀_•́)ง ლ(╹◡╹ლ) 화이팅!", "힘내", False),
        ("Спасибо", "고마워를 러시아어로?", False),
        ("알파 α, 베타 β, 감마 γ, 델타 δ, ε, ζ, η", "그리스 문자", False),
        ("", "안녕", False),
        ("12 + 3 = 15 :)", "12 더하기 3", False),
    ],
)
def test_drift_is_told_from_a_gloss_and_from_a_wish(reply, user_text, drifted):
    assert has_drifted(reply, user_text) is drifted


def test_the_share_is_of_letters():
    assert foreign_share("가나다라 你好 123 !!!") == pytest.approx(2 / 6)
    assert foreign_share("123 !!!") == 0.0


def test_three_letters_are_drift_and_two_are_a_name():
    assert has_drifted("오늘 날씨 좋다 天天天", "안녕?")
    assert not has_drifted("오늘 날씨 좋다 天天", "안녕?")


def test_of_half_a_reply_only_plain_drift_counts():
    assert has_drifted("가" * 45 + "天" * 20, "안녕?", whole=False)
    assert not has_drifted("가" * 40 + "天" * 19, "안녕?", whole=False)
    assert not has_drifted("가" * 60 + "天" * 20, "안녕?", whole=False)


@pytest.mark.parametrize(
    ("reply", "user_text", "strayed"),
    [
        ("你好！今天天气很好。", "hello", True),
        ("Привет! Как дела?", "hello", True),
        ("Hello! How are you?", "hello", False),
        ("안녕하세요! 반가워요.", "hello", False),
        ("In Japan people say こんにちは when they meet during the day.", "hi", False),
        ("ありがとうございます", "in Japanese, please", False),
    ],
)
def test_any_reply_may_stray_into_a_script_that_nobody_used(reply, user_text, strayed):
    assert has_strayed(reply, user_text) is strayed


def test_which_scripts_were_used_is_seen_in_any_text():
    assert uses("a", "мир")
    assert uses("日本")
    assert not uses("hello", "안녕", "αβγ", "é")


@pytest.mark.parametrize("letter", "ぁゖァヺㇰㇿ㐀一鿿\uf900жѪאعनதกაአក")
def test_letters_of_each_such_script_are_seen(letter):
    assert has_drifted(f"안녕 {letter * 5}", "안녕?")
    assert has_strayed(f"Hi {letter * 5}", "hello?")
    assert uses(letter * 3)


@pytest.mark.parametrize("gloss", ["대학(大學校)", "대학（大學校）", "대학 (大 學·校)"])
def test_a_gloss_stands_in_brackets_behind_hangul(gloss):
    assert foreign_share(gloss) == 0
    assert foreign_share(gloss.replace("대학", "A")) > 0.5


def test_a_persona_is_reminded_of_the_language_she_keeps_to():
    assert "한국어" in reminder("ko")
    assert "language of this message" in reminder(None) == reminder("en")


def test_three_letters_are_straying_and_of_half_a_reply_twenty():
    assert has_strayed("Hi 天天天", "hello")
    assert not has_strayed("Hi 天天", "hello")
    assert has_strayed("Hi " + "天" * 20, "hello", whole=False)
    assert not has_strayed("Hi " + "天" * 19, "hello", whole=False)
