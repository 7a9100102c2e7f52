"""The second pricer: from the lines of a recorded round to who pays whom.

Numbers such as "(6.2)" cite RULES.md: section 6, point 2. The record is taken to be possible: lines that cannot
have happened are the first pricer's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.assistant.second_pricer.hands import (
    Circumstance,
    Melds,
    Tiles,
    complete,
    discard_points,
    doublings,
    multiple,
    owned,
    parse,
    self_draw_points,
    size_of,
    suits_of,
    waits,
)
from tests.assistant.second_pricer.rulebook import Rules

Line = dict[str, Any]


class Payment(NamedTuple):
    payer: int
    payee: int
    points: int
    reason: str
    event: int


class Penalty(NamedTuple):
    seat: int
    points: int
    reason: str


@dataclass
class Kong:
    """A kong that stands, and what it earned: (payer, points) for each who paid."""

    seat: int
    how: str
    event: int
    discarder: int | None = None
    paid: list[tuple[int, int]] = field(default_factory=list)
    settled: bool = False

    @property
    def income(self) -> int:
        return 0 if self.settled else sum(points for _, points in self.paid)


@dataclass
class Result:
    payments: list[Payment]
    net: list[int]
    penalties: list[Penalty]
    winners: list[int]
    next_dealer: int | None
    finished: bool


class Standing(NamedTuple):
    """What a seat shows when the wall is empty. `value` is what step 2 owes it, `largest` its dearest discard win."""

    pig: bool
    passive: bool
    status: str  # "ready", "not_ready" or "neutral"
    value: int = 0
    largest: int = 0


class Last(NamedTuple):
    """What can be won now: a discard, a tile just drawn, or an added kong."""

    what: str
    seat: int
    tile: str
    kong: Kong | None = None


class Round:
    """One recorded round, read line by line."""

    def __init__(self, lines: Sequence[Line], rules: Rules) -> None:
        self.rules = rules
        self.players = int(rules["players"])
        self.payments: list[Payment] = []
        self.penalties: list[Penalty] = []
        self.playing = list(range(self.players))
        self.winners: list[int] = []
        self.hands: list[list[str] | None] = [None] * self.players
        self.melds: list[list[tuple[str, str]]] = [[] for _ in range(self.players)]
        self.shown: dict[int, list[str]] = {}  # hands of winners as they lie on the table
        self.discards: list[list[str]] = [[] for _ in range(self.players)]  # each seat's, claimed ones too
        self.pond: list[str] = []  # discards that nobody took into a meld, and robbed tiles
        self.draws = [0] * self.players
        self.just_drawn: list[str | None] = [None] * self.players
        self.chain: list[Kong | None] = [None] * self.players  # the kong whose replacement the seat plays
        self.declared: list[str | None] = [None] * self.players
        self.void_since: list[str | None] = [None] * self.players  # sticky (7)
        self.marked: set[int] = set()  # pigs for good under sticky
        self.kongs: list[Kong] = []
        self.pending: Kong | None = None  # an added kong nobody has robbed yet
        self.last: Last | None = None
        self.first_win: tuple[list[int], int | None] | None = None  # winners, who dealt in
        self.bettor_follows: int | None = None
        self.ended: str | None = None
        self.end_event = 0
        self.leaver: int | None = None
        self.chips: list[int] | None = None
        self.wall = 0
        for index, line in enumerate(lines):
            self.read(index, line)
        if self.ended is not None:
            self.pay_pending()
            if self.ended == "empty":
                self.wall_is_empty()
            elif self.ended == "left":
                self.early_leaver_pays()
        self.mirror_the_bet()
        self.share_short_chips()

    # ---- the lines -------------------------------------------------------------------------------

    def read(self, index: int, line: Line) -> None:
        kind = line["kind"]
        if self.ended is not None and kind not in ("revealed", "adjusted"):
            return
        if kind not in ("passed", "won"):
            self.pay_pending()
        if self.ended is None or kind in ("revealed", "adjusted"):
            getattr(self, kind)(index, line)
        if self.ended is None and kind != "round_started":
            self.close_when_out_of_chips(index)

    def round_started(self, index: int, line: Line) -> None:
        self.wall = line["wall"]
        self.chips = line.get("chips")
        self.dealer_holds_14 = self.wall == 108 - 13 * self.players - 1

    def dealt(self, index: int, line: Line) -> None:
        self.hands[line["seat"]] = parse(line["hand"])[0]

    def exchanged(self, index: int, line: Line) -> None:
        hand = self.hands[line["seat"]]
        if hand is not None:
            for tile in parse(line["gave"])[0]:
                hand.remove(tile)
            hand += parse(line["got"])[0]

    def void_chosen(self, index: int, line: Line) -> None:
        self.declared[line["seat"]] = line["suit"]

    def side_bet(self, index: int, line: Line) -> None:
        self.wall -= 1
        self.bettor_follows = (int(line["tile"][0]) - 1) % self.players

    def drawn(self, index: int, line: Line) -> None:
        seat, tile = line["seat"], line["tile"]
        if not any(self.discards) and not any(self.draws):
            self.start_sticky()
        self.wall -= 1
        self.draws[seat] += 1
        self.add(seat, tile)
        self.just_drawn[seat] = tile
        self.last = Last("drawn", seat, tile, self.chain[seat])

    def discarded(self, index: int, line: Line) -> None:
        seat, tile = line["seat"], line["tile"]
        if not any(self.discards) and not any(self.draws):
            self.start_sticky()
        self.remove(seat, tile, 1)
        self.discards[seat].append(tile)
        self.pond.append(tile)
        self.last = Last("discard", seat, tile, self.chain[seat])
        self.chain[seat] = None
        self.just_drawn[seat] = None
        self.watch_sticky(seat, after_discard=True)

    def ponged(self, index: int, line: Line) -> None:
        seat, tile = line["seat"], line["tile"]
        self.pond.remove(tile)
        self.remove(seat, tile, 2)
        self.melds[seat].append(("p", tile))
        self.just_drawn[seat] = None
        self.chain[seat] = None
        self.last = None
        self.watch_sticky(seat, after_discard=False)

    def konged(self, index: int, line: Line) -> None:
        seat, how, tile = line["seat"], line["how"], line["tile"]
        kong = Kong(seat, how, index)
        others = [other for other in self.playing if other != seat]
        if how == "exposed":
            assert self.last is not None
            kong.discarder = self.last.seat
            self.pond.remove(tile)
            self.remove(seat, tile, 3)
            self.melds[seat].append(("k", tile))
            owes = {
                other: "kong.exposed" if other == kong.discarder else "kong.exposed_others" for other in others
            }
        elif how == "concealed":
            self.remove(seat, tile, 4)
            self.melds[seat].append(("c", tile))
            owes = dict.fromkeys(others, "kong.concealed")
        else:
            place = self.melds[seat].index(("p", tile))
            self.remove(seat, tile, 1)
            self.melds[seat][place] = ("a", tile)
            fresh = self.just_drawn[seat] in (tile, "?")
            late = self.rules["kong.added_only_just_drawn"] and not fresh
            owes = {} if late else dict.fromkeys(others, "kong.added")  # (11.8)
        kong.paid = [
            (other, points) for other, key in owes.items() if (points := self.rules[key] * self.rules["base"])
        ]
        self.kongs.append(kong)
        self.chain[seat] = kong
        self.just_drawn[seat] = None
        self.last = None
        self.pending = kong
        if how == "added":
            self.last = Last("added", seat, tile, kong)
        else:
            self.pay_pending()
        self.watch_sticky(seat, after_discard=False)

    def passed(self, index: int, line: Line) -> None:
        """Letting a win go moves no money."""

    def won(self, index: int, line: Line) -> None:
        if self.last is None:  # the dealer, dealt fourteen, wins before anything was drawn
            last = Last("drawn", line["seats"][0], "")
        else:
            last = self.last
        given = {int(seat): parse(text)[0] for seat, text in line.get("hands", {}).items()}
        extra = sum(item["doublings"] for item in line.get("extra", []))
        present = list(self.playing)
        real: list[int] = []
        false: list[int] = []
        prices: list[tuple[int, Tiles, int]] = []
        for seat in line["seats"]:
            tiles = self.winning_tiles(seat, last, given.get(seat))
            melds = tuple(self.melds[seat])
            if not complete(tiles, melds, self.void(seat)):
                false.append(seat)
                continue
            real.append(seat)
            how = Circumstance(self.circumstances(seat, last, tiles), extra)
            prices.append((seat, tiles, doublings(tiles, melds, self.rules, how)))
        if real and last.what == "added":
            self.kong_is_robbed(last)
        elif not real:
            self.pay_pending()
        for seat, _, doubled in prices:
            self.pay_win(index, seat, last, doubled, present)
        if real and last.what == "discard" and last.kong is not None:
            self.kong_then_dealt_in(index, last.kong, real)
        for seat, tiles, _ in prices:
            self.playing.remove(seat)
            self.winners.append(seat)
            shown = list(tiles)
            if last.what != "drawn":
                shown.remove(last.tile)  # that copy is counted in the pond
            self.shown[seat] = shown
        if real and self.first_win is None:
            dealt_in = None if last.what == "drawn" else last.seat
            if self.point_kong(last):
                assert last.kong is not None
                dealt_in = last.kong.discarder
            self.first_win = (real, dealt_in)
        if real:
            self.chain[last.seat] = None
        for seat in false:
            self.fine_false_win(index, seat)
        if real and (len(self.playing) < 2 or self.rules["ending"] == "first_win"):
            self.end("won", index)

    def false_win(self, index: int, line: Line) -> None:
        self.fine_false_win(index, line["seat"])

    def wall_empty(self, index: int, line: Line) -> None:
        self.end("empty", index)

    def revealed(self, index: int, line: Line) -> None:
        self.hands[line["seat"]] = parse(line["hand"])[0]

    def left(self, index: int, line: Line) -> None:
        if line["seat"] in self.playing:
            self.leaver = line["seat"]
            self.end("left", index)

    def adjusted(self, index: int, line: Line) -> None:
        self.pay(line["from"], line["to"], line["points"], "adjusted", index)

    # ---- small steps -----------------------------------------------------------------------------

    def end(self, why: str, index: int) -> None:
        self.ended = why
        self.end_event = index

    def pay(self, payer: int, payee: int, points: int, reason: str, event: int) -> None:
        if points:
            self.payments.append(Payment(payer, payee, points, reason, event))

    def add(self, seat: int, tile: str) -> None:
        hand = self.hands[seat]
        if hand is not None:
            hand.append(tile)

    def remove(self, seat: int, tile: str, many: int) -> None:
        hand = self.hands[seat]
        if hand is not None:
            for _ in range(many):
                hand.remove(tile if tile in hand else "?")

    def tiles(self, seat: int) -> Tiles:
        hand = self.hands[seat]
        if hand is None or "?" in hand:
            raise ValueError(f"the hand of seat {seat} must be known")
        return tuple(sorted(hand))

    def void(self, seat: int) -> str | None:
        return self.declared[seat] if self.rules["void"] == "declared" else None

    def cap_multiple(self) -> int:
        """满格, 8 where uncapped (6.1)."""
        return 8 if self.rules["cap"] == "none" else int(2 ** int(self.rules["cap"]))

    # ---- sticky void (7) ---------------------------------------------------------------------------

    def start_sticky(self) -> None:
        for seat in range(self.players):
            self.watch_sticky(seat, after_discard=False)

    def watch_sticky(self, seat: int, *, after_discard: bool) -> None:
        """Once void in a suit, a tile of it kept after an own discard, or melded, makes a pig."""
        hand = self.hands[seat]
        if self.rules["void"] != "sticky" or hand is None or "?" in hand:
            return
        void = self.void_since[seat]
        in_melds = {tile[1] for _, tile in self.melds[seat]}
        suits = suits_of(hand, self.melds[seat])
        if void is not None:
            if void in in_melds or (after_discard and void in suits):
                self.marked.add(seat)
        elif len(suits) == 2 and (after_discard or sum(self.draws) == 0):
            (self.void_since[seat],) = set("mps") - suits

    # ---- wins --------------------------------------------------------------------------------------

    def winning_tiles(self, seat: int, last: Last, given: list[str] | None) -> Tiles:
        if given is not None:
            return tuple(sorted(given + ([last.tile] if last.tile else [])))
        known = list(self.tiles(seat))
        return tuple(sorted(known if last.what == "drawn" else [*known, last.tile]))

    def circumstances(self, seat: int, last: Last, tiles: Tiles) -> frozenset[str]:
        ids = set()
        melded = any(self.melds)
        if last.what == "drawn":
            if last.kong is not None:
                ids.add("after_kong")
            if self.wall == 0:
                ids.add("last_tile")
            if not melded and seat == 0 and not any(self.discards):
                ids.add("heavenly")
            if not melded and seat != 0 and self.draws[seat] == 1:
                ids.add("earthly")
        elif last.what == "discard":
            if last.kong is not None:
                ids.add("kong_discard")
            if self.wall == 0:
                ids.add("last_tile")
            first_discard = last.seat == 0 and sum(len(thrown) for thrown in self.discards) == 1
            if self.rules["earthly"] == "own_draw_or_first_discard" and first_discard and not melded:
                ids.add("earthly")
        else:
            ids.add("robbed_kong")
        if last.tile and self.is_last_live(seat, last, tiles):
            ids.add("last_live")
        return frozenset(ids)

    def seen(self, *, winners_too: bool) -> Counter[str]:
        """Tiles face up on the table."""
        count = Counter(self.pond)
        for melds in self.melds:
            for meld in melds:
                count[meld[1]] += size_of(meld)
        if winners_too:
            for tiles in self.shown.values():
                count.update(tiles)
        return count

    def is_last_live(self, seat: int, last: Last, tiles: Tiles) -> bool:
        """绝张 (b): all copies of all winning kinds but the one that wins are visible, none in the own hand."""
        before = list(tiles)
        before.remove(last.tile)
        melds = tuple(self.melds[seat])
        kinds = waits(tuple(before), melds, self.void(seat))
        if last.tile not in kinds or any(tile in kinds for tile in before):
            return False
        visible = self.seen(winners_too=self.rules["reveal_wins"] == "at_once")
        if last.what != "drawn":
            visible[last.tile] -= 1  # the winning copy itself
        return sum(4 - visible[kind] for kind in kinds) == 1

    def point_kong(self, last: Last) -> bool:
        """点杠花: the replacement of an exposed kong won, priced as its discarder dealing in (11.10)."""
        return (
            last.what == "drawn"
            and last.kong is not None
            and last.kong.how == "exposed"
            and self.rules["point_kong_draw"] == "discarder"
        )

    def pay_win(self, index: int, seat: int, last: Last, doubled: int, present: list[int]) -> None:
        if self.point_kong(last):
            assert last.kong is not None
            assert last.kong.discarder is not None
            points = discard_points(doubled, self.rules)
            self.pay(last.kong.discarder, seat, points, "win_discard", index)
        elif last.what == "drawn":
            for other in present:
                if other != seat:
                    self.pay(other, seat, self_draw_points(doubled, self.rules), "win_self_draw", index)
        else:
            reason = "win_robbed_kong" if last.what == "added" else "win_discard"
            self.pay(last.seat, seat, discard_points(doubled, self.rules), reason, index)

    def fine_false_win(self, index: int, seat: int) -> None:
        """诈胡 (7, 11.15)."""
        if self.rules["false_win.pays"] == "cap":
            for other in self.playing:
                if other != seat:
                    self.pay(seat, other, self.cap_multiple() * self.rules["base"], "false_win", index)
        else:
            for other in self.playing:
                if other != seat:
                    self.pay(seat, other, self.rules["false_win.pays"] * self.rules["base"], "false_win", index)
        if self.rules["false_win.penalty"]:
            self.penalties.append(Penalty(seat, self.rules["false_win.penalty"], "false_win"))
            for kong in self.kongs:
                if kong.seat == seat:
                    self.refund(index, kong)

    # ---- kongs -------------------------------------------------------------------------------------

    def pay_pending(self) -> None:
        if self.pending is not None:
            for payer, points in self.pending.paid:
                self.pay(payer, self.pending.seat, points, f"kong_{self.pending.how}", self.pending.event)
            if self.pending.how == "added":
                self.close_when_out_of_chips(self.pending.event)
        self.pending = None

    def kong_is_robbed(self, last: Last) -> None:
        """The kong does not stand and earns nothing (2)."""
        assert last.kong is not None
        self.pending = None
        self.kongs.remove(last.kong)
        self.melds[last.seat][self.melds[last.seat].index(("a", last.tile))] = ("p", last.tile)
        self.pond.append(last.tile)

    def kong_then_dealt_in(self, index: int, kong: Kong, winners: list[int]) -> None:
        """杠上炮: what becomes of the income (5)."""
        custom = self.rules["kong.discard_win"]
        if kong.how == "added" and self.rules["kong.added_deal_in_transfers_all"]:
            custom = "transfer_all"
        if custom == "refund":
            self.refund(index, kong, to_all=True)
        elif custom != "keep":
            mine = [other for other in self.kongs if other.seat == kong.seat]
            moved = mine if custom == "transfer_all" else [kong]
            income = sum(one.income for one in moved)
            for winner in winners:
                self.pay(kong.seat, winner, income, "kong_transfer", index)
            for one in moved:
                one.settled = True

    def refund(self, index: int, kong: Kong, *, to_all: bool = False) -> None:
        if not kong.settled:
            for payer, points in kong.paid:
                if to_all or payer in self.playing or self.rules["kong.refund_to_winners"]:
                    self.pay(kong.seat, payer, points, "kong_refund", index)
        kong.settled = True

    # ---- the end -----------------------------------------------------------------------------------

    def standing(self, seat: int, tiles: Tiles) -> Standing:
        melds = tuple(self.melds[seat])
        suits = suits_of(tiles, melds)
        declared = self.void(seat)
        pig = declared in suits if declared is not None else len(suits) > 2
        pig = pig or seat in self.marked
        if pig:
            thrown = self.discards[seat]
            passive = not thrown or (declared is not None and all(tile[1] == declared for tile in thrown))
            if self.rules["pig.passive_is_not_ready"] and passive:
                return Standing(False, True, "not_ready")
            return Standing(True, False, "not_ready")
        over = len(tiles) - (13 - 3 * len(melds))
        if over not in (0, 1):
            return Standing(False, False, "not_ready")  # 相公 (11.12)
        best = Standing(False, False, "not_ready")
        order = ["not_ready", "neutral", "ready"]
        for thrown_tile in sorted(set(tiles)) if over else [None]:  # (11.4)
            left = list(tiles)
            if thrown_tile is not None:
                left.remove(thrown_tile)
            one = self.readiness(seat, tuple(left), melds, tiles)
            if (order.index(one.status), one.value, one.largest) > (
                order.index(best.status),
                best.value,
                best.largest,
            ):
                best = one
        return best

    def readiness(self, seat: int, tiles: Tiles, melds: Melds, all_tiles: Tiles) -> Standing:
        custom = self.rules["dead_wait"]
        kinds = waits(tiles, melds, self.void(seat), custom == "own_four")
        if not kinds:
            return Standing(False, False, "not_ready")
        status = "ready"
        seen = self.seen(winners_too=True)
        for meld in melds:
            seen[meld[1]] -= size_of(meld)
        dead = all(4 - owned(kind, all_tiles, melds) - seen[kind] <= 0 for kind in kinds)
        if dead and custom in ("not_ready", "neutral"):
            status = custom
        doubled = [doublings((*tiles, kind), melds, self.rules) for kind in kinds]
        largest = max(discard_points(d, self.rules) for d in doubled)
        price = self_draw_points if self.rules["not_ready.win"] == "self_draw" else discard_points
        values = [price(d, self.rules) for d in doubled]
        owed = {"most": max(values), "least": min(values), "none": 0}[self.rules["not_ready.pays"]]
        if status != "ready":
            return Standing(False, False, status)
        return Standing(False, False, status, owed, largest)

    def winner_standing(self, seat: int) -> Standing:
        """A winner's hand without its winning tile, where a table pays winners too."""
        return self.readiness(seat, self.waiting[seat], tuple(self.melds[seat]), self.waiting[seat])

    @property
    def waiting(self) -> dict[int, Tiles]:
        return {seat: tuple(sorted(tiles)) for seat, tiles in self.shown.items()}

    def wall_is_empty(self) -> None:
        at = self.end_event
        stand = {seat: self.standing(seat, self.tiles(seat)) for seat in self.playing}
        pigs = [seat for seat in self.playing if stand[seat].pig]
        for pig in pigs:
            if self.rules["pig.penalty"]:
                self.penalties.append(Penalty(pig, self.rules["pig.penalty"], "pig"))
            for payee in [seat for seat in self.playing if seat not in pigs] + (
                self.winners if self.rules["pig.payees"] == "all" else []
            ):
                self.pay(pig, payee, self.pig_pays(payee, stand), "pig", at)
        for payer in self.playing:
            if stand[payer].status != "not_ready" or (payer in pigs and not self.rules["pig.pays_not_ready"]):
                continue
            for payee in self.playing:
                if stand[payee].status == "ready":
                    self.pay(payer, payee, stand[payee].value, "not_ready", at)
            if self.rules["not_ready.payees"] == "ready_and_won":
                for payee in self.winners:
                    self.pay(payer, payee, self.winner_standing(payee).value, "not_ready", at)
        custom = self.rules["kong.refund_not_ready"]
        if custom == "always" or (custom == "nobody_won" and not self.winners):
            for kong in self.kongs:
                if kong.seat in self.playing and stand[kong.seat].status == "not_ready":
                    self.refund(at, kong)

    def pig_pays(self, payee: int, stand: dict[int, Standing]) -> int:
        match self.rules["pig.pays"]:
            case "cap":
                return self.cap_multiple() * int(self.rules["base"])
            case "double_largest":
                one = stand[payee] if payee in stand else self.winner_standing(payee)
                return 2 * one.largest
            case many:
                return int(many) * int(self.rules["base"])

    def early_leaver_pays(self) -> None:
        """逃跑 (7)."""
        assert self.leaver is not None
        for other in self.playing:
            if other != self.leaver:
                points = int(self.rules["left_early.multiple"]) * int(self.rules["base"])
                if self.wall <= 4:
                    points = max(points, self.standing(other, self.tiles(other)).value)
                self.pay(self.leaver, other, points, "left_early", self.end_event)

    def mirror_the_bet(self) -> None:
        """叫马: every payment of the bound seat once more, to or from the fifth person (7)."""
        bound = self.bettor_follows
        if bound is None:
            return
        fifth = self.players
        for one in list(self.payments):
            if one.payer == bound:
                self.pay(fifth, one.payee, one.points, "side_bet", one.event)
            if one.payee == bound:
                self.pay(one.payer, fifth, one.points, "side_bet", one.event)

    # ---- chips -------------------------------------------------------------------------------------

    def net(self) -> list[int]:
        net = [0] * (self.players + (self.bettor_follows is not None))
        for one in self.payments:
            net[one.payer] -= one.points
            net[one.payee] += one.points
        return net

    def close_when_out_of_chips(self, index: int) -> None:
        if self.chips is None or self.rules["chips_out"] != "leaves" or self.ended is not None:
            return
        net = self.net()
        if any(self.chips[seat] + net[seat] <= 0 for seat in range(self.players)):
            self.end("chips", index)

    def share_short_chips(self) -> None:
        """A seat that owes more than it has pays all it has; creditors share it in proportion (7)."""
        if self.chips is None or self.ended is None:
            return
        while True:
            net = self.net()
            short = [seat for seat in range(self.players) if net[seat] + self.chips[seat] < 0]
            if not short:
                return
            seat = short[0]
            owed = {other: 0 for other in self.in_play_order_after(seat)}
            for one in self.payments:
                if one.payer == seat:
                    owed[one.payee] += one.points
                elif one.payee == seat:
                    owed[one.payer] -= one.points
            debts = {other: points for other, points in owed.items() if points > 0}
            total = sum(debts.values())
            has = total + net[seat] + self.chips[seat]
            shares = {other: points * has // total for other, points in debts.items()}
            by_rest = sorted(debts, key=lambda other: -(debts[other] * has % total))
            for other in by_rest[: has - sum(shares.values())]:
                shares[other] += 1
            for other, points in debts.items():
                self.pay(other, seat, points - shares[other], "chips", self.end_event)

    def in_play_order_after(self, seat: int) -> list[int]:
        order = [(seat + step) % self.players for step in range(1, self.players)]
        return order + ([self.players] if self.bettor_follows is not None else [])

    # ---- the answer --------------------------------------------------------------------------------

    def next_dealer(self) -> int | None:
        custom = self.rules["dealer"]
        if self.ended is None or custom == "dice":
            return None
        if self.first_win is None:
            return 0 if self.rules["dealer_after_draw"] == "same" else 1
        winners, dealt_in = self.first_win
        if dealt_in is not None and (custom == "discarder" or len(winners) > 1):
            return dealt_in
        return winners[0]

    def result(self) -> Result:
        return Result(
            self.payments, self.net(), self.penalties, self.winners, self.next_dealer(), self.ended is not None
        )


def price(lines: Sequence[Line], rules: Rules) -> Result:
    """The money of a recorded round under a rule set."""
    return Round(lines, rules).result()


__all__ = ["Payment", "Penalty", "Result", "multiple", "price"]
