"""How large a window is taken, and what it costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.address import parse
from pet.engines.base import Window
from pet.engines.ollama import Ollama
from pet.engines.sizing import cache_bytes, chosen, kept
from tests.engines.asking import ask

GB = 1024**3
# As a real Ollama tells it of Qwen2.5-Coder-0.5B: its log says 96 MB for 8,192 tokens.
QWEN = {
    "general.architecture": "qwen2",
    "qwen2.attention.head_count": 14,
    "qwen2.attention.head_count_kv": 2,
    "qwen2.block_count": 24,
    "qwen2.context_length": 32768,
    "qwen2.embedding_length": 896,
}


def test_the_cost_of_a_token_follows_from_the_shape_of_the_model():
    assert cache_bytes(QWEN) == 24 * 2 * 2 * 64 * 2
    assert cache_bytes(QWEN) * 8192 == 96 * 1024**2


def test_heads_may_differ_from_layer_to_layer_and_keys_have_a_length_of_their_own():
    by_layer = QWEN | {"qwen2.attention.head_count_kv": [2] * 12 + [0] * 12}
    assert cache_bytes(by_layer) == cache_bytes(QWEN) // 2
    longer = QWEN | {"qwen2.attention.key_length": 128, "qwen2.attention.value_length": 128}
    assert cache_bytes(longer) == cache_bytes(QWEN) * 2


def test_without_heads_of_their_own_all_heads_count():
    told = {key: value for key, value in QWEN.items() if not key.endswith("_kv")}
    assert cache_bytes(told) == cache_bytes(QWEN) * 7


@pytest.mark.parametrize("info", [None, [], {}, {"general.architecture": "x"}, QWEN | {
    "qwen2.attention.head_count": "14", "qwen2.block_count": -1}])  # fmt: skip
def test_a_shape_that_is_not_told_costs_nothing_known(info):
    assert cache_bytes(info) == 0


@pytest.mark.parametrize(
    ("trained", "per_token", "free", "wanted", "num_ctx"),
    [
        (32_768, 12_288, 8 * GB, None, 8192),
        (32_768, 150_000, 4 * GB, None, 4096),  # 1.2 GB would be more than a quarter
        (32_768, 150_000, GB, None, 2048),  # never less: a persona must fit
        (1_024, 150_000, GB // 100, None, 1024),  # nor more than it was trained for
        (32_768, 0, 0, None, 8192),  # nothing known of the cost
        (0, 0, GB, None, 4096),
        (32_768, 150_000, GB, 16_384, 16_384),  # the user decides
        (8_192, 0, GB, 16_384, 8192),
        (32_768, 0, GB, 5_000, 4864),  # whole blocks
    ],
)
def test_the_window_leaves_most_of_the_free_memory(trained, per_token, free, wanted, num_ctx):
    window = chosen(trained, per_token, free, wanted=wanted)
    assert window.num_ctx == num_ctx
    assert window.cache_bytes == num_ctx * per_token


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 64 * GB))
def test_more_memory_never_means_a_smaller_window(trained, per_token, free):
    smaller, larger = (chosen(trained, per_token, bytes_).num_ctx for bytes_ in (free, 2 * free))
    assert 256 <= smaller <= larger <= 8192
    assert smaller % 256 == 0


@pytest.mark.parametrize(
    ("loaded", "num_ctx"), [(0, 4096), (2048, 4096), (4096, 4096), (8192, 8192), (16_384, 4096)]
)
def test_a_model_that_is_loaded_with_more_keeps_it(loaded, num_ctx):
    window = kept(Window(4096, trained=32_768, cache_bytes=4096 * 10), loaded)
    assert window == Window(num_ctx, trained=32_768, cache_bytes=num_ctx * 10)


@pytest.fixture
def opened(fake):
    engines = []

    def engine_on(**more):
        engines.append(Ollama(parse(fake.url), **more))
        return engines[-1]

    yield engine_on
    for engine in engines:
        engine.close()


def test_what_the_user_wants_is_what_is_sent_in_every_call(opened, fake):
    fake.models["fake:1b"].trained = 32_768
    engine = opened(window=16_384)
    ask(engine)
    ask(engine, max_tokens=3)
    assert [body["options"]["num_ctx"] for body in fake.chats] == [16_384, 16_384]
    assert fake.loads == 1
    assert engine.status().facts["num_ctx"] == 16_384


def test_the_window_is_chosen_once_whatever_memory_is_free_later(opened, fake):
    fake.models["fake:1b"].info = {"block_count": 32, "embedding_length": 4096} | {
        "attention.head_count": 32,
        "attention.head_count_kv": 8,
    }
    free = [8 * GB, GB, GB]
    engine = opened(free=lambda: free.pop(0) if len(free) > 1 else free[0])
    ask(engine)
    ask(engine)
    engine.status()
    assert len({body["options"]["num_ctx"] for body in fake.chats}) == 1
    assert fake.loads == 1


def test_another_start_with_less_free_memory_does_not_load_a_model_again(opened, fake):
    fake.models["fake:1b"].info = {"block_count": 32, "embedding_length": 4096} | {
        "attention.head_count": 32,
        "attention.head_count_kv": 8,
    }
    ask(opened(free=lambda: 64 * GB))
    ask(opened(free=lambda: GB))
    assert fake.loads == 1
    assert opened(free=lambda: GB).status().facts["cache_mb"] == 1024
