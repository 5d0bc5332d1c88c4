"""Signs that a sentence is no statement of the user about themselves, in Korean and English.

Lists of words and endings, not grammar: what they miss is let through, and what they doubt is
lost to the profile until it is said again.
"""

from __future__ import annotations

import re
from typing import Final

from pet.memory.vocabulary import any_of, words

# --- nothing ----------------------------------------------------------------------------------

_SMALL_TALK: Final = words(
    """안녕 안녕하세요 하이 헬로 좋은 아침 굿모닝 굿나잇 잘자 잘자요 잘 자 자요 고마워
    고마워요 감사 감사합니다 감사해요 땡큐 미안 미안해 미안해요 응 네 예 아니 아니야 아니요
    그래 그래요 그렇구나 그렇군 맞아 맞아요 오 와 우와 헐 대박 진짜 정말 아하 음 흠 글쎄 뭐
    좋아 좋아요 좋네 알겠어 알겠어요 알았어 오케이 수고 수고했어 다녀왔어 나 왔어 배고파
    심심해 졸려 피곤해 귀여워 귀엽다 펫 소미 hi hello hey hiya yo good morning evening
    afternoon night bye goodbye see you later thanks thank thx ty sorry yes yeah yep no nope
    ok okay sure great nice cool wow oh ah hmm haha lol please well fine
    that helped helps 도움이 도움 됐어 됐어요 됐다 되네 right really so too
    there there's it that's is very much a the"""
)
_WORD: Final = re.compile(r"(?:(?![ㄱ-ㅣ])[^\W_])+(?:'[^\W_]+)?")  # ㅋㅋ is no word


def is_small_talk(clause: str) -> bool:
    """Whether a clause greets, thanks or agrees, and says nothing."""
    return all(word in _SMALL_TALK for word in _WORD.findall(_plain(clause)))


# --- asking -----------------------------------------------------------------------------------

_ASKING_ENDS: Final = re.compile(
    r"(?:[을ㄹ일할될갈까볼줄올]까요?|나요|가요|던가|는지|은지|인지|냐고?|느냐|으냐"
    r"|(?:뭐|뭘|무엇을|어디(?:서|에|로)?|언제|누구랑|어떻게|왜|몇 \S+)\s(?:\S+\s)?\S{0,3}지"
    r"|(?<=[하있없되보가오])니|어때요?|뭐야|뭐지|뭘까|어떻게 (?:해|하지|돼)|알아|알려 ?줘|될까)$"
)
_ASKING_STARTS: Final = re.compile(
    r"^(?:so |and |but |hey |well |ok(?:ay)? )?,?\s?(?:(?:do|does|did|am|is|are|was|were|can|could"
    r"|should|shall|would|will|have|has|had|may|might)(?:n't)?\s(?:i|you|we|they|he|she|it|the"
    r"|my|your|there|this|that|any)\b|(?:what|why|how|when|where|who|which)(?:'s|\s(?:is|are|am"
    r"|do|does|did|was|were|can|could|should|would|will|to|about|kind|time|much|many|long)\b))"
)


def asks(sentence: str) -> bool:
    """Whether a sentence is a question, with its mark or without."""
    bare = sentence.strip().lower()
    if "?" in bare[-3:]:
        return True
    bare = bare.rstrip(".!…~ㅋㅎㅠㅜ ")
    return bool(_ASKING_ENDS.search(bare) or _ASKING_STARTS.search(bare))


# --- not in earnest ---------------------------------------------------------------------------

_SUPPOSED: Final = re.compile(
    any_of(
        """만약 만일 가령 가정하면 이라면_(?:어|뭐|좋|얼|나) 다면_(?:어|뭐|좋|얼|나) 더라면
    같으면 지도_모르 지도_몰라 것_같(?:아|은데|기도|네|습니다) 거_같(?:아|은데|기도|네) 듯해
    듯하 아마 라고_치자 라고_하자 라고_가정 상상해"""
    )
    # "It would be nice if you …" asks for something, and is meant.
    + r"|(?<!주면 )(?<!줬으면 )(?<!하면 )좋겠|까 ?(?:생각|고민|싶)"
    r"|\bif\b|\bsuppos(?:e|ing)\b|\bimagin(?:e|ing)\b|\bi wish\b|\bhypothetical|\bmaybe\b"
    r"|\bperhaps\b|\bmight\b|\bwould (?:be|have|love to be)\b|\bi guess\b|\bprobably\b"
)
_HEARSAY: Final = re.compile(
    r"(?:나|저)(?:보고|더러|를 보고)\s.*(?:[래대]|[다라]고)"
    r"(?:요|나| ?(?:하|해|했|그러|그래)\w*)?[.!~]*$"
    r"|\b(?:people|they|everyone|everybody|someone|somebody|he|she|my \w+)"
    r" (?:says?|said|thinks?|thought|claims?|told me|tells? me|calls? me)\b.*\b(?:i|i'm|me)\b"
)
_JOKE: Final = re.compile(
    any_of(
        """농담 장난이 장난으로 뻥이 뻥이야 구라 개그 드립 역할극 상황극 롤플레이 놀이_하자
    척_해 척해 척하 인_척 연기해 너는_이제 넌_이제 우리_소설 소설_쓰"""
    )
    # What nobody says in earnest: praise with a sigh before it, and being a thing, with a laugh.
    + r"|^(?:아|네|예|와|허)[,. ]*(?:예|네|그럼요|퍽이나|참)[,. ].*(?:사랑|좋아|최고|행복|신나)"
    r"|저야말로.*(?:사랑|좋아|최고)|참 ?(?:잘도|좋기도)|퍽이나"
    r"|^(?:oh|ah|yeah|sure|right|great)[, ]+(?:\w+[, ]+)?(?:i|we)"
    r" (?:just|really|so|totally|absolutely) (?:love|adore|enjoy|like)"
    r"|\b(?:basically|literally|practically|officially|clearly) (?:an? |the )\w+[^.]*"
    r"\b(?:lol|haha|hehe)"
    r"|[ㅋㅎ]{4,}|🤣|😂|\bjk\b|\bj/k\b|\b(?:just )?kidding\b|\bjoking\b|\bjoke\b|(?:^|\s)/s\b"
    r"|\brole-?play|\bpretend|\blet's say\b|\bonce upon a time\b|\bin this story\b"
    r"|\byou are (?:a|an|the|now)\b"
    r"|\bact as\b|\blo{2,}l\b|\blmao\b|\brofl\b"
)


def is_joke(message: str) -> bool:
    """Whether a message laughs out loud, says that it jokes, or plays a part."""
    return bool(_JOKE.search(_plain(message)))


def is_supposed(sentence: str) -> bool:
    """Whether a sentence only supposes, guesses or wishes, or tells what others say of the user."""
    plain = _plain(sentence)
    return bool(_SUPPOSED.search(plain) or _HEARSAY.search(plain))


# --- of the moment -----------------------------------------------------------------------------

_MOMENT: Final = re.compile(
    r"오늘|어제|그제|방금|아까|지금|이따|금방|오전에|오후에|어젯밤|간밤"
    r"|\btoday\b|\btonight\b|\byesterday\b|\bright now\b|\bjust now\b|\bat the moment\b"
    r"|\bthis (?:morning|afternoon|evening)\b|\blast night\b|\ba (?:minute|moment) ago\b"
)


def has_moment(text: str) -> bool:
    """Whether *text* speaks of the very day or hour: of a mood, not of a person."""
    return bool(_MOMENT.search(text.lower()))


# --- asking for something ------------------------------------------------------------------------

_ORDER_ENDS: Final = re.compile(
    r"(?:줘|줘요|주세요|주라|줄래요?|주실래요?|주시겠어요|달라|해라|하자|할까|보자|봐|봐요|하세요|하십시오"
    r"|부탁해요?|부탁드려요|부탁드립니다|싶어|싶어요)$"
)
_ORDER_STARTS: Final = re.compile(
    r"^(?:please |pls |hey |ok(?:ay)? |now |then |so |and |just |let's |let us )*"
    r"(?:write|tell|give|show|make|explain|translate|help|let|find|list|play|sing|draw|say|read|check"
    r"|summari[sz]e|recommend|suggest|describe|convert|fix|create|generate|calculate|count|open"
    r"|search|look|guess|imagine|compare|choose|pick|name|rate|spell|define|wish|cheer|come|go|stop"
    r"|wait|try|talk|answer|continue|repeat|rewrite|finish|teach|ask)\b"
    r"|\b(?:i want|i'd like|i would like|i need) you to\b|\b(?:can|could|would|will) you\b"
)


def asks_for_something(sentence: str) -> bool:
    """Whether a sentence only asks the pet to do something."""
    bare = _plain(sentence).strip().rstrip(".!…~ㅋㅎㅠㅜ ")
    return bool(_ORDER_ENDS.search(bare) or _ORDER_STARTS.search(bare))


# --- of whom ----------------------------------------------------------------------------------

_OTHERS: Final = any_of(
    """친구 베프 엄마 어머니 아빠 아버지 부모님 동생 남동생 여동생 누나 형 오빠 언니 남편
    아내 와이프 남자친구 여자친구 남친 여친 애인 상사 팀장님 팀장 부장님 과장님 대표님
    사장님 동료 선배 후배 사수 교수님 선생님 할머니 할아버지 이모 고모 삼촌 사촌 조카 아들
    딸 애들 아이들 룸메 룸메이트 이웃 걔 쟤 얘 그_사람 그_친구 그분 그녀 그이 사람들 다들
    남들 요즘_애들 엄마들 친구들"""
)
_OTHER_SUBJECT: Final = re.compile(
    rf"(?:^|[\s,])(?:(?:우리|울|내|제|그|저희|친한|회사|대학|같은_과) ?)*{_OTHERS}(?:들)?"
    r"(?:은|는|이|가|께서|께서는|도|네|이랑은)(?=[\s,]|$)"
    r"|(?:^|[\s,])(?:너|넌|너는|네가|니가|당신은|너도|소미는|펫은)(?=[\s,])"
)
_MYSELF: Final = re.compile(
    r"(?:^|[\s,])(?:나|난|나는|내가|나도|나한테|나한텐|나의|저|전|저는|제가|저도|저한테|우리는"
    r"|우리가|우린|나랑|저랑)(?=[\s,]|$)"
)
_ENGLISH_OTHERS: Final = (
    r"(?:friends?|mom|mum|mother|dad|father|parents?|brothers?|sisters?|husband|wife|partner"
    r"|boyfriend|girlfriend|boss|manager|colleagues?|coworkers?|co-workers?|roommates?|flatmates?"
    r"|neighbou?rs?|uncle|aunt|cousins?|grandma|grandpa|grandmother|grandfather|son|daughter|kids?"
    r"|children|teacher|professor|people|guys?|everyone|everybody|somebody|someone)"
)
_ENGLISH_OTHER: Final = re.compile(
    r"^(?:and |but |so |well )?(?:(?:my|our|his|her|their|the|a|an|some|that|this)\s)?"
    rf"(?:[a-z]+\s)?{_ENGLISH_OTHERS}(?:'s)?\s(?!and i\b)"
    r"|^(?:and |but |so |well )?(?:he|she|they|it|you|you're|he's|she's|they're|it's|your|his|her"
    r"|their)\b"
)
_ENGLISH_MYSELF: Final = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|my|me|mine|myself|we|we're|we've|our|us)\b"
)
_HANGUL: Final = re.compile(r"[가-힣]")


def names_nobody(sentence: str) -> bool:
    """Whether an English sentence speaks neither of the user nor of somebody of theirs."""
    plain = _plain(sentence)
    return not _HANGUL.search(plain) and not _ENGLISH_MYSELF.search(plain)


def is_of_somebody_else(clause: str, sentence: str) -> bool:
    """Whether somebody else is the subject. An English sentence must name the user somehow."""
    clause, sentence = _plain(clause), _plain(sentence)
    if _HANGUL.search(clause):
        return bool(_OTHER_SUBJECT.search(clause)) and not _MYSELF.search(clause)
    if _ENGLISH_OTHER.search(clause):
        return True
    return not _ENGLISH_MYSELF.search(sentence)


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")
