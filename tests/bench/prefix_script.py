"""What is said in the conversations of `bench_prefix`: forty messages in each of two languages.

Invented small talk of even length, with what a real evening has beside it: notes that are made and
let go of, and another persona in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

from pet.i18n import Language

FIRST_NOTES: dict[Language, tuple[str, ...]] = {
    "en": (
        "My sister is called Yuna and visits on Sundays",
        "I work in the evening and sleep until nine",
        "I am allergic to peanuts",
        "Please keep answers short",
        "My plant on the window sill is called Basil",
        "I am learning to bake bread",
    ),
    "ko": (
        "동생 이름은 유나이고 일요일마다 놀러 와",
        "나는 저녁에 일하고 아홉 시까지 자",
        "나는 땅콩 알레르기가 있어",
        "대답은 짧게 해 줘",
        "창가에 있는 화분 이름은 바질이야",
        "요즘 빵 굽는 걸 배우고 있어",
    ),
}
# Before the message of this number: what the user does then.
COMMANDS: dict[Language, dict[int, str]] = {
    "en": {
        7: "/remember I drink tea, not coffee",
        15: "/forget #3",
        28: "/remember My bus leaves at ten past eight",
        34: "/remember The kitchen lamp is broken",
    },
    "ko": {
        7: "/기억 커피 말고 차를 마셔",
        15: "/잊어 #3",
        28: "/기억 버스는 여덟 시 십 분에 떠나",
        34: "/기억 부엌 등이 고장 났어",
    },
}
PERSONA_CHANGES_AT = 22

_ENGLISH = """\
Good evening, I just came home and it is raining outside.
What should I cook tonight with two eggs and some rice?
I think I will make fried rice, is that a good idea?
My window is fogged up again and the room is cold.
Tell me something nice about rainy evenings at home.
I have to write a letter to my landlord about the heating.
How would you begin such a letter in a friendly way?
The radiator in the bedroom makes a strange noise at night.
Maybe I should call somebody to have a look at it.
Yuna wants to come this weekend and bring her dog along.
Where could the two of us walk with a small dog in the rain?
I would like to show her the old harbour and the market.
She likes fish, but I never know how to prepare it.
Is it difficult to bake a whole fish in the oven?
I also want to bake bread for us on Sunday morning.
The last time my dough did not rise at all, why is that?
Perhaps the kitchen was too cold for the yeast that day.
I will put the bowl next to the radiator this time.
Do you think a loaf needs more than one hour to rise?
Let us talk about something else, work was long today.
My colleague asked me to take over two of his projects.
I do not know how to say no without being rude.
What would you say in my place, in one sentence?
That sounds good, I will try it tomorrow morning.
Now I would like to read a little before I sleep.
Can you name a kind of book that makes people calm?
I started one about lighthouses but I keep falling asleep.
How do lighthouse keepers spend their evenings, I wonder?
I would be afraid of the storms and the long nights.
As a child I wanted to be a sailor for some years.
My grandfather had a small boat with a green sail.
He taught me two knots, and I still remember them.
Which knot would you use to tie a boat to a post?
I should visit the harbour more often, it is not far.
The lamp flickers again, I need to buy a new bulb.
Remind me what we wanted to do on Sunday morning.
And who was it that wanted to come this weekend?
Good, then I only need flour and a fish from the market.
I am getting tired, the rain has almost stopped now.
Thank you for the company, sleep well until tomorrow."""

_KOREAN = """\
안녕, 방금 집에 왔는데 밖에 비가 많이 와.
달걀 두 개랑 밥이 있는데 저녁으로 뭘 만들까?
볶음밥을 하려고 하는데 괜찮은 생각일까?
창문에 또 김이 서리고 방이 조금 추워.
비 오는 저녁에 집에 있으면 좋은 점을 말해 줘.
난방 때문에 집주인에게 편지를 써야 해.
그런 편지는 어떻게 시작하면 다정할까?
침실 라디에이터에서 밤마다 이상한 소리가 나.
아무래도 사람을 불러서 봐 달라고 해야겠어.
유나가 이번 주말에 강아지를 데리고 온대.
비 오는 날 작은 강아지와 어디를 걸으면 좋을까?
옛날 항구랑 시장을 유나에게 보여 주고 싶어.
유나는 생선을 좋아하는데 나는 요리를 잘 몰라.
생선 한 마리를 오븐에 굽는 건 어려울까?
일요일 아침에는 같이 먹을 빵도 굽고 싶어.
지난번에는 반죽이 하나도 안 부풀었는데 왜일까?
그날 부엌이 너무 추워서 그랬는지도 모르겠어.
이번에는 그릇을 라디에이터 옆에 둘 거야.
빵 반죽은 한 시간보다 더 부풀려야 할까?
다른 이야기를 하자, 오늘은 일이 길었어.
동료가 자기 일 두 개를 나에게 맡아 달래.
무례하지 않게 거절하는 방법을 모르겠어.
너라면 한 문장으로 뭐라고 말하겠어?
그거 좋다, 내일 아침에 그렇게 말해 볼게.
이제 자기 전에 책을 조금 읽고 싶어.
사람을 차분하게 해 주는 책은 어떤 책일까?
등대 이야기를 읽는데 자꾸 잠이 들어.
등대지기는 저녁을 어떻게 보내는지 궁금해.
나라면 폭풍이랑 긴 밤이 무서울 것 같아.
어릴 때 몇 년 동안은 뱃사람이 되고 싶었어.
할아버지는 초록 돛이 달린 작은 배가 있었어.
매듭 두 가지를 배웠는데 아직도 기억이 나.
배를 기둥에 묶으려면 어떤 매듭이 좋을까?
항구에 더 자주 가야겠어, 여기서 멀지 않아.
등이 또 깜박거려서 새 전구를 사야 해.
우리 일요일 아침에 뭘 하기로 했더라?
이번 주말에 오기로 한 사람은 누구였지?
좋아, 그럼 밀가루랑 시장에서 살 생선만 있으면 돼.
이제 졸려, 비가 거의 그친 것 같아.
같이 있어 줘서 고마워, 내일까지 잘 자."""

MESSAGES: dict[Language, tuple[str, ...]] = {
    "en": tuple(_ENGLISH.splitlines()),
    "ko": tuple(_KOREAN.splitlines()),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One message, and what the user does just before."""

    number: int  # from 1
    text: str
    command: str | None
    changes_persona: bool


def evening(language: Language, messages: int) -> tuple[Said, ...]:
    """The first *messages* of the evening."""
    return tuple(
        Said(number, text, COMMANDS[language].get(number), number == PERSONA_CHANGES_AT)
        for number, text in enumerate(MESSAGES[language][:messages], start=1)
    )


def other_persona() -> dict[str, object]:  # JSON: a character card
    """A second persona, in both languages."""
    return {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            "name": "Mori",
            "description": "Mori is a tall, slow heron who lives by the window and sees far.",
            "personality": "Speaks in calm, dry sentences and likes old stories of the sea.",
            "scenario": "",
            "first_mes": "Good evening.",
            "mes_example": "<START>\n{{user}}: I am late.\n{{char}}: The tide is later.",
            "extensions": {
                "desktop_pet": {
                    "written_in": "en",
                    "languages": {
                        "ko": {
                            "name": "모리",
                            "description": "모리는 창가에 사는 키 크고 느긋한 왜가리다.",
                            "personality": "차분하고 담담하게 말하고 옛 바다 이야기를 좋아한다.",
                            "first_mes": "좋은 저녁이야.",
                            "mes_example": "<START>\n{{user}}: 늦었어.\n{{char}}: 물때는 더 늦어.",
                        }
                    },
                }
            },
        },
    }
