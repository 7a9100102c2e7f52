"""牌面: the drawings by name: 27 faces, `front` (the bare body), `back`, `unknown` (?) and `other`."""

from __future__ import annotations

from pathlib import Path

from web.drawings.brush import path
from web.drawings.characters import character
from web.drawings.circles import circle
from web.drawings.sticks import bamboo

HOME = Path(__file__).resolve().parent.parent / "static" / "tiles"
"""Where the page takes the drawings from."""

WIDTH, HEIGHT = 300, 400


def _file(content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{content}</svg>\n'
    )


def front() -> str:
    """The bare body of a tile seen from the front."""
    return (
        '<rect x="3" y="3" width="294" height="394" rx="30" fill="#fbf6e6"/>'
        '<rect x="8" y="8" width="284" height="384" rx="26" fill="none" stroke="#fffdf6" stroke-width="8"/>'
        '<rect x="3" y="3" width="294" height="394" rx="30" fill="none" stroke="#cfc6a8" stroke-width="3"/>'
    )


def back() -> str:
    """The back of a tile: plain green with a frame, nothing a reader could take for a face."""
    return (
        '<rect x="3" y="3" width="294" height="394" rx="30" fill="#14804a"/>'
        '<rect x="3" y="3" width="294" height="394" rx="30" fill="none" stroke="#0c5a33" stroke-width="4"/>'
        '<rect x="26" y="26" width="248" height="348" rx="18" fill="none" stroke="#2f9d66" stroke-width="6"/>'
    )


def unknown() -> str:
    """A question mark for a tile nobody saw."""
    mark = (
        (
            (92, 142, 30),
            (106, 92, 34),
            (156, 74, 36),
            (206, 104, 38),
            (200, 158, 38),
            (160, 202, 36),
            (150, 258, 30),
        ),
    )
    return path(mark, "#6b6f7a") + '<circle cx="150" cy="318" r="24" fill="#6b6f7a"/>'


def other() -> str:
    """An honour or flower, no Sichuan tile: an empty frame with a bar across it."""
    return (
        '<g fill="none" stroke="#6b6f7a" stroke-width="16">'
        '<rect x="66" y="76" width="168" height="248" rx="14"/><path d="M66 324 234 76"/></g>'
    )


def drawings() -> dict[str, str]:
    """Every drawing's name and its SVG text; faces have no body, so that they can be laid on any."""
    made = {"front": front(), "back": back(), "unknown": unknown(), "other": other()}
    for number in range(1, 10):
        for letter, face in (("m", character), ("p", circle), ("s", bamboo)):
            made[f"{number}{letter}"] = f'<g transform="translate(15 20) scale(.9)">{face(number)}</g>'
    return {name: _file(content) for name, content in sorted(made.items())}
