"""Springs follow, and always come to rest."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from pet.body.springs import AT_REST, Spring

KINDS = [(320, 26), (260, 13), (150, 7), (90, 6)]  # those that the body has


@given(
    st.sampled_from(KINDS),
    st.floats(-50, 50),
    st.floats(-400, 400),
    st.floats(-30, 30),
    st.floats(0.001, 0.25),
)
def test_a_spring_stays_finite_and_comes_to_rest_at_its_target(kind, at, speed, target, dt):
    spring = Spring(at, speed)
    passed = 0.0
    while passed < 8.0:
        spring = spring.after(dt, target, *kind)
        passed += dt
        assert math.isfinite(spring.at)
        assert abs(spring.at) < 200
    assert spring == Spring(target)


def test_after_a_long_pause_it_has_come_to_rest():
    assert Spring(10, 100).after(60, 0, 90, 6) == AT_REST
