"""What is left of a wish to be remembered when the asking is taken out of it."""

from __future__ import annotations

import re
import unicodedata

from pet.memory.vocabulary import any_of


def content(text: str) -> str:
    """What should be saved from a message that asks to be remembered, in the user's words.

    Empty where the message only asks ("기억해줘"): then what was said before is meant. Standing
    orders ("앞으로 답변은 영어로 해줘") stay whole, for the order is what should be saved.
    """
    plain = unicodedata.normalize("NFC", text)
    kept = [_without_asking(found[0]) for found in _SENTENCE.finditer(plain)]
    return " ".join(sentence for sentence in kept if sentence)


_SENTENCE = re.compile(r"(?:[^.!?…\nㄱ-ㅣ]|\.(?=[0-9A-Za-z]))+[.!?…~ㄱ-ㅣ]*")


def _without_asking(sentence: str) -> str:
    whole = sentence.strip()
    if _ONLY_ASKS.fullmatch(whole):
        return ""
    if _STANDING.search(whole):
        return whole
    left = whole
    for shape in (_KOREAN_HEAD, _ENGLISH_HEAD, _KOREAN_ORDER, _KOREAN_TAIL, _ENGLISH_TAIL):
        left = shape.sub("", left, count=1)
    if left == whole:
        return whole
    left = left.strip(" ,;:-")
    if _ONLY_POINTS.fullmatch(left):
        return ""
    return left.rstrip("?~") if _REQUEST.match(whole) else left


_STANDING = re.compile(
    any_of("앞으로 앞으론 이제부터 지금부터 오늘부터 다음부터 다음번에는 항상 언제나")
    + r"[^,]{0,80}?"
    + any_of("줘 줘요 주세요 마 마세요 불러 답해 말해 써 해")
    + r"[.!~]{0,9}$|(?:^|, ?)remember me as\b|\bfrom now on\b|\bgoing forward\b|\bin the future\b",
    re.IGNORECASE,
)
_ADVERB = any_of(
    """그러니까 그니까 그리고 꼭 좀 잘 절대 절대로 제발 이거 이건 이것 이걸 그거 그걸 너 넌 다시
    너도 부디 나 네 이_사실을 이_정보를 이_말 업데이트해서 수정해서 바꿔서 고쳐서"""
)
_KEEP = (
    any_of("머릿속에 기억_속에 기억에 메모리에 마음에 가슴에")[:-1]
    + ")? ?(?:"
    + any_of(
        """기억(?:을|를)?_(?:해|하|부탁|좀|꼭|줘|둬) 명심(?:해|하) 참고(?:해|하)
        메모(?:를)?_(?:해|하|좀|부탁) 저장(?:을)?_(?:해|하|좀|부탁) 기록(?:해|하|을_해)
        입력해 노트해 등록해_(?:둬|놔) 써_(?:둬|놔) 남겨_(?:둬|놔)
        외워_(?:둬|줘|놔|두|주|놓) 적어_(?:둬|줘|놔|두|주|놓) 알아_(?:둬|줘|두|놔)
        넣어_(?:둬|줘|놔|두) 새겨_(?:둬|줘|두) 담아_(?:둬|줘|두)
        (?:잊|까먹|깜빡하|잊어버리)지_(?:말|마|않) (?:잊으|까먹으|잊어버리)면_(?:안|큰)"""
    )
    + ")"
)
_CLAIM = (
    r"(?:이?라는 ?(?:거|걸|것을?|점을?|사실을?)|(?<=다)는 ?(?:거|걸|것을?|점을?|사실을?)|"
    r"(?<=다)고|이?라고|인 ?(?:거|걸|것|점)|(?<=[가-힣])[을를](?= ))?"
)
_ENDING = (
    r"[가-힣]{0,5}(?: ?"
    + any_of(
        """줘 줘요 주라 주세요 주시 주실 주겠 주면 줄 줬 둬 두 놔 놓 마 말 해 돼 되 된 됨 좋겠
        한다 수 있 않 고맙 부탁 감사 싶 안 기억해 기억하 얘기해 이야기해 대답해 큰일 죽 혼 알았
        알겠"""
    )
    + r"[가-힣]{0,5}){0,4}"
)
_KOREAN_TAIL = re.compile(
    rf"{_CLAIM}[,\s]{{0,3}}(?:{_ADVERB}\s{{0,2}}){{0,4}}(?:{_KEEP}{_ENDING}|(?<= )(?:기억|저장"
    rf"|메모))"
    r"[.!?~…ㄱ-ㅣ]{0,40}$"
)
_KOREAN_HEAD = re.compile(
    rf"^(?:(?:{_ADVERB}|이 정보|그럼|아)[\s,]{{0,3}}){{0,5}}"
    rf"(?:(?:{_KEEP})[^,:.!?\n]{{0,12}}|메모|기억|저장|기록|참고|기억할 것|받아 ?적어라?)"
    r"\s*[,:]\s*(?=\S)"
    rf"|^(?:{_KEEP})[가-힣]{{0,3}}\s+(?=(?:나|난|내|내가|저|제|제가|우리)[ 는가])"
    # "메모해줘 화요일 회의": the asking is over with its own ending
    r"|^(?:메모|기록|저장|기억) ?(?:좀 )?해 ?(?:줘요?|주세요|둬|두세요|놔|놓아|주라)\s+(?=\S)"
)

# Bare orders, which are a part of what is told where no comma stands before them: "월급이 적어".
_KOREAN_ORDER = re.compile(
    r"(?:,\s?(?:꼭 |좀 |받아 ?)?|이?라고 )적(?:어(?:라|요)?|으세요|으렴)[.!~ㄱ-ㅣ]{0,40}$"
    r"|,\s?(?:꼭 |좀 )?(?:외워(?:라|요)?|외우(?:세요|렴)|등록해(?:라|요)?)[.!~ㄱ-ㅣ]{0,40}$"
    r"|[,\s]{1,2}(?:기억|메모|기록)(?:(?:할|해 ?둘) 것| ?바람|요)[.!~ㄱ-ㅣ]{0,40}$"
)
_ONLY_ASKS = re.compile(
    rf"(?:{_ADVERB}\s{{0,2}}){{0,4}}(?:기억|저장|메모|기록)(?:(?:할|해 ?둘) 것| ?바람|요)?"
    r"[.!~ㄱ-ㅣ]*"
    rf"|(?:{_ADVERB}\s{{0,2}}){{1,4}}적어(?:라)?[.!~ㄱ-ㅣ]*|받아 ?적어(?:라)?[.!~ㄱ-ㅣ]*"
)

_POLITE = r"(?:(?:hey|hi|ok|okay|oh|so|and|but|also|just|please|pls|now|btw|well)\b[,\s]{0,3}){0,5}"
_ASKED = (
    r"(?:(?:can|could|would|will) you (?:please |pls |just )?|(?:i'd like|i would like|i want"
    r"|i need) "
    r"you to (?:please |always )?|you (?:should|must|need to|have to) |"
    r"(?:make|be) sure (?:that )?(?:you |to )?|try to )?"
)
_REQUEST = re.compile(r"\W*(?:please )?(?:can|could|would|will) you\b", re.IGNORECASE)
_VERB = any_of(
    r"""remember\sto(?=\s(?:call|answer|reply|use|speak|write|ask|keep|be|respond|address|say|never))
    remember keep\s(?:it\s|this\s|that\s)?in\smind bear\s(?:it\s|this\s|that\s)?in\smind
    (?:please\s)?(?:do\snot|don't|dont|never)\s(?:you\s)?(?:dare\s|ever\s)?forget
    (?:make|take)\s(?:a\s)?(?:quick\s|mental\s)?note note(?:\sto\syou)?
    save(?=\s(?:this|that|it|to)\b|\s?:)
    (?:store|add|commit|put|save|keep)\s(?:this\s|that\s|it\s)?(?:to|in|into)\s(?:your\s)?memory
    store(?=\s(?:that|this)) log(?=\s(?:this|that)) memori[sz]e(?=\s(?:this|that))
    (?:write|jot|note)\s(?:this|that|it)\sdown (?:write|jot)\sdown for\sthe\srecord
    for\sfuture\sreference"""
)
_ENGLISH_HEAD = re.compile(
    rf"^{_POLITE}{_ASKED}{_VERB}\b(?:,? please)?(?:\s*[:,]|\s+(?:this|that|it|something)\s*[:,]"
    rf"|\s+that\b(?!$))?\s*",
    re.IGNORECASE,
)
_ENGLISH_TAIL = re.compile(
    r"[,;]?\s{0,3}(?:\b(?:so|and|please|pls|just|now)\b[,\s]{0,3}){0,4}\b(?:remember|(?:do not"
    r"|don't|dont) forget|"
    r"keep (?:that|this|it) in mind|(?:note|save|write) (?:that|this|it)(?: down)?)"
    r"(?: (?:that|this|it|me))?(?:,? please| for (?:me|later|next time)){0,3}[.!]{0,9}$",
    re.IGNORECASE,
)
_ONLY_POINTS = re.compile(
    r"(?:(?:this|that|it|these|please|for (?:me|later|next time)|이거|이걸|이것|그거|그걸|이건|이"
    r"|그|꼭|좀)"
    r"[\s.,!?~]{0,9}){0,6}",
    re.IGNORECASE,
)
