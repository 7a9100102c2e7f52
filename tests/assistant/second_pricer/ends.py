"""Ends in the second pricer: pigs, 查叫, refunds, leaving early, the side bet (RULES.md sections 6 and 7)."""

from __future__ import annotations

from tests.assistant.second_pricer.hands import (
    Melds,
    Tiles,
    discard_points,
    doublings,
    owned,
    self_draw_points,
    size_of,
    suits_of,
    waits,
)
from tests.assistant.second_pricer.ledger import Penalty, Standing
from tests.assistant.second_pricer.wins import Wins


class Ends(Wins):
    """A table that settles when the wall is empty or a seat leaves."""

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
