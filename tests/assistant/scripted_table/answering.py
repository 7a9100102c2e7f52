"""Somebody who saw the whole round answers what a watcher asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.events import Discarded, Drawn, Konged, Ponged, Revealed, TableEvent, WallEmpty, Won
from assistant.reconcile import Question
from assistant.round import fold
from assistant.state import KongMade, RoundState, Status, WinMade

ON_THE_TABLE = (Discarded, Ponged, Konged, Won, WallEmpty)
"""Events that change what can be seen."""
COMPARED = (Drawn, *ON_THE_TABLE)


def chosen(
    question: Question, told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int
) -> tuple[int | None, *tuple[int, ...]]:
    """The options that hold, in most questions one; None for none of them. `happened`: compared events of the
    record until now.
    """
    if question.lost is not None:
        return (taken_up(question, told, record, happened),)
    if question.several:
        first, *more = all_corrected(question, record)
        return (first, *more)
    if question.mends:
        return (corrected(question, record),)
    return (tap(question, told, record, happened),)


FEW_WRONG = 0.25
"""Somebody who is asked whether to take up what lies there passes over a misread tile among many."""


def taken_up(
    question: Question, told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int
) -> int | None:
    """The option that somebody taps who is asked whether to take up what lies on the table: one of which the
    melds are there, and kongs and wins were as it says; None where most of its discards were not thrown."""
    ends = [at for at, event in enumerate(record) if isinstance(event, COMPARED)][:happened]
    past = record[: ends[-1] + 1] if ends else record[:1]
    true, before = fold(past).state, fold(told).state
    threw = Counter((seat, tile) for seat, own in enumerate(true.seats) for tile in own.discards)
    threw -= Counter((seat, tile) for seat, own in enumerate(before.seats) for tile in own.discards)
    for number, option in enumerate(question.options):
        if not option:
            continue
        after = fold([*told, *option]).state
        melds = all(
            meld in own.melds
            for seat, own in enumerate(true.seats)
            for meld in after.seats[seat].melds
            if meld not in before.seats[seat].melds
        )
        new = Counter((one.seat, one.tile) for one in option if isinstance(one, Discarded))
        wrong = (new - threw).total()
        if melds and _paid(after) - _paid(before) <= _paid(true) and wrong <= FEW_WRONG * new.total():
            return number
    return None


def _paid(state: RoundState) -> Counter[tuple[object, ...]]:
    """The kongs and wins of a round, by what their price hangs on."""
    return Counter(
        (type(fact), fact.seat, fact.how, fact.discarder)
        if isinstance(fact, KongMade)
        else (type(fact), fact.seat, fact.source, fact.giver)
        for fact in state.facts
        if isinstance(fact, KongMade | WinMade)
    )


def tap(
    question: Question, told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int
) -> int | None:
    """The option that somebody taps who saw the table: what was told wrongly since the last thing that was
    told rightly may stand for as many things that happened."""
    if any(isinstance(event, Revealed) for option in question.options for event in option):
        held = (at for at, one in enumerate(question.options) if one and not wrong_hands(one, record))
        return next(held, question.options.index(()) if () in question.options else None)
    recorded = came_to(told, record, happened)
    mine = [event for event in told if isinstance(event, COMPARED)]
    true = [event for event in record if isinstance(event, COMPARED)][:happened]
    right = came_to(true, mine, len(mine))
    for wrong in range(len(mine) - right, 0, -1):
        number = answer(question, events_after(record, recorded + wrong))
        if number is not None and question.options[number]:
            return number
    return answer(question, events_after(record, recorded))


def came_to(told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int) -> int:
    """How many compared events of a record, of so many that happened, lie behind what was told: up to the
    last one that was told rightly, whatever was missed or invented on the way."""
    mine = [repr(plain([event])) for event in told if isinstance(event, COMPARED)]
    true = [repr(plain([event])) for event in record if isinstance(event, COMPARED)]
    return max((place + 1 for _, place in in_common(mine, true[:happened])), default=0)


def in_common(mine: Sequence[object], true: Sequence[object]) -> list[tuple[int, int]]:
    """The most that two sequences have in common in the same order, as pairs of places."""
    rest = [[0] * (len(true) + 1) for _ in range(len(mine) + 1)]
    for a in range(len(mine) - 1, -1, -1):
        for b in range(len(true) - 1, -1, -1):
            longer = max(rest[a + 1][b], rest[a][b + 1])
            rest[a][b] = rest[a + 1][b + 1] + 1 if mine[a] == true[b] else longer
    pairs, a, b = [], 0, 0
    while a < len(mine) and b < len(true):
        if mine[a] == true[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif rest[a + 1][b] >= rest[a][b + 1]:
            a += 1
        else:
            b += 1
    return pairs


def wrong_hands(told: Sequence[TableEvent], record: Sequence[TableEvent]) -> int:
    """Hands that were told and not so. With or without the winning tile is both right."""
    seats = fold(record).state.seats
    found = 0
    for event in told:
        hands = event.hands if isinstance(event, Won) else ()
        if isinstance(event, Revealed):
            hands = ((event.seat, event.hand),)
        for seat, hand in hands:
            true = Counter(dict(enumerate(seats[seat].known)))
            mine = Counter(dict(enumerate(hand.counts)))
            apart = (mine - true).total() + (true - mine).total()
            found += apart > (seats[seat].status is Status.WON)
    return found


def answer(question: Question, ahead: Sequence[TableEvent]) -> int | None:
    """The option that somebody who knows the round taps, given the events not recorded yet."""
    best, most = None, -1
    for number, option in enumerate(question.options):
        if not option:
            if best is None:
                best, most = number, 0
            continue
        rank = _matches(option, ahead)
        if rank > most:
            best, most = number, rank
    return best if most >= 0 else None


def corrected(question: Question, record: Sequence[TableEvent]) -> int | None:
    """The option that somebody taps where a question is about what a recorded discard really was."""
    for number, (option, mend) in enumerate(zip(question.options, question.mends, strict=False)):
        line = mend.line(record)
        if line is not None and record[line] == option[0]:
            return number
    return question.options.index(()) if () in question.options else None


def all_corrected(question: Question, record: Sequence[TableEvent]) -> list[int]:
    """The options that somebody taps who is asked about several recorded discards at once."""
    right = [
        number
        for number, (option, mend) in enumerate(zip(question.options, question.mends, strict=False))
        if (line := mend.line(record)) is not None and record[line] == option[0]
    ]
    return right or [question.options.index(())]


def _matches(option: Sequence[TableEvent], ahead: Sequence[TableEvent]) -> int:
    """How closely an option tells what came next; -1 where it does not."""
    acts = [event for event in option if isinstance(event, COMPARED)]
    next_acts = [event for event in ahead if isinstance(event, COMPARED)]
    if not acts:  # a hand shown
        return 1 if any(event in ahead for event in option) else -1
    rank = 1
    drawn = None
    for mine, true in zip(acts, next_acts, strict=False):
        if isinstance(true, Drawn):
            drawn = true.tile
        if isinstance(mine, Drawn) and isinstance(true, Drawn) and mine.seat == true.seat:
            if mine.tile is not None and mine.tile is not true.tile:
                return -1
            rank += mine.tile is not None
        elif isinstance(mine, Won) and isinstance(true, Won):
            if not set(mine.seats) <= set(true.seats):
                return -1
            rank += len(mine.seats)
        elif plain([mine]) != plain([true]) or (
            isinstance(mine, Konged) and mine.just_drawn not in (None, drawn is mine.tile)
        ):
            return -1
        else:
            rank += 1
    return rank if len(next_acts) >= len(acts) else -1


def events_after(record: Sequence[TableEvent], recorded: int) -> Sequence[TableEvent]:
    """The events of a record after so many that are compared."""
    for at, event in enumerate(record):
        if isinstance(event, COMPARED):
            if not recorded:
                return record[at:]
            recorded -= 1
    return [event for event in record if not isinstance(event, COMPARED)]


def plain(events: Sequence[TableEvent]) -> list[TableEvent]:
    """Events as they are compared: draws unseen, hands untold, winners of one tile together."""
    found: list[TableEvent] = []
    for event in events:
        match event:
            case Drawn(seat):
                found.append(Drawn(seat))
            case Won(seats):
                if found and isinstance(found[-1], Won):
                    seats = (*found[-1].seats, *seats)
                    found.pop()
                found.append(Won(tuple(sorted(seats))))
            case Konged(seat, how, tile):
                found.append(Konged(seat, how, tile))
            case Discarded() | Ponged() | WallEmpty():
                found.append(event)
            case _:
                pass
    return found
