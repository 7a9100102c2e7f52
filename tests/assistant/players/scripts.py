"""Rounds written the short way of the cases: `0 d1m x1m; 1 d6m x6m; 0 pong 6m x9p; 3 pass; 1,2 win`.

`d` draws, `x` discards; `kong+` added, `kong=` exposed, `kong*` concealed; `false` calls a false win; `left`;
`void m` chooses a suit; a line of its own `empty` is the empty wall.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
KONGS = {"kong+": "added", "kong=": "exposed", "kong*": "concealed"}


def lines_of(
    deal: list[str], play: str, *, chips: list[int] | None = None, wall: int | None = None
) -> list[Line]:
    """The lines of a round from its short form."""
    players = len(deal)
    start: Line = {
        "kind": "round_started",
        "rules": "chengdu",
        "overrides": {},
        "names": list("ABCD")[:players],
        "wall": 108 - 13 * players,
    }
    if chips:
        start["chips"] = chips
    lines = [start]
    lines += [{"kind": "dealt", "seat": seat, "hand": hand} for seat, hand in enumerate(deal) if hand]
    for part in play.split(";"):
        words = part.split()
        if not words:
            continue
        if words == ["empty"]:
            lines.append({"kind": "wall_empty"})
            continue
        if words[0] == "bet":
            lines.append({"kind": "side_bet", "name": "E", "tile": words[1]})
            continue
        seats = [int(seat) for seat in words[0].split(",")]
        lines += acts(seats, words[1:])
    return lines


def acts(seats: list[int], words: list[str]) -> list[Line]:
    seat, found, rest = seats[0], [], list(words)
    while rest:
        word = rest.pop(0)
        line: Line
        if word == "pong":
            line = {"kind": "ponged", "seat": seat, "tile": rest.pop(0)}
        elif word in KONGS:
            line = {"kind": "konged", "seat": seat, "how": KONGS[word], "tile": rest.pop(0)}
        elif word == "win":
            line = {"kind": "won", "seats": seats}
        elif word == "pass":
            line = {"kind": "passed", "seat": seat}
        elif word == "false":
            line = {"kind": "false_win", "seat": seat}
        elif word == "left":
            line = {"kind": "left", "seat": seat}
        elif word == "void":
            line = {"kind": "void_chosen", "seat": seat, "suit": rest.pop(0)}
        elif word[0] in "dx":
            line = {"kind": "drawn" if word[0] == "d" else "discarded", "seat": seat, "tile": word[1:]}
        else:
            raise ValueError(f"no act is called {word!r}")
        found.append(line)
    return found
