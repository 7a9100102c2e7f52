"""What all tests share: laws are tried on the same examples everywhere, however slow a busy machine is."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("patient")
