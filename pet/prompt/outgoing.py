"""What the model says, made fit to be shown and stored while it streams: nothing in it is trusted.

Kept out are reasoning in every known shape, control tokens of chat templates, our own fences, and
what moves a terminal's cursor. What a model was shown as `‹` for `<` comes back as `<`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pet.engines.code_in_reply import CodeInReply
from pet.prompt import reasoning
from pet.prompt.normalise import join_surrogates, normalise
from pet.prompt.repetition import Repetition, without_repeats

_MOST_HELD: Final = 4_000  # scalars that may wait for a closing tag nobody opened
_LOOK_AHEAD: Final = 12  # scalars behind a match: a template writes "assistant" after a token

_CONTROL: Final = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
_TERMINAL: Final = (
    r"(?P<line>\r\n?)"
    r"|(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]?"  # CSI: colours, cursor
    # OSC, DCS, SOS, PM, APC: titles, clipboard; until their end, or for a bounded while
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{0,1024}(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]{0,8}[0-~]?"
    rf"|{_CONTROL}"
)
_LEFT: Final = r"[<‹]"  # ‹ is how the model was shown a `<`
_RIGHT: Final = r"[>›]"
# After one of these the model speaks for somebody else: the reply is over.
_TURN_END: Final = (
    rf"{_LEFT}\|(?:im_end|eot_id|eom_id|end|return|end_of_text|endoftext|eos|user"
    rf"|system|end_of_turn)\|?{_RIGHT}"
    rf"|{_LEFT}(?:\|(?:im_start|start|start_header_id|start_of_role|assistant|turn)\|?"
    rf"|start_of_turn){_RIGHT}(?:assistant|model)?(?:{_LEFT}\|end_(?:header_id|of_role)\|{_RIGHT})?"
    rf"|{_LEFT}(?:end_of_turn|turn\||eos|/s){_RIGHT}"
    rf"|{_LEFT}｜(?:end▁of▁sentence|User|Assistant)｜{_RIGHT}"
    r"|\[\|(?:endofturn|user|assistant|system)\|\]|\[INST\]"
)
_TOKEN: Final = (
    rf"{_LEFT}[|｜][^<>|｜\n]{{1,40}}[|｜]{_RIGHT}|{_LEFT}\|[a-z_]{{2,20}}{_RIGHT}"
    rf"|{_LEFT}[a-z_]{{2,20}}\|{_RIGHT}|{_LEFT}(?:s|bos|pad|unk){_RIGHT}"
    rf"|{_LEFT}{{2}}/?SYS{_RIGHT}{{2}}|\[/INST\]|\[\|[\w ]{{1,30}}\|\]"
    rf"|{_LEFT}/?(?:answer|final_answer|response){_RIGHT}"
)
_BYTE: Final = r"<0x[0-9a-f]{2}>"  # how SentencePiece writes a letter that it has no token for
_FENCE: Final = (
    rf"{_LEFT}?/?[ ]?untrusted_(?:persona|memory|user_text|\.{{3}})"
    rf"(?:[ ][0-9a-f]{{1,32}})?[ ]?{_RIGHT}?"
)

# Tokens that are also tags which people write programs and pages with.
_TAG_OF_CODE: Final = re.compile(
    r"</?(?:s|bos|eos|pad|unk|answer|final_answer|response)>", re.IGNORECASE
)


class Outgoing:
    """Is fed a reply in pieces and gives back what may be shown of them.

    A closing tag that nothing opened shows that all before it was reasoning (the template had
    opened it). What was given out already cannot be taken back from here; `text` is without it.
    To make that rare, a beginning that sounds like musing waits, for a bounded while, for such a
    tag.
    """

    def __init__(self, nonce: str, speakers: Sequence[str] = ()) -> None:
        """*nonce* is that of the prompt's fences; *speakers* are the names in its examples.

        A small model that saw `User:` and `Somi:` goes on writing both sides: a label at the very
        beginning is taken away, and at a later one the reply is over.
        """
        import regex  # can say "this may become a match"; 55 ms, and only replies need it

        names = "|".join(regex.escape(name) for name in speakers if name) or r"(?!)"
        marks = (
            rf"(?P<bytes>(?:{_BYTE}){{1,60}})|"
            rf"(?P<speaker>\n[ \t*]{{0,4}}(?:{names}|assistant)[ \t*]{{0,3}}[:：]\*{{0,2}}"
            r"|\n\#{3,4} ?(?:human|user|instructions?|input|assistant|response|system):"  # Alpaca
            r"|\n(?-i:assistant)[ \t]{0,3}(?=\n))|"  # what is left of Llama 3's header
            f"(?P<opening>{reasoning.OPENING})|(?P<closing>{reasoning.CLOSING})"
            f"|(?P<end>{_TURN_END})|(?P<dropped>{_TOKEN}|{_FENCE}|{regex.escape(nonce)})"
        )
        self._terminal = _Scanner(regex.compile(_TERMINAL))
        self._marks = _Scanner(regex.compile(marks, regex.IGNORECASE))
        self._musing = regex.compile(reasoning.MUSING, regex.IGNORECASE)
        self._repetition = Repetition()
        self._shown = ""  # all that may be seen so far
        self._given = 0  # how much of it was given out, in scalars
        self._since = 0  # where the text after the last closing tag begins in it
        self._inside = False  # between an opening and a closing tag
        self._code = CodeInReply()  # there a tag is what the reply is about
        self._taken_back = ""
        self._taken_given = 0  # how much of that was given out before
        self.thought = False  # whether any reasoning was kept out
        self.over = False  # whether the model wrote the end of its turn; the rest is kept out
        self._read("\n", final=False)  # so that a label may stand at the very beginning

    @property
    def looping(self) -> bool:
        """Whether the reply repeats itself: the engine should be stopped."""
        return self._repetition.unit > 0

    @property
    def text(self) -> str:
        """The reply as it should be stored and shown, a loop in it once."""
        return without_repeats(normalise(self._shown)).strip()

    def feed(self, piece: str) -> str:
        """What may be shown now that *piece* has come; often less, sometimes more than it."""
        return self._take(piece, final=False)

    def close(self) -> str:
        """What was still held back at the end of the reply. Reasoning never closed stays out."""
        rest = self._take("", final=True)
        if not self._shown.strip() and not self._musing.match(self._taken_back):
            # A stray closing tag at the very end: what stood before it was the reply after all.
            self._shown, rest = self._taken_back, self._taken_back[self._taken_given :]
        return rest

    def _take(self, piece: str, *, final: bool) -> str:
        for found in self._terminal.feed(join_surrogates(piece), final=final):
            clean = found if isinstance(found, str) else "\n" if found["line"] else ""
            self._repetition.feed(clean)
            self._read(clean, final=False)
        if final:
            self._read("", final=True)
        return self._give(final=final)

    def _read(self, clean: str, *, final: bool) -> None:
        for found in self._marks.feed(clean, final=final):
            if isinstance(found, str):
                self._say(found)
            elif self._is_quoted(found):
                self._say(found[0])
            elif found.lastgroup == "bytes":
                self._say(_letters(found[0]))
            else:
                self._obey(str(found.lastgroup))

    def _is_quoted(self, found: Any) -> bool:  # a match of `regex`
        if self._inside:
            return False
        if found.lastgroup == "speaker":
            return self._code.next_line_is_inside
        if not self._code.inside:
            return False
        is_word = found.lastgroup in ("opening", "closing", "bytes")
        return is_word or _TAG_OF_CODE.fullmatch(found[0]) is not None

    def _obey(self, kind: str) -> None:
        match kind:
            case "opening":
                self._inside = True
            case "closing":
                if not self._inside:
                    self._take_back()
                self._inside = False
                self._since = len(self._shown)
            case "end" | "speaker":
                self.over = self.over or (not self._inside and bool(self._shown.strip()))

    def _say(self, text: str) -> None:
        if self._inside:
            self.thought = self.thought or bool(text.strip())
        elif not self.over:
            text = text.replace("‹", "<")
            text = text if self._shown else text.lstrip()
            self._shown += text
            self._code.feed(text)

    def _take_back(self) -> None:
        """What stands since the last closing tag was reasoning."""
        self._taken_back = self._shown[self._since :]
        self._shown = self._shown[: self._since]
        self._code = CodeInReply()
        self._code.feed(self._shown)
        self.thought = True
        self._taken_given = max(0, self._given - self._since)
        self._given = min(self._given, self._since)

    def _give(self, *, final: bool) -> str:
        if not final and not self._given and self._may_be_musing():
            return ""
        given, self._given = self._given, len(self._shown)
        return self._shown[given:]

    def _may_be_musing(self) -> bool:
        if self.thought or len(self._shown) > _MOST_HELD:
            return False
        return self._musing.match(self._shown, partial=True) is not None


def _letters(tokens: str) -> str:
    """What the byte tokens of a run spell in UTF-8; nothing where they spell no letter."""
    spelled = bytes(int(value, 16) for value in re.findall(r"0x(..)", tokens))
    return re.sub(_CONTROL, "", spelled.decode(errors="ignore"))


class _Scanner:
    """Finds a pattern in a text that comes in pieces; what may still become a match waits."""

    def __init__(self, pattern: Any) -> None:  # a pattern of `regex`, which has no types
        self._pattern = pattern
        self._held = ""

    def feed(self, piece: str, *, final: bool) -> Iterator[Any]:  # str or a match of `regex`
        """The texts between matches and the matches, in turn."""
        held, at = self._held + piece, 0
        while match := self._pattern.search(held, at, partial=not final):
            yield held[at : match.start()]
            at = match.start()
            if match.partial or (match.end() + _LOOK_AHEAD > len(held) and not final):
                break  # a longer match may come
            yield match
            at = match.end()
        else:
            yield held[at:]
            at = len(held)
        self._held = held[at:]
