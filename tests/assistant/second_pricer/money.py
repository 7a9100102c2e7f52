"""The second pricer: from the lines of a recorded round to who pays whom.

Numbers such as "(6.2)" cite RULES.md: section 6, point 2. The record is taken to be possible: lines that
cannot have happened are the first pricer's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.assistant.second_pricer.ends import Ends
from tests.assistant.second_pricer.hands import Circumstance, Tiles, complete, doublings, parse
from tests.assistant.second_pricer.ledger import Kong, Last, Result
from tests.assistant.second_pricer.rulebook import Rules

Line = dict[str, Any]


class Round(Ends):
    """One recorded round, read line by line."""

    def __init__(self, lines: Sequence[Line], rules: Rules) -> None:
        super().__init__(rules)
        for index, line in enumerate(lines):
            self.read(index, line)
        if self.ended is not None:
            self.pay_pending()
            if self.ended == "empty":
                self.wall_is_empty()
            elif self.ended == "left":
                self.early_leaver_pays()
            self.share_short_chips(self.end_event)

    # ---- the lines -------------------------------------------------------------------------------

    def read(self, index: int, line: Line) -> None:
        kind = line["kind"]
        if self.ended is not None and kind not in ("revealed", "adjusted"):
            return
        if kind not in ("passed", "won"):
            self.pay_pending()
        if self.ended is None or kind in ("revealed", "adjusted"):
            getattr(self, kind)(index, line)
        if self.ended is None:
            self.close_hands(index)

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
        self.put(Last("drawn", seat, tile, self.chain[seat]))

    def discarded(self, index: int, line: Line) -> None:
        seat, tile = line["seat"], line["tile"]
        if not any(self.discards) and not any(self.draws):
            self.start_sticky()
        self.remove(seat, tile, 1)
        self.discards[seat].append(tile)
        self.pond.append(tile)
        self.put(Last("discard", seat, tile, self.chain[seat]))
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
        self.put(None)
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
                other: "kong.exposed" if other == kong.discarder else "kong.exposed_others"
                for other in others
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
        self.put(None)
        self.pending = kong
        if how == "added":
            self.put(Last("added", seat, tile, kong))
        else:
            self.pay_pending()
        self.watch_sticky(seat, after_discard=False)

    def passed(self, index: int, line: Line) -> None:
        """Letting a win go moves no money."""

    def won(self, index: int, line: Line) -> None:
        # with no tile to win, the dealer, dealt fourteen, wins before anything was drawn
        last = self.last or Last("drawn", line["seats"][0], "")
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
        if real and last.what == "added" and not self.won_now:
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
            waiting = list(tiles)
            if last.tile:
                waiting.remove(last.tile)
            self.waiting[seat] = tuple(waiting)
            # a discard that was won lies in the pond still
            self.shown[seat] = list(tiles) if last.what == "drawn" else waiting
        if real and self.won_now and self.first_win is not None and self.first_win[0][0] in self.won_now:
            self.first_win[0].extend(real)  # told in two lines, won on one tile
        elif real and self.first_win is None:
            dealt_in = None if last.what == "drawn" else last.seat
            if self.point_kong(last):
                assert last.kong is not None
                dealt_in = last.kong.discarder
            self.first_win = (list(real), dealt_in)
        if real:
            self.won_now += real
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
        else:
            self.gone.add(line["seat"])

    def adjusted(self, index: int, line: Line) -> None:
        self.pay(line["from"], line["to"], line["points"], "adjusted", index)

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
            self.payments,
            self.net(),
            self.penalties,
            self.winners,
            self.next_dealer(),
            self.ended is not None,
        )


def price(lines: Sequence[Line], rules: Rules) -> Result:
    """The money of a recorded round under a rule set."""
    return Round(lines, rules).result()
