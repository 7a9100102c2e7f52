"""门禁: every view says who it is for; a test walks all routes and fails for one that does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from web.tables.members import Role

EVERYBODY = "everybody"
"""Of a route that answers who has no token too; it shows nothing of any hand."""

OWNER = "owner"
"""Who sits at the machine that the program runs on: among the roles of a view that is for them too."""

View = TypeVar("View", bound=Callable[..., Any])


def everybody(view: View) -> View:
    """Mark a view that needs no token."""
    view.roles = EVERYBODY  # type: ignore[attr-defined]
    return view


def roles_of(view: Callable[..., Any]) -> frozenset[Role | str] | Literal["everybody"] | None:
    """Who a view is for; None where it does not say."""
    found: frozenset[Role | str] | Literal["everybody"] | None = getattr(view, "roles", None)
    return found
