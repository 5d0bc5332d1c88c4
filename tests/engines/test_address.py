"""Addresses, read as Ollama reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.address import Address, choose, parse
from pet.errors import UsageError

DEFAULT = "http://127.0.0.1:11434"


@pytest.mark.parametrize(
    ("text", "url", "here"),
    [
        ("", DEFAULT, True),
        ("   ", DEFAULT, True),
        ("localhost", DEFAULT, True),
        ("LocalHost", DEFAULT, True),
        ("127.0.0.1", DEFAULT, True),
        ("'127.0.0.1'", DEFAULT, True),
        ('" http://127.0.0.1:99 "', "http://127.0.0.1:99", True),
        (":1234", "http://127.0.0.1:1234", True),
        ("127.8.9.10:1", "http://127.8.9.10:1", True),
        ("0.0.0.0", DEFAULT, True),
        ("0.0.0.0:8080", "http://127.0.0.1:8080", True),
        ("::", "http://[::1]:11434", True),
        ("[::]:80", "http://[::1]:80", True),
        ("::1", "http://[::1]:11434", True),
        ("[::1]", "http://[::1]:11434", True),
        ("[::1]:5", "http://[::1]:5", True),
        ("::ffff:127.0.0.1", DEFAULT, True),
        ("http://localhost", "http://127.0.0.1:80", True),
        ("HTTPS://localhost", "https://127.0.0.1:443", True),
        ("http://[::1]:11434/", "http://[::1]:11434", True),
        ("192.168.0.5", "http://192.168.0.5:11434", False),
        ("[fe80::1]:5", "http://[fe80::1]:5", False),
        ("example.com", "http://example.com:11434", False),
        ("https://example.com", "https://example.com:443", False),
        ("https://example.com:8443/ollama/", "https://example.com:8443/ollama", False),
        ("localhost.evil.example", "http://localhost.evil.example:11434", False),
        ("127.0.0.1.evil.example", "http://127.0.0.1.evil.example:11434", False),
        ("2130706433", "http://2130706433:11434", False),
    ],
)
def test_an_address_means_what_ollama_makes_of_it(text, url, here):
    address = parse(text)
    assert address.url == url
    assert address.is_this_computer is here


@pytest.mark.parametrize(
    "text",
    [
        "localhost:abc",
        "localhost:0",
        "localhost:65536",
        "localhost:",
        "localhost:-1",
        "localhost:１２３",
        "ftp://localhost",
        "http://user:word@localhost",
        "localhost@evil.example",
        "http://a://b",
        "http:/localhost",
        "two words",
        "[::1",
        "[::1]x",
        "[localhost]",
        "fe80::1%eth0",
        "host?x=1",
        "host#x",
        "host/a b",
        "host\\path",
        "１２７.0.0.1",
        "line\nbreak",
        "\ud800",
        ".",
        "-",
    ],
)
def test_what_is_no_address_is_refused(text):
    with pytest.raises(UsageError, match="bad_address"):
        parse(text)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_is_refused(text):
    try:
        address = parse(text)
    except UsageError:
        return
    assert parse(address.url) == address


@given(
    st.sampled_from(["http", "https"]),
    st.one_of(st.ip_addresses().map(str), st.from_regex(r"[a-z][a-z0-9]{0,9}", fullmatch=True)),
    st.integers(1, 65535),
)
def test_an_address_reads_itself(scheme, host, port):
    bracketed = f"[{host}]" if ":" in host else host
    once = parse(f"{scheme}://{bracketed}:{port}")
    assert parse(once.url) == once
    assert once.port == port


def test_the_setting_goes_before_the_environment_and_a_broken_environment_is_passed_over():
    assert choose("127.0.0.1:5", {"OLLAMA_HOST": "127.0.0.1:6"}).port == 5
    assert choose(None, {"OLLAMA_HOST": "127.0.0.1:6"}).port == 6
    assert choose("", {"OLLAMA_HOST": "http://localhost:abc"}) == Address()
    assert choose(None, {}) == Address()
    with pytest.raises(UsageError):
        choose("localhost:abc", {})
