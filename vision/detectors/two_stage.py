"""两步读牌: the shipped models: one net finds tiles, a second one names each face. No torch is needed."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import KINDS
from vision.detection import BACK, CLASSES, OTHER, Detection
from vision.detectors.backs_by_colour import turned_down
from vision.detectors.backs_in_rows import going_on, stand_free
from vision.detectors.crops import cut_faces, cut_level
from vision.detectors.looking import Found, letter, look, together
from vision.detectors.nets import Array, Batch, Net, opener, precision_of, threads
from vision.detectors.weights import ModelError, NamerWeights, Weights
from vision.frames import Frame, Pixels
from vision.tileset import Tileset

CLEARLY_BACK = 0.98
"""From this likelihood on a face-down tile is not shown to the namer."""
FACE_SCORE, BACK_SCORE = 0, 1
MOST_AGAIN = 12
"""Large faces of one picture that are read again, so that a frame's time stays bounded."""
CLEAR = 0.99
"""A face of fewer pixels than the net's input is read again below this likelihood: four answers about few
pixels are better than one."""
FROM_AFAR = 1.5
"""A face of fewer pixels than so many times the net's input is pulled less by a learnt set."""
FINEST = 8
"""Input pixels to a cell at a finder's finest stride; each further one is twice as coarse."""


class Namer:
    """The net that reads faces, with its temperature, and with the player's own set where one is chosen.

    Faces whose likeliest kind is less likely than `sure` are read once more in the three other quarter turns,
    `MOST_AGAIN` at most, and all four answers count alike. So are all small faces that are not `CLEAR`. The
    same tile cut out level errs otherwise than in its upright box: where both are to be had, both are asked.
    """

    def __init__(
        self, weights: NamerWeights, net: Net, tileset: Tileset | None = None, sure: float = 0.0
    ) -> None:
        self.weights = weights
        self.net = net
        self.tileset = tileset
        self.sure = sure

    def __call__(self, pixels: Pixels, boxes: Array, outlines: Array | None = None) -> Array:
        """n x 28 likelihoods (27 kinds, other) of the faces in n boxes. `outlines`: n x 4 x 2, where the
        faces lie in them, NaN where that is not known: such a face is read both level and as its box is."""
        if not len(boxes):
            return np.zeros((0, KINDS + 1), np.float32)
        cuts, of = self.cut(pixels, boxes), np.arange(len(boxes))
        if outlines is not None:
            known = np.flatnonzero(np.isfinite(outlines).all(axis=(1, 2)))
            level = [cut_level(pixels, outlines[place], self.weights.size)[None] for place in known]
            cuts, of = np.concatenate([cuts, *level]), np.concatenate([of, known])
        small = self.spans(boxes) < FROM_AFAR * self.weights.size
        logits = _means(self.nudged(*self.read(cuts), small[of]), of, len(boxes))
        likelihoods = self.softened(logits)
        unsure = self.unsure(boxes, likelihoods.max(axis=1))
        if len(unsure):
            again = np.isin(of, unsure)
            turned = np.concatenate([np.rot90(cuts[again], turn, (1, 2)) for turn in (1, 2, 3)])
            whose = np.tile(of[again], 3)
            more = _means(
                self.nudged(*self.read(np.ascontiguousarray(turned)), small[whose]), whose, len(boxes)
            )
            likelihoods[unsure] = self.softened(np.asarray((logits + 3 * more) / 4, np.float32)[unsure])
        return likelihoods

    def unsure(self, boxes: Array, best: Array) -> NDArray[np.intp]:
        """Which of the faces in boxes, `best` the likelihoods of their likeliest kinds, to read again."""
        small = self.spans(boxes) < self.weights.size
        large = np.flatnonzero(~small & (best < self.sure))[:MOST_AGAIN]
        if not self.sure:
            return large
        return np.sort(np.concatenate([large, np.flatnonzero(small & (best < CLEAR))]))

    def cut(self, pixels: Pixels, boxes: Array) -> Pixels:
        """The faces in n boxes as the net wants them."""
        return cut_faces(pixels, boxes, self.weights.size, self.weights.crop_margin)

    def read(self, faces: Batch) -> tuple[Array, Array]:
        """The logits (n x 28) and the embeddings (n x 192, none where the net gives none) of faces."""
        logits, *embeddings = self.net(faces)
        return logits, embeddings[0] if embeddings else np.zeros((len(logits), 0), np.float32)

    def likelihoods(self, logits: Array, embeddings: Array) -> Array:
        """What the net's answers mean: n x 28 numbers, each row of sum 1."""
        return self.softened(self.nudged(logits, embeddings))

    def nudged(self, logits: Array, embeddings: Array, small: NDArray[np.bool_] | None = None) -> Array:
        """The logits as the player's own set changes them; `small`: which of the faces are."""
        return logits if self.tileset is None else self.tileset.nudged(logits, embeddings, small)

    def spans(self, boxes: Array) -> Array:
        """The longer sides of n boxes."""
        return np.asarray((boxes[:, 2:] - boxes[:, :2]).max(axis=1), dtype=np.float32)

    def softened(self, logits: Array) -> Array:
        """Logits as likelihoods."""
        odds = np.exp((logits - logits.max(axis=1, keepdims=True)) / self.weights.temperature)
        likelihoods: Array = odds / odds.sum(axis=1, keepdims=True)
        return likelihoods


def _means(rows: Array, of: NDArray[np.intp], many: int) -> Array:
    """The means of the rows that are of each of so many things; 0 where there are none."""
    sums = np.zeros((many, rows.shape[1]), np.float32)
    np.add.at(sums, of, rows)
    counts = np.maximum(np.bincount(of, minlength=many), 1).astype(np.float32)
    return np.asarray(sums / counts[:, None], dtype=np.float32)


class TwoStage:
    """A finder and a namer from a model folder, run by one backend."""

    def __init__(self, weights: Weights, backend: str = "auto", precision: str = "auto") -> None:
        self.backend, open_net = opener(backend)
        self.precision = precision_of(self.backend, precision, weights.precisions)
        self.weights = weights
        self.title = weights.title
        self.name_from = weights.name
        files = [net.file_in(self.precision, self.backend) for net in (weights.finder, weights.namer)]
        try:
            # a net is made ready on one processor, so both are at once
            with ThreadPoolExecutor(len(files)) as pool:
                self.finder, namer = pool.map(lambda file: open_net(file, threads()), files)
            self.namer = Namer(weights.namer, namer, sure=weights.name)
        except Exception as error:  # each backend raises its own kinds
            raise ModelError(
                f"The nets of the model {weights.title} do not open ({error}): fetch its folder again.",
                f"模型 {weights.title} 的网络打不开（{error}）：请重新获取模型文件夹。",
            ) from error

    def find(self, frame: Frame) -> Found:
        """Every tile of a picture, in pixels of the frame; odds: face, back."""
        return look(self._show, frame.pixels, self.weights.finder.size)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        """The tiles found, each with its 29 likelihoods, in pixels of the original."""
        return named(frame, found, self.namer)

    def name_level(self, frame: Frame, found: Found, outlines: Array) -> tuple[Detection, ...]:
        """The same where it is known how faces lie: n x 4 x 2 corners in pixels of the frame, or NaN."""
        return named(frame, found, self.namer, outlines)

    def find_at(self, pixels: Pixels, size: int) -> Found:
        """Every tile of pixels in one look, their longer side brought to `size` input pixels, as the finder's
        scores alone have it: who looks time and again would see weak backs of rows, and backs told by their
        colour, come and go."""
        cells, sure = self._cells(pixels, size, None)
        return cells.only(sure)

    def _show(self, pixels: Pixels, size: int) -> Found:
        row = self.weights.back_in_row
        cells, sure = self._cells(pixels, size, row)
        found = cells.only(sure).once() if row is None or sure.all() else with_rows(cells, sure, row)
        return turned_down(found, cells, pixels)

    def _cells(self, pixels: Pixels, size: int, row: float | None) -> tuple[Found, NDArray[np.bool_]]:
        """What the finder's cells say, and which of them count by their scores; `row`: the least score of a
        back that may count otherwise."""
        shown = letter(pixels, size, self.weights.finder.stride)
        find, back = self.weights.find, self.weights.back
        back = find if back is None else back
        least = min(find, back) if row is None else min(find, back, row)
        corners, odds = boxes_of(self.finder(shown.batch), least)
        sure = (odds[:, FACE_SCORE] >= find) | (odds[:, BACK_SCORE] >= back)
        limits = np.array([*pixels.shape[1::-1]] * 2, dtype=np.float32)
        return Found(np.clip(shown.back(corners), 0, limits), odds), sure


def with_rows(found: Found, sure: NDArray[np.bool_], row: float) -> Found:
    """Those that are `sure`, each once, and the backs of a score of at least `row` that go on a row of
    backs."""
    backs = found.odds[:, BACK_SCORE]
    certain = found.only(sure).once()
    weak = found.only(~sure & (backs >= row) & (backs > found.odds[:, FACE_SCORE]))
    weak = weak.only(stand_free(weak.boxes, certain.boxes)).once()
    both = together([certain, weak])
    return both.only(going_on(both.boxes, both.odds, np.arange(len(both)) < len(certain)))


def boxes_of(answer: Sequence[Array], find: float) -> tuple[Array, Array]:
    """Corners (n x 4, input pixels) and odds (n x 2: face, back) of what a finder scores at least `find`.

    A finder answers either with one array, 1 x (4 + classes) x cells: centre, size, odds; or for each of its
    strides with the raw bins of the four sides and the raw scores of every cell, 1 x height x width x many.
    """
    if len(answer) == 1:
        raw = answer[0][0].T
        raw = raw[raw[:, 4:].max(axis=1) >= find]
        centres, sizes = raw[:, :2], raw[:, 2:4]
        return np.concatenate([centres - sizes / 2, centres + sizes / 2], axis=1), raw[:, 4:]
    least = float(np.log(find / (1 - find)))
    corners, odds = [], []
    for number, (bins, scores) in enumerate(zip(answer[::2], answer[1::2], strict=True)):
        rows, columns = np.nonzero(scores[0].max(axis=2) >= least)
        picked = bins[0, rows, columns].reshape(len(rows), 4, bins.shape[3] // 4)
        sides = np.exp(picked - picked.max(axis=2, keepdims=True))
        away = (sides @ np.arange(sides.shape[2], dtype=np.float32)) / sides.sum(axis=2)
        centres = np.stack([columns, rows], axis=1).astype(np.float32) + 0.5
        stride = FINEST << number
        corners.append(np.concatenate([centres - away[:, :2], centres + away[:, 2:]], axis=1) * stride)
        odds.append(1 / (1 + np.exp(-scores[0, rows, columns])))
    return np.concatenate(corners).astype(np.float32), np.concatenate(odds).astype(np.float32)


def named(frame: Frame, found: Found, namer: Namer, outlines: Array | None = None) -> tuple[Detection, ...]:
    """Tiles whose odds are face and back, with the faces read by a namer; boxes in pixels of the original.
    `outlines` as the namer takes them."""
    if not len(found):
        return ()
    # squared: a weak second score is no evidence against a strong first one
    weights = np.square(found.odds.astype(np.float64)) + 1e-12
    is_back = weights[:, BACK_SCORE] / weights.sum(axis=1)
    shown = is_back < CLEARLY_BACK
    likelihoods = np.zeros((len(found), CLASSES))
    level = None if outlines is None else outlines[shown]
    read = namer(frame.pixels, found.boxes[shown], level) * (1 - is_back[shown])[:, None]
    likelihoods[shown, :KINDS] = read[:, :KINDS]
    likelihoods[shown, OTHER] = read[:, KINDS]
    likelihoods[:, BACK] = np.where(shown, is_back, 1.0)
    return detections(frame, found, likelihoods)


def detections(
    frame: Frame, found: Found, likelihoods: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> tuple[Detection, ...]:
    """Boxes found in a frame's pixels as detections in pixels of the original."""
    across, down = frame.scale
    return tuple(
        Detection(
            (float(x1) * across, float(y1) * down, float(x2) * across, float(y2) * down),
            float(score),
            tuple(float(one) for one in row),
        )
        for (x1, y1, x2, y2), score, row in zip(found.boxes, found.scores, likelihoods, strict=True)
    )
