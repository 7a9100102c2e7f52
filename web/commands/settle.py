"""`tangzi settle`: a recorded round to who owes whom and why."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.problems import Problem, together
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
    from assistant.events import RoundStarted, TableEvent, VoidChosen
    from assistant.settlement.ledger import Payment
    from assistant.settlement.reckoning import Settlement
    from assistant.state import Fault, Round
    from web.commands.watched_record import Record

NAME = "settle"
HELP = "结账: who owes whom and why, from recorded rounds"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The records, the rules that outrank what they say, a rule set to compare with."""
    parser.add_argument("round", nargs="+", help="a record, one JSON event a line; - reads standard input")
    add_rules(parser)
    parser.add_argument(
        "--answer",
        metavar="ID:OPTION",
        action="append",
        default=[],
        help="answer a question of tangzi watch that nobody answered; may be repeated",
    )
    parser.add_argument(
        "--void", metavar="SEAT=SUIT,...", help="定缺 that the record lacks or has wrongly: 0=m,1=p,2=s,3=m"
    )
    parser.add_argument(
        "--compare", metavar="PRESET", help="settle it under this rule set too, and show the difference"
    )
    parser.add_argument(
        "--checked",
        action="store_true",
        help="核对过了: somebody has looked at what a camera did not follow; the record tells what it missed",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print each round's settlement; RefusedError where the arguments or the only record cannot be used."""
    changes = _changes(arguments)
    answers, voids = _told_later(arguments)
    if (answers or voids or arguments.checked) and len(arguments.round) > 1:
        said = "--answer, --void and --checked tell of one record: of several, settle that one alone."
        zh = "--answer、--void 和 --checked 只对一份记录：请单独结那一份。"
        raise RefusedError(Problem("bad_told", said, zh), WRONG_ARGUMENTS)
    forms: list[dict[str, Any]] = []
    alone = len(arguments.round) == 1
    for path in arguments.round:
        try:
            records = read_rounds(path)
            as_read = [record.events for record in records]
            _tell_later(records, answers, voids)
            for record in records if arguments.checked else ():
                record.check()
        except RefusedError as refused:
            if alone:
                raise
            forms.append(_titled({"file": path}, error_form(refused.problem), [str(refused)], arguments.json))
            continue
        alone = alone and len(records) == 1
        for number, record in enumerate(records, 1):
            title: dict[str, Any] = {"file": path, **({"round": number} if len(records) > 1 else {})}
            try:
                form, lines = _settled(path, record, as_read[number - 1], arguments, changes)
            except RefusedError as refused:
                if alone:
                    raise
                form, lines = dict(error_form(refused.problem)), [str(refused)]
            forms.append(form if alone else _titled(title, form, lines, arguments.json))
            if alone:
                _show(form, lines, arguments.json)
    if alone:
        return DONE
    if arguments.json:
        print_json(forms)
    return UNUSABLE if all("error" in form for form in forms) else DONE


def _titled(
    title: Mapping[str, Any], form: Mapping[str, object], lines: list[str], as_json: bool
) -> dict[str, Any]:
    """A form that says which round it is of; printed for people under that title."""
    if not as_json:
        which = " ".join(str(word) for word in title.values())
        print(f"{which}\n" + "\n".join(lines))
    return {**title, **form}


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
        raise RefusedError(together("bad_rules", problems), WRONG_ARGUMENTS)
    return changes


def _told_later(
    arguments: argparse.Namespace,
) -> tuple[list[tuple[int, tuple[int, ...]]], tuple[VoidChosen, ...]]:
    """What --answer and --void tell of a watched table; RefusedError where it cannot be understood."""
    from web.commands.answers import Answer, NotToldError, read_line, void_suits

    answers = []
    for text in arguments.answer:
        match read_line(text):
            case Answer(int(question), options):
                answers.append((question, options))
            case _:
                said = (
                    f"“{text}” is no answer: write --answer ID:OPTION, such as 3:2, or 3:0 for none of them."
                )
                zh = f"看不懂“{text}”：请写 --answer 问号:选项，如 3:2；都不是写 3:0。"
                raise RefusedError(Problem("bad_answer", said, zh), WRONG_ARGUMENTS)
    try:
        return answers, () if arguments.void is None else void_suits(arguments.void)
    except NotToldError as error:
        raise RefusedError(Problem("bad_told", error.words[1], error.words[0]), WRONG_ARGUMENTS) from error


def _tell_later(
    records: list[Record], answers: list[tuple[int, tuple[int, ...]]], voids: tuple[VoidChosen, ...]
) -> None:
    """Put what was told afterwards into the rounds of a record; RefusedError where it does not fit."""
    from web.commands.open_questions import NoAnswerError

    for question, options in answers:
        asked = [one for one in records if question in one.asked]
        able = [one for one in asked if not one.asked[question].done] or asked
        if len(able) != 1:
            raise RefusedError(_not_one(question, able, records), WRONG_ARGUMENTS)
        try:
            able[0].answer(question, options)
        except NoAnswerError as error:
            raise RefusedError(
                Problem("bad_answer", error.words[1], error.words[0]), WRONG_ARGUMENTS
            ) from error
    if voids and len(records) > 1:
        said = f"--void tells of one round, and the record holds {len(records)}: give each a file of its own."
        zh = f"--void 只说一局，这份记录有 {len(records)} 局：请一局一个文件。"
        raise RefusedError(Problem("bad_told", said, zh), WRONG_ARGUMENTS)
    if voids:
        records[0].void(voids)


def _not_one(question: int, able: Sequence[Record], records: Sequence[Record]) -> Problem:
    """Why an answer is to no question of a record: to none, or to one of several rounds."""
    known = ", ".join(str(number) for one in records for number in one.asked) or "none"
    if able:
        said = f"Several rounds of the record ask a question {question}: give each a file of its own."
        return Problem("bad_answer", said, f"记录里不止一局有第 {question} 问：请一局一个文件。")
    said = f"No question {question} is in the record, whose questions are {known}."
    return Problem("bad_answer", said, f"记录里没有第 {question} 问，只有：{known}。")


def _settled(
    path: str,
    record: Record,
    as_read: Sequence[TableEvent | Fault],
    arguments: argparse.Namespace,
    changes: dict[str, object],
) -> tuple[dict[str, Any], list[str]]:
    """The form of one round and its lines for people; RefusedError where it cannot be used. `as_read`: its
    events before anything was told afterwards."""
    from assistant.round import NotARoundError, other_rules, settle
    from assistant.rules import RulesError
    from web.presenters.settle import compare_form, settlement_form, settlement_lines

    events = record.events
    started = _start_of(events, path)
    try:
        own = None
        if arguments.rules is not None or changes:
            own = other_rules(started, arguments.rules, changes)
        here = settle(events, own)
        form = settlement_form(*here)
        unsure = list(record.unsure())
        _mark_unsure(
            form, here[1], [(said, [settle(one, own)[1] for one in others]) for said, others in unsure]
        )
        form["missing"] = [_how_to_check(said) for said in form["missing"]]
        if events != as_read:
            form["missing"] += _unfit(here[0], events, settle(as_read, own)[0], as_read)
        if arguments.compare is not None:
            another = other_rules(started, arguments.compare, {})
            there = settle(events, another)
            form["compare"] = compare_form(arguments.compare, here, there)
            form["compare"]["missing"] = [_how_to_check(said) for said in form["compare"]["missing"]]
            form["compare"]["missing"] += [
                _money_hangs(said)
                for said, others in unsure
                if any(_moved(settle(one, another)[1]) != _moved(there[1]) for one in others)
            ]
    except NotARoundError as error:
        raise RefusedError(error.problem) from error
    except RulesError as error:
        raise RefusedError(together("bad_rules", error.problems)) from error
    state = here[0].state
    return form, settlement_lines(form, (*state.names, state.side_name or "E"))


def _how_to_check(said: str) -> str:
    """What is missing, with how to say that somebody has looked at what a camera did not follow."""
    from assistant.settlement.reckoning import UNSEEN

    if not said.startswith(UNSEEN):
        return said
    how = 'settle with --checked, or take "checked": false out of the gap'
    return f"{said}: add what is missing there, then {how}"


def _unfit(
    here: Round, events: Sequence[TableEvent | Fault], was: Round, as_read: Sequence[TableEvent | Fault]
) -> Iterator[str]:
    """What to do where lines no longer fit what was told afterwards: they were recorded on what it is not."""
    from assistant.state import Fault
    from web.presenters.asked import option_words

    before = {id(as_read[at]) for at, _ in was.faults}
    found = {at: events[at] for at, _ in here.faults if id(events[at]) not in before}
    if found:
        named = [
            f"event {at} ({option_words([event])[1]})"
            for at, event in found.items()
            if not isinstance(event, Fault)
        ]
        more = f" and {len(named) - 5} more" if len(named) > 5 else ""
        yield (
            f"mend the lines that do not fit what is told by --answer or --void, {', '.join(named[:5])}"
            f"{more}: put what happened in their stead, or answer otherwise; the money hangs on it"
        )


def _start_of(events: Sequence[TableEvent | Fault], path: str) -> RoundStarted:
    from assistant.events import RoundStarted

    if not events:
        said = f"“{path}” holds no event: record a round, one JSON event a line."
        raise RefusedError(Problem("empty", said, f"“{path}”里一件事也没有：请记下一局，一行一个 JSON。"))
    first = events[0]
    if not isinstance(first, RoundStarted):
        why = getattr(first, "message", "the first line is another event.")
        said = f"“{path}” does not begin with round_started: {why}"
        zh = f"“{path}”不是从 round_started 开始的：请补上那一行。"
        if getattr(first, "code", None) == "bad_json":
            said = f"“{path}” is no record: write one with tangzi watch --json, one JSON event a line."
            zh = f"“{path}”不是记录：用 tangzi watch --json 写一份，一行一个 JSON。"
        raise RefusedError(Problem("not_started", said, zh))
    return first


def _mark_unsure(
    form: dict[str, Any], settled: Settlement, unsure: Sequence[tuple[str, Sequence[Settlement]]]
) -> None:
    """Say of which payments nobody knows whether they are due: those that are others, or none, where what was
    not told was otherwise."""
    for said, others in unsure:
        if all(_moved(one) == _moved(settled) for one in others):
            continue
        form["missing"].append(_money_hangs(said))
        here, paid = _payments(settled.payments), [_payments(one.payments) for one in others]
        for one in form["payments"]:
            if any(there[_key(one)] < here[_key(one)] for there in paid):
                one["supposed"] = True


def _money_hangs(said: str) -> str:
    return f"{said}; the money hangs on it"


def _moved(settlement: Settlement) -> tuple[Counter[tuple[int, int, int, str]], Counter[tuple[int, int]]]:
    """All that a round costs: payments and penalties."""
    return _payments(settlement.payments), Counter((one.seat, one.points) for one in settlement.penalties)


def _payments(payments: Iterable[Payment]) -> Counter[tuple[int, int, int, str]]:
    return Counter((one.payer, one.payee, one.points, one.reason.value) for one in payments)


def _key(form: Mapping[str, Any]) -> tuple[int, int, int, str]:
    return form["from"], form["to"], form["points"], form["reason"]


def read_rounds(path: str) -> list[Record]:
    """The rounds of a file, a line that is none as its fault; RefusedError where it cannot be read."""
    from assistant.history.codec import CodecError
    from assistant.state import impossible
    from web.commands.watched_record import Record, rounds_of

    try:
        read = standard_input().buffer.read() if path == "-" else Path(path).read_bytes()
        text = read.decode("utf-8-sig")
    except FileNotFoundError as error:
        said = f"There is no file “{path}”: check the path."
        raise RefusedError(Problem("no_such_file", said, f"没有文件“{path}”：请核对路径。")) from error
    except (OSError, UnicodeDecodeError) as error:
        said = f"“{path}” cannot be read: give a text file in UTF-8, one JSON event a line."
        zh = f"“{path}”读不了：请给 UTF-8 的文本文件，一行一个 JSON。"
        raise RefusedError(Problem("unreadable", said, zh)) from error
    lines: list[Any] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            lines.append(json.loads(line))
        except (ValueError, RecursionError):
            said = "the line is no JSON object: write one event a line"
            lines.append(impossible("bad_json", said, "这一行不是 JSON：一行写一件事"))
    records = []
    for its in rounds_of(lines):
        record = Record()
        for data in its:
            try:
                record.take(data)
            except CodecError as error:
                message = str(error).removesuffix(".")
                record.fault(impossible(error.code, message, "这一行看不懂：请按格式改"))
        records.append(record)
    return records
