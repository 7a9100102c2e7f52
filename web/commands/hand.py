"""`tangzi hand`: what a hand waits for, and what it is worth."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable
from typing import Any

from assistant.problems import together
from web.commands.common import (
    DONE,
    UNUSABLE,
    WRONG_ARGUMENTS,
    RefusedError,
    add_json,
    add_rules,
    error_form,
    print_json,
    rules_of,
    say,
    standard_input,
)

NAME = "hand"
HELP = "听牌: what a hand waits for, what it is worth, what to discard"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The hand, the tiles seen elsewhere, the void suit, the rules."""
    parser.add_argument(
        "hand", nargs="+", help='like "2223 678 789m 123p" or "55m 234s #p5p"; - reads one hand a line'
    )
    parser.add_argument("--seen", metavar="TILES", default="", help='tiles visible elsewhere, like "14m 9s"')
    parser.add_argument("--void", metavar="SUIT", help="the void suit 定缺: m, p or s (万, 筒, 条)")
    add_rules(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the form of each hand; RefusedError where the arguments or the only hand cannot be used."""
    analyse = _analyser(arguments)
    if arguments.hand == ["-"]:
        lines = standard_input()
        if isinstance(lines, io.TextIOWrapper):
            lines.reconfigure(encoding="utf-8-sig", errors="replace")
        return _stream(analyse, lines, arguments.json)
    _show(analyse(" ".join(arguments.hand)), arguments.json)
    return DONE


def _analyser(arguments: argparse.Namespace) -> Callable[[str], tuple[dict[str, Any], list[str]]]:
    """From the text of a hand to its form and its lines for people, under the options given."""
    from assistant.notation import NotationError, parse_hand, parse_suit, parse_tiles
    from assistant.tiles import count
    from web.presenters.hand import analyse, hand_faults
    from web.presenters.hand_text import hand_lines

    rules = rules_of(arguments)
    try:
        seen = count(parse_tiles(arguments.seen))
        void = None if arguments.void is None else parse_suit(arguments.void)
    except NotationError as error:
        raise RefusedError(error.problem, WRONG_ARGUMENTS) from error

    def answer(text: str) -> tuple[dict[str, Any], list[str]]:
        try:
            hand = parse_hand(text)
        except NotationError as error:
            raise RefusedError(error.problem, UNUSABLE) from error
        faults = hand_faults(hand)
        if faults:
            raise RefusedError(together(faults[0].code, faults), UNUSABLE)
        form = analyse(hand, rules, seen, void)
        return form, hand_lines(form, rules)

    return answer


def _stream(
    analyse: Callable[[str], tuple[dict[str, Any], list[str]]], lines: Iterable[str], json: bool
) -> int:
    """One answer a line, an unusable line too, each at once so that another program can wait for it."""
    for line in lines:
        try:
            _show(analyse(line), json)
        except RefusedError as refused:
            if json:
                print_json(error_form(refused.problem))
            else:
                say(f"{line.strip()}: {refused}")
        sys.stdout.flush()
    return DONE


def _show(answer: tuple[dict[str, Any], list[str]], json: bool) -> None:
    form, lines = answer
    if json:
        print_json(form)
    else:
        print("\n".join(lines))
