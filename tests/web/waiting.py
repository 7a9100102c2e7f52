"""Waiting for a thread, a process or a page: for the thing itself, however long a busy machine takes."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

PATIENCE = 120.0
"""Seconds that anything may take; what comes is waited for no longer than it takes."""


def until(so: Callable[[], bool], page: Page | None = None, every: float = 0.02) -> None:
    """Wait until something is so, looking every so many seconds; `page`: one that goes on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, "it has not come about"
        if page is None:
            time.sleep(every)
        else:
            page.wait_for_timeout(1000 * every)


def until_page(page: Page, true: str) -> None:
    """Wait for something in a page, by a script: its policy allows none that would look by itself. One that
    is just leaving for another page is asked again there.
    """

    def so() -> bool:
        try:
            return bool(page.evaluate(true))
        except Error as error:
            if "Execution context was destroyed" not in error.message:
                raise
            return False

    until(so, page)
