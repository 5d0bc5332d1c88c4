"""The words of a short note without particles and endings, so that two notes can be compared.

Rough on purpose: both notes go through the same rules, and a word that is cut wrongly is cut
wrongly on both sides. "마셔", "마신다" and "마심" are one word, "운동한다" is "운동".
"""

from __future__ import annotations

import re
from typing import Final

from pet.memory.terms import word_forms
from pet.memory.vocabulary import words

_FIRST: Final = 0xAC00  # 가
_FINALS: Final = 28
_MIEUM: Final = 16  # the final consonant that makes a noun of a verb: 마심

# Words that say nothing about what a note is about.
_EMPTY: Final = words(
    """사용자 유저 본인 사람 것 편 정도 요즘 보통 자주 가끔 항상 늘 매우 아주 정말 너무 진짜 조금 좀
    많이 되게 위해 통해 관련 중 더 잘 및 등 있음 있다 있는 있어 있어요 있습니다 있고 없다 없음
    없어 없어요 됨 된다 한다 함 해 해요 이다 임 않다 않음 않는다 않아 않아요 못한다 못함 아님
    아니다 아니야 안 못 하지 앞으로 제일 가장 예정 계획 생각 하고 하는 하기 하는데 할 했음 했다
    싶다 싶어 싶음 이라고 라고 것을 것이 것은 일을 줘 줘요 주세요 해줘 좋아 좋아해 좋아함
    좋아한다 좋아해요 좋아하는 좋다 좋음 싫어 싫어함 싫어한다 싫어해 즐긴다 즐김 즐겨 즐기는 선호
    선호함 선호한다 선호해 별로 그만 시작
    user use usual often alway realli very current person someth thing tend prefer like love enjoy
    lik lov enjoi hat hate dislik dislike don doesn isn can't can name never sometim lot much also
    stop quit start begin began every want plan go be hav i'm i've"""
)
_DO: Final = re.compile(
    r"(?:하|해|함|한|할|했)(?:습니다|ㅂ니다|다|음|어|어요|요|는|던|고|며|지|기|게|서|는데|는중"
    r"|려고|다고|지만|야|지는|도|면)?$|합니다$|한대$|했대$"
)
_ENDING: Final = re.compile(
    r"(?:습니다|는다|은다|는데|어요|아요|여요|에요|세요|았다|었다|였다|았어요?|었어요?|였어요?"
    r"|았음|었음|였음|았습니다|었습니다|려고|다고|지만|으면|다가|다|음|기|는|어|아|여|고|며|지|게"
    r"|요|던|서|면)$"
)
# A vowel of the stem and one of the ending in one syllable.
_CONTRACTED: Final = re.compile(
    r"([셔려져쳐켜겨와봐줘워]요?|[셨렸졌쳤켰겼왔봤줬웠](?:다|어요?|음|습니다|고|는데))$"
)
# Nouns that end like verbs.
_NOUNS: Final = words(
    """영어 한국어 일본어 중국어 국어 언어 단어 불어 독어 외국어 피아노 바다 마다 회사 과자 사과
    아기 고기 일기 감기 경기 악기 자전거 요리 숙제 어제 문제 경제 음악 마음 처음 아침 점심 이름
    여름 게임 음식 사람 프로그램 시스템 엄마 아빠 누나 아이 강아지 돼지 바지 커피 사진 발표"""
)


def stems(text: str) -> frozenset[str]:
    """What *text* is about: its words without particles, endings, numbers and empty words."""
    hangul, others = word_forms(text)
    found = {_korean(word) for word in hangul if word not in _EMPTY}
    found |= {word for word in others if not word.isdigit() and word not in _EMPTY}
    return frozenset(stem for stem in found if stem and stem not in _EMPTY)


def _korean(word: str) -> str:
    """The stem of a Korean word: what is left of its ending, up to where verbs begin to change."""
    if word in _NOUNS:
        return word
    bare = _DO.sub("", word)
    if bare and bare != word:
        return bare
    if found := _CONTRACTED.search(word):
        return _unchanged(word[: found.start() + 1])
    cut = _ENDING.sub("", word)
    if cut and cut != word:
        return _unchanged(cut)
    if len(word) > 1 and _final(word[-1]) == _MIEUM:
        return _unchanged(word)
    return word


def _unchanged(stem: str) -> str:
    """The part of a verb that stays: of one syllable what comes before its final consonant, of
    more also the consonant with which the last one begins."""
    if len(stem) == 1:
        return chr(ord(stem) - _final(stem))
    return stem[:-1] + _onset(stem[-1])


def _onset(syllable: str) -> str:
    """The consonant with which *syllable* begins, as a letter (U+1100 …)."""
    return chr(0x1100 + (ord(syllable) - _FIRST) // (21 * _FINALS))


def _final(syllable: str) -> int:
    return (ord(syllable) - _FIRST) % _FINALS if "가" <= syllable <= "힣" else 0
