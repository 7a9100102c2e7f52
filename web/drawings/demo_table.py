"""`python -m web.drawings.demo_table OUT.jpg` draws the demo picture of a whole table, and its truth as JSON.

A table some way into a round: two pongs and a kong, a hand that has won and lies open, discards in rows, part
of the wall. The JSON tells every tile that shows and the corners of the playing surface, in pixels.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from assistant.notation import parse_tiles
from vision.synth.faces import load_faces
from vision.synth.labels import truth_document
from vision.synth.laying import Manner, Pond
from vision.synth.lenses import Lens
from vision.synth.pictures import Picture, draw_table, filled
from vision.synth.settings import plain_setting
from vision.synth.tables import UNSEEN, Held, Meld, MeldKind, Side, TableScene, Wall
from web.drawings.faces import HOME

SIZE = (1600, 900)
SEED = 8


def kinds(text: str) -> tuple[int, ...]:
    """The kinds of a text like `123m 5p`."""
    return tuple(int(tile) for tile in parse_tiles(text))


def meld(kind: MeldKind, text: str, sideways: int = 0) -> Meld:
    """A meld of one kind of tile."""
    (tile,) = kinds(text)
    return Meld(kind, (tile,) * (3 if kind is MeldKind.PONG else 4), sideways)


SCENE = TableScene(
    (
        Side(kinds("45678p 22s 456s"), melds=(meld(MeldKind.PONG, "8s", 1),),
             discards=kinds("9m 1m 7m 9s 1s 6m")),
        Side((UNSEEN,) * 7, melds=(meld(MeldKind.PONG, "3m", 2), meld(MeldKind.EXPOSED, "9p", 0)),
             discards=kinds("1s 4s 7s 2s 5m")),
        Side(kinds("234m 567m 111p 3388p"), Held.OPEN, discards=kinds("9s 1s 4m 6s 3s"),
             won=kinds("3p")),
        Side((UNSEEN,) * 13, discards=kinds("8m 9m 2m 1p 7p 7s 5s")),
    ),
    Wall(start=20, taken=108 - 31),
)  # fmt: skip


def draw() -> Picture:
    """The demo table; the same every time."""
    setting = plain_setting(load_faces(HOME), size=SIZE, elevation=1.12)
    setting = replace(setting, lens=Lens(blur=0.35, grain=1.5, quality=None, flicker=0.0))
    scene = filled(SCENE, np.random.default_rng(SEED))
    return draw_table(scene, setting, Manner(SEED, pond=Pond.NEAT, rough=0.35), seed=SEED)


def main(arguments: list[str]) -> None:
    """Draw to the given file, and the truth to a JSON file of the same name."""
    if len(arguments) != 1:
        raise SystemExit("usage: python -m web.drawings.demo_table OUT.jpg")
    out, picture = Path(arguments[0]), draw()
    cv2.imwrite(str(out), picture.bgr, [cv2.IMWRITE_JPEG_QUALITY, 86])
    text = json.dumps(truth_document(picture), ensure_ascii=False)
    out.with_suffix(".json").write_text(text.replace("{", "\n{") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
