"""A piece of text that may be somebody's password, judged by its letters and what follows it."""

from __future__ import annotations

import re

from pet.memory.vocabulary import any_of, words

# How a Korean sentence says that something is, or was made, the password.
IS_SO = any_of(
    """이야 이?니까 야 이에요 예요 에요 입니다 이다 임(?![가-힣]) 이고 인데 이?거든 이?라고 이지"""
)
MADE_SO = any_of(
    """으?로_(?:바꿨|바꾸|바꿔|바꿈|설정|정했|변경|해_놨|해_뒀|했|돼|되어|맞춰|쓰|써|만들)"""
)


# What makes a number a count, a date or a price.
_UNIT = re.compile(
    " ?"
    + any_of(
        r"""자리 글자 자(?:[를가로]|\s|$) 번(?!이야|이에요|입니다|임) 개 회 차 년 월 일
        시(?:[에까부]|\s|$) 분 초 명 원 만 천 억 위 세대 가지 종 달러 퍼센트 % 호 층 쪽 페이지
        digits? char letters? words? times days? months? years? hours? min people users dollars
        won\b accounts? different of\b bits?\b street st\b ave"""
    ),
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r" ?(?:[.!\n]|$)")
# "1234 같은 비밀번호는 쓰지 마": a bad example is nobody's password.
_WARNED = re.compile(
    r"(?:으?로|은|는|을|를|같은|처럼)? ?(?:너무 |같은 )?"
    + any_of("하지_마 하지_말 쓰지_마 쓰지_말 설정하지_ 위험 안전하지 금지 취약 흔한 쉬운")
)
_SAID_SO = re.compile(rf" ?(?:{IS_SO}|{MADE_SO})")
_TOLD = re.compile(rf" ?(?:{IS_SO}|{MADE_SO}|이거야|[.!\n]|$)")
# Marks, placeholders, products, algorithms, measures, dates: mixed, and nobody's password.
_HARMLESS = re.compile(
    any_of(
        r"""[*•●□x.…\x5f#-]+ [A-Za-z\x5f]+\(.* \.{3} [<{$%].* your[\x5f\s-].*
        .*(?:https?://|www\.).* \d+passwords? \d*fa mfa otp sha-?\d* aes-?\d* rsa-?\d* md5
        base64 utf-?8 bcrypt\w* argon2\w* pbkdf2\w* scrypt web3 wpa\d? mp[34] h26[45] http2
        oauth2? windows\d* ios\d* iphone\d*\w* galaxys?\d* ps[45] ipad\w* gpt-?\d\S*
        python\d?\S* v?\d+(?:\.\d+)+\w* v\d+
        \d+-?(?:digits?|char\w*|letters?|words?|bits?|days?|months?|years?|steps?|factors?|min\w*)
        \d+-?(?:hours?|times?|st|nd|rd|th|gb|mb|kb|px|cm|mm|kg|km|am|pm|k|m|d|h|s|x|%|\+)
        (?:19|20)\d\d[-./]\d{1,2}(?:[-./]\d{1,2})? \d{1,2}[-./]\d{1,2}(?:[-./]\d{2,4})?
        \d{1,2}:\d\d(?::\d\d)? \d{1,3}(?:,\d{3})+ \d+[-~]\d+ [$€£]\d\S* \d+(?:\.\d+)?% secret
        hash\w* null none n/?a string str text empty blank optional required invalid valid"""
    ),
    re.IGNORECASE,
)
# Words that follow "the password is" without being one.
_PREDICATES = words(
    """too not very so the a an my your our his her their its this that these those it in on at
    to for of from by with as about wrong right correct incorrect safe unsafe secure insecure
    weak strong stronger weaker simple complex complicated easy hard difficult long short longer
    shorter longest best latest same different unique similar identical new old default public
    private hidden visible void gone lost here there where what why how when who which ok okay
    fine good bad great terrible awful horrible stupid silly dumb ridiculous annoying important
    unimportant boring necessary unnecessary enough always never still now just also only even
    really actually probably likely maybe something someone anything nothing everything
    somewhere nowhere random case-sensitive mandatory expired stale unknown known obvious clear
    plain crap garbage trash ready broken stuck written stolen leaked forgotten shown given
    taken kept stuff mine yours theirs like unlike because unless until after before over under
    between down both must should will shall can cannot may might forgot forget changed coming
    reset minimum maximum case see ask let sent leave left stored saved disabled sits prints
    above below"""
)
# Words of a remark about a password; in a phrase that is one they are rare.
_REMARKS = words(
    """must should will shall can cannot can't could would may might please see ask asked forgot
    forget forgotten need needs required be been was were are has have had do does did don't
    same usual later again minimum maximum length long characters reset change changed expired
    unknown field none never keep kept use used share tell told by mail email on in at to for
    from with as than if when because it it's i i'm you we they this that not no nothing yet
    today yesterday tomorrow last next week one ones password passwords pin code codes sensitive
    set what which who why how only just still already everywhere anywhere
    your yours a an let me sent leave left blank empty stored saved hidden disabled wrong sits
    prints applies apply behind everyone someone separately rules policy choice above below"""
)
_PREDICATE_ENDINGS = ("ed", "ing", "able", "ible", "ful", "less", "ous", "ive")
_CLAUSE_END = re.compile(r"['\"”’]?(?:[.,;!?)\n]|$| (?:and|but|so|for|on|btw|please|thanks|ok)\b)")
_TECHNICAL = words(
    """manager reset policy field bitwarden keepass lastpass dashlane keychain authenticator
    token please generator hint input type form login change update email recovery wrong char
    varchar protected"""
)


# "password: company rules apply", "비밀번호: kakao로 로그인"
_REMARKED = re.compile(
    r" (?:rules?|policy|required|needed|field|only)\b|으?로 ?(?:로그인|가입|접속|인증)",
    re.IGNORECASE,
)


def is_phrase(text: str) -> bool:
    """Whether some words after "password:" are the password itself, and no remark about it."""
    said = text.lower().split()
    if not _REMARKS.isdisjoint(said) or not _TECHNICAL.isdisjoint(said):
        return False
    telling = [word for word in said if word not in _PREDICATES and word not in ("and", "or")]
    return bool(telling)


class Candidate:
    """A place that may be a password: the text there, and the twenty-four characters after it."""

    __slots__ = ("following", "place", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.place = start, end
        self.text = text[start:end]
        self.following = text[end : end + 24]

    def is_strong(self) -> bool:
        """Letters with digits or signs, as nobody writes in a sentence."""
        if len(self.text) < 4 or is_harmless(self.text) or self._is_set_aside():
            return False
        letters = any(char.isalpha() for char in self.text)
        digits = any(char.isdigit() for char in self.text)
        return (letters and (digits or self.has_symbols())) or (digits and self.has_symbols())

    def has_symbols(self) -> bool:
        """Signs that passwords have and words do not."""
        inside = self.text.strip("-'")
        return any(char in "!@#$%^&*_+=|~" for char in inside) or inside.count("-") >= 2

    def is_number(self, fewest: int) -> bool:
        """A bare number that is not counting anything."""
        return self.text.isdigit() and fewest <= len(self.text) <= 12 and not self._is_set_aside()

    def is_called(self, linked: str) -> bool:
        """A plain word, where the sentence says that the password is this word."""
        if not self._is_plain_word():
            return False
        if linked.endswith((":", "=")):
            remarked = _REMARKED.match(self.following) is not None
            return self.text.lower() not in _PREDICATES and not remarked
        told = _SAID_SO.match(self.following) is not None
        ends = _SENTENCE_END.match(self.following) is not None
        subject, object_ = linked.endswith(("은", "는")), linked.endswith(("이", "가", "을", "를"))
        return (told and (subject or object_)) or (ends and subject)

    def is_word_at_end(self) -> bool:
        """A plain English word that ends its clause and is no adjective: "… is swordfish."."""
        word = self.text.lower()
        return (
            self._is_plain_word()
            and word not in _PREDICATES
            and not word.endswith(_PREDICATE_ENDINGS)
            and _CLAUSE_END.match(self.following) is not None
        )

    def _is_plain_word(self) -> bool:
        plain = re.fullmatch(r"[A-Za-z]{4,32}", self.text) is not None
        return plain and self.text.lower() not in _TECHNICAL and not is_harmless(self.text)

    def is_told(self) -> bool:
        """Whether the sentence goes on, or ends, as after a password: "…야", "…로 바꿨어"."""
        return _TOLD.match(self.following) is not None

    def _is_set_aside(self) -> bool:
        """Whether what follows makes it a count, or a bad example."""
        counted = self.text[-1:].isdigit() and _UNIT.match(self.following) is not None
        return counted or _WARNED.match(self.following) is not None


def is_counted(text: str, place: int) -> bool:
    """Whether a unit follows at *place*: what stands before it is a number of something."""
    return _UNIT.match(text, place) is not None


def is_harmless(value: str) -> bool:
    """Whether *value* is a mask, a placeholder, a product, a measure or a date."""
    return _HARMLESS.fullmatch(value.strip()) is not None
