"""Both themes can be read, and a forced one wins over the system's."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtGui import QColor

from pet.ui.theme import DARK, DARK_THEME, LIGHT, LIGHT_THEME, Palette, ThemeSource, choose_theme

PAIRS = [
    ("text", "card"),
    ("text", "field"),
    ("muted", "card"),
    ("accent_text", "accent"),
    ("accent_text", "accent_hover"),
    ("link", "card"),
    ("selection_text", "selection"),
    ("user_text", "user_ground"),
    ("pet_text", "pet_ground"),
    ("notice_text", "notice"),
    ("error", "card"),
    ("text", "hover"),
    ("text", "pressed"),
]


def _luminance(name: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = QColor(name).getRgbF()[:3]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_every_text_can_be_read_on_its_ground(palette, text, ground):
    lighter, darker = sorted(
        (_luminance(getattr(palette, text)), _luminance(getattr(palette, ground))), reverse=True
    )
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_colour_is_one_that_qt_understands(palette):
    for each in fields(Palette):
        assert QColor.isValidColorName(getattr(palette, each.name)), each.name


def test_a_forced_theme_wins_over_the_system(qapp):
    assert choose_theme("light") is LIGHT_THEME
    assert choose_theme("dark") is DARK_THEME
    assert choose_theme("auto") in (LIGHT_THEME, DARK_THEME)


def test_a_changed_choice_is_told_once(qtbot):
    source = ThemeSource("light")
    told = []
    source.changed.connect(told.append)
    source.choose("light")
    source.choose("dark")
    source.choose("dark")
    assert told == [DARK_THEME]
    assert source.current is DARK_THEME


def test_the_font_keeps_the_users_size_and_knows_korean(qapp):
    font, larger = LIGHT_THEME.font(), LIGHT_THEME.font(1.5, bold=True)
    assert "Noto Sans CJK KR" in font.families()
    assert larger.pointSizeF() == pytest.approx(font.pointSizeF() * 1.5)
    assert larger.bold()
    assert not font.bold()
