"""What the sub-commands share: the options --json, --rules and --set, folders to write into, and how JSON and
errors are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from assistant.problems import Problem, together

if TYPE_CHECKING:
    from assistant.rules import RuleSet
    from vision.tileset_files import TilesetFolder

DONE, UNUSABLE, WRONG_ARGUMENTS = 0, 1, 2
"""Exit status: done; nothing could be used; wrong arguments."""


class RefusedError(Exception):
    """Stops a command: prints its problem and exits with `status`."""

    def __init__(self, problem: Problem, status: int = UNUSABLE) -> None:
        super().__init__(" ".join(filter(None, (problem.zh, problem.message))))
        self.problem = problem
        self.status = status


def add_json(parser: argparse.ArgumentParser) -> None:
    """Give a command --json."""
    parser.add_argument(
        "--json", action="store_true", help="print JSON, and nothing else, on standard output"
    )


def add_model(parser: argparse.ArgumentParser) -> None:
    """Give a command --model and --backend."""
    parser.add_argument(
        "--model", metavar="NAME|DIR|FILE", help="a shipped model, a model folder, or YOLO weights (.pt)"
    )
    parser.add_argument(
        "--backend",
        choices=("auto", "openvino", "onnxruntime", "opencv"),
        default="auto",
        help="what runs the nets; auto takes the fastest one installed",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """Give a command --data."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help="where learnt tile sets are kept (default: the user's own)",
    )


def tilesets_of(arguments: argparse.Namespace) -> TilesetFolder:
    """The learnt sets below --data, or below the folder where `serve` keeps its tables."""
    from vision.tileset_files import TilesetFolder
    from web.commands.folders import own_folder

    return TilesetFolder(arguments.data or own_folder())


def add_tileset(parser: argparse.ArgumentParser) -> None:
    """Give a command --tileset and --data."""
    parser.add_argument("--tileset", metavar="NAME", help="read with a tile set learnt by tangzi learn")
    add_data(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Give a command --rules and --set."""
    parser.add_argument(
        "--rules", metavar="NAME|FILE", help="a preset (chengdu, maomaoyu, online, sbr-2025) or a TOML file"
    )
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help="change one rule; may be repeated"
    )


def rules_of(arguments: argparse.Namespace, default: str = "chengdu") -> RuleSet:
    """The rule set of --rules and --set; RefusedError (wrong arguments) with every problem in one message."""
    from assistant.rules import RulesError, load, parse_sets

    overrides, problems = parse_sets(arguments.set)
    try:
        rules = load(default if arguments.rules is None else arguments.rules, overrides)
    except RulesError as error:
        problems += error.problems
    if problems:
        raise RefusedError(together("bad_rules", problems), WRONG_ARGUMENTS)
    return rules


def standard_input() -> TextIO:
    """What is piped in, as text or, as its `buffer`, bytes; RefusedError where the caller has closed it."""
    # a program may start another one without it, whatever typeshed says
    stream: TextIO | None = sys.stdin
    if stream is None:
        said = "Standard input is closed: pipe something in, or name it."
        raise RefusedError(Problem("no_input", said, "没有输入：请用管道送进来，或写出文件名。"))
    return stream


def check_folder(folder: Path) -> None:
    """Make a folder for drawings; RefusedError (wrong arguments) where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = f"{folder} cannot be made ({error}): give another folder."
        zh = f"建不了文件夹 {folder}：请换一个。"
        raise RefusedError(Problem("bad_folder", said, zh), WRONG_ARGUMENTS) from error


def cannot_write(path: Path, error: OSError) -> RefusedError:
    """What to say where a file cannot be written."""
    said = f"{path} cannot be written ({error}): give another folder."
    return RefusedError(Problem("bad_folder", said, f"写不了 {path}：请换一个文件夹。"), WRONG_ARGUMENTS)


def print_json(document: object) -> None:
    """One JSON document on one line of standard output."""
    text = json.dumps(document, ensure_ascii=False)
    # a byte of an argument that is no UTF-8 cannot be printed; it becomes a question mark
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")


def error_form(problem: Problem) -> Mapping[str, object]:
    """The public form of an input that cannot be used."""
    zh = {"zh": problem.zh} if problem.zh else {}
    return {"error": {"code": problem.code, "message": problem.message, **zh}}


def say(message: str) -> None:
    """A message for people, on standard error."""
    print(message, file=sys.stderr)
