"""问什么: a question of a watched table for people: its options by their numbers, in Chinese and English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.events import Discarded, Drawn, Gap, Konged, TableEvent, Won
from assistant.history.codec import decode
from assistant.notation import parse_tile
from web.presenters.happened import happened
from web.presenters.reasons import Words

NONE: Words = ("都不是，没发生", "none of these")
MANY = 5
"""From so many kinds on that one discard may be of they stand in one line."""
TAKE_UP: Words = ("照桌上的补记", "take up what lies there")
NOT_YET: Words = ("先不记", "not yet")
NONE_WRONG: Words = ("都没记错", "none of them is wrong")


def seat_words(names: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the seats are called in Chinese and in English; the fifth is who bets aside."""
    zh = tuple(names[seat] if seat < len(names) and names[seat] else f"座位{seat}" for seat in range(5))
    en = tuple(names[seat] if seat < len(names) and names[seat] else f"seat {seat}" for seat in range(5))
    return zh, en


def option_words(option: Sequence[TableEvent], names: Sequence[str] = ()) -> Words:
    """What an option says happened; a draw that nobody saw says nothing beside what follows it."""
    if not option:
        return NONE
    before = (None, *option)
    told = [
        _words(one, last, names)
        for one, last in zip(option, before, strict=False)
        if not (isinstance(one, Drawn) and one.tile is None and len(option) > 1)
    ]
    return "，".join(zh for zh, _ in told), ", ".join(en for _, en in told)


def _words(event: TableEvent, last: TableEvent | None, names: Sequence[str]) -> Words:
    """An event in an option, after the one before it."""
    seats = seat_words(names)
    zh, en = (happened(event, called)[at] for at, called in enumerate(seats))
    if isinstance(event, Won):
        drew = isinstance(last, Drawn) and event.seats == (last.seat,)
        zh = f"{zh.removesuffix(' 胡')} 自摸" if drew else zh
        en = f"{en} by self-draw" if drew else en
        shown = " ".join(str(hand) for _, hand in event.hands)
        return f"{zh} {shown}".strip(), f"{en} {shown}".strip()
    if isinstance(event, Konged) and event.just_drawn is not None:
        drawn = (
            ("（刚摸的）", " with the tile just drawn")
            if event.just_drawn
            else ("（先前的）", " with an older tile")
        )
        return zh + drawn[0], en + drawn[1]
    return zh, en


def lost_words(
    options: Sequence[Sequence[TableEvent]], names: Sequence[str] = ()
) -> tuple[Words, list[Words]]:
    """A question whether to take up what lies on the table: what all its options say, and what each of them
    says besides."""
    said = [_sentences(option, names) for option in options if option]
    common = [one for one in said[0] if all(one in other for other in said)] if said else []
    rest = [[one for one in its if one not in common] for its in said]
    return _joined(common), [_joined(its) if its else TAKE_UP for its in rest]


def _sentences(option: Sequence[TableEvent], names: Sequence[str]) -> list[Words]:
    """What an option says, but for draws and the gaps between."""
    told = zip(option, (None, *option), strict=False)
    return [_words(one, last, names) for one, last in told if not isinstance(one, Gap | Drawn)]


def _joined(said: Sequence[Words]) -> Words:
    return "，".join(zh for zh, _ in said), ", ".join(en for _, en in said)


def questioned(form: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """A question's form as lines: what it is about, and an option a line, 0 last."""
    number = form["id"]
    options = [tuple(decode(event) for event in option) for option in form["options"]]
    instead = form.get("instead")
    if form.get("lost"):
        return _lost(form, options, names)
    if not instead:
        lines = list(_options(options, names))
        return "\n".join(
            [f"第 {number} 问：是哪一个？ Question {number}: which is it?", *lines, _line(0, NONE)]
        )
    what = ("记成的牌里有错吗？", "is one of these recorded wrongly?")
    if form["several"]:
        what = ("哪些记错了？没记错的不用选。", "which are recorded wrongly? Leave out those that are right.")
    lines = list(_mends(options, instead, names))
    if form.get("paired"):
        lines.append(
            "     （两张可能打反了的：选一张，两张就都换。 Of two that were exchanged one number does.）"
        )
    head = f"第 {number} 问：{what[0]} Question {number}: {what[1]}"
    return "\n".join([head, *lines, _line(0, NONE_WRONG)])


def _lost(form: Mapping[str, Any], options: Sequence[Sequence[TableEvent]], names: Sequence[str]) -> str:
    """A question whether to take up what lies there, as lines."""
    number, (since, until) = form["id"], form["lost"]
    common, ways = lost_words(options, names)
    zh = f"{since:.0f} 到 {until:.0f} 秒跟丢了：照桌上的补记吗？先后、碰的牌是谁打的，都不知道。"
    en = (
        f"the table was lost from {since:.0f} to {until:.0f} s: take up what lies there? The order, and who "
        "threw a claimed tile, stay unknown."
    )
    if since == until:
        zh = "没从起手看起：照桌上的补记吗？先后、碰的牌是谁打的，都不知道。"
        en = "this hand was not watched from its deal: take up what lies there? The order, and who threw a "
        en += "claimed tile, stay unknown."
    lines = [f"     {common[0]}  {common[1]}"] if common[0] else []
    lines += [_line(at, words) for at, words in enumerate(ways, 1)]
    return "\n".join([f"第 {number} 问：{zh} Question {number}: {en}", *lines, _line(0, NOT_YET)])


def _options(options: Sequence[Sequence[TableEvent]], names: Sequence[str]) -> Iterator[str]:
    """An option a line; where one discard may be of many kinds, all of them in one."""
    thrown = [[one for one in option if not isinstance(one, Drawn)] for option in options]
    kinds: dict[int, list[str]] = {}
    for at, its in enumerate(thrown):
        if len(its) == 1 and isinstance(one := its[0], Discarded):
            kinds.setdefault(one.seat, []).append(f"{at + 1} {one.tile.chinese} {one.tile}")
    for at, option in enumerate(options):
        only = thrown[at][0] if len(thrown[at]) == 1 else None
        may_be = kinds.get(only.seat, []) if isinstance(only, Discarded) else []
        if len(may_be) < MANY:
            yield from [_line(at + 1, option_words(option, names))] if option else []
        elif isinstance(only, Discarded) and may_be[0].startswith(f"{at + 1} "):
            zh, en = seat_words(names)
            yield f"     {zh[only.seat]} 打 {en[only.seat]} discards:  {'   '.join(may_be)}"


def _mends(
    options: Sequence[Sequence[TableEvent]], instead: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[str]:
    """A line for each discard that may be another, with what it may be."""
    found: dict[tuple[int, int], list[str]] = {}
    zh, en = seat_words(names)
    for at, (option, mend) in enumerate(zip(options, instead, strict=False)):
        (event,) = option
        assert isinstance(event, Discarded)
        key = int(mend["seat"]), int(mend["number"])
        found.setdefault(key, []).append(f"{at + 1} {event.tile.chinese} {event.tile}")
    told = {(int(one["seat"]), int(one["number"])): str(one["tile"]) for one in instead}
    for (seat, number), kinds in found.items():
        tile = parse_tile(told[seat, number])
        yield (
            f"     {zh[seat]} 的第 {number + 1} 张，记成{tile.chinese}，其实是 "
            f"{en[seat]}'s discard {number + 1}, recorded as {tile}, is:  {'   '.join(kinds)}"
        )


def _line(number: int, words: Words) -> str:
    return f"     {number}  {words[0]}  {words[1]}"
