"""说法: the sentences for what the table shows and no legal act explains."""

from __future__ import annotations

from assistant.observation import Area
from assistant.state import RoundState
from assistant.tiles import COPIES, KINDS, TILES
from assistant.watching.memory import Fresh
from assistant.watching.pairing import seen_counts
from assistant.watching.verdicts import Contradiction


def unexplained(one: Fresh, state: RoundState) -> Contradiction:
    """What is odd about a tile that lies there for long and that nothing explains."""
    tile = TILES[max(range(KINDS), key=one.likelihoods.__getitem__)]
    if seen_counts(state)[tile] >= COPIES:
        return Contradiction(
            "fifth_copy",
            f"桌上多出一张{tile.chinese}，可四张都记过了：请改正记错的那张。",
            f"A {tile} lies there, but four are recorded already: correct the one that was read wrongly.",
        )
    seat = one.piece.seat
    turn = state.names[state.turn]
    if one.piece.area is Area.MELD and seat is not None:
        name = state.names[seat]
        return Contradiction(
            "meld_unexplained",
            f"{name}亮出{tile.chinese}，和记录对不上：请补记或改正。",
            f"{name} shows {tile}, which does not follow from the record: add what is missing or correct it.",
        )
    if seat is not None and seat != state.turn:
        name = state.names[seat]
        return Contradiction(
            "out_of_turn",
            f"{name}面前多了一张{tile.chinese}，但按记录轮到{turn}：请补记漏掉的。",
            f"{name} has a new {tile}, but by the record it is {turn}'s turn: add what was missed.",
        )
    return Contradiction(
        "tile_unexplained",
        f"桌上多了一张{tile.chinese}，和记录对不上：请补记或改正。",
        f"A {tile} lies there that does not follow from the record: add what is missing or correct it.",
    )


def misread() -> Contradiction:
    """The reader errs about this set of tiles."""
    return Contradiction(
        "faces_misread",
        "这副牌常认错：请让镜头先认一遍这副牌，或把灯开亮。",
        "The tiles of this set are often misread: teach the camera the set, or give it more light.",
    )


def out_of_play() -> Contradiction:
    """The hands do not stand where players have them."""
    return Contradiction(
        "not_in_play",
        "看不到各家的手牌，像是在洗牌：这一局完了就请记下怎么完的。",
        "The hands are not where they were, as if tiles were mixed: if it is over, record how it ended.",
    )


def tiles_gone(many: int) -> Contradiction:
    """Many tiles of the record lie there no more."""
    return Contradiction(
        "tiles_gone",
        f"记录里有{many}张牌桌上看不到了：请摆好镜头，或改正记录。",
        f"{many} tiles of the record are on the table no more: set the camera right or correct the record.",
    )
