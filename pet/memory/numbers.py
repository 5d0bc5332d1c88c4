"""Numbers that belong to a person: resident, foreigner, telephone, card, account, passport."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pet.memory.vocabulary import any_of

# The fewest digits of all: a local telephone number.
_FEWEST = 7

# (kind, start, end) in the normalised text.
Found = tuple[str, int, int]

_SEP = r"(?: ?[-./_] ?| )?"
# A number does not begin in the middle of a word, a path, a decimal or a longer number.
_LEFT = r"(?<![0-9A-Za-z_/])(?<![0-9A-Za-z][-.])"
_RIGHT = r"(?![0-9A-Za-z_])(?![-./][0-9])"
_UNIT = (
    "(?! ?"
    + any_of(
        r"""원 won\b 달러 불 유로 엔 위안 점 명 개 건 회 번째 번지 자리 글자 자\b 년 월 일 시 분
        초 km kg g\b m\b cm GB MB KB % ms\b sec people users times points dollars bytes tokens"""
    )
    + ")"
)


def numbers(text: str) -> Iterator[Found]:
    """Every number that belongs to a person; places may overlap."""
    if sum(map(text.count, "0123456789")) < _FEWEST and not _MIXED_PAPER.search(text):
        return
    for detector in _DETECTORS:
        yield from detector(text)


# Passport and licence numbers of few digits, and account numbers written in letters.
_MIXED_PAPER = re.compile(r"여권|passport|licen[cs]e", re.IGNORECASE)

_DAY = r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
_RESIDENT = re.compile(
    rf"{_LEFT}(?P<birth>[0-9]{{2}}{_DAY})"
    r"(?: ?[-./~_] ?|(?:이고|이며)?,? ?뒷? ?(?:자리|번호)?는? ?)(?P<rest>[0-9]{7})"
    rf"{_RIGHT}"
)
_SECOND_HALF = re.compile(
    r"(?:주민|외국인) ?(?:등록)? ?(?:번호)? ?뒷? ?(?:자리|번호)(?:는|은|가|이|만)? ?[:=]? ?"
    rf"(?P<rest>[0-9]{{7}}){_RIGHT}"
)
_SHORT_MONTHS = re.compile(r"..(?:0[2469]|11)31|..0230")

# What stands beside a long number that is nobody's: shops, parcels, clocks, files, books.
_NOBODY = re.compile(
    any_of(
        r"""주문 송장 배송 택배 영수증 접수 예약 바코드 상품 제품 품번 부품 승인 타임스탬프
        시리얼 일련 모델 파일 버전 티켓 문서 게시글 조회 사업자 학번 사번 order track invoice
        parcel receipt barcode \bean\b gtin isbn timestamp unix epoch serial product ticket
        \bsku\b imei \bfile\b version commit \bms\b"""
    ),
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    any_of(
        r"""주민 민증 외국인 카드 전화 핸드폰 휴대폰 휴대전화 연락처 계좌 card phone mobile
        resident \brrn\b alien foreign \barc\b visa passport"""
    ),
    re.IGNORECASE,
)
_BESIDE = 20


def residents(text: str) -> Iterator[Found]:
    """Korean resident and foreigner registration numbers with a date that exists.

    The check digit is not asked for: numbers given out since October 2020 have none.
    """
    for found in _RESIDENT.finditer(text):
        if _SHORT_MONTHS.match(found["birth"]) or _is_nobodys(text, found):
            continue
        foreign = found["rest"][0] in "5678"
        yield ("foreigner_number" if foreign else "resident_number", *found.span())
    for found in _SECOND_HALF.finditer(text):
        yield ("resident_number", *found.span("rest"))


def _is_nobodys(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - _BESIDE) : found.start()]
    beside = before + " " + text[found.end() : found.end() + _BESIDE]
    return _NOBODY.search(beside) is not None and _SOMEBODY.search(beside) is None


_SOCIAL = re.compile(
    rf"{_LEFT}(?!000|666|9)[0-9]{{3}}-(?!00)[0-9]{{2}}-(?!0000)[0-9]{{4}}{_RIGHT}"
    rf"|(?:\bSSN\b|social security)[^0-9\n]{{0,16}}{_LEFT}"
    rf"(?P<number>[0-9]{{3}}[- ]?[0-9]{{2}}[- ]?[0-9]{{4}}){_RIGHT}",
    re.IGNORECASE,
)


def socials(text: str) -> Iterator[Found]:
    """Social security numbers of the United States."""
    for found in _SOCIAL.finditer(text):
        if found["number"] is not None:
            yield ("social_security", *found.span("number"))
        elif not _is_nobodys(text, found):
            yield ("social_security", *found.span())


_MOBILE = re.compile(rf"{_LEFT}\(?01[016789]\)?(?:{_SEP}[0-9]){{7,8}}{_RIGHT}{_UNIT}")
_LANDLINE = re.compile(
    rf"{_LEFT}\(?0(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|80|50[0-9]?)"
    rf"(?: ?[-.)/_] ?| )?[0-9]{{3,4}}{_SEP}[0-9]{{4}}{_RIGHT}{_UNIT}"
)
_FROM_ABROAD = re.compile(
    rf"(?<![0-9A-Za-z])(?:\(?\+|00)?82(?: ?[-.)] ?| )?\(?0?\)?(?:2|[3-6][1-5]|70|1[016789]|50[0-9])"
    rf"{_SEP}[0-9]{{3,4}}{_SEP}[0-9]{{4}}{_RIGHT}{_UNIT}"
)
_COUNTRY = re.compile(
    r"(?<![0-9A-Za-z])\+(?![0-9]+\.[0-9]+(?![0-9.]))[1-9](?:[-. ()/]{0,2}[0-9]){7,14}"
    rf"(?![0-9]){_UNIT}"
)
_AMERICA = re.compile(
    rf"{_LEFT}(?:1[-. ])?(?:\([2-9][0-9]{{2}}\) ?[2-9][0-9]{{2}}[-. ][0-9]{{4}}"
    rf"|[2-9][0-9]{{2}}(?P<dash>[-.])[2-9][0-9]{{2}}(?P=dash)[0-9]{{4}}){_RIGHT}"
)
_GROUPED = re.compile(
    rf"{_LEFT}0(?:[0-9]{{1,4}}-[0-9]{{2,4}}-[0-9]{{3,4}}(?:-[0-9]{{2,4}})?"
    rf"|[1-9][0-9]{{0,3}} [0-9]{{3,4}} [0-9]{{3,4}}|7[0-9]{{3}} [0-9]{{6}}){_RIGHT}"
)
_ASKED_TO_CALL = re.compile(
    any_of("전화 핸드폰 휴대폰 휴대전화 연락처 폰번 폰_번호 팩스 내_번호 제_번호")[:-1]
    + r"|(?<![a-z])(?:phone|mobile|cell|cellphone|call|text|tel|telephone|whatsapp|fax|my number"
    r"|reach (?:me|us|him|her)))"
    r"(?:[ :=#.'(]|번호|number|num|(?:no|me|us|him|her|is|at|on|to)\b|은|는|이|가|도|요){0,10}"
    rf"(?P<number>\(?[0-9](?:[-. ()/]{{0,2}}[0-9]){{6,13}}){_RIGHT}{_UNIT}",
    re.IGNORECASE,
)
_PLAIN_DATE = re.compile(r"(?:19|20)[0-9]{2}[-. /]?(?:0?[1-9]|1[0-2])[-. /]?[0-3]?[0-9](?![0-9])")


def phones(text: str) -> Iterator[Found]:
    """Telephone numbers: Korean, with a country code, American, or after a word for calling."""
    for shape in (_MOBILE, _LANDLINE, _FROM_ABROAD, _COUNTRY, _AMERICA, _GROUPED):
        for found in shape.finditer(text):
            doubtful = found[0].isdigit() or shape in (_AMERICA, _GROUPED)
            digits = sum(char.isdigit() for char in found[0])
            if digits >= 9 and not (doubtful and _is_nobodys(text, found)):
                yield ("phone", *found.span())
    for found in _ASKED_TO_CALL.finditer(text):
        if not _PLAIN_DATE.match(found["number"]):
            yield ("phone", *found.span("number"))


_DIGIT_RUN = re.compile(rf"{_LEFT}[0-9](?:{_SEP}[0-9])*")
_GROUP = re.compile(r"[0-9]+")
_ISSUER = re.compile(
    r"4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|5[0-9]{15}|2[2-7][0-9]{14}|3[47][0-9]{13}"
    r"|3(?:0[0-5]|[689][0-9])[0-9]{11}|35(?:2[89]|[3-8][0-9])[0-9]{12}|9[0-9]{15}"
    r"|6[0-9]{15,18}|5[0678][0-9]{10,17}"
)


def cards(text: str) -> Iterator[Found]:
    """Payment cards of 13 to 19 digits: an issuer's first digits and a right check digit (Luhn)."""
    for run in _DIGIT_RUN.finditer(text):
        groups = [found.span() for found in _GROUP.finditer(run[0])]
        first = 0
        while first < len(groups):
            last = _card_from(run[0], groups, first)
            if last is None:
                first += 1
                continue
            start, end = run.start() + groups[first][0], run.start() + groups[last][1]
            if not re.match(r"[A-Za-z_]", text[end : end + 1]):
                yield ("card", start, end)
            first = last + 1


def _card_from(run: str, groups: list[tuple[int, int]], first: int) -> int | None:
    """The index of the last group of a card that begins with group *first*."""
    digits = ""
    sizes: list[int] = []
    for last in range(first, min(first + 6, len(groups))):
        piece = run[slice(*groups[last])]
        digits += piece
        sizes.append(len(piece))
        if len(digits) > 19:
            return None
        if len(digits) >= 13 and _is_grouped(sizes) and _ISSUER.fullmatch(digits) and luhn(digits):
            return last
    return None


def _is_grouped(sizes: list[int]) -> bool:
    return len(sizes) == 1 or min(sizes[:-1]) >= 4


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B)."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        value = int(char) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


_BANK = (
    r"(?:국민|신한|우리|하나|농협|기업|산업|수협|신협|부산|대구|광주|전북|경남|제주|씨티|외환|한국씨티|"
    r"SC ?제일|제일|카카오|토스|케이|아이엠|iM|KB|NH|IBK|KDB|SC)(?: ?은행| ?뱅크)"
    r"|(?:기업|부산|대구|광주|전북|경남|제주|산업|씨티|제일)(?= ?[0-9]{2,6}-[0-9]{1,8}-[0-9]{1,8})"
    r"|카뱅|케뱅|토뱅|국민|신한|농협|우체국|새마을(?:금고)?|카카오뱅크|기업은행|우리|하나|토스|수협|신협"
)
_ACCOUNT_NUMBER = r"[0-9]{2,6}(?:-[0-9]{1,8}){1,4}|[0-9]{3,6}(?: [0-9]{2,8}){2,3}|[0-9]{10,14}"
_AT_BANK = re.compile(
    rf"(?:{_BANK})[^0-9\n.!?,]{{0,14}}{_LEFT}(?P<number>{_ACCOUNT_NUMBER}){_RIGHT}{_UNIT}"
)
_BANK_AFTER = re.compile(
    rf"{_LEFT}(?P<number>[0-9]{{2,6}}(?:-[0-9]{{1,8}}){{1,4}}|[0-9]{{10,14}})[ (]{{1,3}}(?:{_BANK})"
)
_NAMED_ACCOUNT = re.compile(
    r"(?:계좌|통장|(?:bank|checking|savings?) (?:account|acct)"
    r"|(?:account|acct)\.? ?(?:number|no\b|#)|"
    rf"routing (?:number|no\b))[^0-9\n!?]{{0,30}}{_LEFT}"
    rf"(?P<number>{_ACCOUNT_NUMBER}|[0-9]{{8,14}}){_RIGHT}{_UNIT}",
    re.IGNORECASE,
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?: ?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])")


def accounts(text: str) -> Iterator[Found]:
    """Bank accounts beside the name of a bank or a word for account, and IBANs."""
    for shape in (_AT_BANK, _BANK_AFTER, _NAMED_ACCOUNT):
        for found in shape.finditer(text):
            number = found["number"]
            if _MOBILE.fullmatch(number):
                continue
            enough = 8 if shape is _NAMED_ACCOUNT else 10
            if sum(map(str.isdigit, number)) >= enough and not _is_dated(number):
                yield ("account", *found.span("number"))
    for found in _IBAN.finditer(text):
        if (length := _iban_length(found[0])) is not None:
            yield ("account", found.start(), found.start() + length)


def _is_dated(number: str) -> bool:
    return ("-" in number or " " in number) and _PLAIN_DATE.match(number) is not None


def _iban_length(candidate: str) -> int | None:
    """How much of *candidate* is an IBAN with a right check (ISO 13616: remainder 97 is 1)."""
    ends = [place for place, char in enumerate(candidate) if char == " "] + [len(candidate)]
    for end in reversed(ends):
        letters = candidate[:end].replace(" ", "").upper()
        if 15 <= len(letters) <= 34:
            turned = letters[4:] + letters[:4]
            if int("".join(str(int(char, 36)) for char in turned)) % 97 == 1:
                return end
    return None


_PASSPORT = re.compile(
    r"(?:여권|passport)[^0-9\n]{0,18}?(?<![A-Za-z0-9])"
    r"(?P<number>[A-Za-z]{1,2}[0-9]{6,8}|[A-Za-z][0-9]{3}[A-Za-z][0-9]{4}|[0-9]{9}"
    r"|(?=[A-Za-z]*[0-9][A-Za-z]*[0-9])[A-Z][A-Z0-9]{8})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_KOREAN_LICENCE = re.compile(rf"{_LEFT}(?:1[1-9]|2[0-8])-[0-9]{{2}}-[0-9]{{6}}-[0-9]{{2}}{_RIGHT}")
_LICENCE = re.compile(
    r"(?:면허|driv\w{0,4}'?s? licen[cs]e|licen[cs]e number|\bDL\b)[^0-9\n]{0,14}?(?<![A-Za-z0-9])"
    r"(?P<number>[가-힣]{2} ?[0-9]{2}-[0-9]{6}-[0-9]{2}"
    r"|[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{6}[- ]?[0-9]{2}"
    r"|[A-Za-z]{1,2}[0-9]{2,4}(?:-[0-9]{3,4}){2,3}|[A-Za-z]{1,2}[0-9]{6,13}|[0-9]{7,12}|[A-Za-z9]{5}[0-9]{6}[A-Za-z0-9]{5})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def papers(text: str) -> Iterator[Found]:
    """Passports and driving licences, after the word for them."""
    for found in _PASSPORT.finditer(text):
        yield ("passport", *found.span("number"))
    for found in _KOREAN_LICENCE.finditer(text):
        yield ("licence", *found.span())
    for found in _LICENCE.finditer(text):
        yield ("licence", *found.span("number"))


_DETECTORS: tuple[Callable[[str], Iterator[Found]], ...] = (
    residents,
    socials,
    cards,
    papers,
    accounts,
    phones,
)
