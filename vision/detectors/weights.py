"""权重: what a model folder says of its two nets: files, sizes, classes, thresholds (`model.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.tiles import TILES

MODELS = Path(__file__).parents[2] / "models"
"""Where the shipped models lie, one folder each."""
NAMES = (*(str(tile) for tile in TILES), "other")
"""What a namer must tell apart, in this order."""


class ModelError(ValueError):
    """A model that cannot be used; str() is one sentence that says what to do, `chinese` the same."""

    code = "bad_model"

    def __init__(self, message: str, chinese: str) -> None:
        super().__init__(message)
        self.chinese = chinese


@dataclass(frozen=True, slots=True)
class FinderWeights:
    """The net that finds tiles. `size`: pixels of the longer side it was trained at; input sides are whole
    multiples of `stride`; `int8`: the file of the same net in 8-bit arithmetic, where there is one, `.xml` if
    it is for OpenVINO alone."""

    file: Path
    size: int
    stride: int
    int8: Path | None = None

    def file_in(self, precision: str, backend: str) -> Path:
        """The file to run in a number format; the plain one where there is no other for the backend."""
        return _file_in(self.file, self.int8, precision, backend)


@dataclass(frozen=True, slots=True)
class NamerWeights:
    """The net that reads a face. `size`: pixels of its square input; `temperature` divides its logits;
    `crop_margin`: the part of a box's size that is added around it, on each side; `int8` as in a finder."""

    file: Path
    size: int
    temperature: float
    crop_margin: float
    int8: Path | None = None

    def file_in(self, precision: str, backend: str) -> Path:
        """The file to run in a number format; the plain one where there is no other for the backend."""
        return _file_in(self.file, self.int8, precision, backend)


@dataclass(frozen=True, slots=True)
class Weights:
    """One model folder. `find` and `name`: the score from which a tile counts as found, and the likelihood
    below which a face is left `?`; `back`: the score from which something that looks most like a back counts,
    `find` where the model says nothing else; `back_in_row`: the same where in a single picture it goes on a
    row of backs, None where rows are not looked for."""

    title: str
    finder: FinderWeights
    namer: NamerWeights
    find: float
    name: float
    back: float | None = None
    back_in_row: float | None = None

    @property
    def precisions(self) -> tuple[str, ...]:
        """The number formats the model can run in, fastest first."""
        small = self.finder.int8 is not None or self.namer.int8 is not None
        return ("int8", "fp32") if small else ("fp32",)


def _file_in(file: Path, int8: Path | None, precision: str, backend: str) -> Path:
    if precision != "int8" or int8 is None or (int8.suffix == ".xml" and backend != "openvino"):
        return file
    return int8


def shipped() -> tuple[str, ...]:
    """The names of the models that ship with the project, sorted."""
    return tuple(sorted(path.parent.name for path in MODELS.glob("*/model.toml")))


def load_weights(name: str | Path | None = None) -> Weights:
    """The model of a shipped name or of a folder; without a name the one that ships (the last by name).

    Raises ModelError where the folder or something in its `model.toml` is missing or wrong.
    """
    if name is None:
        if not shipped():
            raise ModelError(
                f"No model lies in {MODELS}: install the project again, or give one with --model.",
                f"{MODELS} 里没有模型：请重新安装，或用 --model 指定。",
            )
        name = shipped()[-1]
    folder = MODELS / name if str(name) in shipped() else Path(name)
    path = folder / "model.toml"
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        known = ", ".join(shipped())
        raise ModelError(
            f"{path} cannot be read: name a model that ships ({known}), a model folder or a .pt file.",
            f"读不到模型 {path}：请写自带模型名（{known}）、模型文件夹或 .pt 文件。",
        ) from error
    return _weights(folder, table)


def _optional(folder: Path, net: Mapping[str, Any]) -> Path | None:
    return folder / net["int8"] if "int8" in net else None


def _weights(folder: Path, table: Mapping[str, Any]) -> Weights:
    try:
        finder, namer, thresholds = table["finder"], table["namer"], table["thresholds"]
        if tuple(finder["classes"]) != ("face", "back"):
            raise ValueError("the finder's classes must be face, back")
        if tuple(namer["classes"]) != NAMES:
            raise ValueError("the namer's classes must be 1m..9m 1p..9p 1s..9s other")
        weights = Weights(
            title=folder.name,
            finder=FinderWeights(
                folder / finder["file"], int(finder["size"]), int(finder["stride"]), _optional(folder, finder)
            ),
            namer=NamerWeights(
                folder / namer["file"],
                int(namer["size"]),
                float(namer["temperature"]),
                float(namer["crop_margin"]),
                _optional(folder, namer),
            ),
            find=float(thresholds["find"]),
            name=float(thresholds["name"]),
            back=float(thresholds["back"]) if "back" in thresholds else None,
            back_in_row=float(thresholds["back_in_row"]) if "back_in_row" in thresholds else None,
        )
        for file in (weights.finder.file, weights.finder.int8, weights.namer.file, weights.namer.int8):
            if file is not None and not file.is_file():
                raise ValueError(f"{file.name} is missing")
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{folder / 'model.toml'} is no model that runs here ({error}): compare it with a shipped one.",
            f"{folder / 'model.toml'} 不是能用的模型（{error}）：请对照自带的模型。",
        ) from error
    return weights
