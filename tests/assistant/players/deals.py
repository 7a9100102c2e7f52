"""Deals: 108 tiles into hands and a wall, fair ones and ones that make rare things happen often."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tests.assistant.players.complete_hands import complete_hand
from tests.assistant.players.takes import take
from tests.assistant.second_pricer.hands import KINDS, SUITS


class Deal(NamedTuple):
    """Thirteen tiles for each seat, and the wall in the order it is drawn."""

    hands: list[list[str]]
    wall: list[str]


def fair(rng: Random, players: int) -> Deal:
    """A shuffled deal."""
    tiles = [kind for kind in KINDS for _ in range(4)]
    rng.shuffle(tiles)
    return Deal([tiles[13 * seat : 13 * seat + 13] for seat in range(players)], tiles[13 * players :])


def biased(rng: Random, players: int) -> Deal:
    """Hands ready, or nearly, in two suits, several waiting for one kind, whose copies come early; first
    draws that win; a seat holding a pair of the common wait, which makes kongs to rob.
    """
    left = dict.fromkeys(KINDS, 4)
    common = rng.choice(KINDS)
    hands: list[list[str]] = []
    early: list[str] = []
    for _seat in range(players):
        suits = rng.sample(SUITS, rng.choice((1, 2, 2, 2)))
        if rng.random() < 0.7 and common[1] not in suits:
            suits[0] = common[1]
        hand: list[str] = []
        if common[1] in suits:
            if rng.random() < 0.6:
                take(left, hand, rng.choice(partners(common)))
            elif rng.random() < 0.7:
                take(left, hand, [common, common])
        for _ in range(60):
            if len(hand) > 10:
                break
            suit = rng.choice(suits)
            first = rng.randint(1, 9)
            if rng.random() < 0.5:
                take(left, hand, [f"{first}{suit}"] * 3)
            elif first <= 7:
                take(left, hand, [f"{first + step}{suit}" for step in range(3)])
        for _ in range(40):
            if len(hand) > 11:
                break
            take(left, hand, [f"{rng.randint(1, 9)}{rng.choice(suits)}"] * 2)
        hands.append(hand)
    if left[common] and rng.random() < 0.8:
        early = [common] * left[common]
        left[common] = 0
    tiles = [kind for kind, many in left.items() for _ in range(many)]
    rng.shuffle(tiles)
    for hand in hands:
        suits_here = {tile[1] for tile in hand}
        while len(hand) < 13:
            mine = [tile for tile in tiles if tile[1] in suits_here]
            tile = rng.choice(mine) if mine and rng.random() < 0.8 else tiles[-1]
            tiles.remove(tile)
            hand.append(tile)
        if rng.random() < 0.3:  # a little disorder, so that not everybody is ready at once
            for _ in range(rng.randint(1, 3)):
                place, other = rng.randrange(13), rng.randrange(len(tiles))
                hand[place], tiles[other] = tiles[other], hand[place]
    for tile in early:
        tiles.insert(rng.randint(0, 24), tile)
    return Deal(hands, tiles)


def staged(rng: Random, players: int) -> Deal:
    """Several wait for one kind; a seat without use for it draws it early, often after a kong; another
    holds a pair of it and draws the last one a turn later: several winners, 杠上炮 to several, kongs to rob.
    """
    left = dict.fromkeys(KINDS, 4)
    common = rng.choice(KINDS)
    stranger, holder = rng.sample(range(players), 2)
    other_suits = [suit for suit in SUITS if suit != common[1]]
    hands: list[list[str]] = [[] for _ in range(players)]
    take(left, hands[holder], [common, common])
    left[common] = 0
    konger = rng.random() < 0.5
    if konger:
        take(left, hands[stranger], [f"{rng.randint(1, 9)}{rng.choice(other_suits)}"] * 4)
    for seat, hand in enumerate(hands):
        if seat == stranger:
            continue
        if seat != holder:
            take(left, hand, rng.choice(partners(common)))
        suits = [common[1], rng.choice(other_suits)]
        for _ in range(80):
            if len(hand) > 10:
                break
            suit, first = rng.choice(suits), rng.randint(1, 9)
            if rng.random() < 0.4:
                take(left, hand, [f"{first}{suit}"] * 3)
            elif first <= 7:
                take(left, hand, [f"{first + step}{suit}" for step in range(3)])
        for _ in range(40):
            if len(hand) < 12:
                take(left, hand, [f"{rng.randint(1, 9)}{rng.choice(suits)}"] * 2)
    tiles = [kind for kind, many in left.items() for _ in range(many)]
    rng.shuffle(tiles)
    for seat, hand in enumerate(hands):
        while len(hand) < 13:
            mine = [tile for tile in tiles if tile[1] in (other_suits if seat == stranger else common[1])]
            tile = mine[0] if mine else tiles[0]
            tiles.remove(tile)
            hand.append(tile)
    turn = stranger + konger
    tiles.insert(turn, common)
    tiles.insert(turn + players, common)
    return Deal(hands, tiles)


def shaped(rng: Random, players: int) -> Deal:
    """Hands a tile away from a shape: pairs, dragon pairs, triplets, terminals, 2 5 8, one suit."""
    left = dict.fromkeys(KINDS, 4)
    hands: list[list[str]] = []
    for _ in range(players):
        hand: list[str] = []
        for _ in range(30):
            tiles, melds = complete_hand(rng)
            if not melds and all(left[tile] >= tiles.count(tile) for tile in tiles):
                take(left, hand, list(tiles))
                waiting = hand.pop(rng.randrange(14))
                left[waiting] += 1
                break
        hands.append(hand)
    tiles_left = [kind for kind, many in left.items() for _ in range(many)]
    rng.shuffle(tiles_left)
    for hand in hands:
        while len(hand) < 13:
            hand.append(tiles_left.pop())
    return Deal(hands, tiles_left)


def partners(tile: str) -> list[list[str]]:
    """Pairs of tiles that wait for the tile in a sequence."""
    number, suit = int(tile[0]), tile[1]
    around = [(number - 2, number - 1), (number - 1, number + 1), (number + 1, number + 2)]
    return [[f"{a}{suit}", f"{b}{suit}"] for a, b in around if a >= 1 and b <= 9]
