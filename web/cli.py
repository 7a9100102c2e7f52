"""The command `tangzi`: finds the sub-command and runs it. Only the module that is needed is imported."""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from assistant.problems import Problem
from web.commands.common import UNUSABLE, WRONG_ARGUMENTS, RefusedError, error_form, print_json, say

COMMANDS = ("hand", "learn", "scan", "serve", "settle", "table", "watch")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What a system says when an output has no room left."""


def command(name: str) -> ModuleType:
    """The module of a sub-command."""
    return importlib.import_module(f"web.commands.{name}")


class Parser(argparse.ArgumentParser):
    """Refuses wrong arguments as everything else is refused: in one sentence, Chinese first."""

    def error(self, message: str) -> NoReturn:
        """See `ArgumentParser.error`; RefusedError."""
        self.print_usage(sys.stderr)
        said = f"{message[:1].upper()}{message[1:]}; {self.prog} --help says more."
        zh = f"{_in_chinese(message)}：用法见 {self.prog} --help。"
        raise RefusedError(Problem("wrong_arguments", said, zh), WRONG_ARGUMENTS)


def _in_chinese(message: str) -> str:
    for form, words in WRONG:
        if found := re.search(form, message):
            return words.format(*found.groups())
    return "参数不对"


WRONG = (
    (r"the following arguments are required: COMMAND", f"请写一个命令：{'、'.join(COMMANDS)}"),
    (r"the following arguments are required: (.*)", "还缺 {0}"),
    (r"argument COMMAND: invalid choice: ('[^']*')", f"没有 {{0}} 这个命令，只有 {'、'.join(COMMANDS)}"),
    (r"argument (\S+): invalid choice: ('[^']*') \(choose from (.*)\)", "{0} 不能是 {1}，只能是 {2}"),
    (r"argument (\S+): invalid \w+ value: ('[^']*')", "{0} 不能是 {1}"),
    (r"argument (\S+): expected", "{0} 后面要写值"),
    (r"unrecognized arguments: (.*)", "不认识 {0}"),
    (r"argument (\S+): not allowed with argument (\S+)", "{0} 和 {1} 不能一起用"),
    (r"ambiguous option: (\S+)", "{0} 写得不全"),
)
"""What argparse says, and the same in Chinese."""


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the named sub-commands, all of them by default."""
    parser = Parser(
        prog="tangzi",
        description="堂子: reads a physical Sichuan mahjong table and knows what every act costs.",
    )
    chosen = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = command(name)
        sub = chosen.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tangzi` with arguments (those of the process by default); gives the exit status."""
    argv = list(sys.argv[1:] if argv is None else argv)
    _speak_plainly()
    names = [argv[0]] if argv and argv[0] in COMMANDS else COMMANDS
    arguments = argparse.Namespace()
    try:
        arguments = build_parser(names).parse_args(argv)
        if getattr(arguments, "json", False):
            _speak_plainly(encoding="utf-8")
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except RefusedError as refused:
        if "--json" in argv or getattr(arguments, "json", False):
            print_json(error_form(refused.problem))
        say(str(refused))
        return refused.status
    except BrokenPipeError:
        # a reader such as `head` has closed our output; what it wanted it has
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        say(
            "写不下了：请腾出空间再来一次。 "
            f"The output could not be written ({error.strerror}): free some space and run it again."
        )
        _forget_output()
        return UNUSABLE
    return status


def _forget_output() -> None:
    """What cannot be written is not tried once more when the process ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_plainly(encoding: str | None = None) -> None:
    """What the encoding of a pipe or a terminal lacks becomes a question mark; JSON is UTF-8 everywhere."""
    for stream, wanted in ((sys.stdout, encoding), (sys.stderr, None)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=wanted, errors="replace")
