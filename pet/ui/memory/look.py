"""What the memory window adds to the sheet of the ordinary windows."""

from __future__ import annotations

from pet.ui.theme import Theme


def memory_sheet(theme: Theme) -> str:
    """Chips, links, the pages of the tabs and the titles of the cards."""
    color, space = theme.palette, theme.spacing
    small = theme.font(0.87).pointSizeF()
    size = f"font-size: {small:.1f}pt;" if small > 0 else ""
    return f"""
    QToolButton#chip {{ color: {color.user_text}; background: {color.user_ground}; {size}
        border: none; border-radius: {space.radius_small}px; padding: 2px 9px; }}
    QToolButton#chip:hover {{ background: {color.selection}; }}
    QToolButton#chip::menu-indicator {{ image: none; width: 0; }}
    QPushButton#link {{ color: {color.link}; background: transparent; {size}
        border: none; padding: 2px 0; text-align: left; }}
    QPushButton#link:hover, QPushButton#link:focus {{ text-decoration: underline; }}
    QToolButton#flat {{ text-align: left; padding: 4px 2px; }}
    QWidget#page {{ background: transparent; }}
    QFrame#card QLabel#title {{ font-size: {theme.font(1.05).pointSizeF():.1f}pt; }}
    QFrame#card QPushButton {{ background: {color.field}; border-color: {color.field_border}; }}
    QFrame#card QPushButton:hover {{ background: {color.hover}; }}
    QFrame#card QPushButton:focus {{ border-color: {color.accent}; }}
    QFrame#card QPushButton#link {{ background: transparent; border: none; }}
    QSplitter::handle {{ background: transparent; }}
    """
