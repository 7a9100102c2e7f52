"""规则的键: every key of a rule set (RULES section 9), its values, and the sentence for any other value."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from assistant import rule_words as words
from assistant.problems import Problem
from assistant.rule_words import PRICED, PatternId

DOUBLINGS = range(65)
"""The numbers a cap or a pattern's price may have; 64 doublings are more than any hand can hold."""
MULTIPLES = range(1001)
"""Numbers of bases, as kongs and penalties between seats are priced."""
POINTS = range(1_000_001)
"""Numbers of points, as penalties to nobody are priced."""
BASES = range(1, 1_000_001)
"""The numbers a base 底 may have."""
OFF = "off"
"""The word for a pattern that is known but not counted; None in a RuleSet."""
NONE = "none"
"""The word for no cap; None in a RuleSet."""
CAP = "cap"
"""The price of 天胡 and 地胡 that is worth the cap."""

BASED_ON = "based_on"
"""The key of a file, and of no rule set, that names the preset it changes; chengdu where it is left out."""

Plain = bool | int | str
"""What TOML and JSON hold: true or false, a whole number, a word."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a rule set: the words it takes with what each becomes, and the numbers, or true and false."""

    name: str
    choices: tuple[tuple[str, object], ...] = ()
    numbers: range | None = None
    flag: bool = False

    @property
    def allowed(self) -> str:
        """The values it takes, as the end of a sentence."""
        parts = []
        if self.flag:
            parts.append("true or false")
        if self.numbers is not None and len(self.numbers) <= 4:
            parts += [str(number) for number in self.numbers]
        elif self.numbers is not None:
            parts.append(f"a whole number from {self.numbers[0]} to {self.numbers[-1]}")
        parts += [f'"{word}"' for word, _ in self.choices]
        return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"

    @property
    def allowed_zh(self) -> str:
        """The same in Chinese."""
        parts = ["true 或 false"] if self.flag else []
        if self.numbers is not None and len(self.numbers) <= 4:
            parts += [str(number) for number in self.numbers]
        elif self.numbers is not None:
            parts.append(f"{self.numbers[0]} 到 {self.numbers[-1]} 的整数")
        parts += [f'"{word}"' for word, _ in self.choices]
        return "、".join(parts)

    def read(self, value: object) -> tuple[object, Problem | None]:
        """What a plain value means for a RuleSet, or the problem with it."""
        if isinstance(value, bool):
            fits = self.flag
        elif isinstance(value, int):
            fits = self.numbers is not None
            if fits and value not in (self.numbers or ()):
                return None, self._problem("impossible_value", value)
        elif isinstance(value, str):
            for word, meaning in self.choices:
                if value == word:
                    return meaning, None
            if self.choices:
                return None, self._problem("impossible_value", value)
            fits = False
        else:
            fits = False
        return (value, None) if fits else (None, self._problem("wrong_type", value))

    def plain(self, meaning: object) -> Plain:
        """The way back: the plain value of what a RuleSet holds."""
        for word, one in self.choices:
            if meaning is one or (isinstance(meaning, str) and meaning == one):
                return word
        assert isinstance(meaning, int)
        return meaning

    def _problem(self, code: str, value: object) -> Problem:
        if value is None:
            return Problem(
                "null",
                f"{self.name} cannot be null: write {self.allowed}.",
                f"{self.name} 不能是 null：请写 {self.allowed_zh}。",
            )
        try:
            shown = json.dumps(value, ensure_ascii=False)
        except TypeError:
            shown = str(value)
        return Problem(
            code,
            f"{self.name} cannot be {shown[:60]}: write {self.allowed}.",
            f"{self.name} 不能是 {shown[:60]}：请写 {self.allowed_zh}。",
        )


def _words(name: str, enum: type[StrEnum], numbers: range | None = None) -> Key:
    return Key(name, tuple((member.value, member) for member in enum), numbers)


def _flag(name: str) -> Key:
    return Key(name, flag=True)


def _price(pattern: PatternId) -> Key:
    choices: tuple[tuple[str, object], ...] = ((OFF, None),)
    if pattern in (PatternId.HEAVENLY, PatternId.EARTHLY):
        choices = ((CAP, CAP), *choices)
    return Key(f"patterns.{pattern}", choices, DOUBLINGS)


KEYS: tuple[Key, ...] = (
    Key("cap", ((NONE, None),), DOUBLINGS),
    Key("base", numbers=BASES),
    _words("label", words.Label),
    _words("self_draw", words.SelfDraw),
    _words("void", words.Void),
    _words("concealed_kong_shown", words.KongShown),
    _flag("exchange_three"),
    _words("ending", words.Ending),
    _flag("many_winners"),
    _words("passed_win", words.PassedWin),
    _words("passed_win_until", words.PassedWinUntil),
    _flag("last_four_must_win"),
    _words("point_kong_draw", words.PointKongDraw),
    _words("dead_wait", words.DeadWait),
    _words("combine", words.Combine),
    _words("earthly", words.Earthly),
    _words("dealer", words.Dealer),
    _words("dealer_after_draw", words.DealerAfterDraw),
    _words("chips_out", words.ChipsOut),
    _flag("side_bet"),
    _words("reveal_wins", words.RevealWins),
    Key("players", numbers=range(3, 5)),
    Key("kong.concealed", numbers=MULTIPLES),
    Key("kong.exposed", numbers=MULTIPLES),
    Key("kong.exposed_others", numbers=MULTIPLES),
    Key("kong.added", numbers=MULTIPLES),
    _flag("kong.added_only_just_drawn"),
    _words("kong.discard_win", words.KongDiscardWin),
    _flag("kong.added_deal_in_transfers_all"),
    _words("kong.refund_not_ready", words.RefundNotReady),
    _flag("kong.refund_to_winners"),
    _words("pig.pays", words.PigPays, MULTIPLES),
    _words("pig.payees", words.PigPayees),
    _flag("pig.pays_not_ready"),
    _flag("pig.passive_is_not_ready"),
    Key("pig.penalty", numbers=POINTS),
    _words("not_ready.pays", words.NotReadyPays),
    _words("not_ready.payees", words.NotReadyPayees),
    _words("not_ready.win", words.NotReadyWin),
    _words("false_win.pays", words.FalseWinPays, MULTIPLES),
    Key("false_win.penalty", numbers=POINTS),
    Key("left_early.multiple", numbers=MULTIPLES),
    _flag("patterns.root_counts_kongs"),
    *(_price(pattern) for pattern in PRICED),
)
"""Every key, in the order a rule set is written."""

BY_NAME = {key.name: key for key in KEYS}
GROUPS = tuple(dict.fromkeys(key.name.split(".")[0] for key in KEYS if "." in key.name))
"""The tables of a rule set."""


def unknown_key(name: str) -> Problem:
    """The sentence for a key that no rule set has, with the nearest one that exists."""
    if name == BASED_ON:
        message = f"{name} stands in a file of rules only: name that file, or the preset itself."
        return Problem("unknown_key", message, f"{name} 只写在规则文件里：请指明那个文件，或直接用那套规则。")
    if name in GROUPS:
        inside = ", ".join(key.name for key in KEYS if key.name.startswith(f"{name}."))
        return Problem(
            "unknown_key",
            f"{name} is a table of keys and no key: write one of {inside}.",
            f"{name} 是一组规则：请写其中一条：{inside}。",
        )
    from difflib import get_close_matches  # only where something is wrong

    near = get_close_matches(name, [*BY_NAME, BASED_ON], 1, 0.6)
    hint = f"did you mean {near[0]}?" if near else "assistant/rulesets/README.md lists every key."
    hint_zh = f"是不是 {near[0]}？" if near else "所有规则见 assistant/rulesets/README.md。"
    if name.startswith("patterns."):
        hint += ' A pattern that has no key is entered by hand as "extra" of the win.'
        hint_zh += "没有的番型，胡牌时用 extra 手工加。"
    return Problem("unknown_key", f"There is no rule {name}: {hint}", f"没有 {name} 这条规则：{hint_zh}")
