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

NOT_READY = Standing(False, "not_ready")


class Ends(Wins):
    """A table that settles when the wall is empty or a seat leaves."""

    def standing(self, seat: int, tiles: Tiles) -> Standing:
        melds = tuple(self.melds[seat])
        over = len(tiles) - (13 - 3 * len(melds))
        best = NOT_READY
        if over == 0:
            best = self.unless_pig(seat, tiles, tiles)
        elif over == 1 and not self.is_pig(seat, ()):  # some discard leaves it ready (11.4)
            for thrown in sorted(set(tiles)):
                left = list(tiles)
                left.remove(thrown)
                best = max(best, self.unless_pig(seat, tuple(left), tiles), key=self.rank)
        if best.status != "not_ready" or not self.is_pig(seat, tiles):
            return best
        declared, thrown_away = self.void(seat), self.discards[seat]
        only_void = all(declared is not None and tile[1] == declared for tile in thrown_away)
        passive = self.rules["pig.passive_is_not_ready"] and only_void
        return NOT_READY if passive else Standing(True, "not_ready")

    def rank(self, one: Standing) -> tuple[int, int, int]:
        return ("not_ready", "neutral", "ready").index(one.status), one.value, one.largest

    def is_pig(self, seat: int, tiles: Tiles) -> bool:
        """Three suits in hand and melds, or any tile of the declared suit; for good under sticky (6.1, 7)."""
        suits, declared = suits_of(tiles, self.melds[seat]), self.void(seat)
        return seat in self.marked or (declared in suits if declared is not None else len(suits) > 2)

    def unless_pig(self, seat: int, tiles: Tiles, all_tiles: Tiles) -> Standing:
        if self.is_pig(seat, tiles):
            return NOT_READY
        return self.readiness(seat, tiles, tuple(self.melds[seat]), all_tiles)

    def readiness(self, seat: int, tiles: Tiles, melds: Melds, all_tiles: Tiles) -> Standing:
        """How 13 - 3 x melds tiles stand; `all_tiles` with the one more that may have been drawn."""
        custom = self.rules["dead_wait"]
        kinds = waits(tiles, melds, self.void(seat), custom == "own_four")
        if not kinds:
            return NOT_READY
        seen = self.seen(winners_too=True)
        for meld in melds:
            seen[meld[1]] -= size_of(meld)
        dead = all(4 - owned(kind, all_tiles, melds) - seen[kind] <= 0 for kind in kinds)
        if dead and custom in ("not_ready", "neutral"):
            return Standing(False, custom)
        return self.ready_hand(tiles, melds, kinds)

    def ready_hand(self, tiles: Tiles, melds: Melds, kinds: Tiles) -> Standing:
        """What a ready hand is worth, over all its waits (6.2)."""
        doubled = [doublings((*tiles, kind), melds, self.rules) for kind in kinds]
        price = self_draw_points if self.rules["not_ready.win"] == "self_draw" else discard_points
        values = [price(d, self.rules) for d in doubled]
        owed = {"most": max(values), "least": min(values), "none": 0}[self.rules["not_ready.pays"]]
        return Standing(False, "ready", owed, max(values))

    def winner_standing(self, seat: int) -> Standing:
        """A winner's hand without its winning tile, where a table pays winners too; never dead: it won."""
        tiles, melds = self.waiting[seat], tuple(self.melds[seat])
        return self.ready_hand(tiles, melds, waits(tiles, melds, self.void(seat)))

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
