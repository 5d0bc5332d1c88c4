"""Properties are about what is true, not about how fast this machine is just now."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "untimed",
    settings.default,
    deadline=None,
    suppress_health_check=[*settings.default.suppress_health_check, HealthCheck.too_slow],
)
settings.load_profile("untimed")
