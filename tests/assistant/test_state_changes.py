"""`but` changes only fields there are: no misspelt name slips into a state."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

from assistant.state import Offer, RoundState, SeatState

ROOM = Path(__file__).parents[2] / "assistant"
FIELDS = {one.name for kind in (Offer, RoundState, SeatState) for one in fields(kind)}


def asked_for() -> set[str]:
    found: set[str] = set()
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "but"
            ):
                assert not node.args, path
                found |= {keyword.arg or "**" for keyword in node.keywords}
    return found


def test_every_field_asked_for_exists() -> None:
    found = asked_for()
    assert len(found) > 15
    assert found <= FIELDS


def test_the_rest_stays() -> None:
    seat = SeatState(unseen=5)
    assert seat.but(draws=2) == SeatState(unseen=5, draws=2)
    assert seat == SeatState(unseen=5)
