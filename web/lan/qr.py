"""二维码: an address as a QR code, on the page and in a terminal."""

from __future__ import annotations

import io

import segno

QUIET = 4
"""Light modules around a code, as its standard asks."""
LIGHT_ON_DARK = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""(upper is dark, lower is dark) to the half block that lights what is light, for a dark terminal."""


def svg(text: str) -> str:
    """The code as an SVG picture that scales; dark on light in any theme."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=QUIET, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return out.getvalue().decode()


def terminal(text: str, colours: bool = False) -> str:
    """The code as lines of half blocks, two modules a letter. `colours`: black on white by escape codes, else
    the light modules are drawn, for a dark terminal.
    """
    matrix = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET)]
    if len(matrix) % 2:
        matrix.append([0] * len(matrix[0]))
    lines = [
        "".join(LIGHT_ON_DARK[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(matrix[::2], matrix[1::2], strict=True)
    ]
    if colours:
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return "\n".join(lines)
