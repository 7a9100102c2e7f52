"""A rule lives in one place: a field of the rule set is read in one module."""

import ast
from pathlib import Path

import pytest

from assistant.rule_keys import GROUPS, KEYS

ROOT = Path(__file__).parents[2]
DEFINED_IN = {"assistant/rules.py", "assistant/rule_keys.py"}
RULES = ("rules", "_rules")
"""The names that rule sets go by."""

READ_BY = {
    **dict.fromkeys(["cap", "base", "label", "self_draw", "combine"], "assistant/scoring.py"),
    "patterns": "assistant/scoring.py",
    "patterns.root_counts_kongs": "assistant/scoring.py",
    "dead_wait": "assistant/readiness.py",
}
"""Where what prices a hand is read."""


def last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def keys_read(path: Path) -> set[str]:
    """The dotted keys a module reads off a rule set; `patterns` stands for every price."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            owner = last_name(node.value)
            if owner in RULES:
                found.add(node.attr)
            elif owner in GROUPS:
                found.add(f"{owner}.{node.attr}")
    names = {"patterns", *(key.name for key in KEYS)}
    return found & names


def readers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for room in ("assistant", "vision", "web"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for key in keys_read(path) if name not in DEFINED_IN else ():
                found.setdefault(key, set()).add(name)
    return found


READERS = readers()


SINGLE = [key.name for key in KEYS if not key.name.startswith("patterns.")]
"""The prices of patterns are read together, as `patterns`."""


@pytest.mark.parametrize("key", ["patterns", "patterns.root_counts_kongs", *SINGLE])
def test_a_field_has_one_reader(key: str) -> None:
    assert len(READERS.get(key, ())) == 1


@pytest.mark.parametrize("key", READ_BY)
def test_what_prices_a_hand_is_read_where_it_is_priced(key: str) -> None:
    assert READERS[key] == {READ_BY[key]}
