"""The ways in which English asks to be remembered."""

from __future__ import annotations

import re

from pet.memory.sentences import Sentence
from pet.memory.vocabulary import any_of

# Where an order may begin: at the front, after a stop, or after a word that leads to one.
_FRONT = r"(?:^|[,;:(-] ?|\b(?:please|pls|plz|so|and|but|just|also|hey|ok|okay|now|then|oh|btw) )"
_ASKED = (
    r"(?:\b(?:can|could|would|will|would you mind) you (?:please |pls |just |kindly )?|"
    r"\b(?:i'd like|i would like|i want|i need|i'd love|i prefer|i'd prefer)(?: that| if"
    r"| for)? you(?: to)? "
    r"(?:please |always |would )?|"
    r"\bif you(?:'d| could| can| would)? (?:please |always )?|"
    r"\byou(?:'d| had)? (?:should|must|need to|have to|better|ought to) (?:please |always )?|"
    r"\bimportant (?:that |for )?you (?:to )?|\b(?:make|be) sure (?:that )?(?:you |to )?|\blet's )"
)
_BEGIN = rf"(?:{_FRONT}(?:please |pls |always |just )?|{_ASKED})"
_PET_ACTS = any_of(
    r"""answer reply respond speak talk write use call address keep give explain translate avoid
    stop refer treat assume include say sign ask tell remind greet format spell sound act show
    start end begin make let skip leave never\s\w+ only don't\s\w+ do\snot\s\w+ dont\s\w+
    no\smore be\s\w+"""
)
_MINE = re.compile(r"\b(?:i|i'm|im|i've|i'd|i'll|my|me|mine|we|we're|our|us)\b|[0-9]|:")
_POINTS = r"(?:that|this|it|these|those|everything|what i)\b"
_REMEMBER = re.compile(rf"{_BEGIN}(?:try to )?remember\b(?P<rest>.*)")
_NOSTALGIA = re.compile(
    r",? ?(?:when|the time|that (?:time|day|night|one time|summer)|those|back when|how we|what we|"
    r"what (?:you|he|she|they) said|the (?:good|old|days))\b|, remember"
)
_KEEP_IN_MIND = re.compile(rf"{_BEGIN}(?:keep|bear) (?:it |this |that |these )?in mind\b")
_DO_NOT_FORGET = re.compile(
    rf"(?:{_FRONT}(?:please |pls )?(?:do not|don't|dont|never) (?:you )?(?:ever |dare )?forget\b"
    rf"|{_ASKED}(?:not|never|don't) forget\b)(?P<rest>.*)"
)
_NOTE = re.compile(
    rf"{_BEGIN}(?:(?:make|take|keep) (?:a )?(?:quick |mental )?note(?![\w-])(?! of (?!this|that"
    rf"|it|my|our|me)| from)"
    r"|note (?:that (?:i|my|we|our)\b|(?:i|my|we|our)\b|this\b|it down|this down|:)"
    r"|(?:jot|write|put|note) (?:this |that |it )?down,? ?(?:that )?(?:(?:i|i'm|my|we|our)\b|:|$"
    r"|for)"
    r"|(?:jot|write|note) (?:this|that|it) down"
    r"|(?:save|store|add|log|record|put|commit|keep|file) (?:this|that|it|my \w+)? ?"
    r"(?:as a memo|(?:to|in|into|on) (?:your |the )?memory)"
    r"|(?:save|store|record|log|memori[sz]e) (?:this|that|it)?(?: ?:|,? (?:i|i'm|my)\b| for later"
    r"|$)"
    r"|add to (?:your )?memory|memori[sz]e (?:this|that|my)\b)"
    r"|^(?:note(?: to you)?|memo|remember|for the record|for future reference)(?: ?[:,] ?)\S"
    r"|\bto remember ?: ?\S"
    r"|\bfor future reference\b"
)
_LATER = re.compile(
    r"\b(?:from now on(?:wards?)?|for future (?:chats|talks|conversations|messages)|going forward"
    r"|moving forward|in (?:the )?future|next time|"
    r"from here on(?: out)?|henceforth|from today(?: on)?|starting (?:now|today)|in future|"
    r"for all future|whenever (?:you|i)|every time (?:you|i)|each time (?:you|i))\b"
)
_HABIT_ORDER = re.compile(rf"(?:{_FRONT}|{_ASKED})(?:please |always |just )?{_PET_ACTS}\b")
_ALWAYS_ORDER = re.compile(
    rf"{_FRONT}(?:please |pls )?(?:always|never|don't ever|do not ever) "
    + any_of(
        r"""answer reply respond speak(?:\sto)? talk write address include explain translate
        refer sign call\sme suggest recommend mention bring\sup ask\sme remind\sme
        use\s(?:my|emoji|emojis|english|korean|formal|informal|metric|casual|short) tell\sme"""
    )
)
_NAME_ME = re.compile(
    rf"{_BEGIN}(?:you can (?:always |just |also )?)?call me (?!back|later|when|if|at|on|maybe"
    rf"|tomorrow|a )\w+$"
)
_REFUSED = re.compile(
    r"\b(?:don't|do not|dont|never|not|needn't|no need to|stop|without) (?:have to |need to "
    r"|ever |want "
    r"you to )?(?:remember|save|sav|stor|store|keep|not(?:e|ing)|record|memor|writ|log)"
)


def is_wish(sentence: Sentence) -> bool:
    """Whether the sentence asks to keep something, or orders a habit from now on."""
    text = sentence.text
    if _REFUSED.search(text):
        return False
    if sentence.asks:
        return _is_polite_request(text)
    if _KEEP_IN_MIND.search(text) or _NOTE.search(text):
        return True
    return _remembers_something(text) or _orders_a_habit(text)


def _is_polite_request(text: str) -> bool:
    """A wish with a question mark: "can you remember that …?"."""
    asked = re.search(_ASKED, text)
    if asked is None:
        return False
    order = text[asked.end() :]
    if _LATER.search(text):
        return re.match(_PET_ACTS, order) is not None
    if re.match(r"(?:not )?(?:keep|bear|note|make a note|save|store|write|jot|forget)\b", order):
        return _MINE.search(order) is not None
    told = re.match(
        r"remember(?: that\b| this\b|,|:| to\b| i\b| i'm\b| i've\b| my .* (?:is|are)\b)", order
    )
    return told is not None or ("please" in text and order.startswith("remember"))


def _remembers_something(text: str) -> bool:
    for shape in (_REMEMBER, _DO_NOT_FORGET):
        if (found := shape.search(text)) and _is_about_user(found["rest"], text):
            return True
    return False


def _is_about_user(rest: str, text: str) -> bool:
    """Whether "remember *rest*" means the user: not "to breathe", not "when we met"."""
    rest = rest.strip()
    if _NOSTALGIA.match(rest):
        return False
    if rest.startswith("to "):
        return re.match(_PET_ACTS, rest[3:]) is not None or " me" in rest
    return rest == "" or re.match(_POINTS, rest) is not None or _MINE.search(rest) is not None


def _orders_a_habit(text: str) -> bool:
    if _ALWAYS_ORDER.search(text) or _NAME_ME.search(text):
        return True
    if (later := _LATER.search(text)) is None:
        return False
    rest = (text[: later.start()] + ", " + text[later.end() :]).strip(" ,")
    return _HABIT_ORDER.search(rest) is not None
