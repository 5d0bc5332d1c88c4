"""What servers say of their models, and which one is chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines import catalogue
from pet.engines.base import Model

GB = 1024**3
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["models", "name", "size", "capabilities", "model_info", "context_length", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_answer_however_odd_is_more_than_no_answer(answer):
    catalogue.read_version(answer)
    catalogue.read_loaded(answer)
    catalogue.read_card(answer)
    for model, _ in catalogue.read_models(answer, frozenset()):
        assert model.name


@pytest.mark.parametrize(
    ("sizes", "free", "best"),
    [
        ({"a": 1, "b": 4, "c": 9}, 10, "b"),
        ({"a": 1, "b": 4, "c": 9}, 18, "c"),
        ({"b": 4, "c": 9}, 1, "b"),  # none fits: the smallest
        ({}, 99, None),
    ],
)
def test_the_largest_model_that_fits_in_half_of_the_free_memory_is_best(sizes, free, best):
    models = [Model(name, size * GB) for name, size in sizes.items()]
    chosen = catalogue.best(models, free * GB)
    assert (chosen.name if chosen else None) == best


def test_a_model_that_is_loaded_is_better_than_any_other_and_a_remote_one_never_is():
    models = [Model("a", 1), Model("b", 2, loaded=True), Model("c", 3), Model("d", 0, remote=True)]
    assert catalogue.best(models, 100).name == "b"
    assert catalogue.best([Model("d", 1, loaded=True, remote=True)], 100) is None


def test_what_the_list_tells_of_a_model_is_kept():
    tags = {
        "models": [
            {"name": "b:1", "size": 5, "capabilities": ["completion", "tools", "thinking"]},
            {"name": "a", "remote_model": "big"},
        ]
    }
    (first, _), (second, card) = catalogue.read_models(tags, frozenset({"b:1"}))
    assert first == Model("a", remote=True)
    assert second == Model("b:1", 5, loaded=True, tools=True, thinks=True)
    assert card.can("vision") is False


@pytest.mark.parametrize(
    ("name", "full"),
    [("a", "a:latest"), ("a:b", "a:b"), ("h:1/a", "h:1/a:latest"), ("u/a:x", "u/a:x"), ("", "")],
)
def test_a_name_without_a_tag_is_latest(name, full):
    assert catalogue.full_name(name) == full


@pytest.mark.parametrize(
    ("count", "small"),
    [(630_167_424, True), (999_999_999, True), (1_000_000_000, False), (0, False), ("many", False)],
)
def test_a_model_of_less_than_a_billion_parameters_is_small(count, small):
    card = catalogue.read_card({"model_info": {"general.parameter_count": count}})
    assert card.is_small is small
