"""Names of people and organisations, for dropping lines that the pet concluded by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pet.memory.scan import scan
from pet.memory.vocabulary import any_of, words

Kind = Literal["person", "organisation"]


@dataclass(frozen=True, slots=True)
class Named:
    """A name, by its place in the text that was given (scalars)."""

    kind: Kind
    start: int
    end: int


def named(text: str) -> tuple[Named, ...]:
    """Every name of a person or an organisation that its form or its neighbours give away.

    Titles (씨, 님, 과장, Mr), legal forms ((주), Inc., GmbH), schools and hospitals with a name,
    "works at …", "친구 …"; roles and trades alone ("marketing", "간호사") are no names. What has
    none of these marks slips through.
    """
    seen = scan(text)
    places = [(*seen.span(start, end), kind) for kind, start, end in _found(seen.text)]
    apart: list[Named] = []
    for start, end, kind in sorted(places, key=lambda place: (place[0], -place[1])):
        if not apart or start >= apart[-1].end:
            apart.append(Named(kind, start, end))
    return tuple(apart)


_Found = tuple[Kind, int, int]


def _found(text: str) -> Iterator[_Found]:
    for shape in _PEOPLE:
        for found in shape.finditer(text):
            if found["name"] not in _NOBODY and not _IS_NOUN.fullmatch(found["name"]):
                yield ("person", *found.span("name"))
    for shape in _ORGANISATIONS:
        for found in shape.finditer(text):
            if not _is_general(found["name"]):
                yield ("organisation", *found.span("name"))


# --- people -----------------------------------------------------------------------------------

_SURNAME = (
    "["
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민"
    "진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국"
    "]"
)
_FIRST = (
    "["
    "가강건겸경광규근기나다동대도라로명무문미민범병보상서석선성세소솔수숙순슬승시신아"
    "애연영예옥용우원유윤은의이인재정종주준중지진찬창채철초태하한해현형혜호홍화효훈희"
    "]"
)
_LAST = (
    "["
    "가경곤광구국규균기나남덕동라란람랑린림만명모무미민배범별복봉빈빛상서석선설섭성솔"
    "수숙순슬승식신아애연열영예오옥완용우욱운웅원유윤율은을의이익인일자재정제조종주준"
    "중지진찬창채철출태택하학한해혁현협형혜호화환효훈휘희"
    "]"
)
_TITLE = any_of(
    """씨 님 군 양 선생님 선생 쌤 교수님 교수 대리님 대리 과장님 과장 차장님 차장 부장님 부장
    팀장님 팀장 사장님 사장 대표님 대표 이사님 이사 실장님 실장 원장님 원장 국장 본부장 센터장
    박사님 박사 변호사 코치 작가님 작가 기자 피디 매니저 감독 선배님 선배 후배 언니 오빠 누나 형
    이모 삼촌 고모 사원 주임 인턴 조교 판사 검사 의원 목사 신부"""
)
_AFTER = r"(?=[이가은는을를와과도의랑께에한로님다,.!?) ]|$)"
_KIN = any_of(
    """친구 동료 상사 사수 부하 여자친구 남자친구 여친 남친 애인 아내 남편 와이프 딸 아들 동생
    남동생 여동생 형 누나 언니 오빠 사촌 조카 룸메이트 룸메 선배 후배 짝꿍 약혼자 은사 멘토"""
)
_KIN_ENGLISH = any_of(
    r"""friend brother sister wife husband son daughter girlfriend boyfriend partner fianc[eé]e?
    mother father mom mum dad colleague coworker co-worker boss manager roommate flatmate cousin
    uncle aunt nephew niece teacher tutor neighbou?r classmate mentor supervisor baby child"""
)
_CAPITAL = r"[A-ZÀ-Þ][a-zà-ÿ'-]+"
_PEOPLE = (
    # 김민수 씨, 정우성 팀장, 박 대리님
    re.compile(
        rf"(?<![가-힣])(?P<name>(?:{_SURNAME}[가-힣]{{2}}"
        rf"|{_SURNAME}(?= )) ?(?!씨앗){_TITLE}){_AFTER}"
    ),
    re.compile(
        rf"(?<![가-힣])(?P<name>{_FIRST}{_LAST} ?(?:씨|님|군|양|쌤|언니|오빠|누나|이모|삼촌|선배"
        rf"|매니저|대리|과장|팀장|코치)){_AFTER}"
    ),
    re.compile(
        rf"(?<![가-힣])(?P<name>[김박최윤황권송홍강조장임한정이오신안]{_FIRST}(?!한){_LAST})"
        r"(?=[이가은는을를와과랑께의]? |이랑|[.,)]|$)"
    ),
    re.compile(
        rf"(?<![가-힣]){_KIN} (?P<name>{_FIRST}{_LAST})(?=이(?:가|는|랑|와|를|의|한테|에게|하고)"
        rf"|(?:가|는|랑|와|과|은|이|을|를|한테|에게|하고) )"
    ),
    re.compile(
        r"(?<!강아지 )(?<!고양이 )(?<!반려견 )(?<!반려묘 )(?<!펫 )이름(?:은|이"
        r"|:) ?(?P<name>[가-힣]{2,4}?|[A-Za-z]{2,20})"
        r"(?=이?야|이?에요|예요|입니다|이?라고|이?고|[,. ]|$)"
    ),
    re.compile(
        rf"\b(?P<name>(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Doctor|Sir|Rev|Father|Sister|Pastor"
        rf"|Coach|Captain)\.? {_CAPITAL}(?: {_CAPITAL})?)"
    ),
    re.compile(
        rf"\b(?i:{_KIN_ENGLISH})(?i:,? (?:is|was) (?:named|called)|,? named|,? called|'s name is"
        rf"|,| of)? (?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
    ),
    re.compile(
        rf"(?<!be )\b(?i:named|called|married to|engaged to|dating|name is|names are|works under"
        rf"|reports to) (?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
    ),
    re.compile(
        rf"\b(?P<name>{_CAPITAL} {_CAPITAL}) is (?:his|her|their|my|the user's) {_KIN_ENGLISH}\b"
    ),
)
_NOBODY = words(
    """아가씨 아저씨 하나님 하느님 주인님 고객님 부모님 선생님 교수님 사모님 도련님 어머님
    아버님 할머님 할아버님 회원님 임금님 부처님 예수님 이용자님 사용자님 손님 형님 누님 전화
    지원 수영 영화 수학 사진 주말 유학 진학 승진 동의 초대 성공 이사 이혼 연애 의사 정원 조언
    소원 도전 경기 대화 우정 연주 여행 성적 건강 마케팅 서비스 디자인 인사팀 기획팀 홍보팀
    지원팀 구매팀 선생님 한국어 영어 Korean English Japanese Chinese French German Spanish
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May
    June July August September October November December"""
)

# A common word of two syllables and a particle, or of three, that looks like 김민수.
_IS_NOUN = re.compile(
    any_of(
        """이해 이유 이상 이전 이후 이용 이동 이민 정도 정보 정리 정신 정원 정상 정식 조명 조선 조언
        조정 조상 강의 강원 강동 강남 강서 강북 장소 장기 장미 장사 장인 임시 임원 임무 한강 한국
        한문 한식 한정 한창 오후 오전 오해 오래 오이 신문 신혼 신경 신호 신용 신청 신입 안전 안내
        안정 안주 안경 최근 최소 최선 최대 최종 최초 황도 황금 권리 권유 권한 송도 송이 홍보
        홍차 홍시 윤리 박수 박사 박자 김치 김밥"""
    )
    + r"[가은을의이인만도]?|강아지|송아지|망아지|이미지|오로지|오징어|안무가|장아찌|조미료"
)

# --- organisations ----------------------------------------------------------------------------

_LEGAL = any_of(
    r"""Inc Incorporated LLC L\.L\.C Ltd Limited GmbH AG Corp Corporation Co PLC LLP Pty BV NV
    SE KK S\.A S\.p\.A Oy AB Holdings Group Company"""
)
_INSTITUTION = any_of(
    r"""University College School High\sSchool Academy Institute Hospital Clinic Church Bank
    Foundation Laborator(?:y|ies) Labs Studios? Agency Ministry Museum"""
)
_AT_WORK = any_of(
    r"""works?\s(?:at|for) working\s(?:at|for) worked\s(?:at|for) employed\s(?:at|by)
    employee\s(?:at|of) interns?\sat intern\sat interned\sat joined job\sat position\sat
    hired\sby founder\sof founded CEO\sof CTO\sof director\sat manager\sat engineer\sat
    developer\sat designer\sat analyst\sat stud(?:y|ies|ied)\sat student\sat graduated\sfrom
    attend(?:s|ed)? teach(?:es)?\sat teacher\sat professor\sat nurse\sat doctor\sat
    volunteers?\sat member\sof patient\sat interview\s(?:at|with) left\shis\sjob\sat"""
)
_COMPANIES = any_of(
    """삼성 삼성전자 엘지 LG전자 현대차 현대자동차 기아 에스케이 SK하이닉스 네이버 카카오 쿠팡
    배달의민족 우아한형제들 토스 당근마켓 라인플러스 넥슨 엔씨소프트 넷마블 크래프톤 포스코 한화
    롯데 두산 신세계 이마트 씨제이 대한항공 아시아나 구글 애플 마이크로소프트 아마존 메타 테슬라
    엔비디아 오픈AI"""
)
_WORK = "(?:에|에서|의) ?" + any_of(
    """다니 다녀 다닌 다님 일해 일하 일한 일했 일함 근무 재직 입사 취직 취업 이직 합격 인턴 퇴사
    직원 개발자 사원"""
)
_ORGANISATIONS = (
    re.compile(
        r"(?P<name>(?:\(주\)|\(유\)|\(사\)|주식회사|유한회사|재단법인"
        r"|사단법인) ?[가-힣A-Za-z0-9]{2,20})"
    ),
    re.compile(r"(?P<name>[가-힣A-Za-z0-9]{2,20} ?(?:\(주\)|주식회사))"),
    re.compile(rf"(?P<name>{_CAPITAL}(?:[ &-]{{1,3}}{_CAPITAL}){{0,3}},? {_LEGAL})(?![A-Za-z])"),
    re.compile(
        rf"(?P<name>{_CAPITAL}\.?(?:[ -]{_CAPITAL}){{0,3}} {_INSTITUTION}|(?:University|College"
        rf"|Hospital|Bank) of {_CAPITAL})"
    ),
    re.compile(
        r"\b(?i:(?:work|stud|intern|teach|volunteer|research|train|consult"
        r"|freelanc)[a-z]*(?: [a-z]+){0,4}"
        r" (?:at|for)) (?P<name>[A-Z][\w.&'-]*(?: [A-Z][\w.&'-]*){0,3})"
    ),
    re.compile(rf"\b(?i:{_AT_WORK}) (?P<name>[A-Z][\w.&'-]*(?: [A-Z][\w.&'-]*){{0,3}})"),
    re.compile(
        r"(?P<name>[가-힣]{2,12}(?:초등학교|중학교|고등학교|여고|대학교|대학병원|의료원|유치원"
        r"|어린이집))"
    ),
    re.compile(
        r"(?<![가-힣])(?P<name>[가-힣]{2,5}대)(?= ?(?:대학원|학생|[가-힣]*과|출신|졸업|에 다"
        r"|를 다|에서|를 나))"
    ),
    re.compile(
        r"(?<![가-힣])(?P<name>[가-힣]{2,10}(?:병원|의원|은행|학원|교회|성당|연구소|재단|협회"
        r"|신문|방송국))"
    ),
    re.compile(rf"(?<![가-힣])(?P<name>{_COMPANIES})(?={_WORK})"),
    re.compile(rf"(?<![가-힣])(?P<name>[가-힣A-Za-z]{{2,14}})(?={_WORK})"),
    re.compile(
        r"(?:회사|직장|학교|병원|가게|업체|팀) ?이름(?:은"
        r"|이) ?(?P<name>[가-힣A-Za-z]{2,14}?)(?=이?야|이?에요|예요|입니다|이?고|[,. ]|$)"
    ),
)
# Places of work and study that are no one's name, also as the end of a word ("무역회사").
_GENERAL_END = re.compile(
    r"(?:"
    + any_of(
        """기관 요가원 미용실 정비소 주유소 세탁소 공원 복지관 보건소 소방서 경찰서 법원 우체국
        세무서 국회 대사관 국공립 민간 회사 기업 스타트업 병원 의원 학원 학교 대학 대학교 대학원
        유치원 어린이집 교회 성당 은행 공장 연구소 팀 부서 업체 센터 사무실 집 부대 구청 시청
        군청 도서관 방송국 출판사 로펌 업계 분야 쪽 현장 본사 지사 해외 카페 식당 가게 마트
        편의점 백화점 호텔 서점 약국 농장 체육관 헬스장 도장 공방 미술관 박물관 극장 신문사
        잡지사 여행사 건설사 금융권 공기업 관공서 정부 군대 학과 과 재택 밤 낮 주말 야간 혼자
        서울 부산 대구 인천 광주 대전 울산 세종 제주 경기 강원 한국 미국 일본 중국 독일 영국
        호주 캐나다 유럽 요가 수영 필라테스 직장 거기 여기 저기 어디 곳 부 실 개발 디자인 마케팅
        영업 기획 회계 인사 총무 홍보 물류 생산 의료 교육 언론 건설 게임 제조 유통 보험 증권
        무역 초등학교 중학교 고등학교 여고 대학병원 의료원 종합병원 동물병원 치과병원 정신병원
        요양병원 동호회 동아리 모임 소모임 클럽 밴드 합창단 합주단 악단 극단 스터디 학회 교실 강좌
        클래스 강의 수업 과외 세미나 캠프 작업실 합주실 연습실 화실 공부방 독서실 자습실 문화센터
        평생교육원 주민센터 수영장 스키장 골프장 테니스장 볼링장 클라이밍장 운동장 경기장 시장 매장
        상담실 사랑방 농원 목장 양조장 서당"""
    )
    + r")$"
)
_GENERAL_WHOLE = re.compile(
    any_of(
        """(?:초등|중|고등)학교
        (?:종합|동물|치과|정신|요양|대학|대형|개인|산부인과|정형외과)병원
        (?:영어|수학|미술|피아노|태권도|요가|
        음악|보습|입시|어학|코딩|운전|요리|댄스|회화|컴퓨터|기타|논술|속셈|필라테스)학원
        (?:개인|동네|치과|한)의원 (?:시중|저축|투자| 지방|인터넷)은행
        (?:개신|동네|큰|작은|대형)교회
        (?:국공립|사립|직장|민간|병설|구립|시립)(?:어린이집|유치원|초등학교|병원|연구소) 지방대
        명문대 의대 공대 법대 사범대 교대 미대 음대 약대 간호대 전문대 여대 군대 세대 시대
        시간대 연령대 이십대 삼십대 사십대 오십대 기업부설연구소"""
    )
)
_GENERAL_ENGLISH = words(
    """High Middle Elementary Primary Secondary Business Medical Law Art Music Graduate Driving
    Night Sunday Korean English I Monday Tuesday Wednesday Thursday Friday Saturday Home"""
)


_INSTITUTION_ENDS = (
    *("초등학교", "중학교", "고등학교", "대학교", "병원", "의원", "학원", "은행", "교회", "성당"),
    *("유치원", "어린이집", "의료원", "연구소", "방송국"),
)


def _is_general(name: str) -> bool:
    """Whether the place has no name of its own: "동물병원", "High School"."""
    if name.isascii():
        return name.split()[0] in _GENERAL_ENGLISH and len(name.split()) <= 2
    if _GENERAL_WHOLE.fullmatch(name) or _GENERAL_END.fullmatch(name):
        return True
    return not name.endswith(_INSTITUTION_ENDS) and _GENERAL_END.search(name) is not None
