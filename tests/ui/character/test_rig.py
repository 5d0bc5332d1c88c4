"""Every pose can be drawn, crisp at every scale, within its canvas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage

from pet.body.pose import LIMITS, STANDING, Brows, Eyes, Mouth, Pose, Sign
from pet.ui.character.rig import Rig
from pet.ui.character.sprites import region_of

poses = st.builds(
    Pose,
    **{name: st.integers(low, high) for name, (low, high) in LIMITS.items()},
    hanging=st.booleans(),
    curled=st.booleans(),
    eyes=st.sampled_from(Eyes),
    brows=st.sampled_from(Brows),
    mouth=st.sampled_from(Mouth),
    blush=st.integers(0, 3),
    sign=st.sampled_from(Sign),
    sign_step=st.integers(0, 7),
)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_picture_has_the_pixels_of_its_screen(rig, ratio):
    picture = rig.picture(STANDING, 180, ratio)
    assert picture.width() == picture.height() == round(180 * ratio)
    assert picture.devicePixelRatio() == ratio


def test_a_larger_picture_is_drawn_and_not_enlarged(rig):
    """Edges stay as sharp in pixels: a scaled picture would have softer ones."""
    small, large = rig.picture(STANDING, 90, shadow=False), rig.picture(STANDING, 360, shadow=False)
    soft = small.scaled(360, 360)
    assert _half_seen(large) < _half_seen(soft) / 2


@pytest.mark.parametrize("eyes", Eyes)
@pytest.mark.parametrize("mouth", Mouth)
def test_every_face_is_another_picture(rig, eyes, mouth):
    plain = rig.picture(STANDING, 128)
    faced = rig.picture(replace(STANDING, eyes=eyes, mouth=mouth), 128)
    assert (faced == plain) is (eyes is Eyes.OPEN and mouth is Mouth.REST)


@pytest.mark.parametrize("sign", [Sign.DOTS, Sign.ZED, Sign.SWEAT, Sign.TEAR])
@pytest.mark.parametrize("brows", [Brows.WORRIED, Brows.RAISED])
def test_signs_and_brows_are_drawn(rig, sign, brows):
    plain = rig.picture(STANDING, 128)
    assert rig.picture(replace(STANDING, sign=sign, sign_step=3), 128) != plain
    assert rig.picture(replace(STANDING, brows=brows), 128) != plain


def test_the_character_has_no_halo(rig):
    """Its edge is its own dark outline: no pixel at the rim is paler than that where it fades."""
    picture = rig.picture(STANDING, 360, shadow=False)
    for y in range(0, 360, 3):
        for x in range(0, 360, 3):
            color = picture.pixelColor(x, y)
            if 30 < color.alpha() < 200:
                assert color.lightness() < 150, (x, y, color.name(QColor.NameFormat.HexArgb))


@settings(
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(poses)
def test_whatever_is_visible_lies_within_the_outline(sprites, rig, pose):
    outline = sprites.outline(pose, 120, blended=True)
    visible = region_of(rig.picture(pose, 120), 24)
    assert visible.subtracted(outline).isEmpty()


def test_a_missing_drawing_says_so(tmp_path, qapp):
    with pytest.raises(FileNotFoundError):
        Rig(tmp_path / "none.svg")


def test_a_file_that_is_another_drawing_says_so(tmp_path, qapp):
    other = tmp_path / "other.svg"
    other.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    with pytest.raises(ValueError, match=r"other\.svg"):
        Rig(other)


def _half_seen(picture: QImage) -> int:
    return sum(
        20 < picture.pixelColor(x, y).alpha() < 235
        for y in range(0, picture.height(), 2)
        for x in range(0, picture.width(), 2)
    )
