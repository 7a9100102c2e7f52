"""图标: the app's icon: 幺鸡, the bird of bamboo, on a tile that lies on green felt. It is full to the edge,
and all that matters is inside the middle four fifths, so that a phone may cut it round.
"""

from __future__ import annotations

from pathlib import Path

from web.drawings.faces import front
from web.drawings.sticks import bamboo

SIDE = 512
APP = Path(__file__).resolve().parent.parent / "static" / "app"
"""Where the page takes the icon from: `icon.svg`, and pictures of it for phones that draw none."""
PICTURES = (180, 192, 512)
"""Their sides, in pixels."""


def icon() -> str:
    """The icon as SVG text."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}">'
        '<rect width="512" height="512" fill="#0f6b43"/><circle cx="256" cy="236" r="236" fill="#1c8054"/>'
        '<g transform="translate(130.75 96) scale(.835)">'
        '<rect x="3" y="22" width="294" height="394" rx="30" fill="#0a4a2e"/>'
        f'{front()}<g transform="translate(15 20) scale(.9)">{bamboo(1)}</g></g></svg>\n'
    )
