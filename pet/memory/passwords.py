"""Passwords said aloud: the word for one, in Korean or English, and the value beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pet.memory.candidates import IS_SO, Candidate, is_counted, is_harmless, is_phrase
from pet.memory.vocabulary import any_of, words

# (start, end) in the normalised text.
Place = tuple[int, int]


def passwords(text: str) -> Iterator[Place]:
    """Where the values of passwords, PINs and one-time codes stand; places may overlap."""
    if _ANY_WORD.search(text) is None:
        return
    yield from _shaped(text)
    for found in _PHRASE.finditer(text):
        if is_phrase(found["value"] or found["long"]):
            yield found.span("value" if found["value"] else "long")
    for found in _DIRECT.finditer(text):
        yield from _direct(text, found)
    yield from _apart(text)
    for found in _ENGLISH.finditer(text):
        yield from _english(text, found)
    yield from _before_korean(text)
    yield from _before_english(text)


_ANY_WORD = re.compile(
    any_of(
        """번호 비번 암호 패스 코드 도어락 디지털락 잠금 pass pwd pw pin code otp cv[vc] key
        lock safe vault combo"""
    ),
    re.IGNORECASE,
)
# 비번 is also the day off of a shift worker: it never makes a finding without a value.
_KOREAN_WORD = (
    any_of(
        """비밀_번호 비번 (?<![가-힣])암호(?!화|학|문|명|기술|_해독|체계) 패스_워드 패스_코드
        패스_프레이즈 핀_번호 핀_코드 잠금_번호 잠금_코드 도어락_번호 현관_번호 금고_번호
        자물쇠_번호 도어락_코드 (?:도어락|디지털락|잠금)(?=[은는이가]?_[0-9*#]) 인증_번호
        인증_코드 보안_번호 보안_코드 비상_코드"""
    )
    + "(?!판)"
)
_PLACES = any_of("door gate garage house lock safe alarm locker building lobby")
_ENGLISH_WORD = (
    r"(?:(?<![A-Za-z0-9_])|(?<=[a-z]_))(?:"
    + any_of(
        """pass_words? passwd pass_codes? pass_phrases? pwd pw pin pass(?=_[:=]) otp 2fa_code
        cvv2? cvc2? (?:wi-?fi|network)_(?:key|pass) unlocks?_(?:it_)?(?:with|by|using)
        (?:security|door|gate|garage|alarm|access|entry|unlock|lock|safe|verification)_codes?
        one[-_]time_codes?"""
    )
    + rf"|(?:code|combination) (?:for|to) (?:[a-z]{{2,8}} ){{0,3}}{_PLACES})"
    + r"(?: ?(?:code|number|no\.?|#|번호|코드))?(?![A-Za-z0-9])"
)
_WORD = rf"(?:{_KOREAN_WORD}|{_ENGLISH_WORD})"

# What a password is made of: printable ASCII, and single Hangul letters.
_SIGN = r"[!-~\u1100-\u1112\u1161-\u1175]"
_VALUE = rf"(?P<value>{_SIGN}{{3,64}})"
_QUOTED = r"['\"“‘`「『](?P<quoted>[^'\"”’`」』\n]{2,60})['\"”’`」』]"
_SYLLABLE = "[공영일이삼사오육륙칠팔구]"
_DIGIT_WORD = any_of("zero oh one two three four five six seven eight nine")
_SPELT = (
    rf"(?P<value>{_SYLLABLE}(?:[ -]?{_SYLLABLE}){{3,11}}"
    rf"|{_DIGIT_WORD}(?:[ -]{_DIGIT_WORD}){{2,11}}|[0-9](?:[ -][0-9]){{3,11}})"
)
_KOREAN_MIX = r"(?P<mix>[가-힣]{1,10}[0-9]{2,8}[!@#$%^&*]{0,3})"
_SIDE = rf"(?: ?{any_of('은요 는요 으로 이란 은 는 이 가 을 를 도 만 로 란')})?"
_ADVERB = any_of("지금 현재 그냥 바로 새로 원래 여전히 아직 아마")
_LINK = rf"{_SIDE} ?(?:[:=→>-]|->|=>)? ?(?:{_ADVERB} )?"

# "비번 qwer1234", "비밀번호는 '열려라 참깨'야", "password: …"
_DIRECT = re.compile(rf"{_WORD}{_LINK}(?:{_QUOTED}|{_KOREAN_MIX}|{_VALUE})", re.IGNORECASE)
# Several words, where a sign says that they are the password: "password: blue monkey".
_PHRASE_WORD = r"[A-Za-z0-9][A-Za-z0-9'-]{0,19}"
_PHRASE = re.compile(
    rf"{_WORD}(?:{_SIDE} ?(?:->|=>|[:=→]) ?(?P<value>{_PHRASE_WORD}(?: {_PHRASE_WORD}){{1,7}})"
    rf"|(?<=phrase) (?:is|was) (?P<long>{_PHRASE_WORD}(?: {_PHRASE_WORD}){{2,7}}))"
    rf"(?= ?(?:[.,;!?)\n]|$|{IS_SO}|으?로))",
    re.IGNORECASE,
)
_BY_DIGIT = re.compile(
    rf"{_WORD}(?:{_LINK}(?:is |was )?|[^0-9A-Za-z\n.!?]{{1,14}}(?=[0-9] )){_SPELT}"
    rf"(?=[ .,!\n]|$|{IS_SO}|으?로)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"{any_of('id 아이디 user(?:name)? login')} ?[/,&+] ?{_WORD}[ :=]{{0,3}}"
    r"[!-~]{1,64}? ?/ ?(?P<value>[!-.0-~]{3,64})",
    re.IGNORECASE,
)
_COMBINATION = re.compile(
    r"(?:lock(?:er)?|safe|padlock|vault|bike)'?s? (?:combination|combo)(?: is| was|:| =)? ?"
    r"(?P<value>[0-9]{1,2}(?:[- ][0-9]{1,2}){2,4}|[0-9]{3,8})(?![0-9-])",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    rf"{_KOREAN_WORD}[^\n.!?0-9A-Za-z]{{0,8}}"
    rf"{any_of('알려_줄게 알려_드릴게요? 말해_줄게 적어_둘게 적을게 여기')}[.!:~ ]{{1,3}}{_VALUE}"
)
_SENTENCE_REST = re.compile(r"(?:[^\n.!?]|[.!?](?=[!-~가-힣])|(?<=[!-~])!){1,60}")
_NEXT_VALUE = re.compile(rf"(?<!{_SIGN}){_VALUE}")
_ENGLISH = re.compile(
    rf"{_ENGLISH_WORD}(?: (?:for|to|of|on|at|in|from)\b[^\n.!?:=]{{1,40}}?)?"
    r" ?(?:\b(?:used to be|is|was|are|to|as|be)\b|'s\b|[:=,])"
    r"(?: (?:still|now|just|currently|simply|actually|called|set to|probably|always|also))?"
    rf" ?(?:{_QUOTED}|{_VALUE})",
    re.IGNORECASE,
)
_FURTHER = re.compile(rf"(?:\b(?:is|was|and|or)|[,:=/]) ['\"]?{_VALUE}", re.IGNORECASE)
_BEFORE_KOREAN = re.compile(
    r"(?<![!-~])(?P<value>[!-~]{4,64}?)(?:(?:이|가|은|는|을|를|로|으로) ?|, ?| ?이게 | )"
    r"(?P<gap>(?:[^\n.!?0-9A-Za-z]{1,16}(?:그게|이게|그거|이거|저게)[은는이가 ])?"
    rf"[^\n.!?0-9A-Za-z]{{0,16}}){_KOREAN_WORD}(?:{IS_SO}|으로|로|(?= ?(?:[.!\n]|$)))"
)
_OWNER = any_of("my the our her his their your a")
_BEFORE_ENGLISH = re.compile(
    r"(?<![!-~])(?P<value>[!-~]{4,64}),?(?: is| was|'s| that'?s| that is| which is| -) "
    rf"{_OWNER}\b[A-Za-z' -]{{0,30}} {_ENGLISH_WORD}"
    rf"|\b(?:use|using|enter|type) (?P<used>[!-~]{{4,64}}) (?:as|for) {_OWNER}"
    rf"(?: [A-Za-z'-]{{1,12}}){{0,2}} {_ENGLISH_WORD}",
    re.IGNORECASE,
)


def _shaped(text: str) -> Iterator[Place]:
    """Values whose whole sentence has a shape of its own."""
    for shape in (_BY_DIGIT, _PAIR, _COMBINATION):
        for found in shape.finditer(text):
            yield found.span("value")
    for found in _INTRODUCED.finditer(text):
        value = _value(text, found)
        if value.is_strong() or value.is_number(4):
            yield value.place


def _direct(text: str, found: re.Match[str]) -> Iterator[Place]:
    """The value right after the word."""
    if found["quoted"] is not None:
        if not is_harmless(found["quoted"]):
            yield found.span("quoted")
    elif found["mix"] is not None:
        if not is_counted(text, found.end()):
            yield found.span("mix")
    else:
        value = _value(text, found)
        linked = text[found.start() : found.start("value")].rstrip()
        fewest = 3 if _SHORT_CODE.match(linked) else 4
        if value.is_strong() or value.is_number(fewest) or value.is_called(linked):
            yield value.place


def _apart(text: str) -> Iterator[Place]:
    """Values some words after the Korean word: "비번 까먹을까 봐 적는데 …"."""
    for word in re.finditer(_KOREAN_WORD, text):
        rest = _SENTENCE_REST.match(text, word.end())
        if rest is None:
            continue
        for found in _NEXT_VALUE.finditer(text, *rest.span()):
            value = _value(text, found)
            if _is_told(text[word.end() : value.place[0]], value):
                yield value.place


def _is_told(gap: str, value: Candidate) -> bool:
    """Whether *value*, with *gap* between it and the word, is said to be the password."""
    if _WHERE.match(value.following):
        return False
    if value.is_strong() and value.has_symbols():
        return True
    if _OTHER_MATTER.search(gap):
        return False
    if value.is_strong() and len(value.text) >= 5:
        return True
    if len(gap) > 26 or not value.is_told():
        return False
    return value.is_number(4) or (len(gap) <= 9 and value.is_called(gap.lstrip()[:1]))


def _english(text: str, found: re.Match[str]) -> Iterator[Place]:
    """The value after "the password … is", and the further ones of that sentence."""
    if found["quoted"] is not None:
        if not is_harmless(found["quoted"]):
            yield found.span("quoted")
        return
    value = _value(text, found)
    joint = text[found.start() : value.place[0]].rstrip(" '\"").lower()
    said = joint.endswith(("is", "was", "'s", ":", "="))
    fewest = 3 if _SHORT_CODE.match(joint) else 4
    if not (value.is_strong() or value.is_number(fewest) or (said and value.is_word_at_end())):
        return
    yield value.place
    if rest := _SENTENCE_REST.match(text, value.place[1]):
        for more in _FURTHER.finditer(text, *rest.span()):
            if (further := _value(text, more)).is_strong():
                yield further.place


def _before_korean(text: str) -> Iterator[Place]:
    """The value before the word: "1234가 내 비번이야"."""
    for found in _BEFORE_KOREAN.finditer(text):
        value = _value(text, found)
        if _OTHER_MATTER.search(found["gap"]):
            continue
        pointed = value.following[:1] in tuple("이가은는을를로으,") or "게" in found["gap"]
        if value.is_strong() or (pointed and value.is_number(4)):
            yield value.place


def _before_english(text: str) -> Iterator[Place]:
    """The value before the word: "hunter2 is my password", "use hunter2 as the password"."""
    for found in _BEFORE_ENGLISH.finditer(text):
        value = _value(text, found, "value" if found["value"] is not None else "used")
        if found["used"] is not None and _REFUSED.search(
            text, max(0, found.start() - 20), found.start()
        ):
            continue
        named = found["used"] is not None and value.text.lower() not in _POINTERS
        if value.is_strong() or value.is_number(4) or named:
            yield value.place


_REFUSED = re.compile(r"(?:don't|dont|do not|never|avoid|shouldn't|not)(?: ever)? $", re.IGNORECASE)
_WHERE = re.compile(r" ?(?:에서|에게|한테|에 |부터|까지|앱|사이트|계정|님)")
_OTHER_MATTER = re.compile(
    any_of(
        r"""관리 대신 해시 저장 규칙 찾 재설정 변경 없 잊 까먹 틀 입력 방식 정책 만료 길이 이상
        이하 갱신 횟수 앱 사이트 페이지 프로그램 주기 힌트 같은 처럼 말고는 필요 보다
        안\s(?:적|알려|말)"""
    )
)
_SHORT_CODE = re.compile(
    any_of("cv 보안 security 핀 pin 도어 현관 자물쇠 금고 safe 잠금"), re.IGNORECASE
)
_POINTERS = words("this that it something anything one the same them these those what")


def _value(text: str, found: re.Match[str], group: str = "value") -> Candidate:
    """The value without the quotation marks and full stops around it."""
    value = found[group]
    start = found.start(group) + len(value) - len(value.lstrip("'\"`([<{"))
    end = found.end(group) - len(value) + len(value.rstrip("'\"`)]>}.,;:"))
    return Candidate(text, start, max(start, end))
