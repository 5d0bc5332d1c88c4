"""English words as search sees them: light stems, and words too common to look for."""

from __future__ import annotations

from pet.memory.vocabulary import words

COMMON = words(
    """a about after again all also am an and any are as at be because been before being but by can
    could did do does doing don for from had has have having he her here hers him his how i if in
    into is it its just me more most my no nor not of off on only or other our out over own same
    she should so some such than that the their them then there these they this those through to
    too under until up us very was we were what when where which while who whom why will with would
    you your yours im ive dont didnt doesnt isnt wasnt cant tell ever get got"""
)

_IRREGULAR = {
    form: stem
    for stem, forms in {
        "be": "am is are was were been",
        "becom": "became",
        "begin": "began begun",
        "break": "broke broken",
        "bring": "brought",
        "build": "built",
        "buy": "bought",
        "catch": "caught",
        "child": "children",
        "choos": "chose chosen",
        "come": "came",
        "do": "did done does",
        "draw": "drew drawn",
        "drink": "drank drunk",
        "driv": "drove driven",
        "eat": "ate eaten",
        "fall": "fell fallen",
        "feel": "felt",
        "fight": "fought",
        "find": "found",
        "fly": "flew flown",
        "foot": "feet",
        "forget": "forgot forgotten",
        "get": "got gotten",
        "giv": "gave given",
        "go": "went gone goes",
        "grow": "grew grown",
        "hav": "has had",
        "hear": "heard",
        "hold": "held",
        "keep": "kept",
        "know": "knew known",
        "leav": "left",
        "lend": "lent",
        "lose": "lost",
        "los": "lost losing",
        "mak": "made",
        "man": "men",
        "mean": "meant",
        "meet": "met",
        "pay": "paid",
        "person": "people",
        "ride": "rode",
        "rid": "rode ridden",
        "run": "ran",
        "say": "said",
        "see": "saw seen",
        "sell": "sold",
        "send": "sent",
        "sing": "sang sung",
        "sit": "sat",
        "sleep": "slept",
        "speak": "spoke spoken",
        "spend": "spent",
        "stand": "stood",
        "swim": "swam swum",
        "tak": "took taken",
        "teach": "taught",
        "tell": "told",
        "think": "thought",
        "throw": "threw thrown",
        "understand": "understood",
        "wear": "wore worn",
        "wak": "woke woken",
        "wife": "wives",
        "win": "won",
        "woman": "women",
        "writ": "wrote written",
    }.items()
    for form in forms.split()
}
_VOWELS = frozenset("aeiouy")


def stem(word: str) -> str:
    """The light stem of a word in small ASCII letters: plural, -ed, -ing, -ly and final e are cut.

    The rules are those of the first step of Porter's algorithm (1980), so that "hiking",
    "hikes" and "hike" meet; common irregular forms are listed.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3:
        return word
    return _without_e(_without_tense(_without_plural(word)))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes", "oes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        before = word.removesuffix(ending)
        if (
            before != word
            and len(before) >= 2
            and _VOWELS & set(before)
            and not word.endswith("eed")
        ):
            return _undoubled(before)
    if word.endswith("ly") and len(word) > 5:
        return word[:-2]
    return word


def _undoubled(word: str) -> str:
    double = (
        len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" and word[-1] not in _VOWELS
    )
    return word[:-1] if double else word


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("e") and not word.endswith("ee") else word
