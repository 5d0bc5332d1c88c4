"""Cutting text to a number of bytes without splitting a letter that the user sees."""

from __future__ import annotations

from typing import Final

MARK: Final = " […]".encode()  # where an old message was cut; understood in every language


def cut(text: str, size: int) -> str:
    """The longest part from the front of *text* that is at most *size* bytes of UTF-8.

    Ends on a grapheme boundary (UAX #29): "가나다" in 8 bytes is "가나", and no family loses a
    member. Takes time in proportion to the text. *text* must hold no lone surrogate.
    """
    return cut_bytes(text.encode(), size).decode()


def cut_bytes(text: bytes, size: int) -> bytes:
    """`cut` for text that is UTF-8 already."""
    if len(text) <= size:
        return text
    head = text[: max(0, size)].decode(errors="ignore")
    end = len(head.encode())
    head += text[end : end + 4].decode(errors="ignore")[:1]  # whether it may stand alone decides
    return head[: _last_boundary(head)].encode()


def cut_marked(text: bytes, size: int) -> bytes:
    """Like `cut_bytes`, with a mark at the end of what was cut, inside *size*.

    Where not even the mark has room the result is empty.
    """
    if len(text) <= size:
        return text
    room = size - len(MARK)
    return cut_bytes(text, room) + MARK if room >= 0 else b""


def _last_boundary(text: str) -> int:
    """The index of the last grapheme boundary before the end of *text*, which has a letter."""
    start = len(text) - 1
    while start > 0 and not (_stands_alone(text[start - 1]) and _stands_alone(text[start])):
        start -= 1
    if start == len(text) - 1:
        return start
    import regex  # 55 ms, and most cuts never come here

    *_, last = regex.finditer(r"\X", text, pos=start)
    return int(last.start())


def _stands_alone(letter: str) -> bool:
    """Whether there is surely a boundary between two letters of this kind."""
    return (
        " " <= letter <= "~" or letter == "\n" or "가" <= letter <= "힣" or "一" <= letter <= "鿿"
    )
