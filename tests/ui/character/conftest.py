"""A character and a bubble as the desktop makes them, offscreen."""

from __future__ import annotations

from random import Random

import pytest

from pet.i18n import Texts
from pet.ui.character.bubble import SpeechBubble
from pet.ui.character.rig import somi
from pet.ui.character.sprites import Sprites
from pet.ui.character.window import CharacterWindow
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def rig(qapp):
    return somi()


@pytest.fixture
def sprites(rig):
    return Sprites(rig)


@pytest.fixture
def texts():
    return Texts("en")


@pytest.fixture
def character(qtbot, sprites, texts, clock):
    window = CharacterWindow(sprites, texts, clock, Random(1))
    qtbot.addWidget(window)
    return window


@pytest.fixture
def bubble(qtbot, texts):
    window = SpeechBubble(texts, LIGHT_THEME)
    qtbot.addWidget(window)
    return window
