"""跟桌的记录: the lines of `tangzi watch` as a record to settle: what it asked, what was answered and mended,
and what it only supposed, so that money which hangs on that is never taken for sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.events import Discarded, Gap, RoundStarted, TableEvent, VoidChosen
from assistant.history.codec import CodecError, decode
from assistant.state import Fault
from assistant.tiles import Suit
from web.commands.open_questions import NoAnswerError
from web.presenters.asked import option_words

Event = TableEvent | Fault
SUPPOSED = "supposed"


@dataclass(slots=True)
class Cell:
    """One place of a record: an event, or None where a question was asked that recorded nothing. `question`:
    the one that it belongs to; `supposed`: whether nobody told it."""

    event: Event | None
    question: int | None = None
    supposed: bool = False


@dataclass(slots=True)
class Asked:
    """A question of a record. `several`: more than one of its options may hold; `done`: a person answered it,
    or what came later did."""

    number: int
    at: float
    options: tuple[tuple[TableEvent, ...], ...]
    instead: tuple[tuple[int, int], ...] = ()
    """for each option the seat and the number of the recorded discard in whose stead it is put"""
    paired: tuple[frozenset[int], ...] = ()
    """options of two discards that may have been exchanged: both hold, or none"""
    several: bool = False
    places: tuple[Cell | None, ...] = ()
    """for each option that discard, whatever is told of those before it later"""
    done: bool = False

    def whole(self, options: Sequence[int]) -> list[int]:
        """Options, with those that hold together with them."""
        others = [other for pair in self.paired if pair & {*options} for other in sorted(pair)]
        return list(dict.fromkeys([*options, *others]))

    def chosen(self, options: Sequence[int]) -> list[int]:
        """The places of the options that an answer means by their numbers; NoAnswerError where it does not
        fit."""
        number = self.number
        if self.done:
            raise NoAnswerError(
                f"第 {number} 问已经答过了：记错了就在记录里改。",
                f"Question {number} is answered already: where the record has it wrongly, mend its lines.",
            )
        if not all(1 <= option <= len(self.options) and self.options[option - 1] for option in options):
            many = sum(map(bool, self.options))
            raise NoAnswerError(
                f"第 {number} 问没有这个选项：请选 1-{many}，都不是选 0。",
                f"Question {number} has no such option: choose 1-{many}, or 0 for none of them.",
            )
        chosen = self.whole([option - 1 for option in options])
        places = [self.instead[option] for option in chosen if option < len(self.instead)]
        if len(chosen) > 1 and (not self.several or len(set(places)) < len(chosen)):
            raise NoAnswerError(
                f"第 {number} 问{'同一张牌只选一种' if self.several else '只能选一项'}。",
                f"Question {number} takes one option{' for each discard' * self.several}.",
            )
        return chosen

    @property
    def words(self) -> str:
        """What it is about."""
        said = [option_words(option)[1] for option in self.options if option]
        return f"{' / '.join(said[:3])}{' / ...' if len(said) > 3 else ''}"


@dataclass(slots=True)
class Record:
    """The lines of one round. `take` each; `events` is what to settle."""

    cells: list[Cell] = field(default_factory=list)
    asked: dict[int, Asked] = field(default_factory=dict)

    @property
    def events(self) -> list[Event]:
        """The record as it stands."""
        return [cell.event for cell in self.cells if cell.event is not None]

    def take(self, data: Any) -> None:  # noqa: ANN401
        """One line. CodecError where it is no event and nothing else that a watched table says."""
        if isinstance(data, Fault):
            self.fault(data)
            return
        match data.get("kind") if isinstance(data, dict) else None:
            case "problem":
                return
            case "question":
                self._question(data)
            case "settled":
                if (one := self._meant(data)) is not None:
                    one.done = True
            case "answered":
                self._answered(data)
            case "mended":
                self._mended(data)
            case "dropped":
                self._dropped(data)
            case _:
                supposed = isinstance(data, dict) and data.get(SUPPOSED) is True
                known = self._meant(data) if supposed else None
                cell = Cell(decode(data), None if known is None else known.number, supposed)
                # what answers a question that came before the start stands after it
                first = isinstance(cell.event, RoundStarted) and not self.events
                self.cells.insert(0 if first else len(self.cells), cell)

    def _meant(self, data: Mapping[str, Any]) -> Asked | None:
        """The question of this round that a line names; None where there is none."""
        number = data.get("question")
        return self.asked.get(number) if isinstance(number, int) else None

    def fault(self, fault: Fault) -> None:
        """A line that cannot be read."""
        self.cells.append(Cell(fault))

    def answer(self, number: int, options: Sequence[int]) -> None:
        """A person answers a question afterwards: by the numbers of its options, from 1; none: none of them.
        KeyError for an unknown question, NoAnswerError where it is answered already, or not so."""
        one = self.asked[number]
        chosen = one.chosen(options)
        kept = {id(cell) for cell in self.cells}
        places = [place for at in chosen if at < len(one.places) and (place := one.places[at])]
        if one.instead and (len(places) < len(chosen) or any(id(place) not in kept for place in places)):
            raise NoAnswerError(
                f"第 {number} 问要改的那张打出的牌已经不在记录里了：不用再答。",
                f"The discard that question {number} is about is not in the record any more: leave it out.",
            )
        one.done = True
        if one.instead:
            for place, option in zip(places, chosen, strict=True):
                place.event = one.options[option][0]
            return
        self._instead(number, one.options[chosen[0]] if chosen else ())

    def void(self, chosen: Sequence[VoidChosen]) -> None:
        """A person tells void suits afterwards."""
        seats = {one.seat for one in chosen}
        kept = [
            cell
            for cell in self.cells
            if not (isinstance(cell.event, VoidChosen) and cell.event.seat in seats)
        ]
        self.cells = [*kept[:1], *(map(Cell, chosen) if kept else ()), *kept[1:]]

    def check(self) -> None:
        """A person has looked at all that a camera did not follow."""
        for cell in self.cells:
            if isinstance(cell.event, Gap):
                cell.event = Gap()

    def unsure(self) -> Iterator[tuple[str, list[list[Event]]]]:
        """What nobody told: what to ask for, and the records that it may be besides."""
        for number, one in self.asked.items():
            if one.done:
                continue
            said = f"answer question {number} of {one.at:.0f} s ({one.words}) by --answer {number}:OPTION"
            yield said, [other for other in self._others(one) if other != self.events]
        for cell in self.cells:
            event = cell.event
            if cell.supposed and isinstance(event, VoidChosen):
                suits = [suit for suit in Suit if suit is not event.suit]
                said = (
                    f"tell seat {event.seat}'s void suit by --void {event.seat}=SUIT: "
                    f"{event.suit.name.lower()} is supposed from its first discard"
                )
                yield said, [self._with({id(cell): VoidChosen(event.seat, suit)}) for suit in suits]

    def _with(self, changed: Mapping[int, Event]) -> list[Event]:
        """The record with other events in some cells, by their identity."""
        events = [changed.get(id(cell), cell.event) for cell in self.cells]
        return [one for one in events if one is not None]

    def _others(self, one: Asked) -> Iterator[list[Event]]:
        """The record with each other answer to a question."""
        if one.instead:
            for option in range(len(one.instead)):
                yield self._with({id(one.places[each]): one.options[each][0] for each in one.whole([option])})
        else:
            for events in (*one.options, ()):
                other = self._copy()
                other._instead(one.number, events)
                yield other.events

    def _copy(self) -> Record:
        return Record([Cell(cell.event, cell.question, cell.supposed) for cell in self.cells])

    def _instead(self, number: int, events: Sequence[Event]) -> None:
        """Put an answer's events where its supposed ones stand, or where it was asked."""
        own = [at for at, cell in enumerate(self.cells) if cell.question == number]
        own = [at for at in own if self.cells[at].event is not None] or own
        if own:
            first = own[0]
            rest = [cell for cell in self.cells[first:] if cell.question != number]
            self.cells = [*self.cells[:first], *map(Cell, events), *rest]

    def _question(self, data: Mapping[str, Any]) -> None:
        number, at = data.get("id"), data.get("at")
        if not isinstance(number, int) or not isinstance(at, int | float):
            return  # of an older version, whose questions had no number
        try:
            options = tuple(tuple(decode(event) for event in option) for option in data["options"])
            instead = tuple((int(one["seat"]), int(one["number"])) for one in data.get("instead", ()))
            paired = tuple(frozenset(map(int, pair)) for pair in data.get("paired", ()))
            if not all(len(options[at]) == 1 for at in range(len(instead))):
                raise ValueError("one event an option")
            if not all(0 <= at < len(instead) for pair in paired for at in pair):
                raise ValueError("pairs of options")
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise CodecError("bad_field", "“options” of “question” must be lists of events.") from error
        several = data.get("several") is True
        places = tuple(map(self._discard, instead))
        self.asked[number] = Asked(number, float(at), options, instead, paired, several, places)
        if not instead:
            self.cells.append(Cell(None, number))

    def _answered(self, data: Mapping[str, Any]) -> None:
        """A question that was answered while the table was watched; `events`: what it puts in the stead of
        what was supposed. Events that were not supposed stand in lines of their own."""
        one = self._meant(data)
        if one is None:
            return
        one.done = True
        if "events" in data:
            if not isinstance(data["events"], list):
                raise CodecError("bad_field", "“events” of “answered” must be a list of events.")
            self._instead(one.number, [decode(event) for event in data["events"]])

    def _mended(self, data: Mapping[str, Any]) -> None:
        """A discard that is put in the place of the one that it names; CodecError where there is none."""
        right = decode({**data, "kind": "discarded"})
        number = data.get("number")
        assert isinstance(right, Discarded)
        known = isinstance(number, int) and not isinstance(number, bool)
        place = self._discard((right.seat, int(number or 0))) if known else None
        if place is None:
            said = "“number” of “mended” must be a discard of this seat, from 0 on."
            raise CodecError("bad_field", said)
        place.event = right

    def _dropped(self, data: Mapping[str, Any]) -> None:
        """Events that no longer fitted after an answer; CodecError where they are others than it says."""
        lines = [cell for cell in self.cells if cell.event is not None]
        try:
            gone = {int(at): decode(event) for at, event in zip(data["places"], data["events"], strict=True)}
            fits = all(lines[at].event == event for at, event in gone.items())
        except (LookupError, TypeError, ValueError, OverflowError):
            fits = False
        if not fits:
            said = "“places” and “events” of “dropped” must be lines of this round."
            raise CodecError("bad_field", said)
        kept = {id(cell) for at, cell in enumerate(lines) if at not in gone}
        self.cells = [cell for cell in self.cells if cell.event is None or id(cell) in kept]

    def _discard(self, mend: tuple[int, int]) -> Cell | None:
        seat, number = mend
        own = [one for one in self.cells if isinstance(one.event, Discarded) and one.event.seat == seat]
        return own[number] if 0 <= number < len(own) else None


def rounds_of(lines: Sequence[Any]) -> list[list[Any]]:
    """The lines of each round: a table that is watched for an evening tells one after the other."""
    found: list[list[Any]] = [[]]
    for line in lines:
        if isinstance(line, dict) and line.get("kind") == "round_started" and any(map(_is_event, found[-1])):
            found.append([])
        found[-1].append(line)
    return found


def _is_event(line: Any) -> bool:  # noqa: ANN401
    return isinstance(line, dict) and line.get("kind") == "round_started"
