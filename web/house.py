"""打法: the rule sets that the page offers: the presets, and the house's own files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.problems import Problem
from assistant.rules import PRESETS, RulesError, RuleSet, load


@dataclass(frozen=True, slots=True)
class House:
    """Where rule sets come from. A name is looked up in this list only, so no request can name a path."""

    data: Path | None = None
    """a folder whose `rules/*.toml` are offered too"""

    def own(self) -> dict[str, Path]:
        """The house's own rule sets by name; a preset's name stays the preset's."""
        if self.data is None:
            return {}
        found = sorted((self.data / "rules").glob("*.toml"))
        return {path.stem: path for path in found if path.stem not in PRESETS}

    def names(self) -> tuple[str, ...]:
        """Every name that can be chosen, the default first."""
        return (*PRESETS, *self.own())

    def load(self, name: str, overrides: Mapping[str, object]) -> RuleSet:
        """The rule set of that name with some keys changed; RulesError with every problem."""
        if name in PRESETS:
            return load(name, overrides)
        path = self.own().get(name)
        if path is None:
            known = ", ".join(self.names())
            raise RulesError((Problem("no_such_rules", f"There is no rule set “{name}”: use {known}."),))
        try:
            return load(path, overrides)
        except RulesError as error:
            # phones learn which file is wrong, not where this machine keeps it
            plain = (
                replace(one, message=one.message.replace(str(path), path.name)) for one in error.problems
            )
            raise RulesError(plain) from error
