"""The card's shape: a tail toward the character, clicks beside it go through."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from pet.body.placement import Side
from pet.ui.character.card import MARGIN, TAIL, Card
from pet.ui.theme import DARK_THEME, LIGHT_THEME

TIPS = {
    Side.ABOVE: (MARGIN + 60, MARGIN + 80 + TAIL // 2),
    Side.BELOW: (MARGIN + 60, MARGIN - TAIL // 2),
    Side.LEFT: (MARGIN + 200 + TAIL // 2, MARGIN + 60),
    Side.RIGHT: (MARGIN - TAIL // 2, MARGIN + 60),
}


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("blended", [True, False])
def test_the_tail_points_to_the_character(qapp, side, blended):
    mask = Card(200, 80, side, 60, 14, blended).mask()
    assert mask.contains(QPoint(MARGIN + 100, MARGIN + 40))
    for other, tip in TIPS.items():
        assert mask.contains(QPoint(*tip)) is (other is side), other


@pytest.mark.parametrize("blended", [True, False])
def test_clicks_beside_the_card_go_through(qapp, blended):
    card = Card(200, 80, Side.ABOVE, 60, 14, blended)
    for corner in ((0, 0), (227, 0), (0, 107), (227, 107), (MARGIN + 150, 106)):
        assert not card.mask().contains(QPoint(*corner))


def test_each_theme_has_its_own_card(qapp):
    card = Card(200, 80, Side.ABOVE, 60, 14, blended=True)
    light, dark = card.picture(LIGHT_THEME, 1.0), card.picture(DARK_THEME, 2.0)
    assert light.width() == 228
    assert dark.width() == 456
    ground = light.toImage().pixelColor(100, 50)
    assert ground == LIGHT_THEME.color("card")
    assert dark.toImage().pixelColor(200, 100) == DARK_THEME.color("card")
