"""What a tooltip says, letter by letter: Qt would read whatever looks like markup as a page.

A page in a tooltip draws the pictures of this computer that it names, and what stands in one may
come from a model, a card or a file. Tooltips have no text format that could forbid it.
"""

from __future__ import annotations

import html

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """*text* for a tooltip that shows it as it is."""
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'
