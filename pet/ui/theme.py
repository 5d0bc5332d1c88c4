"""Colours, fonts and spacing of every window: light and dark, the system's choice or forced.

A window takes a `Theme`, paints with it, and paints again when `ThemeSource.changed` brings
another. Lengths are logical px; colours are `#rrggbb` or `#aarrggbb`, which QColor and style
sheets both read. Text colours keep the contrast of WCAG 2.2 AA (4.5 to 1) on the colour that they
are named for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

Wanted = Literal["auto", "light", "dark"]

# Behind the system's own font, so that Hangul is drawn with Korean and not with Chinese shapes.
_HANGUL_FAMILIES: Final = (
    "Pretendard",
    "Noto Sans KR",
    "Noto Sans CJK KR",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "NanumGothic",
    "Noto Color Emoji",
)


@dataclass(frozen=True, slots=True)
class Palette:
    """What each colour is for."""

    card: str  # the ground of a window or bubble
    card_border: str
    field: str  # the ground of a text box
    field_border: str
    text: str  # on card and field
    muted: str  # second-rank text on card: times, hints, counts
    accent: str  # the one button that matters, the focus ring
    accent_hover: str
    accent_text: str  # on accent
    link: str  # on card
    hover: str  # the ground of a quiet button or row under the mouse
    pressed: str
    selection: str  # the ground of selected text or of the chosen row
    selection_text: str
    user_ground: str  # the user's message
    user_text: str
    pet_ground: str  # the pet's message
    pet_text: str
    notice: str  # the ground of a quiet notice
    notice_text: str
    error: str  # error text on card
    blush: str  # the character's own pink, for small decorations only
    leaf: str  # the character's own green, for small decorations only
    shadow: str  # with alpha


LIGHT: Final = Palette(
    card="#fffdf8",
    card_border="#e4dacb",
    field="#ffffff",
    field_border="#d5c8b5",
    text="#3a322a",
    muted="#75695c",
    accent="#3f7d45",
    accent_hover="#356c3b",
    accent_text="#ffffff",
    link="#2f6f8f",
    hover="#f4ede1",
    pressed="#eae0d0",
    selection="#cfe6c8",
    selection_text="#26301f",
    user_ground="#e6f1df",
    user_text="#2c3a27",
    pet_ground="#f7f0e5",
    pet_text="#3a322a",
    notice="#fdf1d3",
    notice_text="#5a4413",
    error="#b3362b",
    blush="#f7a9a0",
    leaf="#7fb96b",
    shadow="#33574634",
)

DARK: Final = Palette(
    card="#2a2622",
    card_border="#4a433b",
    field="#211e1b",
    field_border="#584f45",
    text="#f3ece1",
    muted="#b5a999",
    accent="#8ecb84",
    accent_hover="#a1d898",
    accent_text="#182416",
    link="#8cc8e6",
    hover="#37322c",
    pressed="#443d35",
    selection="#4b6b44",
    selection_text="#f5fbf2",
    user_ground="#34452f",
    user_text="#e9f3e4",
    pet_ground="#37312b",
    pet_text="#f3ece1",
    notice="#4a3d1d",
    notice_text="#f7e3b0",
    error="#ff9c8f",
    blush="#f0968c",
    leaf="#8ecb84",
    shadow="#80000000",
)


@dataclass(frozen=True, slots=True)
class Spacing:
    """The steps between things, in logical px."""

    xs: int = 4
    s: int = 8
    m: int = 12
    l: int = 16  # noqa: E741 - the sizes are named as clothes are
    xl: int = 24
    radius: int = 14  # of a card or bubble
    radius_small: int = 8  # of a button, a field, a row
    border: int = 1


@dataclass(frozen=True, slots=True)
class Theme:
    """One look, whole. Two themes are equal when they look the same."""

    dark: bool
    palette: Palette
    spacing: Spacing = field(default_factory=Spacing)

    def color(self, name: str) -> QColor:
        """The palette's colour of that *name*; raises AttributeError for an unknown one."""
        return QColor(str(getattr(self.palette, name)))

    def font(self, scale: float = 1.0, *, bold: bool = False) -> QFont:
        """The system's font with Korean behind it, *scale* times the size the user chose."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setFamilies([*font.families(), *_HANGUL_FAMILIES])
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * scale)
        else:
            font.setPixelSize(max(1, round(font.pixelSize() * scale)))
        font.setBold(bold)
        return font


LIGHT_THEME: Final = Theme(dark=False, palette=LIGHT)
DARK_THEME: Final = Theme(dark=True, palette=DARK)


def choose_theme(wanted: Wanted = "auto", *, silent_is_dark: bool | None = None) -> Theme:
    """The theme to paint with now: what was *wanted*, else what the system shows.

    *silent_is_dark* is for a system that does not say (None: judged by the program's palette, as
    long as nobody has set another one).
    """
    if wanted == "auto":
        return DARK_THEME if _system_is_dark(silent_is_dark) else LIGHT_THEME
    return DARK_THEME if wanted == "dark" else LIGHT_THEME


class ThemeSource(QObject):
    """The theme in force; tells when the user or the system changed it."""

    changed = Signal(object)  # Theme

    def __init__(self, wanted: Wanted = "auto", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._silent_is_dark = _ground_is_dark()  # before a theme of ours is the palette
        self._current = choose_theme(wanted)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def current(self) -> Theme:
        return self._current

    def choose(self, wanted: Wanted) -> None:
        """Paint light or dark from now on, or as the system does."""
        self._wanted = wanted
        self._follow_system()

    @Slot()
    def _follow_system(self) -> None:
        theme = choose_theme(self._wanted, silent_is_dark=self._silent_is_dark)
        if theme != self._current:
            self._current = theme
            self.changed.emit(theme)


def _system_is_dark(silent_is_dark: bool | None) -> bool:
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme != Qt.ColorScheme.Unknown:
        return scheme == Qt.ColorScheme.Dark
    return _ground_is_dark() if silent_is_dark is None else silent_is_dark


def _ground_is_dark() -> bool:
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128
