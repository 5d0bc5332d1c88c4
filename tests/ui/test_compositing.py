"""Where the desktop always blends, nobody is asked."""

from __future__ import annotations

from pet.ui.compositing import is_composited


def test_offscreen_everything_blends(qapp):
    assert is_composited()
