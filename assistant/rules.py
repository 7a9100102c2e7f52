"""规则: a rule set 打法 as a frozen value, read from a preset or a user's TOML file (RULES sections 8 and 9).

Every rule is data here; one module each reads a field (assistant/rulesets/README.md names it).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from assistant import rule_words as words
from assistant.problems import Problem
from assistant.rule_keys import BASED_ON, BY_NAME, GROUPS, KEYS, Plain, unknown_key
from assistant.rule_words import PRICED

PRESETS = ("chengdu", "maomaoyu", "online", "sbr-2025")
"""The rule sets that come with the project (RULES section 8); the first is the default."""
RULESETS = Path(__file__).parent / "rulesets"

Price = int | Literal["cap"] | None
"""A pattern's doublings; "cap": as many as the cap, 3 where uncapped; None: off."""


class RulesError(ValueError):
    """A rule set that cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


@dataclass(frozen=True, slots=True)
class Kong:
    """刮风下雨 (RULES section 5), in units of base."""

    concealed: int
    """暗杠, from each player still in"""
    exposed: int
    """直杠, from the discarder"""
    exposed_others: int
    """直杠, from each other player still in (下毛毛雨)"""
    added: int
    """弯杠, from each player still in"""
    added_only_just_drawn: bool
    discard_win: words.KongDiscardWin
    added_deal_in_transfers_all: bool
    """转雨"""
    refund_not_ready: words.RefundNotReady
    refund_to_winners: bool


@dataclass(frozen=True, slots=True)
class Pig:
    """花猪 (RULES section 6); a number of `pays` counts bases, `penalty` points to nobody."""

    pays: int | words.PigPays
    payees: words.PigPayees
    pays_not_ready: bool
    passive_is_not_ready: bool
    penalty: int


@dataclass(frozen=True, slots=True)
class NotReady:
    """查叫 (RULES section 6)."""

    pays: words.NotReadyPays
    payees: words.NotReadyPayees
    win: words.NotReadyWin


@dataclass(frozen=True, slots=True)
class FalseWin:
    """诈胡 (RULES section 7); a number of `pays` counts bases, `penalty` points to nobody."""

    pays: int | words.FalseWinPays
    penalty: int


@dataclass(frozen=True, slots=True)
class LeftEarly:
    """逃跑 (RULES section 7)."""

    multiple: int
    """bases to each other player still in"""


@dataclass(frozen=True)
class Patterns(Mapping[str, Price]):
    """番型 (RULES section 4): the price of every pattern by its id, None where it is off."""

    prices: tuple[tuple[str, Price], ...]
    root_counts_kongs: bool
    """whether four alike that were konged are a root 根 too"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", dict(self.prices))

    def __getitem__(self, pattern: str) -> Price:
        by_id: dict[str, Price] = self.__dict__["_by_id"]
        return by_id[pattern]

    def __iter__(self) -> Iterator[str]:
        return (pattern for pattern, _ in self.prices)

    def __len__(self) -> int:
        return len(self.prices)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """打法: all the rules of a table; the fields are the keys of RULES section 9, dots as groups."""

    name: str
    """a preset's name or a file's"""
    cap: int | None
    """满格 in doublings, None uncapped"""
    base: int
    """底, points"""
    label: words.Label
    self_draw: words.SelfDraw
    void: words.Void
    concealed_kong_shown: words.KongShown
    exchange_three: bool
    """换三张"""
    ending: words.Ending
    many_winners: bool
    """一炮多响"""
    passed_win: words.PassedWin
    passed_win_until: words.PassedWinUntil
    last_four_must_win: bool
    """最后四张必胡"""
    point_kong_draw: words.PointKongDraw
    dead_wait: words.DeadWait
    combine: words.Combine
    earthly: words.Earthly
    dealer: words.Dealer
    dealer_after_draw: words.DealerAfterDraw
    chips_out: words.ChipsOut
    side_bet: bool
    """叫马"""
    reveal_wins: words.RevealWins
    players: int
    kong: Kong
    pig: Pig
    not_ready: NotReady
    false_win: FalseWin
    left_early: LeftEarly
    patterns: Patterns

    def __getitem__(self, key: str) -> Plain:
        """The plain value of a dotted key, as TOML and JSON write it; KeyError for an unknown key."""
        group, _, leaf = key.rpartition(".")
        if group == "patterns" and leaf in self.patterns:
            return BY_NAME[key].plain(self.patterns[leaf])
        return BY_NAME[key].plain(getattr(getattr(self, group) if group else self, leaf))

    def values(self) -> dict[str, Plain]:
        """Every key with its plain value: what a table pins, and `from_values` reads again."""
        return {key.name: self[key.name] for key in KEYS}

    def toml(self) -> str:
        """The whole rule set as a TOML file that `load` reads again."""
        lines = []
        for group in ("", *GROUPS):
            lines += ["", f"[{group}]"] if group else []
            for key in KEYS:
                table, _, leaf = key.name.rpartition(".")
                if table == group:
                    lines.append(f"{leaf} = {json.dumps(self[key.name])}")
        return "\n".join(lines) + "\n"


def load(name_or_path: str | Path, overrides: Mapping[str, object] = {}) -> RuleSet:
    """The rule set of a preset's name or a TOML file's path, with some values changed.

    `overrides` maps keys to plain values, dotted (`{"kong.added": 0}`) or nested. A file may hold all
    keys or, with `based_on = "online"`, only those that differ from that preset (from chengdu where it
    names none). Raises RulesError with every problem of file and overrides at once.
    """
    name, values, problems = _written(name_or_path)
    changes, more = _flat(overrides)
    return _checked(name, {**values, **changes}, [*problems, *more])


def from_values(values: Mapping[str, object], name: str) -> RuleSet:
    """The rule set that `RuleSet.values` wrote, whatever the presets say now; RulesError as in `load`."""
    flat, problems = _flat(values)
    return _checked(name, flat, problems)


def parse_set(text: str) -> tuple[str, object]:
    """A `key=value` of the command line: a number, true, false or a word; RulesError without a key or `=`."""
    key, sign, value = (part.strip() for part in text.partition("="))
    if not (key and sign and value):
        said = f"“{text}” changes no rule: write key=value, like cap=4."
        raise RulesError([Problem("bad_set", said, f"“{text}”没改到规则：请写 规则=值，如 cap=4。")])
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return key, value  # a bare word, which TOML would want in quotes, or brackets without end


def parse_sets(texts: Iterable[str]) -> tuple[dict[str, object], tuple[Problem, ...]]:
    """Several `key=value`, the last one of a key counting, and the problems of those that are none."""
    changes: dict[str, object] = {}
    problems: list[Problem] = []
    for text in texts:
        try:
            key, value = parse_set(text)
            changes[key] = value
        except RulesError as error:
            problems += error.problems
    return changes, tuple(problems)


def _checked(name: str, values: Mapping[str, object], problems: Iterable[Problem]) -> RuleSet:
    """The rule set of flat plain values; RulesError with these problems and those of the values."""
    faults = list(problems)
    meant: dict[str, Any] = {}
    for key, value in values.items():
        if key not in BY_NAME:
            faults.append(unknown_key(key))
            continue
        meant[key], problem = BY_NAME[key].read(value)
        if problem:
            faults.append(problem)
    # a broken file is one problem, not one for every key it would have held
    if not any(problem.code in UNREADABLE for problem in faults):
        faults += [
            Problem(
                "missing_key",
                f"{key.name} is missing: write {key.allowed}.",
                f"缺 {key.name}：请写 {key.allowed_zh}。",
            )
            for key in KEYS
            if key.name not in values
        ]
    if faults:
        raise RulesError(faults)
    return _assembled(name, meant)


def _assembled(name: str, meant: Mapping[str, Any]) -> RuleSet:
    groups: dict[str, dict[str, Any]] = {group: {} for group in ("", *GROUPS)}
    for key, value in meant.items():
        group, _, leaf = key.rpartition(".")
        groups[group][leaf] = value
    prices = groups["patterns"]
    return RuleSet(
        name=name,
        kong=Kong(**groups["kong"]),
        pig=Pig(**groups["pig"]),
        not_ready=NotReady(**groups["not_ready"]),
        false_win=FalseWin(**groups["false_win"]),
        left_early=LeftEarly(**groups["left_early"]),
        patterns=Patterns(
            tuple((pattern, prices[pattern]) for pattern in PRICED), prices["root_counts_kongs"]
        ),
        **groups[""],
    )


UNREADABLE = ("no_such_rules", "unreadable_rules", "bad_toml", "bad_base")
"""The codes of problems that leave no values to look at."""


def _flat(table: Mapping[str, object], above: str = "") -> tuple[dict[str, object], list[Problem]]:
    """Nested tables as dotted keys; a key given twice, once dotted and once nested, is a problem."""
    flat: dict[str, object] = {}
    problems: list[Problem] = []
    for key, value in table.items():
        name = f"{above}{key}"
        if isinstance(value, Mapping) and (value or name in GROUPS):
            inside, more = _flat(value, f"{name}.")
            problems += more
        else:
            inside = {name: value}
        problems += [
            Problem("given_twice", f"{one} is given twice: write it once.", f"{one} 写了两次：只写一次。")
            for one in inside
            if one in flat
        ]
        flat.update(inside)
    return flat, problems


def _written(name_or_path: str | Path) -> tuple[str, Mapping[str, object], list[Problem]]:
    """Name, flat values and problems of a preset or a file, the preset it is based on filled in."""
    if name_or_path in PRESETS:
        return str(name_or_path), _preset(str(name_or_path)), []
    path = Path(name_or_path)
    values, problems = _file(path)
    base = values.pop(BASED_ON, PRESETS[0])
    if base not in PRESETS:
        known = ", ".join(f'"{preset}"' for preset in PRESETS)
        said = f"{BASED_ON} names a preset: {known}."
        wrong = Problem("bad_base", said, f"{BASED_ON} 要写现成的一套规则：{known}。")
        return path.stem, values, [*problems, wrong]
    return path.stem, {**_preset(str(base)), **values}, problems


@lru_cache
def _preset(name: str) -> Mapping[str, object]:
    """The flat values of a preset; chengdu's file is whole, the others may say what they are based on."""
    values, problems = _file(RULESETS / f"{name}.toml")
    if problems:
        raise RulesError(problems)
    base = values.pop(BASED_ON, None)
    return {**_preset(str(base)), **values} if base else values


def _file(path: Path) -> tuple[dict[str, object], list[Problem]]:
    """The flat values of a TOML file and what is wrong with it as a file."""
    try:
        text = path.read_text("utf-8-sig")
        return _flat(tomllib.loads(text))
    except FileNotFoundError:
        known = ", ".join(PRESETS)
        message = f"There is no rule set “{path}”: use {known} or the path of a TOML file."
        return {}, [
            Problem("no_such_rules", message, f"没有“{path}”这套规则：请用 {known}，或写 TOML 文件的路径。")
        ]
    except (OSError, ValueError, RecursionError) as error:  # no file, no text, nested without end
        if isinstance(error, tomllib.TOMLDecodeError):
            said = f"{path} is no TOML file: {error}; mend that place."
            return {}, [Problem("bad_toml", said, f"{path} 不是 TOML 文件：请改好出错的地方。")]
        message = f"{path} cannot be read: give the path of a TOML text file in UTF-8."
        return {}, [Problem("unreadable_rules", message, f"{path} 读不了：请给 UTF-8 的 TOML 文件。")]
