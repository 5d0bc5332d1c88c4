"""What two prompts have in common from the front: an engine need not read it again."""

from __future__ import annotations

from dataclasses import replace

from pet.prompt.assemble import assemble, compared
from pet.prompt.budget import Budget
from pet.prompt.sections import Exchange, Line, Parts
from pet.prompt.stages import sample_parts
from tests.prompt.samples import NONCE

FULL = replace(
    sample_parts(),
    persona_name="솜이",
    fresh=(Line("memo", 9, "매운 음식을 못 먹어요."),),
    tools='[{"type":"function"}]',
)


def test_only_the_last_message_changes_with_what_is_said_now():
    one = assemble(FULL, Budget(), nonce=NONCE)
    said = replace(FULL, remark="(한국어로.)", user_text="?", fresh=())
    other = assemble(said, Budget(), nonce=NONCE)
    assert "(한국어로.)" in other.messages[-1].content
    assert one.messages[:-1] == other.messages[:-1]
    assert one.shared_bytes(other) >= sum(len(m.content.encode()) for m in one.messages[:-1])


def test_another_day_changes_nothing_in_front_of_the_date():
    """Policy, persona and examples need not be read again at midnight."""
    one = assemble(FULL, Budget(), nonce=NONCE)
    other = assemble(replace(FULL, today="내일"), Budget(), nonce=NONCE)
    assert other.messages[1:] == one.messages[1:]
    front = one.messages[0].content.partition(FULL.today)[0]
    assert FULL.persona in front
    assert one.shared_bytes(other) >= len(front.encode())


def test_a_further_turn_leaves_all_before_the_last_message_as_it_was():
    one = assemble(FULL, Budget(), nonce=NONCE)
    turns = (*FULL.turns, Exchange(4, FULL.user_text, "국수!"))
    other = assemble(replace(FULL, turns=turns), Budget(), nonce=NONCE)
    assert other.messages[: len(one.messages) - 1] == one.messages[:-1]


def test_the_bytes_that_two_prompts_share_are_counted_exactly():
    one = assemble(Parts(turns=(Exchange(1, "가나", "hi"),), user_text="x"), Budget(), nonce=NONCE)
    assert one.shared_bytes(one) == one.size - 32 * 4
    other = assemble(
        Parts(turns=(Exchange(1, "가다", "hi"),), user_text="x"), Budget(), nonce=NONCE
    )
    shared = len(one.messages[0].content.encode()) + len("가".encode()) + 1  # 나, 다: EB 82, EB 8B
    assert one.shared_bytes(other) == shared
    shorter = assemble(Parts(user_text="x"), Budget(), nonce=NONCE)
    assert one.shared_bytes(shorter) == shorter.shared_bytes(one)


def test_what_only_grew_at_its_end_is_shared_whole():
    """The tiny model's last message is bare, so it becomes a turn of the next prompt as it is."""
    bare = Budget(user_fence=False)
    one = assemble(Parts(persona="P", user_text="hello"), bare, nonce=NONCE)
    turns = (Exchange(1, "hello", "hi"),)
    other = assemble(Parts(persona="P", turns=turns, user_text="and you?"), bare, nonce=NONCE)
    contents = sum(len(message.content.encode()) for message in one.messages)
    assert one.shared_bytes(other) == other.shared_bytes(one) == contents
    assert compared(other, one).shared_messages == compared(one, other).shared_messages == 2
    dated = assemble(Parts(persona="P", today="Today.", user_text="hello"), bare, nonce=NONCE)
    system = len(one.messages[0].content.encode())
    assert one.shared_bytes(dated) == dated.shared_bytes(one) == system


def test_a_report_tells_what_its_prompt_shares_with_the_one_before():
    parts = Parts(turns=(Exchange(1, "a", "b"),), today="Today is Monday.", user_text="one")
    one, other = (
        assemble(replace(parts, user_text=said), Budget(), nonce=NONCE) for said in ("one", "two")
    )
    report = compared(other, one)
    assert report.shared_messages == 3
    assert report.shared_bytes == other.shared_bytes(one) > 0
    assert replace(report, shared_messages=None, shared_bytes=None) == other.report
    assert compared(other, None) == other.report
    tomorrow = assemble(replace(parts, today="Today is Tuesday."), Budget(), nonce=NONCE)
    assert compared(tomorrow, one).shared_messages == 0  # the turns behind it are read again
    longer = replace(parts, turns=(*parts.turns, Exchange(2, "c", "d")))
    assert compared(assemble(longer, Budget(), nonce=NONCE), one).shared_messages == 3
