"""Under which heading a line belongs, where the user's own words tell; else as the model says.

Small models put everything under one heading, mostly the first that they were shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pet.memory.kinds import guess_kind
from pet.memory.profile_rows import Topic

_MARKS: Final[Mapping[Topic, re.Pattern[str]]] = {
    "skill": re.compile(
        r"할 줄 (?:알|안)|배우(?:는|고|기)|배워|공부(?:하고|하는|해)|자격증|능숙|유창"
        r"|(?:꽤|잘) (?:하는|해|다뤄|다루|쳐)"
        r"|\bspeak\b|\bfluent|\bcan (?:write|code|program|play|cook|draw|speak|sing)\b|\blearning\b"
        r"|\bstudy(?:ing)?\b|\bknow how to\b|\bgood at\b",
        re.IGNORECASE,
    ),
    "work": re.compile(
        r"일(?:을|하|해|한|함)|회사|직장|직업|근무|출근|업무|개발을 하|\bworks?\b|\bworking\b"
        r"|\bjob\b|\bemployed\b|\bfreelanc|\boffice\b",
        re.IGNORECASE,
    ),
    "interest": re.compile(
        r"좋아|즐기|즐겨|즐긴|취미|관심|싫어|최고야|팬이|\blikes?\b|\bloves?\b|\benjoy|\bhobb"
        r"|\bfan of\b|\bfavou?rite\b|\bhate\b|\binto\b"
        r"|(?:등산|수영|캠핑|낚시|독서|게임|요리|산책|운동)[을를은]"
        r"|\b(?:hiking|swimming|reading|camping|fishing|cooking|gaming|running|cycling)\b",
        re.IGNORECASE,
    ),
}


# What has begun goes on, and is no plan: "다시 치기 시작했어", "이사 온 지 반년 됐어".
_BEGUN: Final = re.compile(
    r"시작했|시작한|(?:[은는온간한된]|[가-힣]) ?지 .{0,8}(?:됐|되었|째)|가입했|등록했"
    r"|\b(?:started|joined|took up|taken up|have been|'ve been|signed up)\b",
    re.IGNORECASE,
)


def topic_of(clause: str, proposed: Topic, *, dated: bool) -> Topic:
    """The heading for what was said in *clause*; *dated*: it speaks of a day to come."""
    if dated:
        return "plan"
    if guess_kind(clause) == "talk":
        return "talk"
    marked = [topic for topic, mark in _MARKS.items() if mark.search(clause)]
    if proposed == "plan" and _BEGUN.search(clause):
        return marked[0] if marked else "other"
    if proposed in marked or not marked:
        return proposed
    return marked[0]
