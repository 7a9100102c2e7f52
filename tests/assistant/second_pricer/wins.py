"""Wins in the second pricer: what a win is worth and who pays it."""

from __future__ import annotations

from tests.assistant.second_pricer.hands import Tiles, discard_points, self_draw_points, waits
from tests.assistant.second_pricer.ledger import Last, Penalty
from tests.assistant.second_pricer.table import OpenTable


class Wins(OpenTable):
    """A table that prices wins and false wins."""

    def winning_tiles(self, seat: int, last: Last, given: list[str] | None) -> Tiles:
        if given is not None:
            return tuple(sorted(given + ([last.tile] if last.tile else [])))
        known = list(self.tiles(seat))
        return tuple(sorted(known if last.what == "drawn" else [*known, last.tile]))

    def circumstances(self, seat: int, last: Last, tiles: Tiles) -> frozenset[str]:
        ids = set()
        melded = any(self.melds) or self.discard_was_won  # no claim before (4, 11.11)
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

    def is_last_live(self, seat: int, last: Last, tiles: Tiles) -> bool:
        """绝张 (b): all copies of all winning kinds but the one that wins are visible, none in hand."""
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
        custom = self.rules["false_win.pays"]
        bases = self.cap_multiple() if custom == "cap" else int(custom)
        for other in self.playing:
            if other != seat:
                self.pay(seat, other, bases * self.rules["base"], "false_win", index)
        if self.rules["false_win.penalty"]:
            self.penalties.append(Penalty(seat, self.rules["false_win.penalty"], "false_win"))
            for kong in self.kongs:
                if kong.seat == seat:
                    self.refund(index, kong)
