"""What all tests share: laws are tried on the same examples everywhere, however slow a machine is, and no
test leaves a thread that would keep the run from ending.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import thread as pools

import pytest
from hypothesis import HealthCheck, settings

PATIENCE = 60.0
"""Seconds that the threads of a test may take to end after it."""

settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("patient")


def lasting() -> set[threading.Thread]:
    """The threads that a run waits for at its end, beside its own; those of pools end with it."""
    run = (threading.main_thread(), *pools._threads_queues)
    return {one for one in threading.enumerate() if not one.daemon and one not in run}


@pytest.fixture(autouse=True)
def ends_its_threads() -> Iterator[None]:
    """A test whose server goes on when it is over fails."""
    before = lasting()
    yield
    end = time.monotonic() + PATIENCE
    left = lasting() - before
    for one in left:
        one.join(max(end - time.monotonic(), 0.0))
    assert not [one.name for one in left if one.is_alive()], "threads that nobody has stopped"


def pytest_unconfigure() -> None:
    """Let a run end that has failed for such threads: they would hold it up for ever."""
    if lasting():
        sys.stdout.flush()
        os._exit(1)
