"""Whether the user asks to change or cancel what was said or saved before."""

from __future__ import annotations

import re

from pet.memory.sentences import Sentence, own_sentences
from pet.memory.vocabulary import any_of


def wants_correction(text: str) -> bool:
    """Whether *text* takes back, corrects or removes something the pet was told.

    So do "아까 말한 거 취소, 한국어가 좋아" and "that's wrong, I'm actually …".
    """
    sentences = own_sentences(text)
    if any(map(_corrects, sentences)):
        return True
    whole = ", ".join(sentence.text for sentence in sentences)
    return bool(_THAT_IS_WRONG.search(whole) or _NO_MEND_IT.search(whole))


def _corrects(sentence: Sentence) -> bool:
    if sentence.asks and not _KOREAN_FAVOUR.search(sentence.text):
        return _ENGLISH_REQUEST.search(sentence.text) is not None
    return any(shape.search(sentence.text) for shape in (*_KOREAN, *_ENGLISH))


_KOREAN_FAVOUR = re.compile(r"(?:줄래|줄 수 있|주실래|주시겠|줄래요|주면 안)")
_EARLIER = any_of(
    "아까 방금 전에 저번에 지난번에 이전에 좀_전에 조금_전에 어제 예전에 처음에 앞에서 위에서"
)
_TOLD = any_of(
    """말한 말했던 한_말 했던_말 한_얘기 했던_얘기 한_이야기 알려_준 말씀드린 얘기한 이야기한
    부탁한 시킨 저장한 적은 거 것 건 내용"""
)
_UNDO = any_of(
    """취소 잊어(?!버렸|버린|먹었) 잊고 무시해 무시하 지워 삭제해 삭제하 삭제 수정해 수정하 수정
    바꿔 바꾸 고쳐 정정 무효 없던 없었던 철회 바뀌었 바뀜 바꼈 아니야 아니고 아니었 틀렸 틀린
    틀려 잘못"""
)
_KEPT = any_of(
    """기억한 기억하는 기억하고_있는 기억해_둔 기억하라고_한 기억하라던 기억된 기억에서 저장한
    저장된 저장해_둔 메모한 메모해_둔 메모에서 그_메모 그_기억 내_메모 내_기억 내_정보 적어_둔
    메모리에서 프로필에서"""
)
_ABOUT_ME = any_of(
    """이름 별명 호칭 생일 생년월일 나이 주소 직업 직장 회사 학교 전공 취미 알레르기 알러지
    혈액형 정보 기록 메모 기억 일정 약속_시간 번호 사는_곳 국적 고향 식성 말투 언어 설정"""
)
_ORDER = any_of("줘 주세요 주라 줄래 주실래 줄_수 달라 다오 버려 해 해라 하자 할게 할래 해요 $")
_KOREAN = (
    re.compile(rf"{_EARLIER}.{{0,16}}{_TOLD}.{{0,18}}{_UNDO}"),
    re.compile(rf"{_KEPT}.{{0,14}}(?:지워|삭제|취소|수정|바꿔|고쳐|없애|잊어|빼|정정)"),
    re.compile(
        r"(?:^|[ ,])(?:내|제|나의|우리)[^,]{0,12}"
        rf"{_ABOUT_ME}[^,]{{0,10}}(?:지워|삭제해|잊어|없애|수정해|고쳐|바꿔|정정해|바뀌었|바뀜"
        rf"|바꼈|변경해)"
    ),
    re.compile(
        r"(?:메모|기억|내용|정보|프로필|기록)(?:을|를|은|는|만|도|에서)? ?(?:좀 |다 |전부 |모두 )?"
        r"(?:지워|삭제해|없애|고쳐|수정해|빼) ?(?:줘|주세요|줄래|주라|$)"
        r"|(?:#[0-9]{1,3}번?|(?:메모|기억) ?#?[0-9]{1,3}번?|[0-9]{1,3}번 ?(?:메모|기억))"
        r"(?:을|를|은|는|만)? ?(?:좀 )?(?:지워|삭제|없애|고쳐|수정|빼)"
    ),
    re.compile(r"(?:^|, ?)(?:정정|수정|취소)(?:할게|합니다|하자|해 줘|해줘|할래|요|하고|$|:|,)"),
    re.compile(
        r"(?:잘못 ?(?:말했|말한|알려|적었|적은|기억|알고|얘기|이해)|말(?:을|이)? ?(?:헛나|잘못))"
    ),
    re.compile(
        rf"{_ABOUT_ME}.{{0,10}}잘못|(?:내|제) ?{_ABOUT_ME}[은는이가]? ?(?:틀렸|틀려|틀린|아니)"
    ),
    re.compile(
        r"(?:^|[ ,])(?:나|난|나는|내|내가|저|저는|제|제가|우리|그건|그게)(?: |[가-힣]).{0,24}"
        r"(?:이|가) 아니(?:라|고|에요|야).{0,24}(?:이야|야|예요|이에요|입니다|임|살아|살고|좋아"
        r"|싫어|먹어|다녀|해|이고)"
    ),
    re.compile(
        r"(?:^|[ ,])(?:나|난|나는|저|저는|우리) [^,]{1,16} 아니(?:고|라|에요|야),? .{1,16}"
        r"(?:이야|야|예요|이에요|입니다|임|거든)$"
    ),
    re.compile(
        r"[다라자냐](?:는|고 (?:한|했던|말한)) ?(?:거|것|건|말)(?:은|는)? ?(?:취소|잊어|지워|무시"
        r"|없던)"
    ),
    re.compile(
        r"(?:이제|더 ?이상|더는|이젠|지금은).{0,16}(?:안 |못 |않|아니)(?:.{0,6}"
        + any_of(
            "살 먹 마시 마셔 다니 다녀 좋아 키우 키워 피 쓰 써 일 사귀 만나 해 야 에요 하 었 았"
        )
        + ")"
    ),
    re.compile(r"[다라]던 (?:거|건|것).{0,10}(?:이제|취소|안 해도|그만|됐어|빼)"),
    re.compile(
        r"(?:좋아|싫어|먹는|마시는|사는|다니는|산다|[이]?라는|한다|있다)(?:한다|하는"
        r"|다)?는? ?(?:거|건|것).{0,8}"
        r"(?:더 ?이상|이제) ?(?:는 )?(?:아니|취소)"
    ),
    re.compile(
        r"말고.{0,14}(?:로|으로|라고) ?(?:다시 )?(?:해|바꿔|불러|답|말|기억|저장|써|하자)"
        r"|다시 .{0,8}(?:로|으로) ?(?:해|바꿔|불러|답해|말해) ?(?:줘|주세요|주라)"
    ),
    re.compile(
        r"^(?:아니야|아니|아냐|틀렸어|그건 틀렸어|그게 아니라|아니아니),? (?:나|내|난|저|제|우리"
        r"|사실)"
    ),
    re.compile(
        r"(?:^|, ?)(?:방금|아까) ?(?:거|건|것)(?:은|는)? ?(?:무효|취소|없던|잊어|아니야|지워|무시)"
    ),
    re.compile(
        r"^(?:그|그건|그거|이건|이거|전부|다) ?(?:취소|지워|잊어 ?줘|잊어 ?버려|삭제해)(?: ?줘"
        r"| ?주세요|$)"
    ),
)

_NO_MEND_IT = re.compile(  # "아니야, 시험은 15일이야. 고쳐 줘."
    r"^(?:아니|아니야|아냐|아니에요|아니요|no)(?:,| ).{2,80}, (?:그렇게 |다시 |please )?"
    r"(?:(?:고쳐|바꿔|수정해|정정해|바로잡아) ?(?:줘|주세요|줄래|줘요)"
    r"|(?:fix|correct|change) (?:it|that))"
    r"(?: please)?$"
)

_MY_FACT = any_of(
    """name nickname birthday age job work address city home hometown diet allergy allergies
    email details info information preference preferences note notes memo memos memory birthdate
    title language"""
)
_I_SAID = any_of(
    r"""i\s(?:just\s)?(?:said|told|mentioned|asked|wrote|gave)
    you\s(?:know|saved|stored|remember|noted)"""
)
_STATES = any_of(
    r"""my i'm i\sam im i\slive i\smoved i\swork i\sprefer i\shave i've i\swas i\sdon't
    i\sno\slonger i\sgo it's\s(?:spelled|on|in|at|my) call\sme we're we i\slike i\shate i\smeant
    i\sstudy i\splay i\sdrink i\seat"""
)
_DOES = any_of(
    """live work eat drink like love hate have own use go play study smoke want need date speak
    teach drive run take prefer"""
)
_ENGLISH = (
    re.compile(
        rf"\b(?:forget|ignore|disregard|cancel|undo|delete|remove|erase|drop) (?:about )?"
        rf"(?:what|everything|anything|the thing|that thing|that|all) (?:that )?{_I_SAID}"
    ),
    re.compile(
        r"^(?:please )?forget (?:that|about the fact that|the fact that) (?:i|i'm|i've|my|we|our)\b"
    ),
    re.compile(rf"\bnever ?mind (?:about )?what {_I_SAID}|\bnot what {_I_SAID}"),
    re.compile(
        rf"^(?:please )?(?:forget|ignore|disregard) (?:that|it|this)(?: one)?(?:,"
        rf"|$)(?! let's)(?:.{{0,60}}\b{_STATES}\b|$)"
    ),
    re.compile(
        r"\b(?:scratch|strike) that\b|\bi take (?:that|it) back\b|\bi misspoke\b|\bmy mistake\b"
    ),
    re.compile(
        r"\b(?:sorry|oops|wait|no|ah),? i meant\b|\bi meant to say\b|^correction\b"
        r"|\blet me correct\b|\bi (?:need|want) to correct\b"
    ),
    re.compile(
        rf"^(?:no,? |well,? |oh,? )?actually,? {_STATES}\b(?! (?:sure|fine|ok|okay|good|not sure"
        rf"|going|like it|think|so))"
    ),
    re.compile(
        r"\b(?:i'm|i am|my \w+ is|we're) actually\b(?! (?:fine|ok|okay|good|going|not sure|so"
        r"|very|really))"
    ),
    re.compile(
        rf"\byou (?:got|have|had) my (?:\w+ )?{_MY_FACT} wrong\b|\bi never (?:said|told you)\b"
    ),
    re.compile(
        r"\b(?:i|i'm|i've|my)\b.{0,60}\b(?:so|please) (?:please )?(?:update|change"
        r"|correct) (?:that|it)\b"
    ),
    re.compile(rf"\b(?:i|we) no longer {_DOES}\b|\bi'm no longer (?:a |an )?\w+"),
    re.compile(
        r"\b(?:i'm not|i am not|(?:i |we )?(?:don't|do not)|stop)\b(?! (?:know|care|understand"
        r"|think|trust|feel|get it)\b).{0,60}\b(?:anymore|any more)\b(?! than)"
    ),
    re.compile(
        r"\b(?:delete|remove|erase|clear|forget|drop)\b.{0,60}\b"
        rf"(?:my (?:\w+ )?{_MY_FACT}|about me|about my|from (?:your )?memory|(?:that|this"
        rf"|the) (?:memo|note|memory))\b"
    ),
    re.compile(
        rf"\b(?:change|update|correct|fix|edit|replace) my (?:\w+ )?{_MY_FACT}\b"
        r"|\b(?:change|update|edit|correct) (?:that|this|the) (?:memo|note|memory)\b"
    ),
    re.compile(
        rf"\bi was wrong (?:about|when i) (?:my|our|i|said|told)?\b|\bi got my {_MY_FACT} wrong\b"
    ),
    re.compile(
        r"\bstop (?:calling|answering|replying|speaking|using|addressing|reminding|writing)\b"
    ),
    re.compile(
        rf"\bmy {_MY_FACT} (?:is|was)(?: actually| really)? (?:not|no longer)\b"
        rf"|\bmy {_MY_FACT} (?:has )?changed\b"
        rf"|\bnot \w+,? but \w+$|\bmy name is spelled\b"
    ),
    re.compile(
        r"\byou (?:can|may|should) forget (?:my|that|about|what)\b|\bcancel (?:that|my last"
        r"|the last)\b"
    ),
)
# Its second half is often a sentence of its own.
_THAT_IS_WRONG = re.compile(
    r"(?:^|, |\bno )(?:that's|that is|that was|this is|you're|you are|it's) "
    r"(?:wrong|not right|incorrect|not true|outdated|mistaken|no longer (?:true|right))\b.{0,60}\b"
    rf"{_STATES}\b"
)
_ENGLISH_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you (?:please )?(?:forget|delete|remove|erase|change|update"
    r"|correct|fix) "
    rf"(?:what (?:i|you)|my (?:\w+ )?{_MY_FACT}|(?:that|this|the) (?:memo|note|memory)|everything"
    r"|that (?:i|i'm|i've|my)\b)"
)
