"""The presets were typed twice from RULES.md section 9: the two agree, key by key."""

from __future__ import annotations

from enum import Enum
from operator import attrgetter

import pytest

from assistant.rules import RuleSet, load
from tests.assistant.second_pricer.rulebook import PRESETS


def value_of(rules: RuleSet, key: str) -> object:
    group, _, pattern = key.partition(".")
    if group == "patterns" and pattern in rules.patterns:
        price = rules.patterns[pattern]
        return "off" if price is None else price
    value = attrgetter(key)(rules)
    if isinstance(value, Enum):
        value = value.value
    return "none" if value is None else value


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_typed_twice_agree(preset: str) -> None:
    rules = load(preset)
    assert {key: value_of(rules, key) for key in PRESETS[preset]} == PRESETS[preset]
