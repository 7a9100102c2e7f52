"""跟桌之前: who sits where at a watched table, how each of its rounds begins, what is told of it before."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import WRONG_ARGUMENTS, RefusedError

if TYPE_CHECKING:
    from assistant.events import RoundStarted, SideBet, VoidChosen
    from assistant.rules import RuleSet
    from assistant.state import RoundState
    from vision.calibration import Geometry

SIDES = {3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Where so many players sit, where no table.toml says it."""


def players_of(rules: RuleSet) -> int:
    """How many play by these rules."""
    return _begun(rules).players


def _begun(rules: RuleSet) -> RoundState:
    """A round under these rules before anything has happened."""
    from assistant.events import RoundStarted
    from assistant.round import begin

    return begin(RoundStarted(overrides=tuple(rules.values().items())))


def seated(arguments: argparse.Namespace, geometry: Geometry | None, players: int) -> Geometry | None:
    """The geometry with as many players as the rules have, and the dealer of --dealer."""
    if geometry is None:
        return None
    if len(geometry.sides) != players:
        if arguments.geometry is not None:
            said = f"The rules have {players} players, table.toml {len(geometry.sides)}: mend its sides."
            zh = f"规则是 {players} 人，table.toml 是 {len(geometry.sides)} 人：请改 sides。"
            raise RefusedError(Problem("bad_geometry", said, zh), WRONG_ARGUMENTS)
        geometry = replace(geometry, sides=SIDES[players])
    if arguments.dealer is not None:
        if arguments.dealer not in geometry.sides:
            said = f"Nobody sits at side {arguments.dealer}: give --dealer one of {list(geometry.sides)}."
            zh = f"第 {arguments.dealer} 边没有人：--dealer 请从 {list(geometry.sides)} 里选。"
            raise RefusedError(Problem("bad_geometry", said, zh), WRONG_ARGUMENTS)
        geometry = replace(geometry, dealer=arguments.dealer)
    return geometry


def started(rules: RuleSet, geometry: Geometry | None, players: int) -> RoundStarted:
    """How each round begins: the rule set with all its keys, and the names, the dealer's first."""
    from assistant.events import RoundStarted

    names: tuple[str, ...] = ()
    if geometry is not None and geometry.names:
        names = tuple(geometry.names[geometry.sides.index(geometry.side(seat))] for seat in range(players))
    return RoundStarted(overrides=tuple(rules.values().items()), names=names)


def told_before(arguments: argparse.Namespace, rules: RuleSet) -> tuple[VoidChosen | SideBet, ...]:
    """What --void and --side-bet tell; RefusedError (wrong arguments) where it cannot be understood, or these
    rules know nothing of it."""
    from web.commands.answers import NotToldError, not_at_this_table, side_bet, void_suits

    told: list[VoidChosen | SideBet] = []
    try:
        if arguments.void is not None:
            told += void_suits(arguments.void)
        if arguments.side_bet is not None:
            told.append(side_bet(arguments.side_bet))
    except NotToldError as error:
        raise RefusedError(Problem("bad_told", error.words[1], error.words[0]), WRONG_ARGUMENTS) from error
    wrong = not_at_this_table(told, _begun(rules))
    if wrong is not None:
        raise RefusedError(Problem("bad_told", wrong[1], wrong[0]), WRONG_ARGUMENTS)
    return tuple(told)
