"""Markdown shows emphasis, lists and code, and reaches for nothing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument, QTextFormat

from pet.ui.chat.markdown import is_safe_link, show_markdown
from pet.ui.chat.message_text import MessageText
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def text(qtbot):
    browser = MessageText(LIGHT_THEME, "pet_text", 300)
    qtbot.addWidget(browser)
    browser.show()
    return browser


def shown(text, markdown: str) -> str:
    text.show_markdown(markdown, LIGHT_THEME)
    return text.toPlainText()


def formats(text):
    block = text.document().begin()
    while block.isValid():
        runs = block.begin()
        while not runs.atEnd():
            yield runs.fragment().text(), runs.fragment().charFormat()
            runs += 1
        block = block.next()


def test_emphasis_lists_and_code_are_shown(text):
    assert shown(text, "**bold** and `code`\n\n- one\n- two") == "bold and code\none\ntwo"
    by_text = dict(formats(text))
    assert by_text["bold"].fontWeight() > 500
    assert by_text["code"].fontFixedPitch()
    assert text.document().findBlockByNumber(1).textList() is not None


def test_line_breaks_stay_as_they_were_written(text):
    assert shown(text, "first\nsecond\n\nthird") == "first\nsecond\nthird"
    assert shown(text, "```\na\n\nb  \n```") == "a\n\nb  "


@pytest.mark.parametrize(
    "html",
    [
        "<b>x</b>",
        "<img src='file:///etc/passwd'>",
        "<script>x</script>",
        "<a href='http://x.y'>x</a>",
    ],
)
def test_raw_html_is_text(text, html):
    assert shown(text, f"see {html}") == f"see {html}"
    assert not any(form.isAnchor() or form.isImageFormat() for _, form in formats(text))


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://example.org/a.png", "x.png"])
def test_a_picture_is_never_loaded_and_its_text_stays(qtbot, text, address):
    assert shown(text, f"look: ![alt]({address}) there") == f"look: ![alt]({address}) there"
    text.grab()
    assert not any(form.isImageFormat() for _, form in formats(text))


def test_nothing_is_read_from_the_disk_even_when_asked_for(text, tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_text("secret")
    address = secret.as_uri()
    text.show_markdown(f"![a]({address})", LIGHT_THEME)
    text.grab()
    for kind in QTextDocument.ResourceType:
        assert QTextDocument().resource(kind.value, address)  # Qt's own would read it
        assert not text.document().resource(kind.value, address)
        assert not text.loadResource(kind.value, address)


@pytest.mark.parametrize(
    ("address", "safe"),
    [
        ("https://example.org/a?b=c#d", True),
        ("http://example.org", True),
        ("mailto:somi@example.org", True),
        ("HTTPS://EXAMPLE.ORG", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("smb://host/share", False),
        ("ftp://host/x", False),
        ("//host/x", False),
        ("x.html", False),
        ("https:", False),
        ("", False),
    ],
)
def test_only_the_web_and_mailboxes_are_links(text, address, safe):
    assert is_safe_link(address) is safe
    text.show_markdown(f"[label](<{address}>)", LIGHT_THEME)
    assert any(form.isAnchor() for _, form in formats(text)) is safe


def test_a_link_that_is_none_shows_where_it_would_have_led(text):
    assert shown(text, "[label](javascript:x)") == "[label](javascript:x)"


def test_a_heading_is_no_larger_than_the_rest(text):
    shown(text, "# Title\n\nbody")
    sizes = {form.intProperty(QTextFormat.Property.FontSizeAdjustment) for _, form in formats(text)}
    assert sizes == {0}


@pytest.mark.parametrize("piece", ["> ", "- ", "[", "`", "*", "    ", "1. ", "![]("])
def test_what_is_nested_beyond_reading_is_harmless(text, piece):
    text.show_markdown(piece * 5000 + "x", LIGHT_THEME)
    assert text.toPlainText().endswith("x")
    text.grab()


PIECES = (
    *(
        "# ",
        "> ",
        "- ",
        "1. ",
        "```",
        "`",
        "**",
        "_",
        "![",
        "](",
        ")",
        "[",
        "<b>",
        "|",
        "---",
        "\\",
    ),
    *("\\", "\n", "\n\n", "    ", " ", "&amp;", "a", "가", "글", "😀", "\u200d", "\u0301", "\x00"),
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_text_breaks_it(text, source):
    show_markdown(text.document(), source, LIGHT_THEME)
    assert not any(form.isImageFormat() for _, form in formats(text))
    assert all(is_safe_link(form.anchorHref()) for _, form in formats(text) if form.isAnchor())
