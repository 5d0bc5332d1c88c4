"""The style sheet of the chat window, made from a theme."""

from __future__ import annotations

from PySide6.QtGui import QFont

from pet.ui.theme import Theme


def style_sheet(theme: Theme) -> str:
    """What labels, plain buttons, lists and scroll bars look like; the rest paints itself."""
    color, space = theme.palette, theme.spacing
    small = f"font-size: {_size(theme.font(0.88))};"
    return f"""
    QLabel {{ color: {color.text}; background: transparent; }}
    QLabel#name {{ font-size: {_size(theme.font(1.1))}; font-weight: 600; }}
    QLabel#engine, QLabel#mark, QLabel#seen, QLabel#waiting, QLabel#advice {{
        color: {color.muted}; {small} }}
    QMessageBox {{ background: {color.card}; }}
    QLabel#count {{ color: {color.muted}; {small} }}
    QLabel#count[refused="true"] {{ color: {color.error}; }}
    QLabel#elsewhere {{ color: {color.notice_text}; background: {color.notice}; {small}
        border-radius: 7px; padding: 1px 7px; }}
    QLabel#unremembered {{ color: {color.card}; background: {color.muted}; {small}
        border-radius: 7px; padding: 1px 7px; }}
    QWidget#stack, QScrollArea, QPlainTextEdit {{ background: transparent; }}
    QPlainTextEdit {{ color: {color.text}; selection-background-color: {color.selection};
        selection-color: {color.selection_text}; padding: 0; border: none; }}
    QFrame#rule {{ background: {color.card_border}; border: none; }}
    QFrame#notice {{ background: {color.notice}; border-radius: {space.radius_small + 2}px; }}
    QFrame#notice QLabel {{ color: {color.notice_text}; }}
    QFrame#queued {{ background: {color.hover}; border-radius: {space.radius_small + 2}px; }}
    QFrame#queued QLabel {{ color: {color.muted}; {small} }}
    QPushButton {{ color: {color.text}; border: none; border-radius: {space.radius_small}px;
        padding: 5px 12px; background: {color.hover}; }}
    QPushButton:hover {{ background: {color.pressed}; }}
    QPushButton#quiet, QPushButton#hint {{ color: {color.muted}; background: transparent; {small}
        padding: 3px 10px; }}
    QPushButton#hint {{ text-align: left; padding: 3px {space.xs}px; }}
    QPushButton#quiet:hover, QPushButton#hint:hover {{ color: {color.text};
        background: {color.hover}; }}
    QPushButton#action {{ color: {color.accent_text}; background: {color.accent};
        font-weight: 600; }}
    QPushButton#action:hover {{ background: {color.accent_hover}; }}
    QPushButton#choice {{ text-align: left; padding: 6px 13px; background: transparent;
        border: 1px solid {color.field_border}; border-radius: {space.radius_small + 4}px; }}
    QPushButton#choice:hover {{ background: {color.hover}; border-color: {color.accent}; }}
    QPushButton:focus {{ border: 2px solid {color.accent}; }}
    QListWidget#suggestions {{ background: {color.card}; border: 1px solid {color.card_border};
        border-radius: {space.radius_small + 4}px; padding: 3px 0; outline: none; }}
    QScrollBar:vertical {{ background: transparent; width: 8px; margin: 2px 2px 2px 0; }}
    QScrollBar::handle:vertical {{ background: {color.field_border}; border-radius: 3px;
        min-height: 28px; }}
    QScrollBar::handle:vertical:hover {{ background: {color.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QToolTip {{ color: {color.text}; background: {color.card};
        border: 1px solid {color.card_border}; padding: 3px 6px; }}
    """


def _size(font: QFont) -> str:
    points = font.pointSizeF()
    return f"{points:.1f}pt" if points > 0 else f"{font.pixelSize()}px"
