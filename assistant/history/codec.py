"""Events to JSON objects and back, in the stable words of FORMATS `settle`; old versions are upcast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assistant.events import (
    Adjusted,
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    Extra,
    FalseWin,
    Gap,
    How,
    Konged,
    Left,
    Melded,
    Passed,
    Ponged,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.hands import Hand
from assistant.melds import Meld
from assistant.notation import NotationError, parse_hand, parse_suit, parse_tile
from assistant.problems import CodedError
from assistant.seats import Seat
from assistant.tiles import Suit, Tile

VERSION = 1
"""The version of the objects `encode` writes. A change that old readers would misread adds one, and an
upcaster from the version before."""

Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]
UPCASTERS: Mapping[int, Upcaster] = {}
"""version -> what turns its objects into those of the next version."""

SEATS = 5
"""Seats 0..3 and the fifth person's."""
LARGEST = 1_000_000_000
"""Points beyond this are a slip of the keys."""


class CodecError(CodedError):
    """An object that is no event."""


def upcast(
    data: Mapping[str, Any],
    version: int,
    upcasters: Mapping[int, Upcaster] = UPCASTERS,
    newest: int = VERSION,
) -> Mapping[str, Any]:
    """An object as the newest version writes it; CodecError for a version this program does not know."""
    while version != newest:
        if version not in upcasters:
            raise CodecError(
                "unknown_version", f"The record is of version {version}: update tangzi to read it."
            )
        data = upcasters[version](data)
        version += 1
    return data


def tile_text(tile: Tile | None) -> str:
    """`5p`, or `?` for a tile nobody saw."""
    return "?" if tile is None else str(tile)


def _tiles_text(tiles: tuple[Tile | None, ...]) -> str:
    known = [tile for tile in tiles if tile is not None]
    return str(Hand.of(known, unseen=len(tiles) - len(known)))


def encode(event: TableEvent) -> dict[str, Any]:
    """The JSON object of an event, `kind` first."""
    match event:
        case RoundStarted(rules, overrides, names, wall, chips, people):
            data: dict[str, Any] = {"kind": "round_started", "rules": rules, "overrides": dict(overrides)}
            data["names"] = list(names)
            if wall is not None:
                data["wall"] = wall
            if chips is not None:
                data["chips"] = list(chips)
            if people:
                data["people"] = list(people)
            return data
        case Dealt(seat, hand):
            return {"kind": "dealt", "seat": seat, "hand": str(hand)}
        case Exchanged(seat, gave, got):
            return {"kind": "exchanged", "seat": seat, "gave": _tiles_text(gave), "got": _tiles_text(got)}
        case VoidChosen(seat, suit):
            return {"kind": "void_chosen", "seat": seat, "suit": suit.letter}
        case SideBet(name, tile):
            return {"kind": "side_bet", "name": name, "tile": tile_text(tile)}
        case Drawn(seat, tile):
            return {"kind": "drawn", "seat": seat, "tile": tile_text(tile)}
        case Discarded(seat, tile):
            return {"kind": "discarded", "seat": seat, "tile": str(tile)}
        case Ponged(seat, tile):
            return {"kind": "ponged", "seat": seat, "tile": str(tile)}
        case Konged(seat, how, tile, just_drawn):
            data = {"kind": "konged", "seat": seat, "how": how.value, "tile": str(tile)}
            return data if just_drawn is None else {**data, "just_drawn": just_drawn}
        case Melded(seat, meld, giver, out, just_drawn):
            data = {"kind": "melded", "seat": seat, "meld": str(meld)}
            if giver is not None:
                data["from"] = giver
            if out is not None:
                data["out"] = list(out)
            return data if just_drawn is None else {**data, "just_drawn": just_drawn}
        case Gap(checked):
            return {"kind": "gap"} if checked else {"kind": "gap", "checked": False}
        case Passed(seat):
            return {"kind": "passed", "seat": seat}
        case Won(seats, hands, extra):
            data = {"kind": "won", "seats": list(seats)}
            if hands:
                data["hands"] = {str(seat): str(hand) for seat, hand in hands}
            if extra:
                data["extra"] = [{"doublings": one.doublings, "note": one.note} for one in extra]
            return data
        case FalseWin(seat):
            return {"kind": "false_win", "seat": seat}
        case WallEmpty():
            return {"kind": "wall_empty"}
        case Revealed(seat, hand):
            return {"kind": "revealed", "seat": seat, "hand": str(hand)}
        case Left(seat):
            return {"kind": "left", "seat": seat}
        case Adjusted(payer, payee, points, note):
            return {"kind": "adjusted", "from": payer, "to": payee, "points": points, "note": note}


class _Fields:
    """Reads the fields of one object; every fault is a CodecError that names the field."""

    def __init__(self, data: Mapping[str, Any], kind: str) -> None:
        self.data = data
        self.kind = kind

    def get(self, name: str) -> Any:  # noqa: ANN401
        if name not in self.data:
            raise CodecError("missing_field", f"A “{self.kind}” needs “{name}”: add it.")
        return self.data[name]

    def wrong(self, name: str, what: str) -> CodecError:
        return CodecError("bad_field", f"“{name}” of “{self.kind}” must be {what}.")

    def number(self, name: str, low: int, high: int) -> int:
        value = self.get(name)
        if not _is_int(value) or not low <= value <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return int(value)

    def seat(self, name: str = "seat") -> Seat:
        value = self.get(name)
        if not _is_seat(value):
            raise self.wrong(name, "a seat, 0 to 3")
        return int(value)

    def text(self, name: str, default: str | None = None) -> str:
        value = self.get(name) if default is None else self.data.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, "text")
        return value

    def tile(self) -> Tile:
        text = self.text("tile")
        try:
            return parse_tile(text)
        except NotationError as error:
            raise CodecError(error.code, f"The tile of “{self.kind}”: {error}") from error

    def tile_or_unseen(self) -> Tile | None:
        return None if self.text("tile").strip() in ("?", "？") else self.tile()

    def hand(self, name: str = "hand") -> Hand:
        return self.read_hand(self.text(name), name)

    def read_hand(self, text: str, name: str) -> Hand:
        try:
            return parse_hand(text)
        except NotationError as error:
            raise CodecError(error.code, f"“{name}” of “{self.kind}”: {error}") from error

    def loose(self, name: str) -> tuple[Tile | None, ...]:
        hand = self.hand(name)
        if hand.melds:
            raise self.wrong(name, "plain tiles, like 123m")
        return hand.tiles + (None,) * hand.unseen

    def suit(self) -> Suit:
        try:
            return parse_suit(self.text("suit"))
        except NotationError as error:
            raise CodecError(error.code, str(error)) from error

    def how(self) -> How:
        value = self.text("how")
        if value not in tuple(How):
            raise self.wrong("how", "exposed, added or concealed")
        return How(value)

    def seats(self, name: str = "seats") -> tuple[Seat, ...]:
        value = self.get(name)
        if not isinstance(value, list) or not value or not all(map(_is_seat, value)):
            raise self.wrong(name, "a list of seats, 0 to 3")
        if len(set(value)) != len(value):
            raise self.wrong(name, "seats that differ")
        return tuple(value)

    def other_seat(self, name: str) -> Seat | None:
        return None if self.data.get(name) is None else self.seat(name)

    def other_seats(self, name: str) -> tuple[Seat, ...] | None:
        value = self.data.get(name)
        if value is None:
            return None
        return () if value == [] else self.seats(name)

    def flag(self, name: str) -> bool | None:
        value = self.data.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(name, "true or false, or left out")
        return value

    def meld(self) -> Meld:
        hand = self.hand("meld")
        if hand.size or len(hand.melds) != 1:
            raise self.wrong("meld", "one meld, like #p5p")
        return hand.melds[0]

    def hands(self) -> tuple[tuple[Seat, Hand], ...]:
        value = self.data.get("hands", {})
        if not isinstance(value, Mapping) or not all(isinstance(text, str) for text in value.values()):
            raise self.wrong("hands", 'an object of seat and hand, like {"1": "123m 55p"}')
        if not all(key in "0123" and len(key) == 1 for key in value):
            raise self.wrong("hands", "an object whose keys are seats, 0 to 3")
        return tuple(sorted((int(key), self.read_hand(text, "hands")) for key, text in value.items()))

    def extra(self) -> tuple[Extra, ...]:
        value = self.data.get("extra", [])
        if not isinstance(value, list) or not all(
            isinstance(one, Mapping)
            and _is_int(one.get("doublings"))
            and 0 <= one["doublings"] <= 20
            and isinstance(one.get("note", ""), str)
            for one in value
        ):
            raise self.wrong("extra", 'a list like [{"doublings": 1, "note": "..."}], 0 to 20 doublings each')
        return tuple(Extra(one["doublings"], one.get("note", "")) for one in value)

    def started(self) -> RoundStarted:
        names = self.data.get("names", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.wrong("names", "a list of names")
        people = self.data.get("people", [])
        if not isinstance(people, list) or not all(isinstance(one, str) for one in people):
            raise self.wrong("people", "a list of texts, one a seat")
        overrides = self.data.get("overrides", {})
        if not isinstance(overrides, Mapping):
            raise self.wrong("overrides", 'an object of rule keys, like {"cap": 4}')
        changes = _flat(overrides)
        if len(dict(changes)) < len(changes):  # once dotted, once nested: which one is meant?
            raise self.wrong("overrides", "rule keys given once each")
        chips = self.data.get("chips")
        if chips is not None and not (
            isinstance(chips, list) and all(_is_int(one) and 0 <= one <= LARGEST for one in chips)
        ):
            raise self.wrong("chips", "a list of whole numbers, one a seat")
        return RoundStarted(
            self.text("rules", "chengdu"),
            tuple(changes),
            tuple(names),
            self.number("wall", 0, 108) if "wall" in self.data else None,
            None if chips is None else tuple(chips),
            tuple(people),
        )


def _flat(table: Mapping[str, Any], above: str = "") -> list[tuple[str, object]]:
    """Nested tables as dotted keys."""
    flat: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            flat += _flat(value, f"{above}{key}.")
        else:
            flat.append((f"{above}{key}", value))
    return flat


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: object) -> bool:
    return _is_int(value) and value in range(SEATS - 1)


def decode(data: object) -> TableEvent:
    """The event a JSON object means; fields it does not know, like `at`, are left alone.

    Raises CodecError where the object is no event; what the event does at the table is no matter here.
    """
    if not isinstance(data, Mapping):
        raise CodecError("no_object", 'A line must be one JSON object, like {"kind": "wall_empty"}.')
    kind = data.get("kind")
    read = READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        known = ", ".join(READERS)
        raise CodecError("unknown_kind", f"“{kind}” is no event: kind must be one of {known}.")
    return read(_Fields(data, str(kind)))


READERS: Mapping[str, Callable[[_Fields], TableEvent]] = {
    "round_started": _Fields.started,
    "dealt": lambda of: Dealt(of.seat(), of.hand()),
    "exchanged": lambda of: Exchanged(of.seat(), of.loose("gave"), of.loose("got")),
    "void_chosen": lambda of: VoidChosen(of.seat(), of.suit()),
    "side_bet": lambda of: SideBet(of.text("name", ""), of.tile_or_unseen()),
    "drawn": lambda of: Drawn(of.seat(), of.tile_or_unseen()),
    "discarded": lambda of: Discarded(of.seat(), of.tile()),
    "ponged": lambda of: Ponged(of.seat(), of.tile()),
    "konged": lambda of: Konged(of.seat(), of.how(), of.tile(), of.flag("just_drawn")),
    "melded": lambda of: Melded(
        of.seat(), of.meld(), of.other_seat("from"), of.other_seats("out"), of.flag("just_drawn")
    ),
    "gap": lambda of: Gap(of.flag("checked") is not False),
    "passed": lambda of: Passed(of.seat()),
    "won": lambda of: Won(of.seats(), of.hands(), of.extra()),
    "false_win": lambda of: FalseWin(of.seat()),
    "wall_empty": lambda of: WallEmpty(),
    "revealed": lambda of: Revealed(of.seat(), of.hand()),
    "left": lambda of: Left(of.seat()),
    "adjusted": lambda of: Adjusted(
        _party(of, "from"), _party(of, "to"), of.number("points", 1, LARGEST), of.text("note", "")
    ),
}
"""kind -> its reader: the vocabulary of the record."""


def _party(of: _Fields, name: str) -> Seat:
    return of.number(name, 0, SEATS - 1)
