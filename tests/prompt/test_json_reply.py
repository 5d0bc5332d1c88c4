"""The JSON object in what a model wrote."""

from __future__ import annotations

import pytest

from pet.prompt.json_reply import loaded


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure! ```json\n{"a": {"b": [1]}}\n``` {"c": 2}', {"a": {"b": [1]}}),
        ('[{"a": 1}]', {"a": 1}),
        ("{}", {}),
        ("", None),
        ("no object, [1, 2]", None),
        ('{"a": 1', None),
        ("{a: 1}", None),
        ("{" * 100_000, None),
        ('{"a": ' * 100_000, None),
    ],
)
def test_the_first_object_is_found_whatever_stands_around_it(text, found):
    assert loaded(text) == found
