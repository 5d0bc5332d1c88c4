"""Whether a reply of the model claims that something was saved: only a receipt may."""

from __future__ import annotations

import re

from pet.memory.sentences import Sentence, own_sentences
from pet.memory.vocabulary import any_of


def claims_saving(reply: str) -> bool:
    """Whether *reply* says, in Korean or English, that something is or will be kept.

    Offers ("기억할까요?"), refusals ("I can't remember that") and what the model recalls
    ("기억나요") claim nothing.
    """
    return any(_claims(sentence) for sentence in own_sentences(reply))


def _claims(sentence: Sentence) -> bool:
    if sentence.asks:
        return False
    return _claims_in_korean(sentence.text) or _claims_in_english(sentence.text)


_WILL = any_of(
    """할게 할께 할게요 하겠 해_둘게 해_둘께 해_두겠 해_놓을게 해_놓겠 해_드릴게 해_드리겠
    하고_있을게 하고_있겠 해야겠다 해야겠네 해야겠어 하도록_하겠 해_볼게"""
)
_DONE = any_of(
    """했어 했어요 했습니다 했다 했지 했네 했구나 해_뒀 해_두었 해_놨 해_놓았 해_드렸 됐어
    됐습니다 되었 됐다 완료 하였습니다"""
)
_KOREAN = re.compile(
    rf"(?:기억|명심|메모|저장|기록|암기|등록|추가|업데이트|반영|참고)(?:을|를|도|에)? ?(?:잘 |꼭 "
    rf"|다 |쏙 )?(?:{_WILL}|{_DONE})"
    r"|(?:적어|외워|알아|새겨|담아|간직해|넣어|남겨) ?"
    r"(?:둘게|둘께|두겠|놓을게|놓겠|뒀|두었|놨|놓았|드릴게|드렸|넣을게|둡니다|줄게)"
    r"|(?:외울게|외웠|적었어|적었습니다|새길게|새기겠|간직할게|간직하겠)"
    r"|(?:잊지|까먹지|잊어버리지|까먹는 일|잊는 일)(?:는|도)? ?(?:않을|않겠|않고|않도록|안 할"
    r"|없을|없도록)"
    r"|안 ?(?:잊을|까먹을|잊어버릴|잊어먹을)"
    r"|(?:기억|메모리|머릿속|마음|메모)(?: ?속)?에 ?(?:꼭 |잘 )?(?:담|넣|저장|새|남|추가)(?!는|은"
    r"|을 ?만)"
    r"|^(?:네 |응 |넵 |오케이 )?(?:저장|메모|기억|기록) ?(?:완료|됨|함|했음|끝)$"
)
_FROM_NOW = re.compile(
    any_of("앞으로 앞으로는 앞으론 이제부터 지금부터 다음부터 이제_영어로 이제_한국어로")
    + r".{0,30}(?:[할부쓸말릴을줄]게|하겠|부르겠|부를게|쓰겠|드리겠|않겠|줄이겠)"
)
_KOREAN_DENIED = re.compile(
    r"(?:기억|저장|메모|기록|적어|외우|외워)[^,]{0,12}"
    + any_of(
        """못 않아 않았 않습 안_해 안_했 안_됐 안_돼 없어 없습 없네 아니 수_없 수는_없 어려워
        어렵 실패 까요 까$ 나요$ 려면 하려면 하시려면 싶으 주세요 하세요 하시면 해_보세요 두시
        두면 두세요 해두면 하셨"""
    )
)


def _claims_in_korean(text: str) -> bool:
    if _KOREAN_DENIED.search(text):
        return False
    return _KOREAN.search(text) is not None or _FROM_NOW.search(text) is not None


_KEEPS = any_of(
    r"""remember keep\s(?:that|this|it|your\s\w+)\sin\smind bear\s(?:that|this|it)\sin\smind
    save store note record log memori[sz]e make\s(?:a\s)?(?:mental\s)?note
    make\ssure\sto\sremember be\ssure\sto\sremember commit write\s(?:that|this|it)\sdown jot
    keep\sa\snote never\sforget not\sforget add\s(?:that|this|it) hold\son\sto keep\strack
    keep\s(?:that|this|it)\snoted have\s(?:that|this|it)\ssaved update"""
)
_ENGLISH_WILL = re.compile(
    rf"\bi(?:'ll| will| shall|'m going to| am going to|'m gonna| promise to)"
    rf"(?: (?:definitely|certainly|always|be sure to|make sure to|do my best to|try to|also|now"
    rf"|gladly))*"
    rf" {_KEEPS}\b"
    r"|\bi (?:won't|will not|'ll not|shall not) (?:ever )?forget\b"
    r"|\b(?:let me|i'm|i am) (?:note|save|noting|saving|remembering|adding|storing|making a note)\b"
    r"|(?:^|, ?)(?:committing|noting|saving|storing|adding|remembering) (?:that|this|it)\b"
)
_SAVED = any_of("saved stored noted recorded remembered logged memorized memorised updated added")
_ENGLISH_DONE = re.compile(
    rf"\bi(?:'ve| have)(?: now| just| also| already)? (?:{_SAVED}|made (?:a )?(?:mental )?note"
    rf"|written|jotted|"
    r"put (?:that|this|it)|committed|taken (?:a )?note|got (?:that|it) (?:saved|noted|down"
    r"|written))\b"
    rf"|\bi(?: just)? (?:saved|stored|noted|recorded|logged|memorized|updated) (?:that|this|it"
    rf"|your)\b"
    rf"|(?:^|[,:;!-] ?|\b(?:and|ok|okay|all|duly|got it|it's|that's|is|are|been|was"
    rf"|now) )(?:{_SAVED})"
    r"(?: it| that| this)?(?: (?:to|in) (?:my )?memory| for (?:you|next time|later"
    r"|future)){0,2}(?:$|[,!:;-])"
    r"|\b(?:has|have) been (?:successfully )?(?:saved|stored|noted|recorded|added|updated|logged)\b"
    r"|\badded (?:it |that |this )?to (?:my|your|the) (?:notes?|memory|memories)\b"
    r"|\b(?:it's|that's|is) (?:now )?in (?:my|your) notes\b|(?:^|[,!] ?)made a (?:mental )?note\b"
    r"|\bcommitted to memory\b"
    r"|\bin my memory\b(?! for)|\bmemory (?:has been )?updated\b"
    r"|\bconsider (?:it|that) (?:remembered|noted|saved|done)\b"
)
_ENGLISH_FROM_NOW = re.compile(
    r"\b(?:from now on|going forward|from here on|in (?:the )?future)\b,? ?i(?:'ll| will)\b"
    r"|\bi(?:'ll| will) (?:answer|reply|respond|call|speak|use|talk|address|write|keep|be)\b.{0,60}"
    r"\b(?:from now on|going forward|in (?:the )?future)\b"
)
_ENGLISH_DENIED = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|could not|haven't|have not|hasn't|isn't|wasn't|nothing"
    r"|not able|"
    r"unable|won't (?:remember|be able|save|keep|store)|don't|do not|didn't|did not|would|if (?:i"
    r"|you) "
    r"(?:could|want)|unless|do you want|shall i|should i|not (?:yet )?(?:been )?saved|no longer)\b"
)


def _claims_in_english(text: str) -> bool:
    if _ENGLISH_DENIED.search(text):
        return False
    return any(shape.search(text) for shape in (_ENGLISH_WILL, _ENGLISH_DONE, _ENGLISH_FROM_NOW))
