"""门禁: every view says who it is for; a test walks all routes and fails for one that does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

EVERYBODY = "everybody"
"""Of a route that answers who has no token too; it shows nothing of any hand."""

View = TypeVar("View", bound=Callable[..., Any])


def everybody(view: View) -> View:
    """Mark a view that needs no token."""
    view.roles = EVERYBODY  # type: ignore[attr-defined]
    return view
