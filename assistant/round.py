"""一局: the only door to a round: what an event would break, what it does, what may come next, a record.

begin(started) -> state            problems(state, event), can(state, event)
apply(state, event) -> state       legal_events(state)
fold(events) -> Round              every line read, nothing lost: what does not fit is left out and reported
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from assistant.checks import check
from assistant.events import (
    Adjusted,
    Dealt,
    Exchanged,
    Left,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
)
from assistant.legal import choices
from assistant.moves import begun, closed, move
from assistant.problems import CodedError
from assistant.rule_keys import KEYS
from assistant.rules import RuleSet, from_values, load
from assistant.seats import Seat
from assistant.settlement.reckoning import Settlement, reckon
from assistant.state import DEAL, Fault, Rank, Round, RoundState, SeatState, full_wall
from assistant.tiles import DECK

BEFORE_PLAY = (RoundStarted, Dealt, Exchanged, VoidChosen, SideBet, Adjusted, Revealed, Left)
"""What does not begin the play: the dealer's first act does."""

NAMES = ("A", "B", "C", "D")


class NotARoundError(CodedError):
    """A record that cannot be a round."""


def rules_of(started: RoundStarted) -> RuleSet:
    """The rule set a round was started with; RulesError where it is none.

    A round that pins every key needs no preset or file any more.
    """
    values = dict(started.overrides)
    if all(key.name in values for key in KEYS):
        return from_values(values, started.rules)
    return load(started.rules, values)


def pinned(started: RoundStarted) -> RoundStarted:
    """The same start with every key of its rule set written out, so that the round replays the same after a
    preset or file is edited. RulesError where the rule set is none.
    """
    return replace(started, overrides=tuple(rules_of(started).values().items()))


def other_rules(started: RoundStarted, name: str | None, changes: Mapping[str, object]) -> RuleSet:
    """The rule set that outranks what a record says: another one by name, or the record's own, changed.

    Another one keeps only what was a fact of the table, the number of players. RulesError where it is none.
    """
    if name is None:
        return rules_of(replace(started, overrides=tuple({**dict(started.overrides), **changes}.items())))
    return load(name, {"players": _players(started), **changes})


def _players(started: RoundStarted) -> object:
    """How many sat at the table, whatever else its rule set says."""
    told = dict(started.overrides)
    if started.names:
        return len(started.names)
    return told["players"] if "players" in told else load(started.rules).players


def begin(started: RoundStarted, rules: RuleSet | None = None) -> RoundState:
    """The state before the deal is told, under the round's own rule set or another one.

    NotARoundError where seats, chips and rule set do not agree; RulesError where the rule set is none.
    """
    rules = rules_of(started) if rules is None else rules
    players = rules.players
    names = started.names or NAMES[:players]
    if len(names) != players:
        said = f"The round names {len(names)} players, the rule set has {players}: correct names or players."
        raise NotARoundError(
            "players_differ", said, f"写了 {len(names)} 个名字，规则是 {players} 人：请改名字或人数。"
        )
    if started.people and len(set(started.people)) != players:
        said = f"People must be {players} different ones, one a seat, not {len(started.people)}."
        raise NotARoundError("people_differ", said, f"people 要写 {players} 个不同的人，一个座位一个。")
    if started.chips is not None and len(started.chips) != players:
        said = f"Chips must be {players} numbers, one a seat, not {len(started.chips)}."
        raise NotARoundError("chips_differ", said, f"chips 要写 {players} 个数，一个座位一个。")
    wall = full_wall(players, False) if started.wall is None else started.wall
    if wall > DECK - DEAL * players:
        said = f"A wall of {wall} leaves too few tiles to deal: it is at most {DECK - DEAL * players}."
        raise NotARoundError(
            "wall_too_long", said, f"牌墙 {wall} 张太多，不够发牌：最多 {DECK - DEAL * players} 张。"
        )
    dealer_has_drawn = wall == full_wall(players, True)
    seats = tuple(SeatState(unseen=DEAL + (seat == 0 and dealer_has_drawn)) for seat in range(players))
    return RoundState(
        rules=rules,
        names=tuple(names),
        wall=wall,
        wall_told=started.wall is not None,
        seats=seats,
        chips=started.chips,
        events=1,
    )


def _ready(state: RoundState, event: TableEvent) -> RoundState:
    return state if isinstance(event, BEFORE_PLAY) else begun(state)


def problems(state: RoundState, event: TableEvent) -> tuple[Fault, ...]:
    """Everything wrong with an event now; empty where it fits the table and the rules."""
    return check(_ready(state, event), event)


def can(state: RoundState, event: TableEvent) -> bool:
    """Whether an event breaks nothing."""
    return not problems(state, event)


def apply(state: RoundState, event: TableEvent) -> RoundState:
    """The state after an event, legal or against the rules; ValueError where it is impossible."""
    for fault in problems(state, event):
        if fault.rank is Rank.IMPOSSIBLE:
            raise ValueError(fault.message)
    return move(_ready(state, event), event)


def legal_events(state: RoundState) -> tuple[TableEvent, ...]:
    """Every event of play that `can` come next, by what is known of the hands."""
    began = begun(state)
    return tuple(event for event in choices(began) if not check(began, event))


def fold(
    events: Iterable[TableEvent | Fault],
    rules: RuleSet | None = None,
    closing: Mapping[int, tuple[Seat, ...]] | None = None,
) -> Round:
    """A whole record: the state it leads to, and each line's faults; impossible lines are left out, and so
    are lines that could not be read, which stand here as their fault.

    `rules` outranks what the record says. `closing`: seats that run out of chips with an event and stop
    there. NotARoundError where the first event is not `round_started`.
    """
    faults: list[tuple[int, Fault]] = []
    states = enumerate(steps(events, rules, closing))
    _, (state, _) = next(states)
    for at, (after, found) in states:
        state = after
        faults += ((at, fault) for fault in found)
    return Round(state, tuple(faults))


def steps(
    events: Iterable[TableEvent | Fault],
    rules: RuleSet | None = None,
    closing: Mapping[int, tuple[Seat, ...]] | None = None,
) -> Iterator[tuple[RoundState, tuple[Fault, ...]]]:
    """复盘: what `fold` goes through: the state after each line, and that line's faults. Raises alike."""
    lines = iter(events)
    started = next(lines, None)
    if not isinstance(started, RoundStarted):
        said = "A record begins with round_started: add that line."
        raise NotARoundError("not_started", said, "记录要从 round_started 开始：请补上那一行。")
    state = begin(started, rules)
    yield state, ()
    for event in lines:
        at = state.events
        if isinstance(event, Fault):
            state = skipped(state)
            yield state, (event,)
            continue
        ready = _ready(state, event)
        found = check(ready, event)
        if any(fault.rank is Rank.IMPOSSIBLE for fault in found):
            state = skipped(state)
        else:
            state = move(ready, event)
            if closing and at in closing:
                state = closed(state, closing[at])
        yield state, found


def settle(events: Iterable[TableEvent | Fault], rules: RuleSet | None = None) -> tuple[Round, Settlement]:
    """A whole record and what it comes to: who owes whom and why. Raises as `fold` does.

    Where a player out of chips closes its hand at once, whom that hits depends on the money: the record is
    read again until no further seat runs out.
    """
    lines = tuple(events)
    closing: Mapping[int, tuple[Seat, ...]] = {}
    while True:
        folded = fold(lines, rules, closing)
        settlement = reckon(folded.state)
        new = sorted(set(settlement.closing) - set(closing))
        if not new:
            return folded, settlement
        # only the earliest: what happens after it may change
        until = {at: seats for at, seats in settlement.closing.items() if at <= new[0]}
        closing = {**closing, **until}


def skipped(state: RoundState) -> RoundState:
    """The state past a line that was left out: only the numbering goes on."""
    return state.but(events=state.events + 1)
