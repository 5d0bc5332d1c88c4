"""The request for one edit of the notes: quoted documents, and a form for the answer."""

from __future__ import annotations

import pytest

from pet.errors import BudgetExceeded
from pet.prompt.budget import Budget
from pet.prompt.cut import MARK
from pet.prompt.keeping import keeping_request, schema
from pet.prompt.sections import Line
from tests.prompt.samples import CONTROL_TOKENS, HOSTILE, NONCE
from tests.prompt.schemas import allows

MEMOS = (Line("memo", 3, "likes\nrain"), Line("memo", 7, "no peanuts"))


def asked(said="from now on, call me Yuna", memos=MEMOS, budget=None):
    return keeping_request(said, memos, budget or Budget(), nonce=NONCE)


def test_the_notes_and_the_message_are_quoted_documents():
    system, user = asked()
    assert (system.role, user.role) == ("system", "user")
    assert f"marked {NONCE} is" in system.content
    assert user.content == (
        f"<untrusted_memory {NONCE}>\n#3 likes rain\n\n#7 no peanuts\n</untrusted_memory {NONCE}>"
        f"\n\n<untrusted_user_text {NONCE}>\nfrom now on, call me Yuna\n"
        f"</untrusted_user_text {NONCE}>\n\nWrite the JSON now."
    )
    assert asked(memos=())[1].content.startswith(f"<untrusted_user_text {NONCE}>\n")


def test_nothing_in_them_becomes_structure():
    for text in HOSTILE:
        content = asked(text, (Line("memo", 1, text),))[1].content
        assert content.count("<") == 4
        assert not [token for token in CONTROL_TOKENS if token in content]


def test_long_texts_are_cut_with_a_mark():
    content = asked("u" * 5_000, (Line("memo", 1, "m" * 500),))[1].content
    assert f"m{MARK.decode()}\n" in content
    assert f"u{MARK.decode()}\n" in content
    assert content.count("m" * 200) == 1
    assert 1_900 < content.count("u") < 2_050


def test_what_does_not_fit_is_refused_with_both_sizes():
    size = sum(32 + len(message.content.encode()) for message in asked())
    assert asked(budget=Budget(prompt_bytes=size)) == asked()
    with pytest.raises(BudgetExceeded) as refused:
        asked(budget=Budget(prompt_bytes=size - 1))
    assert refused.value.key == "budget_exceeded"
    assert refused.value.facts == {"budget": size - 1, "needed": size}


EDIT = {"action": "update", "id": 7, "quote": "call me Yuna", "text": "is called Yuna"}


def test_the_form_lets_through_edits_of_notes_that_are_there():
    form = schema((3, 7))
    for action in ("add", "update", "delete", "none"):
        assert allows(form, EDIT | {"action": action, "id": 0})
    assert allows(form, EDIT)
    assert allows(form, EDIT | {"quote": "가" * 200, "text": "나" * 200})


@pytest.mark.parametrize(
    "change",
    [
        {"action": "erase"},
        {"id": 4},
        {"id": "7"},
        {"quote": None},
        {"quote": "가" * 201},
        {"text": 3},
        {"text": "나" * 201},
        {"why": "because"},
    ],
)
def test_the_form_refuses_what_is_no_such_edit(change):
    assert not allows(schema((3, 7)), EDIT | change)
    for name in EDIT:
        assert not allows(schema((3, 7)), {key: EDIT[key] for key in EDIT if key != name})
