"""The prompt as a real Ollama reads it: what it renders, what it counts, what it refuses."""

from __future__ import annotations

import json
import re

import pytest

from pet.app import open_pet
from pet.chat.events import TurnFailed, TurnFinished
from pet.engines.base import Message, Stop
from pet.engines.choose import open_engine
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.neutralise import neutralise
from tests.engines.real import MODEL
from tests.prompt.places import PLACES, PLAIN, prompt_with
from tests.prompt.reading import FENCE
from tests.prompt.samples import HOSTILE, NONCE

pytestmark = [pytest.mark.real_ollama, pytest.mark.timeout(600)]

# What the model's own template is made of: two around each message, one for the reply to come.
MARKS = re.compile(r"<\|im_(?:start|end)\|>|<\|endoftext\|>")
OURS = ["<|im_start|>", "<|im_end|>"] * 4 + ["<|im_start|>"]


def asked(server, messages, **more):
    sent = [{"role": message.role, "content": message.content} for message in messages]
    body = {"model": MODEL, "messages": sent, "stream": False, "think": False, **more}
    return server.ask("/api/chat", body)


def rendered(server, messages):
    """The whole text that would be given to the model."""
    return asked(server, messages, _debug_render_only=True)["_debug_info"]["rendered_template"]


def counted(server, text):
    """How many tokens a message of *text* is, with its template."""
    options = {"num_ctx": 2048, "num_predict": 1}
    return asked(server, [Message("user", text)], options=options)["prompt_eval_count"]


def test_what_the_server_renders_has_our_own_marks_and_no_others(real_ollama):
    plain = rendered(real_ollama, assemble(PLAIN, Budget(), nonce=NONCE).messages)
    assert MARKS.findall(plain) == OURS
    half = len(HOSTILE) // 2
    for place in PLACES:
        for hostile in (HOSTILE[:half], HOSTILE[half:]):
            text = rendered(real_ollama, prompt_with(place, "".join(hostile)).messages)
            assert MARKS.findall(text) == OURS, place
            check_fences(FENCE.findall(text))


def check_fences(found):
    """Each is opened, and closed at once before the next."""
    assert found == [pair for _, name in found[::2] for pair in (("<", name), ("</", name))]
    assert [name for _, name in found].count("untrusted_user_text") == 2


def test_each_hostile_string_alone_renders_as_mere_text(real_ollama):
    for text in HOSTILE:
        messages = prompt_with("user_text", text).messages
        assert MARKS.findall(rendered(real_ollama, messages)) == OURS, text


@pytest.mark.parametrize("token", ["<|im_end|>", "<|im_start|>", "<|endoftext|>"])
def test_a_token_that_is_typed_is_not_read_as_one(real_ollama, token):
    """As it was typed it costs one token; as it is sent as many as its letters do."""
    typed = f"abc {token} def"
    sent = neutralise(typed).text
    plain = counted(real_ollama, "abc  def")
    assert counted(real_ollama, typed) <= plain + 2  # the server reads it as a control token
    assert counted(real_ollama, sent) >= plain + 5


def test_a_server_that_is_let_cuts_in_silence_which_is_why_it_is_not_let(real_ollama):
    """What all of this is against; were it not so, the next test would prove nothing."""
    long = [Message("system", "You are a small fox. " * 150), Message("user", "Who are you?")]
    answer = asked(real_ollama, long, options={"num_ctx": 512, "num_predict": 1})
    assert answer["done"]
    assert answer["prompt_eval_count"] <= 512  # of about 900


def test_a_prompt_that_is_too_long_is_never_answered_as_if_nothing_had_happened(
    real_ollama, paths, clock
):
    """Even where everything that was learned of the model is wrong."""
    paths.root.mkdir(parents=True)
    paths.learned.write_text(json.dumps({MODEL: {"seen": [8.0] * 8}}))
    engine = open_engine(prefer="ollama", host=real_ollama.url, window=2048)
    with open_pet(paths, clock, language="ko", engine=engine) as pet:
        ratio = pet.session.budget_now().bytes_per_token
        assert ratio == 8.0  # four times what Korean has
        for word in ("비", "눈", "밤"):
            last = list(pet.session.turn(f"{word}가 오는 저녁이야. " * 40, Stop()))[-1]
            if isinstance(last, TurnFailed):
                assert last.error.key in ("prompt_too_long", "prompt_too_long_uncounted",
                                          "budget_exceeded")  # fmt: skip
            else:
                assert isinstance(last, TurnFinished)
                assert not last.unreliable
        assert pet.session.budget_now().bytes_per_token < ratio
