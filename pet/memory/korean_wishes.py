"""The ways in which Korean asks to be remembered."""

from __future__ import annotations

import re

from pet.memory.sentences import Sentence
from pet.memory.vocabulary import any_of

# How a favour is asked for: 해 줘, 해 둬, 해 놔, 해 줄래, 해 주면 좋겠어 …
_FAVOUR = any_of(
    """줘(?!서|야|도) 줘요 줘라 주라 주세요 주십 주시 주길 주기 주렴 주삼
    주면_(?:안|좋|고맙|감사|돼) 줬으면 주었으면 주실 주겠 줄래 줄_수 줄_거지 줄꺼지 죠 죠잉 줭
    쥬 다오 둬(?!서|야|도) 둬라 두세요 두십시오 두셔 둘_것
    두고_(?:얘기|이야기|말해|대답|답) 두렴 두라고 두라니까 두도록 두길 두자 둘래
    두면_(?:좋겠|돼|고맙)
    놔(?!서|야|도) 놔라 놓아(?!도) 놓으세요 놓으십시오 놓으렴 놓도록 놓을_것
    줬음_(?:좋|해|싶) 줘야_(?:해|돼|한다|됨|지)"""
)
_MIND = any_of(
    "기억_좀 기억_꼭 기억을 기억 명심 암기 참고 메모 메모_좀 기록 저장 저장_좀 노트 입력 등록"
)
_KEEP_FAVOUR = re.compile(
    rf"{_MIND} ?해(?: ?{_FAVOUR})"
    rf"|(?:외워|알아|익혀) ?{_FAVOUR}"
    rf"|(?:적어|써|남겨) ?(?=[둬두놔놓]){_FAVOUR}"
    r"|(?:[다라]고|이거|이건|거|걸|[,:]|[야어해임]) ?(?:꼭 |좀 )?적어 ?(?:줘|주세요)"
    r"|(?:기억|머리|머릿속|마음|가슴|메모리) ?(?:속)?에 ?(?:잘 |꼭 )?"
    rf"(?:새겨|담아|넣어|저장해|기록해|남겨|입력해)(?: ?{_FAVOUR}|$)"
    rf"|(?:기억|명심) ?하(?:고 있어 ?{_FAVOUR}|고 있어야 ?(?:해|돼|한다)|렴|셈|삼|도록|길|셔|세요"
    rf"|십시오|자$|라$|여라|시길|거라|기$)"
    r"|(?:기억|메모|저장|기록|암기)(?:을|를)? ?부탁"
    r"|(?:니까|거든|으니|라서|[야어]),? ?(?:꼭 )?기억해 ?(?:둬|놔)?야 ?(?:해|돼|한다|됨)"
)
_FORGET_NOT = re.compile(
    any_of("잊지 잊어버리지 까먹지 까묵지 깜빡하지 잊어먹지 놓치지")
    + r"(?:는|도|를)? ?"
    + any_of(
        "마 말아 말고 말기 말게 말렴 말길 말자 말도록 않게_해 않게_기억 않도록_해 않았으면 않기$"
    )
    + "|"
    + any_of("잊으면 잊음 잊어버리면 까먹으면 까먹음 깜빡하면 잊어먹으면")
    + r" ?"
    + any_of("안_돼 안_되 안_된 안_됨 절대_안 큰일 죽 혼나 삐질 섭섭")
)
_JUST_REMEMBER = re.compile(
    r"(?:^|[,:] ?|[야어아여요음함임해돼가래] |(?<=[가-힣])(?<![마보에])다 "
    r"|[다라]는 ?(?:거|걸|것|것을|점|점을|사실|사실을) |"
    r"[인은는] ?(?:거|걸|것|것을|점|사실) )(?:꼭 |잘 |너 |넌 |이거 |이건 |이걸 |절대 |제발 |부디 )*"
    r"(?:기억|명심|저장|메모) ?(?:해(?:라|요)?|해야 ?(?:돼|해|한다|됨|합니다)|하고 있어)?$"
    r"|명심해(?:라|요)?$|^(?:꼭 |잘 |부디 )?명심해(?:라|요)?[,:]? (?!보|봐|봤|야)\S"
    r"|^(?:꼭 |잘 )?기억해(?:라|요)?[,:!] ?(?:나|난|나는|내|저|전|저는|제|우리) "
    r"|(?:해서|바꿔서|고쳐서|으로|[가-힣]로) (?:다시 )?기억 ?해(?:라|요)?$"
)
_MADE = r"(?:기억|명심|메모|기록|저장|노트|암기)(?: ?좀)? ?"
# "적어 놔" asks a favour wherever it stands; a bare order does so where a sentence ended before it.
_BARE_ORDER = (
    rf"(?:{_MADE}(?:해(?:라|요)?|하세요|하셔|하렴|하십시오|하거라|하자|할 것|하도록(?: 해)?|바람)"
    r"|(?:받아 ?)?적(?:어(?:라|요)?|으세요|으렴|으셔)|외워(?:라|요)?|외우(?:세요|렴)"
    r"|(?:입력|등록)해(?:라|요)?|(?:메모|기록)요)"
)
_ORDERED = re.compile(
    r"(?:[야어아여요음함임해돼셔와워려져](?<!받아) |[가-힣0-9a-z](?<![고면서데만]), ?)"
    rf"(?:꼭 |잘 |좀 |이거 |이건 |이걸 |너 |넌 |제발 )*{_BARE_ORDER}$"
    rf"|(?<=[가-힣])(?<![마보에])다,? (?:꼭 |잘 |좀 )*{_BARE_ORDER}$"
    rf"|(?<!까먹으)(?<!잊으)(?<!까먹)(?<!하)(?:니까|거든요?|으니),? ?(?:꼭 |좀 )?{_BARE_ORDER}$"
    rf"|(?<!뭐)(?<!무엇이)라고 ?(?:꼭 |좀 )?(?:메모|기록)해(?:라|요)?$"
    r"|(?<!뭐)(?<!무엇이)라고 ?(?:꼭 |좀 )?적어(?:라)?$"
    rf"|^(?:꼭 |좀 |이거 |이건 |이걸 |이 말 |내 말 |제발 )+(?:적어(?:라)?|{_MADE}해(?:라|요)?)$"
    r"|^받아 ?적어(?:라)?$"
    rf"|^{_MADE}(?:하세요|하셔|하렴|하십시오|하거라|하자|할 것|바람|해라)$"
    r"|^(?:메모|기록|저장) ?좀 ?해(?:라|요)?$"
)
# "메모해, 내 생일은 …": the order comes first.
_ORDERED_FIRST = re.compile(
    r"^(?:꼭 |좀 |이거 |이건 |이걸 |자,? )*"
    r"(?:(?:메모|기록|저장|노트)(?: ?좀)? ?(?:해(?:라|요)?|하세요|하자)|받아 ?적어(?:라)?)"
    r" ?[,:] ?(?!그리고|그럼|그런데|근데|다음)\S"
    r"|^(?:꼭 |잘 )?기억해(?:라|요)? (?:내|제|나는|난|저는|전|우리) .*[야어아다요음임]$"
)
# What somebody does with their own notes: "나는 중요한 건 다 메모해", "형은 항상 적어 놔".
_PEOPLE = any_of(
    """나 저 우리 난 전 걔 그녀 그 엄마 아빠 어머니 아버지 할머니 할아버지 언니 누나 오빠 형 동생
    남동생 여동생 친구 친구들 남편 아내 아들 딸 선생님 팀장님 사장님 학생들 사람들 애들 다들 모두
    누구나 아무도 우리_(?:팀|반|회사|집)"""
)
_NARRATED = re.compile(
    rf"^{_PEOPLE}(?:은|는|이|가|도|만)? (?:[^,]{{0,40}}(?<![야어요음임]) )??"
    r"(?:늘|항상|매일|맨날|매번|다|자주|언제나|아직도?|가끔|보통|전부|모두|꼬박꼬박|열심히|다 ?잘"
    r"|잘|[가-힣]{1,6}에(?:다|다가)?|[가-힣]{1,6}마다|[가-힣]{1,6}면) "
    r"(?:(?:기억|메모|기록|저장|명심) ?해(?:요| ?[놔둬])?|적어(?:요| ?[놔둬])?|써 ?[놔둬]"
    r"|외워(?:요| ?둬)?)$"
    r"|때마다 (?:꼭 |늘 |바로 )?(?:적어|써|(?:메모|기록) ?해)(?:요| ?[놔둬])?$"
    r"|^(?!.*(?:거|걸|것|건|점|사실) )(?:[^,]{0,12} )?(?:내가|나도|나만|누가|누구나|아무나) "
    r"(?:[^,]{1,12} )?(?:기억|메모|기록|저장)해요?$"
    r"|(?:까먹|잊어버리|잊|깜빡하|헷갈리)(?:으?니까|거든|아서|어서|니),? (?:늘 |항상 |다 |꼭 )?"
    r"(?:메모|기록|저장|적어)"
)
_HEADED = re.compile(
    r"^(?:기억|기억해|메모|저장|기록|이 정보 저장해?|기억할 것|참고|잊지 ?마|노트) ?: ?\S"
)
_NOT_WISHED = re.compile(
    any_of(
        r"""기억(?:은|을|도)?_(?:안|못|나|난|날|이) 기억하지_(?:마|말|못|않) 기억_안_해도 누가_기억
        저장하지_(?:마|말) 적지_마 메모하지_마 외우지_마 적어도 저장_안_해도
        (?:말래|말라고|말라는|달라고|달라는|달래|오래|하래|라고_했|라고_하|라고_말|라고_전해)$
        (?:말래|말라고|달라고|달래|하래)(?!요?[.])
        라는_(?:노래|드라마|영화|책|말|곡|소설|가사|뜻|단어|제목)
        (?:방법|법|습관|어떻게|앱|어플|프로그램)"""
    )
)
_OTHER_THING = re.compile(
    any_of(
        "파일 코드 문서 사진 이미지 그림 엑셀 게임 영상 노래 번역 화면 북마크 링크 페이지 스크린샷"
    )
    + r"(?:을|를|은|는|도|로)? ?(?:좀 |꼭 )?(?:저장|기록|등록|입력|메모)"
)
_MYSELF = re.compile(
    r"(?:^|[ ,:])(?:나|난|내|날|나는|나를|내가|나도|나한테|저|전|제|저는|제가|저를|우리|울)(?= "
    r"|[가-힣]|$)|[0-9]|:"
    r"|엄마|아빠|생일|이름|기일|기념일|알레르기"
)
_NOTHING_ELSE = re.compile(
    r"(?:^|[,:] ?|[야어아요다음함임고돼] )"
    r"(?:(?:그리고|그러니까|꼭|절대|절대로|제발|이거|그거|이건|이것도|이것만|이 말|내 말"
    r"|정말)(?:은|는)? ?)*"
    r"(?:잊|까먹|까묵|깜빡)"
)

_FROM_NOW = re.compile(
    any_of(
        """앞으로(?!_나란히|의) 앞으론 이제부터 이제부턴 지금부터 지금부턴 오늘부터 오늘부턴
        다음부터 다음부턴 담부터 담부턴 이후로 이후부터 다음에는 다음엔 다음번엔 다음번에는
        다음에_얘기 나중에도 내일부터"""
    )
)
_ALWAYS = re.compile(
    r"(?:^|[ ,])" + any_of("항상 언제나 늘 매번 무조건 웬만하면 가급적 되도록") + " "
)
_ORDER = re.compile(
    any_of(
        """줘 줘요 주세요 주라 다오 주십시오 마 마세요 마라 말아 말아줘 말아요 말_것 말기
        하지_말고 말아_주세요 부탁해 부탁해요 부탁드려요 부탁드립니다 부탁할게 해주렴 해라 하라
        하세요 하렴 하도록 하자 하기 하면_돼 바람 바랍니다 할_것 하면_좋겠어 했으면_좋겠어
        줬으면_좋겠어 주면_좋겠어 줄래 줄_수_있어 불러 불러라 부르자 말해 말하자 답해 대답해 써
        쓰자 해 해요"""
    )
    + r"(?=[,]|$)"
)
_FIRM_ORDER = re.compile(
    any_of(
        "줘 줘요 주세요 주라 다오 마 마세요 마라 말아 말아줘 말아요 부탁해 부탁해요 부탁드려요 줄래"
    )
    + r"(?=[,]|$)"
)
_REQUEST = re.compile(r"(?:줄래|줄 ?수 ?있|주실래|주시겠|주면 안|주실 수)")
_MANNER = re.compile(
    any_of(
        """말투 말해 말하 대답 답변 답장 답해 답은 답할 얘기 이야기 불러 부르 부를 호칭 설명
        번역 요약 존댓말 반말 존대 높임말 영어 한국어 한글 일본어 짧게 길게 간단 자세 이모티콘
        이모지 사투리 이름으로 애칭 별명 물어 추천 알려 라고_해"""
    )
)
_CALL_ME = re.compile(
    r"(?:^|, ?|(?:이제|앞으로|그냥|제발|부터|부터는|다시|차라리) )(?:나|날|나를|저|저를|절|나보고"
    r"|내 이름은).{0,14}라고 ?불러"
)
_GREETING = re.compile(r"잘 ?부탁|친하게 ?지내|사이좋게")


def is_wish(sentence: Sentence) -> bool:
    """Whether the sentence asks to keep something, or orders a habit from now on."""
    text = sentence.text
    if any(other.search(text) for other in (_NOT_WISHED, _GREETING, _NARRATED)):
        return False
    if _HEADED.search(text):
        return True
    if sentence.asks:
        kept = _KEEP_FAVOUR.search(text) is not None and _OTHER_THING.search(text) is None
        return kept or (_FROM_NOW.search(text) is not None and _REQUEST.search(text) is not None)
    return _asks_to_keep(text) or _asks_for_a_habit(text)


def _asks_to_keep(text: str) -> bool:
    if _KEEP_FAVOUR.search(text):
        return _OTHER_THING.search(text) is None
    if _FORGET_NOT.search(text):
        # "밥 먹는 거 잊지 마" cares for the pet; it tells nothing about the user.
        return _MYSELF.search(text) is not None or _NOTHING_ELSE.search(text) is not None
    ordered = (_JUST_REMEMBER, _ORDERED, _ORDERED_FIRST)
    return any(order.search(text) for order in ordered) and _OTHER_THING.search(text) is None


def _asks_for_a_habit(text: str) -> bool:
    if _CALL_ME.search(text):
        return True
    if _FROM_NOW.search(text) and _ORDER.search(text):
        return _FIRM_ORDER.search(text) is not None or _MANNER.search(text) is not None
    always = _ALWAYS.search(text) is not None
    return always and _MANNER.search(text) is not None and _ORDER.search(text) is not None
