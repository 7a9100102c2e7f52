"""动作: what happens at a table as plain values, and the table after each. No rule is known here.

The scenes here hold tile numbers instead of kinds, so that every tile can be followed from place to place;
`kinds` tells what is on each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vision.synth.tables import (
    Held,
    Meld,
    MeldKind,
    Side,
    TableScene,
    Wall,
    drawn_behind,
    sideways_place,
)

KindOf = Callable[[int], int]


@dataclass(frozen=True)
class Take:
    """A side takes tiles from the wall and sorts them in: the deal, four at a time."""

    side: int
    kinds: tuple[int, ...]


@dataclass(frozen=True)
class Draw:
    """摸牌. `behind`: from the wall's other end."""

    side: int
    kind: int
    behind: bool = False


@dataclass(frozen=True)
class Discard:
    """打牌."""

    side: int
    kind: int


@dataclass(frozen=True)
class Exchange:
    """换三张: each gift is from a side, to a side, and the kinds."""

    gifts: tuple[tuple[int, int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Pong:
    """碰 of the last discard of `claimed_from`."""

    side: int
    kind: int
    claimed_from: int


@dataclass(frozen=True)
class Kong:
    """杠. `claimed_from` of an exposed one; an added one goes to the pong that lies there."""

    side: int
    kind: int
    how: MeldKind
    claimed_from: int | None = None
    stacked: bool = True
    middle_only: bool = False


@dataclass(frozen=True)
class Win:
    """胡: the first winner lays the winning tile beside its hand. `taken_from`: the side whose discard, or
    whose added kong's fourth tile, it is; None for the winner's own drawn tile. `shown`: the hands are laid
    open, else face down.
    """

    sides: tuple[int, ...]
    kind: int
    taken_from: int | None = None
    robbed: bool = False
    shown: bool = True


@dataclass(frozen=True)
class Reveal:
    """A hand is laid open."""

    side: int


@dataclass(frozen=True)
class SideBet:
    """叫马: the upper tile of the wall's last stack leaves the table."""


@dataclass(frozen=True)
class Nudge:
    """Tiles that lie open are pushed a little, `many` of them, each by up to `far` millimetres."""

    many: int = 4
    far: float = 10.0


@dataclass(frozen=True)
class Sweep:
    """A hand moves over the table and takes nothing."""

    side: int
    seconds: float = 1.4


@dataclass(frozen=True)
class Pause:
    """Nobody does anything."""

    seconds: float = 1.0


@dataclass(frozen=True)
class Missed:
    """The camera delivers no picture for so many seconds; play goes on."""

    seconds: float = 2.0


Move = (
    Take | Draw | Discard | Exchange | Pong | Kong | Win | Reveal | SideBet | Nudge | Sweep | Pause | Missed
)


def dealing(hands: Sequence[Sequence[int]]) -> tuple[Take, ...]:
    """发牌: four tiles at a time three times round, then one each (the dealer, who draws fourteen, two)."""
    order = range(len(hands))
    taken = [Take(side, tuple(hands[side][4 * turn : 4 * turn + 4])) for turn in range(3) for side in order]
    return (*taken, *(Take(side, tuple(hands[side][12:])) for side in order))


def from_wall(wall: Wall, behind: bool = False) -> tuple[int, Wall]:
    """The place that is drawn next, counted from the break, and the wall without it."""
    if wall.left < 1:
        raise ValueError("the wall is empty: nothing can be drawn from it")
    if behind:
        return drawn_behind(wall.taken_behind), replace(wall, taken_behind=wall.taken_behind + 1)
    return wall.places()[0], replace(wall, taken=wall.taken + 1)


def after(scene: TableScene, move: Move, kinds: KindOf, wall_tiles: Sequence[int]) -> TableScene:
    """The table after a move. `wall_tiles[place]`: the tile at a place of the wall.

    Raises ValueError where the tiles for it do not lie there.
    """
    match move:
        case Take(number, taken):
            wall, hand = scene.wall, list(scene.sides[number].hand)
            for _ in taken:
                place, wall = from_wall(wall)
                hand.append(wall_tiles[place])
            side = replace(scene.sides[number], hand=_sorted(hand, kinds), drawn=len(hand) % 3 == 2)
            return replace(scene.with_side(number, side), wall=wall)
        case Draw(number, _, behind):
            place, wall = from_wall(scene.wall, behind)
            old = scene.sides[number]
            side = replace(old, hand=(*_sorted(old.hand, kinds), wall_tiles[place]), drawn=True)
            return replace(scene.with_side(number, side), wall=wall)
        case Discard(number, kind):
            side, (tile,) = _out_of_hand(scene.sides[number], kind, 1, kinds)
            return scene.with_side(number, replace(side, discards=(*side.discards, tile)))
        case Exchange(gifts):
            return _exchanged(scene, gifts, kinds)
        case Pong(number, kind, claimed_from):
            scene, claimed = _claimed(scene, claimed_from, kind, kinds)
            side, own = _out_of_hand(scene.sides[number], kind, 2, kinds)
            return scene.with_side(number, _melded(side, MeldKind.PONG, own, claimed, number, claimed_from))
        case Kong():
            return _konged(scene, move, kinds)
        case Win():
            return _won(scene, move, kinds)
        case Reveal(number):
            side = scene.sides[number]
            return scene.with_side(
                number, replace(side, hand=_sorted(side.hand, kinds), held=Held.OPEN, drawn=False)
            )
        case SideBet():
            return replace(scene, wall=from_wall(scene.wall, behind=True)[1])
        case Nudge() | Sweep() | Pause() | Missed():
            return scene


def _sorted(hand: Sequence[int], kinds: KindOf) -> tuple[int, ...]:
    return tuple(sorted(hand, key=lambda tile: (kinds(tile), tile)))


def _out_of_hand(side: Side, kind: int, many: int, kinds: KindOf) -> tuple[Side, tuple[int, ...]]:
    """The side without so many tiles of a kind, the one just drawn first, and those tiles."""
    found = [tile for tile in reversed(side.hand) if kinds(tile) == kind][:many]
    if len(found) < many:
        raise ValueError(f"{many} tiles of kind {kind} are wanted from a hand that has {len(found)}")
    rest = [tile for tile in side.hand if tile not in found]
    return replace(side, hand=_sorted(rest, kinds), drawn=False), tuple(found)


def _claimed(scene: TableScene, number: int, kind: int, kinds: KindOf) -> tuple[TableScene, int]:
    """The scene without the last discard of a side, and that tile."""
    side = scene.sides[number]
    last = side.discards[-1] if side.discards else None
    if last is None or kinds(last) != kind:
        raise ValueError(f"side {number}'s last discard is no tile of kind {kind}")
    return scene.with_side(number, replace(side, discards=side.discards[:-1])), last


def _melded(
    side: Side, how: MeldKind, own: tuple[int, ...], claimed: int, number: int, claimed_from: int
) -> Side:
    place = sideways_place(how, number, claimed_from)
    tiles = (*own[:place], claimed, *own[place:])
    return replace(side, melds=(*side.melds, Meld(how, tiles, place)))


def _konged(scene: TableScene, move: Kong, kinds: KindOf) -> TableScene:
    number = move.side
    if move.how is MeldKind.EXPOSED:
        if move.claimed_from is None:
            raise ValueError("an exposed kong is claimed from a side; say which")
        scene, claimed = _claimed(scene, move.claimed_from, move.kind, kinds)
        side, own = _out_of_hand(scene.sides[number], move.kind, 3, kinds)
        return scene.with_side(number, _melded(side, move.how, own, claimed, number, move.claimed_from))
    if move.how is MeldKind.CONCEALED:
        side, own = _out_of_hand(scene.sides[number], move.kind, 4, kinds)
        meld = Meld(move.how, own, middle_only=move.middle_only)
        return scene.with_side(number, replace(side, melds=(*side.melds, meld)))
    side, (tile,) = _out_of_hand(scene.sides[number], move.kind, 1, kinds)
    melds = [
        Meld(MeldKind.ADDED, (*meld.tiles, tile), meld.sideways, move.stacked)
        if meld.kind is MeldKind.PONG and kinds(meld.tiles[0]) == move.kind
        else meld
        for meld in side.melds
    ]
    if tuple(melds) == side.melds:
        raise ValueError(f"side {number} has no pong of kind {move.kind} to add to")
    return scene.with_side(number, replace(side, melds=tuple(melds)))


def _won(scene: TableScene, move: Win, kinds: KindOf) -> TableScene:
    first = move.sides[0]
    if move.taken_from is None:
        side, (tile,) = _out_of_hand(scene.sides[first], move.kind, 1, kinds)
        scene = scene.with_side(first, side)
    elif move.robbed:
        scene, tile = _robbed(scene, move.taken_from, move.kind, kinds)
    else:
        scene, tile = _claimed(scene, move.taken_from, move.kind, kinds)
    for number in move.sides:
        side = scene.sides[number]
        won = (*side.won, tile) if number == first else side.won
        held = Held.OPEN if move.shown else Held.DOWN
        side = replace(side, hand=_sorted(side.hand, kinds), held=held, drawn=False, won=won)
        scene = scene.with_side(number, side)
    return scene


def _robbed(scene: TableScene, number: int, kind: int, kinds: KindOf) -> tuple[TableScene, int]:
    """抢杠: the added kong is a pong again, its fourth tile is taken."""
    side = scene.sides[number]
    for place, meld in enumerate(side.melds):
        if meld.kind is MeldKind.ADDED and kinds(meld.tiles[3]) == kind:
            pong = Meld(MeldKind.PONG, meld.tiles[:3], meld.sideways)
            melds = (*side.melds[:place], pong, *side.melds[place + 1 :])
            return scene.with_side(number, replace(side, melds=melds)), meld.tiles[3]
    raise ValueError(f"side {number} has no added kong of kind {kind} to rob")


def _exchanged(
    scene: TableScene, gifts: tuple[tuple[int, int, tuple[int, ...]], ...], kinds: KindOf
) -> TableScene:
    given: list[tuple[int, tuple[int, ...]]] = []
    for giver, taker, wanted in gifts:
        tiles: tuple[int, ...] = ()
        for kind in wanted:
            side, one = _out_of_hand(scene.sides[giver], kind, 1, kinds)
            scene = scene.with_side(giver, side)
            tiles += one
        given.append((taker, tiles))
    for taker, tiles in given:
        side = scene.sides[taker]
        hand = _sorted((*side.hand, *tiles), kinds)
        scene = scene.with_side(taker, replace(side, hand=hand, drawn=len(hand) % 3 == 2))
    return scene


def whole_wall(start: int = 0) -> TableScene:
    """A table before the deal: four empty sides and 108 tiles in the wall."""
    return TableScene((Side(), Side(), Side(), Side()), Wall(start, taken=0))
