"""记牌: who may tell what, and what a round starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.events import RoundStarted, TableEvent, Won
from assistant.history.records import Amended, Retracted
from assistant.log import ACTS
from assistant.opening import dealer_by_dice
from assistant.rules import RulesError, RuleSet
from assistant.seating import dealt_by
from assistant.seats import Seat
from assistant.summary import parties
from assistant.visibility import guarded, open_hands
from web.house import House
from web.tables import money
from web.tables.chairs import CHAIR, chair_name
from web.tables.errors import TableError
from web.tables.live import Live, Moment, seat_in
from web.tables.members import LONGEST_NAME, Member, Role, tidy


def table_rules(moment: Moment, house: House) -> RuleSet:
    """The rule set of the next round, for as many players as there are chairs."""
    info = moment.info
    try:
        return house.load(info.rules, {**info.overrides, "players": len(info.chairs)})
    except RulesError as error:
        said = " ".join(one.message for one in error.problems)
        raise TableError(
            "bad_rules", f"The table's rules cannot be used any more: {said}", "规则已不可用，请重选。", 409
        ) from error


def check_teller(member: Member, moment: Moment, event: TableEvent, seq: int | None = None) -> None:
    """Refuse what would let somebody feel for another's hand: where a hand has been noted, its own player or
    the host alone records for that seat (TableError 403). `seq`: which record it amends, of an earlier round
    too.
    """
    one = moment.last if seq is None else moment.round_of(seq)
    if member.role is Role.HOST or one is None or isinstance(event, RoundStarted):
        return
    noted = guarded([line.event for line in one.lines]) - {seat_in(one, member.id)}
    if _seats(event) & noted:
        raise TableError(
            "not_your_hand",
            "That player notes the own hand: they or the host record this.",
            "那位玩家自己在记手牌：请本人或桌主来记。",
            403,
        )


def _seats(event: TableEvent) -> set[Seat]:
    if isinstance(event, Won):
        return set(event.seats)
    seat = getattr(event, "seat", None)
    return set() if seat is None else {seat}


def check_taker_back(member: Member, live: Live, moment: Moment, seq: int) -> None:
    """Refuse to take back or amend what another player noted of the own hand, and what was amended or taken
    back of it (TableError 403).
    """
    if member.role is Role.HOST:
        return
    noted: list[TableEvent] = []
    found = live.record_of(seq)
    while found is not None and isinstance(found.entry, Amended | Retracted):
        if isinstance(found.entry, Amended):
            noted.append(found.entry.event)
        seq = found.entry.seq
        found = live.record_of(seq)
    one = moment.round_of(seq)
    if one is None:
        return
    noted += [line.event for line in one.lines if line.seq == seq]
    if found is not None and not isinstance(found.entry, ACTS):
        noted.append(found.entry)
    if guarded(noted) - {seat_in(one, member.id)}:
        raise TableError(
            "not_your_hand",
            "That is another player's own note: they or the host mend it.",
            "这是别人记的手牌：请本人或桌主来改。",
            403,
        )


def with_unseen(member: Member, moment: Moment, seq: int, event: TableEvent) -> TableEvent:
    """A win as it is amended, with what was recorded of it that the member may not see: winners' hands, what
    the house adds.
    """
    one = moment.round_of(seq)
    before = None if one is None else next((line.event for line in one.lines if line.seq == seq), None)
    if one is None or not isinstance(before, Won) or not isinstance(event, Won):
        return event
    opened = open_hands(one.folded.state, seat_in(one, member.id), moment.info.fair_play)
    unseen = {seat: hand for seat, hand in before.hands if seat in event.seats and seat not in opened}
    all_of = set(before.seats)
    hidden = all_of == set(event.seats) and not all_of <= opened
    return Won(
        event.seats,
        tuple(sorted((unseen | dict(event.hands)).items())),
        event.extra or (before.extra if hidden else ()),
    )


def next_start(
    moment: Moment,
    rules: RuleSet,
    dealer: str | None,
    dice: tuple[int, int] | None,
    called: Mapping[str, str],
    chips: Mapping[str, int] | None,
    wall: int | None,
) -> RoundStarted:
    """The start of the next round by the table's order and rules.

    The dealer: the person named; by two dice counted from the last dealer; else whom the last round names;
    in the first round who sits on the first chair. `called`: names for people whom nobody has joined for.
    `chips`: what each person has now; None: what is left of the last round's. TableError where something
    must be said first.
    """
    order = dealt_by(moment.circle, _dealer(moment, dealer, dice))
    names = {**money.names(moment), **_new_names(moment, called)}
    shown = tuple(names.get(person) or chair_name(person) for person in order)
    if len(set(shown)) != len(shown):
        raise TableError("name_taken", "Two people would have one name: change one.", "有人重名：请改一个。")
    left = _chips_left(moment) if chips is None else chips
    return RoundStarted(
        rules=rules.name,
        overrides=tuple(rules.values().items()),
        names=shown,
        wall=wall,
        chips=tuple(left.get(person, 0) for person in order) if left else None,
        people=order,
    )


def _new_names(moment: Moment, called: Mapping[str, str]) -> dict[str, str]:
    """The names that a request gives to people whom nobody has joined for; others name themselves."""
    names = {}
    for person, name in called.items():
        if person not in moment.circle or not person.startswith(CHAIR):
            raise TableError(
                "no_such_person",
                "names are for chairs that nobody has joined for: give them by chair:0, chair:1 and so on.",
                "只能给空座位起名。",
            )
        names[person] = tidy(name, LONGEST_NAME) or chair_name(person)
    return names


def _dealer(moment: Moment, dealer: str | None, dice: tuple[int, int] | None) -> str:
    circle, last = moment.circle, moment.last
    if dealer is not None:
        if dealer not in circle:
            raise TableError(
                "no_such_person", "The dealer must sit at the table: name one who does.", "庄家须在座。"
            )
        return dealer
    before = circle[0] if last is None else _person(moment, 0)
    if dice is not None:
        at = circle.index(before) if before in circle else 0
        return circle[(at + dealer_by_dice(*dice, len(circle))) % len(circle)]
    if last is None:
        return circle[0]
    if last.settlement.next_dealer is None:
        raise TableError(
            "name_dealer",
            "Dice decide who deals: throw them, or name the dealer.",
            "由骰子定庄：请掷骰，或直接指定庄家。",
            409,
        )
    person = _person(moment, last.settlement.next_dealer)
    if person not in circle:
        raise TableError(
            "name_dealer", "Who should deal has left: name the dealer.", "应坐庄的人已离座：请指定庄家。", 409
        )
    return person


def _person(moment: Moment, seat: Seat) -> str:
    assert moment.last is not None
    return parties(moment.last)[seat]


def _chips_left(moment: Moment) -> Mapping[str, int] | None:
    """The chips each person holds after the last round; None where it was played without."""
    last = moment.last
    if last is None or last.folded.state.chips is None:
        return None
    net = money.net_form(last)
    people: Sequence[str] = parties(last)
    return {
        person: max(chips + net[person], 0)
        for person, chips in zip(people, last.folded.state.chips, strict=False)
    }


def check_over(moment: Moment, anyway: bool) -> None:
    """Refuse the next round while this one goes on, or (unless `anyway`) still has something to tell."""
    last = moment.last
    if last is None:
        return
    if not last.settlement.finished:
        raise TableError(
            "round_running", "The round is not over: record its end first.", "这局还没完：请先记完。", 409
        )
    if not anyway and (last.settlement.missing or last.broken):
        first = last.settlement.missing[0] if last.settlement.missing else "mend the lines that do not fit"
        said = f"Something is still to be told: {first}. Send anyway to leave it open."
        raise TableError("missing", said, "还有未说明的：请先补全，或仍要开始。", 409)
