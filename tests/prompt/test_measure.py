"""What the model reads of a persona, and what it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pet.errors import BudgetExceeded
from pet.persona.persona import examples, from_card, persona_text
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.measure import measure, report_of
from pet.prompt.sections import Parts
from tests.prompt.samples import NONCE


def persona(description="Mina is a fox.", shown=("{{user}}: hi\n{{char}}: hello",)):
    talk = "".join(f"<START>\n{example}\n" for example in shown)
    data = {"name": "Mina", "description": description, "mes_example": talk}
    return from_card("mina", {"spec": "chara_card_v3", "spec_version": "3.0", "data": data})


def test_all_of_a_small_one_is_read():
    mina = persona(shown=("{{user}}: hi\n{{char}}: hello", "{{user}}: 안녕\n{{char}}: 네"))
    text = len(persona_text(mina, "en").encode())
    shown = sum(len(example.encode()) for example in examples(mina, "en"))
    measured = measure(mina, "en", Budget(bytes_per_token=2))
    assert measured.fits
    assert (measured.text_kept, measured.text_left) == (text, 0)
    assert (measured.examples_kept, measured.examples_left, measured.examples_cut) == (2, 0, 0)
    assert measured.size == text + shown
    assert measured.limit == 16 * 1024
    assert measured.tokens == -(-(text + shown) // 2)


def test_it_is_measured_in_a_prompt_with_the_shortest_message():
    mina = persona()
    parts = Parts(persona=persona_text(mina, "en"), examples=examples(mina, "en"), user_text="…")
    assert report_of(mina, "en", Budget()) == assemble(parts, Budget(), nonce=NONCE).report


def test_what_is_cut_or_left_out_is_told():
    whole = persona(description="가" * 100)
    text = len(persona_text(whole, "ko").encode())
    cut = measure(whole, "ko", Budget(persona_bytes=text - 1))
    assert (cut.text_kept, cut.text_left, cut.limit) == (text - 3, 3, text - 1)
    assert not cut.fits
    long = persona(shown=("{{user}}: " + "a" * 3_000,))
    assert measure(long, "en", Budget()).examples_cut == 3_006 - 2_048
    assert measure(long, "en", Budget()).examples_left == 0
    assert not measure(long, "en", Budget()).fits
    many = measure(persona(shown=("{{user}}: hi\n{{char}}: hello",) * 10), "en", Budget())
    assert (many.examples_kept, many.examples_left) == (8, 2)
    assert not many.fits


def test_a_small_window_is_told_as_what_it_leaves_of_her():
    mina = persona(description="Mina is a fox. " * 100)
    size = report_of(mina, "en", Budget()).size
    measured = measure(mina, "en", Budget(prompt_bytes=size - 1))
    assert (measured.examples_kept, measured.examples_left, measured.text_left) == (0, 1, 0)
    half = measure(mina, "en", Budget(prompt_bytes=size - 800))
    assert half.text_left > 500
    assert half.text_kept + half.text_left == measured.text_kept
    assert half.size == measured.size  # of her, whatever is read of it
    with pytest.raises(BudgetExceeded):
        measure(mina, "en", replace(Budget(), prompt_bytes=100))
