"""换座: two people change places: the rounds since, told again; what each did stays theirs (FIELD C09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant import round as door
from assistant.events import Adjusted, Gap, Melded, RoundStarted, SideBet, TableEvent, WallEmpty, Won
from assistant.seats import Seat

Numbered = tuple[int, TableEvent]
"""An event with the number of its record."""


class SeatingError(ValueError):
    """People who cannot change places; str() is one sentence that says what to do."""


def swapped(order: Sequence[str], one: str, two: str) -> tuple[str, ...]:
    """The circle with two of its people in each other's place."""
    places = {one: two, two: one}
    return tuple(places.get(name, name) for name in order)


def seated(last: Sequence[str], sitting: Sequence[str]) -> tuple[str, ...]:
    """The people who sit at the table now in the order they last played in; who came since takes the place
    of who went, and where the number of players has changed the end of the circle.
    """
    new = iter([name for name in sitting if name not in last])
    order = [name if name in sitting else next(new, None) for name in last]
    return (*(name for name in order if name is not None), *new)


def dealt_by(order: Sequence[str], dealer: str) -> tuple[str, ...]:
    """The circle as a round names it: the dealer first."""
    at = order.index(dealer)
    return (*order[at:], *order[:at])


def reseat(
    rounds: Sequence[Sequence[Numbered]], one: str, two: str, first: int, seats_acted: bool = False
) -> tuple[Numbered, ...]:
    """The events of every round from place `first` on with these two people in each other's place.

    Whoever did something did it still: only seats change, and with them turn order and the dealer of each
    round that the round before named. Or, with `seats_acted`, what was recorded is right for the seats, and
    only who sat there was wrong. SeatingError where the two cannot change places; RulesError and
    NotARoundError where a round cannot be read any more.
    """
    if one == two:
        raise SeatingError("Nobody can change places with themselves: name two people.")
    changes: list[Numbered] = []
    was_next: str | None = None
    now_next: str | None = None
    for place, lines in enumerate(rounds):
        events = now = [event for _, event in lines]
        people = _people(events[0]) if place >= first else ()
        if one in people and two in people:
            dealer = now_next if now_next in people and people[0] == was_next else people[0]
            order = dealt_by(swapped(people, one, two), dealer or people[0])
            seats = {seat: order.index(person) for seat, person in enumerate(people)}
            if seats_acted:
                at = {one: people.index(two), two: people.index(one)}
                seats = {seat: at.get(person, seat) for seat, person in enumerate(people)}
                now = [moved(events[0], seats), *events[1:]]
            else:
                now = [moved(event, seats) for event in events]
            changes += ((seq, event) for (seq, _), event in zip(lines, now, strict=True))
        was_next, now_next = _next_dealer(events), _next_dealer(now)
    if not changes and first < len(rounds):
        raise SeatingError("These two sit together in no round since: name two who do.")
    return tuple(changes)


def joined(
    starts: Sequence[Numbered], unknown: str, person: str, name: str, unnamed: str
) -> tuple[Numbered, ...]:
    """晚到: the starts of the rounds in which `unknown` played, who is known now as `person` of that name. A
    round that called them neither so nor by the chair (`unnamed`) was somebody else's and stays.
    """
    changes: list[Numbered] = []
    for seq, event in starts:
        if not isinstance(event, RoundStarted) or unknown not in event.people or person in event.people:
            continue
        seat = event.people.index(unknown)
        if event.names[seat] not in (name, unnamed):
            continue
        people = (*event.people[:seat], person, *event.people[seat + 1 :])
        names = (*event.names[:seat], name, *event.names[seat + 1 :])
        changes.append((seq, replace(event, people=people, names=names)))
    return tuple(changes)


def moved(event: TableEvent, seats: Mapping[Seat, Seat]) -> TableEvent:
    """An event with its seats renamed; the fifth person keeps theirs."""
    match event:
        case RoundStarted(names=names, chips=chips, people=people):
            back = {new: old for old, new in seats.items()}
            return replace(
                event,
                names=tuple(names[back[seat]] for seat in range(len(names))),
                chips=None if chips is None else tuple(chips[back[seat]] for seat in range(len(chips))),
                people=tuple(people[back[seat]] for seat in range(len(people))),
            )
        case Won(winners, hands, extra):
            told = tuple((seats.get(seat, seat), hand) for seat, hand in hands)
            return Won(tuple(seats.get(seat, seat) for seat in winners), told, extra)
        case Adjusted(payer, payee, points, note):
            return Adjusted(seats.get(payer, payer), seats.get(payee, payee), points, note)
        case Melded(seat, meld, giver, out, just_drawn):
            who = None if giver is None else seats.get(giver, giver)
            gone = None if out is None else tuple(seats.get(one, one) for one in out)
            return Melded(seats.get(seat, seat), meld, who, gone, just_drawn)
        case SideBet() | WallEmpty() | Gap():
            return event
        case _:
            return replace(event, seat=seats.get(event.seat, event.seat))


def _people(started: TableEvent) -> tuple[str, ...]:
    assert isinstance(started, RoundStarted)
    if len(set(started.persons)) != len(started.persons) or not started.persons:
        raise SeatingError("A round names two people alike or nobody: amend its start first.")
    return started.persons


def _next_dealer(events: Sequence[TableEvent]) -> str | None:
    started = events[0]
    _, settlement = door.settle(events)
    if settlement.next_dealer is None or not isinstance(started, RoundStarted) or not started.persons:
        return None
    return started.persons[settlement.next_dealer]
