"""The colours of everything that Qt draws itself: a palette for all of it, a sheet for a window."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QPalette

from pet.ui.theme import Theme


def qt_palette(theme: Theme) -> QPalette:
    """What menus, dialogs and plain widgets are painted with."""
    found = QPalette()
    role = QPalette.ColorRole
    colors = {
        role.Window: "card",
        role.WindowText: "text",
        role.Base: "field",
        role.AlternateBase: "hover",
        role.Text: "text",
        role.Button: "hover",
        role.ButtonText: "text",
        role.BrightText: "error",
        role.ToolTipBase: "card",
        role.ToolTipText: "text",
        role.PlaceholderText: "muted",
        role.Highlight: "selection",
        role.HighlightedText: "selection_text",
        role.Link: "link",
        role.LinkVisited: "link",
        role.Light: "card",
        role.Midlight: "hover",
        role.Mid: "card_border",
        role.Dark: "field_border",
        role.Shadow: "field_border",
    }
    for which, name in colors.items():
        found.setColor(which, theme.color(name))
    faint = _between(theme.color("muted"), theme.color("card"))
    for which in (role.WindowText, role.Text, role.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, which, faint)
    return found


def style_sheet(theme: Theme) -> str:
    """The look of an ordinary window.

    Names give a widget its rank: `quiet` second-rank words, `title` a heading, `action` the one
    button that matters, `flat` a button without a ground, `danger` one that destroys, `card` a
    frame with a ground of its own, `notice` a quiet sentence, `line` what parts two places, `error`
    what went wrong.
    """
    return _words(theme) + _buttons(theme) + _fields(theme) + _lists(theme)


def _words(theme: Theme) -> str:
    color, space = theme.palette, theme.spacing
    return f"""
    Window {{ background: {color.card}; }}
    QLabel {{ color: {color.text}; background: transparent; }}
    QLabel#quiet {{ color: {color.muted}; font-size: {_size(theme.font(0.9))}; }}
    QLabel#title {{ font-size: {_size(theme.font(1.15))}; font-weight: 600; }}
    QLabel#error {{ color: {color.error}; }}
    QFrame#card {{ background: {color.pet_ground}; border-radius: {space.radius_small + 2}px; }}
    QFrame#line {{ background: {color.card_border}; border: none; }}
    QFrame#notice {{ background: {color.notice}; border-radius: {space.radius_small + 2}px; }}
    QFrame#notice QLabel {{ color: {color.notice_text}; }}
    QToolTip {{ color: {color.text}; background: {color.card};
        border: 1px solid {color.card_border}; padding: 3px 6px; }}
    """


def _buttons(theme: Theme) -> str:
    color, space = theme.palette, theme.spacing
    edge = "border: 2px solid"  # always two px: a button must not jump when it gets the focus
    return f"""
    QPushButton, QToolButton {{ color: {color.text}; background: {color.hover};
        {edge} transparent; border-radius: {space.radius_small}px; padding: 4px 12px; }}
    QPushButton:hover, QToolButton:hover {{ background: {color.pressed}; }}
    QPushButton:focus, QToolButton:focus {{ border-color: {color.accent}; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {color.muted}; }}
    QPushButton#action {{ color: {color.accent_text}; background: {color.accent};
        font-weight: 600; }}
    QPushButton#action:hover {{ background: {color.accent_hover}; }}
    QPushButton#action:focus {{ border-color: {color.text}; }}
    QPushButton#action:disabled {{ color: {color.muted}; background: {color.pressed}; }}
    QPushButton#danger {{ color: {color.error}; background: transparent;
        border-color: {color.field_border}; }}
    QPushButton#danger:hover {{ background: {color.hover}; }}
    QPushButton#danger:focus {{ border-color: {color.error}; }}
    QPushButton#flat, QToolButton#flat {{ color: {color.muted}; background: transparent; }}
    QPushButton#flat:hover, QToolButton#flat:hover {{ color: {color.text};
        background: {color.hover}; }}
    """


def _fields(theme: Theme) -> str:
    color, space = theme.palette, theme.spacing
    return f"""
    QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox {{ color: {color.text};
        background: {color.field}; border: 2px solid {color.field_border};
        border-radius: {space.radius_small}px; padding: 4px 7px;
        selection-background-color: {color.selection}; selection-color: {color.selection_text}; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus {{
        border-color: {color.accent}; }}
    QCheckBox {{ color: {color.text}; spacing: {space.s}px; }}
    QCheckBox::indicator {{ width: 14px; height: 14px; background: {color.field};
        border: 2px solid {color.muted}; border-radius: 4px; }}
    QCheckBox::indicator:checked {{ background: {color.accent}; border-color: {color.accent}; }}
    QCheckBox::indicator:focus {{ border-color: {color.accent}; }}
    QCheckBox:focus {{ color: {color.link}; }}
    QComboBox::drop-down {{ border: none; width: 22px; }}
    QComboBox::down-arrow {{ width: 0; height: 0; margin-right: 8px;
        border-left: 4px solid {color.field}; border-right: 4px solid {color.field};
        border-top: 5px solid {color.muted}; }}
    QComboBox QAbstractItemView {{ color: {color.text}; background: {color.card};
        border: 1px solid {color.card_border};
        selection-background-color: {color.selection}; selection-color: {color.selection_text}; }}
    """


def _lists(theme: Theme) -> str:
    color, space = theme.palette, theme.spacing
    return f"""
    QAbstractItemView {{ color: {color.text}; background: {color.field}; outline: none;
        border: 1px solid {color.card_border}; border-radius: {space.radius_small}px; }}
    QListView::item, QTreeView::item {{ padding: {space.xs}px {space.s}px; }}
    QListView::item:hover, QTreeView::item:hover {{ background: {color.hover}; }}
    QListView::item:selected, QTreeView::item:selected {{ color: {color.selection_text};
        background: {color.selection}; }}
    QTabWidget::pane {{ border: none; }}
    QTabBar {{ qproperty-drawBase: 0; }}
    QTabBar::tab {{ color: {color.muted}; background: transparent; padding: 6px 14px;
        border-bottom: 2px solid transparent; }}
    QTabBar::tab:hover {{ color: {color.text}; }}
    QTabBar::tab:selected {{ color: {color.text}; border-bottom-color: {color.accent}; }}
    QTabBar::tab:focus {{ color: {color.link}; }}
    QSplitter::handle {{ background: {color.card_border}; }}
    QScrollArea, QScrollArea > QWidget > QWidget#page {{ background: transparent; border: none; }}
    QScrollBar {{ background: transparent; border: none; }}
    QScrollBar:vertical {{ width: 10px; margin: 2px; }}
    QScrollBar:horizontal {{ height: 10px; margin: 2px; }}
    QScrollBar::handle {{ background: {color.field_border}; border-radius: 3px; }}
    QScrollBar::handle:vertical {{ min-height: 28px; }}
    QScrollBar::handle:horizontal {{ min-width: 28px; }}
    QScrollBar::handle:hover {{ background: {color.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """


def _size(font: QFont) -> str:
    points = font.pointSizeF()
    return f"{points:.1f}pt" if points > 0 else f"{font.pixelSize()}px"


def _between(one: QColor, other: QColor) -> QColor:
    return QColor(
        (one.red() + other.red()) // 2,
        (one.green() + other.green()) // 2,
        (one.blue() + other.blue()) // 2,
    )
