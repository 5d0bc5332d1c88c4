"""Headers of model files."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.gguf import Header, read_header
from pet.engines.tiny import bundled_model


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def header(*entries: bytes, version: int = 3, count: int | None = None) -> bytes:
    number = len(entries) if count is None else count
    return b"GGUF" + struct.pack("<IQQ", version, 7, number) + b"".join(entries)


def string(key: str, value: str) -> bytes:
    return text(key) + struct.pack("<I", 8) + text(value)


def number(key: str, value: int) -> bytes:
    return text(key) + struct.pack("<II", 4, value)


LLAMA = string("general.architecture", "llama")


def written(tmp_path, content):
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    return path


def test_the_header_tells_name_size_and_window(tmp_path):
    strings = text("general.languages") + struct.pack("<IIQ", 9, 8, 2) + text("en") + text("ko")
    floats = text("llama.x") + struct.pack("<IIQ", 9, 6, 3) + b"\0" * 12
    flag = text("llama.y") + struct.pack("<I?", 7, True)
    vocabulary = text("tokenizer.ggml.tokens") + b"never read"
    path = written(
        tmp_path,
        header(
            LLAMA,
            string("general.name", "Somi"),
            string("general.size_label", "135M"),
            strings,
            floats,
            flag,
            number("llama.context_length", 8192),
            vocabulary,
        ),
    )
    assert read_header(path) == Header("llama", "Somi", "135M", 8192)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GGUF",
        b"GGML" + b"\0" * 40,
        b"<html>not found</html>",
        header(version=1),
        header(version=99),
        header(count=10**9),
        header(LLAMA, count=2),
        header(text("a") + struct.pack("<I", 77)),
        header(struct.pack("<Q", 2**60)),
        header(text("a") + struct.pack("<IIQ", 9, 8, 2**60)),
    ],
)
def test_a_file_that_is_no_model_is_refused(tmp_path, content):
    with pytest.raises(ValueError, match="GGUF"):
        read_header(written(tmp_path, content))


@given(content=st.binary(max_size=200), start=st.sampled_from([b"", header(LLAMA, count=5)]))
def test_any_bytes_are_a_header_or_are_refused(tmp_path_factory, content, start):
    path = written(tmp_path_factory.getbasetemp(), start + content)
    try:
        assert isinstance(read_header(path), Header)
    except ValueError:
        return


@pytest.mark.tiny
def test_the_model_that_comes_with_the_program_says_what_it_is():
    weights = bundled_model()
    if weights is None:
        pytest.skip("the tiny model is not installed (extra `tiny`)")
    found = read_header(weights)
    assert (found.architecture, found.size_label, found.trained) == ("llama", "135M", 8192)
