"""缘由: why points move, as a sentence in Chinese and English that a player can check; the sum in it is the
payment.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.events import How
from assistant.rule_words import PatternId, SelfDraw
from assistant.rules import RuleSet
from assistant.scoring import Line, Score, capped, label, points
from assistant.settlement.ledger import (
    BasesBasis,
    Cause,
    ChipsBasis,
    KongBasis,
    MovedBasis,
    NoteBasis,
    Payment,
    PigBasis,
    ReadyBasis,
    Reason,
    SideBasis,
    WinBasis,
)
from assistant.tiles import Tile
from web.presenters.seats import named

Words = tuple[str, str]
"""Chinese, English."""

KONGS: dict[How, Words] = {
    How.EXPOSED: ("直杠", "exposed kong"),
    How.ADDED: ("弯杠", "added kong"),
    How.CONCEALED: ("暗杠", "concealed kong"),
}
CAUSES: dict[Cause, Words] = {
    Cause.DEAL_IN: ("杠上炮", "dealt in after a kong"),
    Cause.DEAL_IN_ALL: ("转雨", "dealt in after a kong, all kong income goes"),
    Cause.NOT_READY: ("未下叫，杠作废", "not ready, its kongs are void"),
    Cause.FALSE_WIN: ("诈胡，杠作废", "false win, its kongs are void"),
}


def why(payment: Payment, rules: RuleSet, names: Sequence[str] = ()) -> dict[str, str]:
    """The sentence of a payment: `{"zh": ..., "en": ...}`. A seat goes by its name where it has one."""
    zh, en = _words(payment, rules)
    return {"zh": named(zh, names), "en": named(en, names)}


def _words(payment: Payment, rules: RuleSet) -> Words:
    base = points(1, rules)
    match payment.basis:
        case WinBasis(score=score, adds=adds, point_kong=point_kong):
            zh, en = _win(score, adds, payment.points, rules)
            return (f"点杠花，{zh}", f"drawn after a kong given: {en}") if point_kong else (zh, en)
        case KongBasis(kong, bases):
            zh, en = KONGS[kong.how]
            pays_zh = "放杠者付" if payment.payer == kong.discarder else "每家付"
            each = "from the discarder" if payment.payer == kong.discarder else "from each"
            return (
                f"{zh}{kong.tile.chinese}，{pays_zh}{_product(bases, base, '底')}",
                f"{en} of {kong.tile}: {_product(bases, base, 'base ')} {each}",
            )
        case MovedBasis(kong, cause):
            return _moved(payment, kong.how, kong.tile, cause)
        case PigBasis(bases, doubled):
            if doubled is None or bases is not None:
                sum_zh, sum_en = _product(bases or 0, base, "底"), _product(bases or 0, base, "base ")
                return f"花猪，赔{sum_zh}", f"flower pig pays {sum_en}"
            zh, en = _ready(doubled, rules)
            total = f"2×{doubled.points} = {payment.points}"
            return (
                f"花猪，赔最大叫的两倍：{zh}，{total}",
                f"flower pig pays twice the largest hand: {en}, {total}",
            )
        case ReadyBasis() as ready:
            zh, en = _ready(ready, rules)
            if payment.reason is Reason.LEFT_EARLY:
                return f"逃跑，赔叫：{zh}", f"left early, pays the ready hand: {en}"
            return f"未下叫，赔叫：{zh}", f"not ready, pays the ready hand: {en}"
        case BasesBasis(bases):
            left = payment.reason is Reason.LEFT_EARLY
            zh, en = ("逃跑", "left early") if left else ("诈胡", "false win")
            return f"{zh}，赔{_product(bases, base, '底')}", f"{en}: pays {_product(bases, base, 'base ')}"
        case SideBasis(name, tile, of):
            zh, en = _words(of, rules)
            return (
                f"叫马{tile.chinese}，{name}同座位{_seat(of, payment)}：{zh}",
                f"side bet {tile}, as seat {_seat(of, payment)}: {en}",
            )
        case ChipsBasis(seat, owed, paid):
            return (
                f"座位{seat}筹码不足，欠{owed}只付{paid}，按比例少收{payment.points}",
                f"seat {seat} owes {owed} and has {paid}: shared in proportion, {payment.points} less",
            )
        case NoteBasis(note):
            return f"手工改账{payment.points}：{note}" if note else f"手工改账{payment.points}", (
                f"moved by hand, {payment.points}: {note}" if note else f"moved by hand, {payment.points}"
            )


def _product(bases: int, base: int, word: str) -> str:
    """`2×底5 = 10`; the sum a player checks."""
    return f"{bases}×{word}{base} = {bases * base}"


def _seat(of: Payment, mirrored: Payment) -> int:
    return of.payer if of.payee == mirrored.payee else of.payee


def _moved(payment: Payment, how: How, tile: Tile, cause: Cause) -> Words:
    zh, en = KONGS[how]
    cause_zh, cause_en = CAUSES[cause]
    if payment.reason is Reason.KONG_TRANSFER:
        return (
            f"{cause_zh}，{zh}{tile.chinese}所得{payment.points}转给胡家",
            f"{cause_en}: the {payment.points} of the {en} of {tile} go to the winner",
        )
    return (
        f"{cause_zh}，退{zh}{tile.chinese}所得{payment.points}",
        f"{cause_en}: the {payment.points} of the {en} of {tile} go back",
    )


def _ready(ready: ReadyBasis, rules: RuleSet) -> Words:
    zh, en = _win(ready.score, ready.adds, ready.points, rules)
    aside_zh = f"打{ready.discard.chinese}" if ready.discard is not None else ""
    aside_en = f" without {ready.discard}" if ready.discard is not None else ""
    return (
        f"座位{ready.seat}{aside_zh}叫{ready.tile.chinese}，{zh}",
        f"seat {ready.seat}{aside_en} waits for {ready.tile}, {en}",
    )


def _win(score: Score, adds: SelfDraw | None, each: int, rules: RuleSet) -> Words:
    """`清一色2 + 根1 = 8倍封顶，自摸加底1，每家9`."""
    doubling = adds is SelfDraw.DOUBLING
    total = score.doublings + doubling
    worth = capped(total, rules)
    lines = score.lines or (Line(PatternId.PLAIN, 0),)  # a table may price none of the hand's shapes
    parts = [_line(line, place, rules) for place, line in enumerate(lines)]
    if doubling:
        parts.append(("自摸加番1", "self-drawn 1"))
    zh, en = (" + ".join(words) for words in zip(*parts, strict=True))
    zh += f" = {_label(total, rules)[0]}"
    en += f" = {_label(total, rules)[1]}"
    if worth < total:
        zh += f"，封顶{_label(worth, rules)[0]}"
        en += f", capped at {_label(worth, rules)[1]}"
    elif capped(total + 1, rules) == worth:
        zh += "封顶"
        en += " (the cap)"
    multiple = 1 << worth
    if adds is SelfDraw.BASE:
        zh, en = f"{zh}，自摸加底1", f"{en}, self-drawn +1 base"
    return _each(zh, en, multiple, adds, each, rules)


def _each(zh: str, en: str, multiple: int, adds: SelfDraw | None, each: int, rules: RuleSet) -> Words:
    """What each pays, with the base where it is not 1."""
    base = points(1, rules)
    bases = f"({multiple}+1)" if adds is SelfDraw.BASE else f"{multiple}"
    total = f"{bases}×{base} = {each}" if base != 1 else f"{each}"
    if adds is None:
        return f"{zh}，付{total}", f"{en}: pays {total}"
    return f"{zh}，每家{total}", f"{en}: {total} each"


def _label(doublings: int, rules: RuleSet) -> Words:
    """The table's word for a value, and the multiple where that is another number."""
    zh, en = label(doublings, rules)
    multiple = 2**doublings
    if zh == f"{multiple}倍":
        return zh, en
    return f"{zh}（{multiple}倍）", f"{en} ({multiple}x)"


def _line(line: Line, place: int, rules: RuleSet) -> Words:
    """A pattern with its doublings; where fans count from 1 the first, a shape, holds that one."""
    counts_from_one = label(0, rules)[0] == "1番"
    number = line.doublings + (counts_from_one and place == 0)
    zh, en = line.id.chinese, line.id.english
    if line.note:
        zh, en = line.note, line.note
    return f"{zh}{number}", f"{en} {number}"
