"""Whether something stays true beyond the day it was said, and on which day it will be so."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, Literal

from pet.jobs import dates
from pet.jobs.dates import Day
from pet.memory import doubts
from pet.memory.profile_rows import Topic

Fault = Literal["moment", "past", "no_date"]

_COMING: Final = re.compile(
    r"예정|계획|(?:하|가|되|보|오|배우|만들|사|옮기)려고|기로 했"
    r"|[을를할갈볼될올]\s?(?:거야|거예요|것이|예정|생각|계획)"
    r"|\bgoing to\b|\bplan(?:s|ned|ning)? to\b|\bwill\b|\bi'll\b|\bgonna\b|\babout to\b|\bintend",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"(?:[았었했갔왔였됐봤샀]|다녀왔)(?:다|어|지|는데|습니다|음|던|거든)(?!\s?(?:고|기로))"
    r"|\b(?:went|was|were|had|did|came|got|saw|visited|ended|finished)\b",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"기로 (?:했|정했|결정했)|잡혔|정해졌|예약했|끊었|\bbooked\b|\bdecided\b", re.IGNORECASE
)
# True once, and said to be so no more; "어릴 때부터", "I'm used to" and "예전부터" still hold.
_FORMER: Final = re.compile(
    r"(?:예전에|옛날에|왕년에|한때|어릴 ?(?:적|때)|어렸을 ?(?:적|때)|학창 ?시절)(?!부터|도)"
    r"|[았었였했됐]었"
    r"|(?<!am )(?<!'m )(?<!are )(?<!'re )(?<!get )(?<!got )(?<!getting )\bused to\b"
    r"|\bformerly\b|\bback then\b|\bas a (?:kid|child|teenager)\b|\bwhen i was\b",
    re.IGNORECASE,
)
# What happened once is no trait, whatever it was.
_ONCE: Final = re.compile(
    r"(?:싸웠|다퉜|다투었|혼났|울었|늦었|지각했|놓쳤|넘어졌|삐졌|떠넘겼|망쳤|졸았|토했|잃어버렸|깨졌|엎질렀)"
    r"(?:어|다|지|음|네|거든|는데|습니다|어요)?"
    r"|\b(?:fought|argued|quarrell?ed|cried|overslept|spilled|spilt|yelled|missed the|got lost"
    r"|had (?:a|an) (?:fight|row|argument))\b",
    re.IGNORECASE,
)
_YEARLY: Final = re.compile(r"생일|기념일|기일|birthday|anniversary|매년|every year", re.IGNORECASE)


def event_in(clause: str, said: date) -> Day | None:
    """The day to come that *clause*, said on *said*, speaks of; a birthday is no plan."""
    when = dates.find(clause, said)
    if when is None or when.last < said or _YEARLY.search(clause):
        return None
    past = _PAST.search(clause) and not _DECIDED.search(clause)
    return None if past else when


def fault(text: str, clause: str, topic: Topic, said: date) -> Fault | None:
    """Why a line is not to be kept for months: a mood, a thing of the past, a plan for no day."""
    if topic != "plan":
        if _FORMER.search(clause) or _ONCE.search(clause):
            return "past"
        return "moment" if doubts.has_moment(text) or doubts.has_moment(clause) else None
    if event_in(clause, said) is not None:
        return None
    if _PAST.search(clause) or dates.find(clause, said) is not None:
        return "past"
    return None if _COMING.search(clause) else "no_date"
