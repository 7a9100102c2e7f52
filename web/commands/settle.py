"""`tangzi settle`: a recorded round to who owes whom and why."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.problems import Problem
from web.commands.common import (
    DONE,
    UNUSABLE,
    WRONG_ARGUMENTS,
    RefusedError,
    add_json,
    add_rules,
    error_form,
    print_json,
    standard_input,
)

if TYPE_CHECKING:
    from assistant.events import TableEvent
    from assistant.state import Fault

NAME = "settle"
HELP = "结账: who owes whom and why, from recorded rounds"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The records, the rules that outrank what they say, a rule set to compare with."""
    parser.add_argument("round", nargs="+", help="a record, one JSON event a line; - reads standard input")
    add_rules(parser)
    parser.add_argument(
        "--compare", metavar="PRESET", help="settle it under this rule set too, and show the difference"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print each round's settlement; RefusedError where the arguments or the only record cannot be used."""
    changes = _changes(arguments)
    if len(arguments.round) == 1:
        form, lines = _settled(arguments.round[0], arguments, changes)
        _show(form, lines, arguments.json)
        return DONE
    forms: list[dict[str, Any]] = []
    for path in arguments.round:
        try:
            form, lines = _settled(path, arguments, changes)
        except RefusedError as refused:
            form, lines = dict(error_form(refused.problem)), [refused.problem.message]
        forms.append({"file": path, **form})
        if not arguments.json:
            print(f"{path}\n" + "\n".join(lines))
    if arguments.json:
        print_json(forms)
    return UNUSABLE if all("error" in form for form in forms) else DONE


def _show(form: dict[str, Any], lines: list[str], as_json: bool) -> None:
    if as_json:
        print_json(form)
    else:
        print("\n".join(lines))


def _changes(arguments: argparse.Namespace) -> dict[str, object]:
    """The keys of --set, with --rules and --compare checked; every problem in one message."""
    from assistant.rules import PRESETS, RulesError, load, parse_sets

    changes, problems = parse_sets(arguments.set)
    asked = [(PRESETS[0] if arguments.rules is None else arguments.rules, changes)]
    asked += [] if arguments.compare is None else [(arguments.compare, {})]
    for name, changed in asked:
        try:
            load(name, changed)
        except RulesError as error:
            problems += error.problems
    if problems:
        message = " ".join(problem.message for problem in problems)
        raise RefusedError(Problem("bad_rules", message), WRONG_ARGUMENTS)
    return changes


def _settled(
    path: str, arguments: argparse.Namespace, changes: dict[str, object]
) -> tuple[dict[str, Any], list[str]]:
    """The form of one record and its lines for people; RefusedError where it cannot be used."""
    from assistant.events import RoundStarted
    from assistant.round import NotARoundError, other_rules, settle
    from assistant.rules import RulesError
    from web.presenters.settle import compare_form, settlement_form, settlement_lines

    events = read_record(path)
    started = events[0] if events else None
    try:
        own = None
        if isinstance(started, RoundStarted) and (arguments.rules is not None or changes):
            own = other_rules(started, arguments.rules, changes)
        here = settle(events, own)
        form = settlement_form(*here)
        if arguments.compare is not None and isinstance(started, RoundStarted):
            there = settle(events, other_rules(started, arguments.compare, {}))
            form["compare"] = compare_form(arguments.compare, here, there)
    except NotARoundError as error:
        raise RefusedError(Problem(error.code, str(error))) from error
    except RulesError as error:
        raise RefusedError(Problem("bad_rules", str(error))) from error
    state = here[0].state
    return form, settlement_lines(form, (*state.names, state.side_name or "E"))


def read_record(path: str) -> list[TableEvent | Fault]:
    """The events of a record, a line that is none as its fault; RefusedError where it cannot be read."""
    from assistant.events import RoundStarted
    from assistant.history.codec import CodecError, decode
    from assistant.state import impossible
    from web.commands.watched_record import said_or_mended

    try:
        read = standard_input().buffer.read() if path == "-" else Path(path).read_bytes()
        text = read.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise RefusedError(Problem("no_such_file", f"There is no file “{path}”: check the path.")) from error
    except (OSError, UnicodeDecodeError) as error:
        said = f"“{path}” cannot be read: give a text file in UTF-8, one JSON event a line."
        raise RefusedError(Problem("unreadable", said)) from error
    events: list[TableEvent | Fault] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not said_or_mended(data, events):
                events.append(decode(data))
        except CodecError as error:
            events.append(impossible(error.code, str(error).removesuffix("."), "这一行看不懂：请按格式改"))
        except (ValueError, RecursionError):
            said = "the line is no JSON object: write one event a line"
            events.append(impossible("bad_json", said, "这一行不是 JSON：一行写一件事"))
    if not events:
        raise RefusedError(
            Problem("empty", f"“{path}” holds no event: record a round, one JSON event a line.")
        )
    first = events[0]
    if not isinstance(first, RoundStarted):
        why = getattr(first, "message", "the first line is another event.")
        said = f"“{path}” does not begin with round_started: {why}"
        raise RefusedError(Problem("not_started", said))
    return events
