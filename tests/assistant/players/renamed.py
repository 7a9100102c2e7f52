"""The same round told with other suits."""

from __future__ import annotations

from typing import Any

from tests.assistant.second_pricer.hands import parse, show

Line = dict[str, Any]


def with_suits(lines: list[Line], suits: str) -> list[Line]:
    """The lines with m, p and s renamed to the three letters of `suits`."""
    table = str.maketrans("mps", suits)

    def hand(text: str) -> str:
        tiles, melds = parse(text)
        return show(
            [tile.translate(table) for tile in tiles], [(k, tile.translate(table)) for k, tile in melds]
        )

    def renamed(line: Line) -> Line:
        new = dict(line)
        for key in ("hand", "gave", "got"):
            if key in line:
                new[key] = hand(line[key])
        for key in ("tile", "suit"):
            if key in line:
                new[key] = line[key].translate(table)
        if "hands" in line:
            new["hands"] = {seat: hand(text) for seat, text in line["hands"].items()}
        return new

    return [lines[0]] + [renamed(line) for line in lines[1:]]
