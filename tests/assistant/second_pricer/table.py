"""The second pricer's table: the state of a round, the ledger, kong income, chips."""

from __future__ import annotations

from collections import Counter

from tests.assistant.second_pricer.hands import Tiles, size_of, suits_of
from tests.assistant.second_pricer.ledger import Kong, Last, Payment, Penalty
from tests.assistant.second_pricer.rulebook import Rules


class OpenTable:
    """One table: who holds what, who is still in, what was paid so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = int(rules["players"])
        self.payments: list[Payment] = []
        self.penalties: list[Penalty] = []
        self.playing = list(range(self.players))
        self.winners: list[int] = []
        self.hands: list[list[str] | None] = [None] * self.players
        self.melds: list[list[tuple[str, str]]] = [[] for _ in range(self.players)]
        self.waiting: dict[int, Tiles] = {}  # hands of winners without the winning tile
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
        self.won_now: list[int] = []  # on the tile that can be won now
        self.moved_now: list[int] = []  # kong income that its winners get, each
        self.discard_was_won = False  # before that
        self.first_win: tuple[list[int], int | None] | None = None  # winners, who dealt in
        self.bettor_follows: int | None = None
        self.ended: str | None = None
        self.end_event = 0
        self.gone: set[int] = set()
        self.leaver: int | None = None
        self.chips: list[int] | None = None
        self.shared = 0  # so many payments have been cut to what the payers had
        self.wall = 0

    # ---- small steps -----------------------------------------------------------------------------

    def end(self, why: str, index: int) -> None:
        self.put(None)
        self.ended = why
        self.end_event = index

    def pay(self, payer: int, payee: int, points: int, reason: str, event: int) -> None:
        """A payment, and once more to or from the fifth person who follows one of the two (叫马, 7)."""
        if not points:
            return
        self.payments.append(Payment(payer, payee, points, reason, event))
        if payer == self.bettor_follows:
            self.payments.append(Payment(self.players, payee, points, "side_bet", event))
        if payee == self.bettor_follows:
            self.payments.append(Payment(payer, self.players, points, "side_bet", event))

    def put(self, last: Last | None) -> None:
        """What can be won from now on."""
        if self.won_now and self.last is not None:
            self.discard_was_won |= self.last.what == "discard"
        self.last, self.won_now, self.moved_now = last, [], []

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

    def seen(self, *, winners_too: bool) -> Counter[str]:
        """Tiles face up on the table."""
        count = Counter(self.pond)
        for melds in self.melds:
            for meld in melds:
                count[meld[1]] += size_of(meld)
        if winners_too:
            for seat, tiles in self.shown.items():
                if seat not in self.won_now:  # who wins on the same tile shows its hand at the same time
                    count.update(tiles)
        return count

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

    # ---- kongs -------------------------------------------------------------------------------------

    def pay_pending(self) -> None:
        if self.pending is not None:
            for payer, points in self.pending.paid:
                self.pay(payer, self.pending.seat, points, f"kong_{self.pending.how}", self.pending.event)
            if self.pending.how == "added":
                self.close_hands(self.pending.event)
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
            self.moved_now = self.moved_now or [one.income for one in moved]
            for one in moved:
                one.settled = True
            for winner in winners:
                for income in self.moved_now:
                    self.pay(kong.seat, winner, income, "kong_transfer", index)

    def refund(self, index: int, kong: Kong, *, to_all: bool = False) -> None:
        if not kong.settled:
            for payer, points in kong.paid:
                since = payer in self.winners and payer not in self.gone  # (5), not to one who left (003)
                if to_all or payer in self.playing or (since and self.rules["kong.refund_to_winners"]):
                    self.pay(kong.seat, payer, points, "kong_refund", index)
        kong.settled = True

    # ---- chips -------------------------------------------------------------------------------------

    def net(self, first: int | None = None) -> list[int]:
        """What each has gained, the fifth person last; with `first`, by the first so many payments."""
        net = [0] * (self.players + (self.bettor_follows is not None))
        for one in self.payments[:first]:
            net[one.payer] -= one.points
            net[one.payee] += one.points
        return net

    def close_hands(self, event: int) -> None:
        """Under chips_out "leaves" a hand closes with the event that takes its last chips, others play on."""
        if self.chips is None or self.rules["chips_out"] != "leaves":
            return
        self.share_short_chips(event)
        for seat in list(self.playing):
            if self.chips[seat] + self.net()[seat] <= 0:
                self.playing.remove(seat)
        if len(self.playing) < 2 and self.ended is None:
            self.end("chips", event)

    def share_short_chips(self, event: int) -> None:
        """A seat that owes more than it has pays all it has; those it owes share that in proportion (7).
        Counted over the whole round, or event by event where hands close.
        """
        if self.chips is None:
            return
        chips = [have + won for have, won in zip(self.chips, self.net(self.shared), strict=False)]
        while True:
            due = self.payments[self.shared :]
            net = [
                sum((p.payee == seat) * p.points - (p.payer == seat) * p.points for p in due)
                for seat in range(self.players)
            ]
            short = [seat for seat in range(self.players) if net[seat] + chips[seat] < 0]
            if not short:
                break
            seat = short[0]
            owed: Counter[int] = Counter()
            for one in due:
                if one.payer == seat:
                    owed[one.payee] += one.points
                elif one.payee == seat:
                    owed[one.payer] -= one.points
            debts = {other: owed[other] for other in sorted(owed) if owed[other] > 0}
            total = sum(debts.values())
            has = total + net[seat] + chips[seat]
            shares = {other: points * has // total for other, points in debts.items()}
            by_rest = sorted(debts, key=lambda other: -(debts[other] * has % total))  # ties in seat order
            for other in by_rest[: has - sum(shares.values())]:
                shares[other] += 1
            for other, points in debts.items():
                if points > shares[other]:
                    self.payments.append(Payment(other, seat, points - shares[other], "chips", event))
        self.shared = len(self.payments)
