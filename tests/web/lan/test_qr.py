"""QR codes: a reader that is not ours finds the address in them again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import resvg_py

from web.lan.qr import svg, terminal

LINKS = [
    "https://192.168.1.7:8443/join/AC347",
    "http://10.0.0.3:8080/",
    "https://192.168.100.200:65535/join/WXYRT",
]


def decoded(picture: np.ndarray) -> str:
    found, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    return str(found)


@pytest.mark.parametrize("link", LINKS)
def test_the_picture_holds_the_link(link: str) -> None:
    png = resvg_py.svg_to_bytes(svg_string=svg(link), width=400)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert decoded(picture) == link


def test_the_picture_has_no_script_and_no_style() -> None:
    text = svg(LINKS[0])
    assert text.startswith("<svg")
    assert "script" not in text
    assert "style" not in text


@pytest.mark.parametrize("link", LINKS)
def test_the_terminal_shows_the_link(link: str) -> None:
    lit = {" ": (0, 0), "▄": (0, 255), "▀": (255, 0), "█": (255, 255)}
    lines = terminal(link).split("\n")
    rows = [[lit[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    assert decoded(picture) == link
    assert max(map(len, lines)) < 50


def test_colours_are_switched_off_again_at_the_end_of_each_line() -> None:
    plain, coloured = terminal(LINKS[0]).split("\n"), terminal(LINKS[0], colours=True).split("\n")
    assert coloured == [f"\x1b[97;40m{line}\x1b[0m" for line in plain]
