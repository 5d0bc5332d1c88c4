"""Special categories of personal data, which nothing may conclude about a person by itself.

They are those of articles 9 and 10 of the GDPR and of article 23 of the Korean Personal
Information Protection Act, as far as people talk about them. Only the night asks; what the user
saves is the user's affair.
"""

from __future__ import annotations

import re

from pet.memory.scan import scan
from pet.memory.vocabulary import any_of


def special(text: str) -> frozenset[str]:
    """What *text* touches of health, religion, politics, sexuality, union, ethnicity, crime.

    Whoever works in a hospital or reads about Buddhism has said nothing of that kind.
    """
    plain = scan(text).text.lower()
    return frozenset(
        name
        for name, shape in _CATEGORIES.items()
        if any(not _STUDIED.match(plain, found.end()) for found in shape.finditer(plain))
    )


# A subject, a title or a trade, and no confession.
_STUDIED = re.compile(
    r"(?:이라는|라는)? ?"
    + any_of(
        """미술 건축 양식 소설 드라마 영화 뉴스 수업 책 문학 사전 용어 게임 음악 역사 다큐 단어
        학과 전공 연구 논문 산업 마케팅 개론 철학(?!적) novels? movies? films? books? dramas?
        architecture art music history science studies theory class(?:es)? news marketing
        industry research software podcasts?"""
    )
)

_KOREAN_HEALTH = any_of(
    """용종 위염 장염 식도염 대상포진 과민성_대장 치질 요실금 방광염 질염 전립선 피부염
    안구_건조 라식 난독증 틱_장애 산후_우울 입덧 출산 제왕절개 체외수정 피임약 호르몬_치료 혈압
    혈당 콜레스테롤 간_수치 시한부 후유증 요양_중 금주_중 단주 (?:허리|목)_디스크
    디스크(?:로_(?:고생|입원|수술)|가_터|_수술|_환자) 당뇨 고혈압 저혈압 고지혈 심장병 심근경색
    협심증 부정맥 뇌졸중 뇌경색 뇌출혈 간염 간경화 신부전 투석 결핵 폐렴 천식 아토피 비염
    알레르기 알러지 두드러기 건선 관절염 류마티스 통풍 골다공증 골절 깁스 빈혈 백혈병 혈우병
    갑상선 루푸스 치매 파킨슨 뇌전증 간질 편두통 이명 녹내장 백내장 난청 청각_장애 시각_장애
    지체_장애 발달_장애 자폐 장애인 장애_등급 우울증 우울감 상담을_받 우울해서 조울증 조현병
    공황 불안_장애 강박증 강박_장애 트라우마 외상_후 adhd 불면증 거식증 폭식증 섭식_장애
    알코올_중독 알콜_중독 도박_중독 약물_중독 자해 자살 정신과 심리_상담 상담_치료 항우울제
    항불안제 신경안정제 수면제 인슐린 진통제를 항암 종양
    (?:유방|위|폐|간|대장|췌장|자궁|갑상선|피부|혈액|전립선|식도)암 암에_걸 암_진단 암_수술
    암_투병 임신 유산했 유산을_했 난임 불임 시험관 생리통 생리_불순 폐경 갱년기 낙태 탈모 에이즈
    hiv 성병 헤르페스 코로나에 확진 휠체어 의족 보청기 도수_?치료 물리_?치료 재활_치료"""
)
_BODY = any_of(
    """허리 무릎 어깨 목 머리 위 심장 관절 손목 발목 팔꿈치 등 배 이빨 치아 잇몸 눈 귀 코 다리 발
    발가락 손가락 골반 엉덩이 가슴 종아리 허벅지 옆구리 턱 속"""
)
_BODY_ENGLISH = (
    r"(?:knees?|backs?|hips?|shoulders?|necks?|ankles?|wrists?|elbows?|heads?|stomach|tooth|teeth"
    r"|chest|foot|feet|legs?|arms?|hands?|throat|eyes?|ears?|belly|spine|heels?|jaw|ribs?)"
)
_HEALTH = re.compile(
    rf"{_KOREAN_HEALTH}|(?:수술|입원|진단|치료|처방|투병|복용|검진에서)(?:을|를|이|도)? ?(?:받|했"
    rf"|하고|해|중|나왔|하는)"
    r"|진단받|약(?:을|도)? ?(?:먹고 있|복용|처방|타러|끊)|(?:[가-힣]+과|병원)에 ?(?:입원|다니"
    r"|다녀(?!가)|실려)"
    rf"|{_BODY}(?:가|이|도|는|은|을|를)? ?(?:\w{{1,4}} ){{0,2}}(?:아프|아파|아픈"
    r"|쑤시|쑤셔|결리|결려|저리|저려|시큰|뻐근|붓|부었|삐|안 좋|다쳤|다쳐|망가|나갔)"
    r"|(?:두|치|요|복|근육|관절|신경|생리)통|몸살|감기(?:에|가|약)|배탈|체했|어지럼|어지러|어지럽"
    r"|구역질|토했|열이 (?:나|났|\d)|식중독|통증|한의원|침 ?(?:을 )?맞(?:으|았|고)"
    r"|\b(?:diabet\w+|cholesterol|blood pressure|lactose|(?:gluten|lactose)[- ]intoleran\w+|ibs"
    r"|eczema|psoriasis|lupus|thyroid|obes\w+|vertigo|tinnitus|sleep apnea|concussion"
    r"|broken (?:arm|leg|wrist|rib|ankle)|kidney|liver|pacemaker|hearing (?:aid|loss)"
    r"|mental health|burnout|postpartum|c-section|birth control|(?:take|taking) (?:my )?pills"
    r"|physical therapy|sick leave|hypertension|asthma\w*|allerg\w+|cancer(?= (?:patient|survivor"
    r"|treatment"
    r"|diagnosis))"
    r"|(?:breast|lung|skin|colon|prostate) cancer|(?:have|had|has|with|got|beat|from) cancer"
    r"|tumou?r|chemo\w*|depress(?:ion|ed)"
    r"|antidepressants?|anxiety|bipolar|schizophreni\w+|ptsd|adhd|autis\w+|ocd\b|panic attacks?"
    r"|eating disorder|anorexi\w+|bulimi\w+|insomnia|migraines?|epilep\w+|seizures?|arthritis"
    r"|hiv|aids\b(?! in)|std|herpes|hepatitis|pregnan\w+|miscarriage|abortion|ivf|infertil\w+"
    r"|menopause"
    r"|alcoholi\w+|in rehab|sober for|overdos\w+|suicid\w+|self-harm|wheelchair|disabilit\w+"
    r"|disabled"
    r"|deaf|blind in|chronic(?:ally)? (?:\w+ )?(?:pain|ill\w*|fatigue|migraine)|diagnosed|surgery"
    r"|hospitali[sz]ed"
    r"|therapist|psychiatrist|on medication|prescri(?:bed|ption)|insulin|dialysis|stroke survivor"
    r"|had a stroke|heart (?:attack|disease|condition)|high blood pressure|celiac|crohn\w*"
    r"|dyslexi\w+"
    rf"|my (?:\w+ )?{_BODY_ENGLISH} (?:still |really |always |just )?(?:hurts?|aches?"
    r"|is (?:killing|sore|acting|swollen|aching|hurting|bad|stiff)"
    r"|are (?:killing|sore|swollen|aching|hurting)|went out)"
    rf"|(?:hurt|sprained|twisted|pulled|broke|injured|tore|fractured) my (?:\w+ )?{_BODY_ENGLISH}"
    rf"|(?:bad|sore|aching|swollen) (?:knees?|back|hip|shoulder|neck|ankle)|{_BODY_ENGLISH} pains?"
    r"|(?:head|tooth|stomach|back|ear)aches?|sore throat|food poisoning"
    r"|a (?:fever|cold|flu)|the flu"
    r"|my (?:meds|medication|therapy|period|disease|illness))\b"
)
_RELIGION = re.compile(
    any_of(
        """기독교 개신교 천주교 가톨릭 카톨릭 불교 원불교 모태_?신앙 라마단 금식_중 새벽_?기도
        성가대 찬양_팀 청년부 구역_예배 십일조 법회 염불 수녀
        (?:교회|성당|절)_(?:미사|봉사|모임|행사|수련회|청년) 코란 이슬람 무슬림 힌두교 유대교
        여호와의_증인 신천지 통일교 무교(?!육) 무신론
        다시_(?:교회|성당|절)(?:에|를|을)?_ 성당에서_세례 절에_(?:다니|다녀|가서_기도)
        예배 미사(?:를|에) 세례 신앙 성경_공부 기도(?:를|하|해) 목사님 신부님께 스님께 전도사
        할랄 하느님을 하나님을 부처님을 알라를 신을_안_믿 신을_믿"""
    )
    + r"|(?:교회|성당)(?:에|를|을|도|는|엔)? ?(?:[가-힣]{1,4} )?"
    r"(?:다니|다녀|다닌|가(?!까|르|장|족)|갔|나가|나갔|안)"
    + r"|\b(?:christian(?:ity)?|catholic|protestant|baptist|methodist|evangelical"
    r"|orthodox (?:christian|jew\w*)"
    r"|muslim|islam(?:ic)?|mosque|ramadan|halal|jewish|judaism|synagogue|kosher|buddhis[tm]"
    r"|hindu(?:ism)?"
    r"|sikh|mormon|jehovah'?s witness|atheis[tm]|agnostic|baptized|baptised|bible study"
    r"|my (?:faith|church|pastor|priest|rabbi|imam)"
    r"|(?:back|return(?:ing|ed)?) to (?:the )?(?:church|mass|temple|mosque|synagogue)"
    r"|(?:join|joined|joining|left|leaving) (?:the |a )?(?:church|mosque|temple|parish)"
    r"|attend(?:s|ed|ing)? (?:church|mass|temple|mosque)|church (?:choir|group|service|community"
    r"|member)|(?:my|our|in the) (?:church|parish|congregation)|(?:go|goes|went"
    r"|going) to (?:church|mass|parish)|lent|sabbath|tithe|quran|sermon|raised (?:catholic|jewish"
    r"|muslim|mormon|christian)|i pray|pray (?:every|five|daily)"
    r"|believe in god)\b"
)
_POLITICS = re.compile(
    any_of(
        """민주당 국민의힘 국힘 정의당 조국혁신당 개혁신당 진보당 당원(?!권)
        [가-힣]{2,4}당(?:을|에|도)?_(?:지지|찍|뽑|투표)
        (?:정부|정권|대통령)(?:이|가|을|를)?_(?:너무_)?(?:싫|퇴진|비판|규탄) 우익 좌익 운동권
        대선에서 총선에서 (?:진보|보수)_(?:성향|후보|정당|진영|지지) (?:진보|보수)주의 좌파 우파
        극우 극좌 탄핵 정치_성향 (?:후보|정당|대통령|당)(?:을|를)_(?:지지|찍|뽑|싫어|좋아)
        태극기_집회 촛불_집회 시위에_(?:나|참) 집회에_(?:나|참) 페미니스트 사회주의 공산주의
        빨갱이"""
    )
    + r"|[여야]당(?:을|에|도|이|만)? ?(?:[가-힣]{1,3} )?(?:찍|뽑|지지|투표|좋|싫|응원)"
    r"|선거(?:는|에서|에는|에|때|엔)? .{0,14}(?:찍|뽑)"
    + r"|\b(?:democrats?|republicans?|(?:conservative|labour|green|liberal|democratic"
    r"|republican) party|tory|tories|green party|communist|socialist|libertarian|conservatives"
    r"|left-wing|right-wing|far[- ](?:left|right)|marxist|anarchist|feminist|trump|biden|brexit"
    r"|voted (?:for|against)|vot(?:e|ed|es|ing) (?:for )?(?:labour|tory|conservatives?|greens?"
    r"|liberals?|left|right|democrats?|republicans?|reform|snp|lib dems?)"
    r"|left-leaning|right-leaning|maga|pro-life|pro-choice|political activist|labour party"
    r"|vote for (?:the )?(?:\w+ party|left|right|democrats|republicans)|registered (?:voter"
    r"|republican|democrat)|campaign(?:ed|ing)? for"
    r"|political (?:views?|party|beliefs?)"
    r"|party member|protest(?:ed|ing)? against|went to (?:a|the) protest)\b"
)
_MYSELF = "(?<![가-힣])(?:나|난|내가|저|전|제가)(?:도|는)?"
_SEXUALITY = re.compile(
    any_of(
        """게이(?=야|예요|이에요|입니다|인데|라|로|라고|임|커플|바|$) 레즈비언 동성애 양성애
        무성애 범성애 트랜스젠더 성전환 커밍아웃
        (?:남자를_좋아하는_남자|여자를_좋아하는_여자|남자가_남자를|여자가_여자를) 퀴어 성소수자
        성_정체성 성_지향 성적_취향 성생활 성관계 논바이너리 동성_연인 동성_커플"""
    )
    # Said of oneself, with a partner of the same sex: 남자친구랑 …, 나 남자잖아.
    + "".join(
        rf"|{sex}(?:자친구|친).{{0,40}}{_MYSELF} ?{sex}자(?! ?(?:친구|동생|형제|애))"
        rf"|{_MYSELF} ?{sex}자(?! ?(?:친구|동생|형제|애)).{{0,20}}{sex}(?:자친구|친)"
        for sex in "남여"
    )
    + r"|\b(?:(?:i'm|i am|is|as|came out|openly) (?:a )?(?:gay|lesbian|bi|bisexual|pansexual"
    r"|asexual|queer|transgender|trans|non-?binary)"
    r"|(?:being|bein) gay|in the closet|closeted|gay (?:man|men|couple|marriage|bar)|lesbian"
    r"|bisexual|pansexual|asexual|transgender"
    r"|trans (?:woman|man|person)|non-?binary"
    r"|queer|lgbt\w*|coming out|came out (?:to|as)|sex(?:ual)? (?:life|orientation|identity"
    r"|preference)|same-sex|my sexuality)\b"
)
_UNION = re.compile(
    any_of("노조(?!라는|미) 노동조합 민주노총 한국노총 조합원(?!_할인) 파업")
    + r"|\b(?:(?:trade|labou?r|teachers'?|workers'?|my|our|the) union(?! jack)|union (?:member"
    r"|rep|steward|dues)|unioni[sz]ed"
    r"|shop steward|on strike|went on strike)\b"
)
_ETHNICITY = re.compile(
    any_of(
        """조선족 고려인 [가-힣]{2,4}계_(?:한국|미국|일본|캐나다|독일|영국|호주|프랑스)인
        이민_?[12]세 이민자 교포 귀화 탈북 새터민 화교 재일교포 흑인 백인(?!백) 황인 혼혈 다문화
        이주민 난민 집시 유색인종 인종_차별 인종이 소수_민족 원주민"""
    )
    + r"|\b(?:(?:i'm|i am|is|are|as a|we're) (?:a )?(?:black|white|asian|latin[oax]|hispanic|arab"
    r"|roma|indigenous|native american"
    r"|mixed[- ]race|biracial|jewish)(?! (?:coffee|tea|hat|and white|shirt|car|cat|dog|walls?"
    r"|wine))"
    r"|half[- ](?:\w+), ?half|half[- ](?:japanese|korean|chinese|black|white|nigerian|indian"
    r"|german|american|filipino)"
    r"|(?:african|asian|mexican|native)[- ]american|of (?:\w+ )?(?:origin|descent|heritage"
    r"|ethnicity)|ethnic(?:ity|ally)?"
    r"|racial(?:ly)?|immigrant|as an? (?:asian|arab|african)|refugee|my race|person of colou?r)\b"
)
_CRIME = re.compile(
    any_of(
        """전과(?:가_있|_있|자|_기록|_[0-9일이삼]범) 폭행으로_벌금 벌금형을 경찰_조사를 고소당
        피의자 음주_단속에_걸 불법_도박 음주_?운전(?:으로|해서|에_걸|을_해) 벌금형 집행유예 징역
        교도소 구치소 소년원 감옥에 구속됐 구속되 체포됐 체포되 기소됐 기소되 전자발찌 보호관찰
        마약(?:을|으로|사범) 절도(?:로|죄|를) 폭행(?:으로|죄|을) 사기죄
        사기로_(?:고소|구속|징역) 성범죄 성추행 성폭행 범죄_경력 재판을_받 형사_처벌 뺑소니 횡령"""
    )
    + r"|\b(?:criminal record|convict(?:ed|ion)|felon\w*|misdemeanou?r|arrested (?:for|last|twice"
    r"|once)|(?:in|to|from) (?:prison|jail)"
    r"|probation|parole|served (?:\w+ )?(?:years|months|time)|dui|drunk driving|shoplift\w+"
    r"|jail time|on bail"
    r"|restraining order|did time|sex offender|embezzl\w+|sentenced to"
    r"|charged with (?:an? )?(?:assault|theft|murder|dui|fraud|possession|felony|robbery|drug))\b"
)
_CATEGORIES = {
    "health": _HEALTH,
    "religion": _RELIGION,
    "politics": _POLITICS,
    "sexuality": _SEXUALITY,
    "union": _UNION,
    "ethnicity": _ETHNICITY,
    "crime": _CRIME,
}
