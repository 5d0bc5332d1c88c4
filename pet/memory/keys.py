"""Keys and tokens of services, by their published prefixes or by what is said about them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pet.memory.vocabulary import any_of

# (start, end) in the normalised text.
Place = tuple[int, int]

_LEFT = r"(?<![A-Za-z0-9_-])"
_MIXED = r"(?=[A-Za-z_-]*[0-9])"
_PREFIXED = re.compile(
    _LEFT + r"(?:"
    # OpenAI, Anthropic, Stripe and others: a digit tells a key from words joined by hyphens.
    rf"sk-(?:ant-|proj-|or-|svcacct-)?(?=[A-Za-z_-]*[0-9])"
    rf"(?!your|xxx)(?=[A-Za-z0-9_-]{{0,120}}?[A-Za-z0-9]{{10}})[A-Za-z0-9_-]{{16,}}"
    rf"|[spr]k_(?:live|test)_{_MIXED}[A-Za-z0-9]{{10,}}|whsec_[A-Za-z0-9]{{16,}}"
    r"|A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    rf"|gh[pousr]_{_MIXED}[A-Za-z0-9]{{20,}}|github_pat_{_MIXED}[A-Za-z0-9_]{{20,}}"
    rf"|glpat-{_MIXED}[A-Za-z0-9_-]{{16,}}|xox[abeprs]-[A-Za-z0-9-]{{10,}}|xapp-[A-Za-z0-9-]{{20,}}"
    r"|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"
    rf"|hf_[A-Za-z0-9]{{20,}}|npm_{_MIXED}[A-Za-z0-9]{{20,}}|pypi-[A-Za-z0-9_-]{{20,}}"
    rf"|gsk_{_MIXED}[A-Za-z0-9]{{20,}}|xai-{_MIXED}[A-Za-z0-9]{{20,}}|pplx-[A-Za-z0-9]{{20,}}"
    rf"|nvapi-{_MIXED}[A-Za-z0-9_-]{{20,}}|tvly-{_MIXED}[A-Za-z0-9-]{{16,}}|r8_[A-Za-z0-9]{{20,}}"
    rf"|ntn_{_MIXED}[A-Za-z0-9]{{20,}}|figd_[A-Za-z0-9_-]{{20,}}|dop_v1_[a-f0-9]{{32,}}"
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|AGE-SECRET-KEY-1[A-Z0-9]{20,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{8,}"
    # Discord, then Telegram.
    r"|[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}(?![A-Za-z0-9_-])"
    r")"
)
_PEM = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END [A-Z0-9 ]{1,40}-----|.*)",
    re.DOTALL,
)
_NAMED = re.compile(
    any_of(
        r"""API_키 API[\s\x5f-]?key 시크릿 비밀_키 개인_키 인증_키 서비스_키 라이선스_키
        액세스_키 엑세스_키 토큰 REST_키
        (?:access|secret|private|auth|client|account|service|signing)[\s\x5f-]?key
        (?:secret[\s\x5f-]?access|encryption)[\s\x5f-]?key token secret [a-z]\x5fkey"""
    )
    + r"(?:[ '\"`:=(>]|는|은|이|가|을|를|값|키|\bis\b|\bwas\b|\bas\b){1,8}"
    r"(?P<value>[A-Za-z0-9_+/=.~%-]{12,}(?<![.]))",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(?:Bearer|Basic) (?P<value>[A-Za-z0-9_+/=.~-]{16,})")
_IN_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@]{0,64}:(?P<value>[^\s/@□]{3,128})@"
)
_SLACK_HOOK = re.compile(r"hooks\.slack\.com/services/(?P<value>[A-Za-z0-9/]{20,80})")
_DISCORD_HOOK = re.compile(
    r"discord(?:app)?\.com/api/webhooks/(?P<value>[0-9]{10,22}/[A-Za-z0-9_-]{20,90})"
)
_WIFI_CODE = re.compile(r"WIFI:(?=[^\n]{0,80}S:)[^\n]{0,80}?P:(?P<value>[^;\n]{4,64});")
_ONE_TIME = re.compile(r"otpauth://[^\s]{1,200}?[?&]secret=(?P<value>[A-Za-z2-7]{16,128})")
_SEED = re.compile(
    r"(?:seed|recovery|mnemonic|시드|복구|니모닉)[^\n]{0,24}?[:은는 ] ?"
    r"(?P<value>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])",
    re.IGNORECASE,
)


_WORTH_A_LOOK = re.compile(
    r"[A-Za-z0-9_+/=.~%-]{12}|://|WIFI:|-----|seed|recovery|mnemonic|시드|복구|니모닉",
    re.IGNORECASE,
)
_SHAPES = (
    *(_PEM, _PREFIXED, _BEARER, _IN_ADDRESS, _SLACK_HOOK, _DISCORD_HOOK, _WIFI_CODE, _ONE_TIME),
    _SEED,
)


def keys(text: str) -> Iterator[Place]:
    """Where keys and tokens stand: published shapes, PEM, passwords in addresses, named values."""
    if _WORTH_A_LOOK.search(text) is None:
        return
    for shape in _SHAPES:
        for found in shape.finditer(text):
            yield found.span("value" if "value" in shape.groupindex else 0)
    for found in _NAMED.finditer(text):
        if _looks_random(found["value"]):
            yield found.span("value")


def _looks_random(value: str) -> bool:
    """Letters with several digits: no sentence, no file name, no date, no version."""
    digits = sum(char.isdigit() for char in value)
    letters = sum(char.isalpha() for char in value)
    both_cases = not value.islower() and not value.isupper()
    mixed = digits >= 3 and letters >= 3
    return (mixed or (digits >= 1 and both_cases and len(value) >= 20)) and "-" not in value[:4]
