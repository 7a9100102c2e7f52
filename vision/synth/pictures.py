"""Pictures of whole tables with the truth beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from assistant.tiles import COPIES, DECK, KINDS
from vision.calibration import SIDES
from vision.detection import BACK
from vision.detection import OTHER as OTHER_KIND
from vision.places import Area
from vision.synth.board import Board, Box, Ids, Piece, TileTruth
from vision.synth.faces import Face, FaceSet
from vision.synth.laying import Lying, Manner, Plan, Pond
from vision.synth.lenses import Lens
from vision.synth.reaching import Arm, Thing, cover
from vision.synth.scenes import any_material
from vision.synth.settings import (
    SIZE,
    Setting,
    any_camera,
    any_lamp,
    any_lens,
    choose,
    one_of_each,
    tabletop,
)
from vision.synth.solids import Camera, Image
from vision.synth.tables import (
    UNSEEN,
    Held,
    Meld,
    MeldKind,
    Side,
    TableScene,
    Wall,
    sideways_place,
)

ASKED, SQUARE, LEAST = 0.5, 0.12, 8
"""A tile is clear enough to ask for where no more than `ASKED` of it is hidden, it is seen no flatter than
`SQUARE` (cosine), and its box is `LEAST` pixels wide and high."""

AREA_SPANS = {
    Area.HAND: (0.02, 0.98, 0.02, 0.1),
    Area.DISCARD: (0.3, 0.7, 0.24, 0.42),
    Area.WALL: (0.24, 0.76, 0.14, 0.22),
}
"""Where the areas of a side are: along from, to; deep from, to. Melds share the hand's."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A drawn table, RGB, and what is on it. `corners`: of the playing surface, pixels: side 0's left and
    right, then the far right and the far left. `covered`: areas of which a hand, a thing or the picture's
    edge hides something."""

    pixels: Image
    tiles: tuple[TileTruth, ...]
    corners: tuple[tuple[float, float], ...]
    covered: frozenset[tuple[Area, int]]

    @property
    def bgr(self) -> Image:
        """The picture as OpenCV has it."""
        return np.ascontiguousarray(self.pixels[..., ::-1])

    @property
    def clear(self) -> tuple[TileTruth, ...]:
        """The tiles that a reader should find."""
        return tuple(truth for truth in self.tiles if is_clear(truth))


def is_clear(truth: TileTruth, least: int = LEAST) -> bool:
    """Whether enough of a tile shows to ask for it. `least`: pixels that its box has both ways."""
    x1, y1, x2, y2 = truth.box
    return (
        truth.hidden <= ASKED
        and truth.cosine >= SQUARE
        and min(x2 - x1, y2 - y1) >= least
        and not truth.moving
    )


def board_of(setting: Setting) -> Board:
    """An empty board in this setting."""
    faces = dict(setting.faces)

    def face_of(kind: int) -> Face | None:
        return faces.get(kind)

    return Board(setting.ground, setting.camera, setting.material, setting.lamp, face_of)


def draw_table(
    scene: TableScene,
    setting: Setting,
    manner: Manner | None = None,
    *,
    over: Sequence[Arm | Thing] = (),
    seed: int = 0,
) -> Picture:
    """The scene as its camera sees it. Raises ValueError where no set of 108 tiles can lie so.

    Kinds that the scene leaves open are dealt from the rest of the set. The same arguments draw the same
    picture.
    """
    problems = scene.problems()
    if problems:
        raise ValueError("; ".join(problems))
    random = np.random.default_rng((seed, 3))
    plan = Plan(manner or Manner(), setting.material)
    board = board_of(setting)
    laid = plan.lay(filled(scene, random), (BACK,) * DECK)
    board.show([piece_of(number + 1, lying, lying.tile) for number, lying in enumerate(laid)])
    return Views(board, plan).photographed(setting.lens, over, random)


def piece_of(number: int, lying: Lying, kind: int) -> Piece:
    """A tile of a scene as the board draws it."""
    return Piece(number, kind, lying.area, lying.side, lying.spot)


class Views:
    """Pictures of one board: where its areas and corners are is worked out once."""

    def __init__(self, board: Board, plan: Plan) -> None:
        self.board = board
        camera = board.camera
        self.corners = tuple((float(x), float(y)) for x, y in camera.pixels(plan.corners()))
        self._places: dict[tuple[Area, int], npt.NDArray[np.int_]] = {}
        self._cut: set[tuple[Area, int]] = set()
        for side in range(SIDES):
            for area, (left, right, near, far) in AREA_SPANS.items():
                spots = [
                    plan.spot(side, along, deep, tip=0.0)
                    for along in np.linspace(left, right, 13)
                    for deep in np.linspace(near, far, 3)
                ]
                pixels = camera.pixels(np.array([[spot.x, spot.y, 0.0] for spot in spots])).astype(int)
                inside = ((pixels >= 0) & (pixels < np.array([board.wide, board.high]))).all(1)
                self._places[area, side] = pixels[inside]
                if not inside.all():
                    self._cut.add((area, side))

    def photographed(self, lens: Lens, over: Sequence[Arm | Thing], random: np.random.Generator) -> Picture:
        """What the camera delivers of the board with hands and things over it."""
        board = self.board
        image, ids, touched = board.picture, board.ids, None
        if over:
            image, ids = image.copy(), ids.copy()
            for one in over:
                box = cover(board, image, ids, one)
                if box is not None:
                    touched = box if touched is None else _around(touched, box)
        tiles = board.truths(ids, touched) if touched is not None else board.truths()
        return Picture(lens.photo(image, random), tiles, self.corners, self._covered(ids, touched))

    def _covered(self, ids: Ids, touched: Box | None) -> frozenset[tuple[Area, int]]:
        """Areas of which something is covered or outside the picture."""
        found = set(self._cut)
        if touched is not None:
            for where, pixels in self._places.items():
                if (ids[pixels[:, 1], pixels[:, 0]] < 0).any():
                    found.add(where)
        found |= {(Area.MELD, side) for area, side in found if area is Area.HAND}
        return frozenset(found)


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def filled(scene: TableScene, random: np.random.Generator) -> TableScene:
    """The scene with a kind for each tile that it leaves open, from the rest of the set."""
    known = scene.known()
    rest = [kind for kind in range(KINDS) for _ in range(COPIES - known.count(kind))]
    random.shuffle(rest)
    for number, side in enumerate(scene.sides):
        hand = tuple(rest.pop() if kind == UNSEEN else kind for kind in side.hand)
        scene = scene.with_side(number, replace(side, hand=hand))
    return scene


def any_scene(random: np.random.Generator) -> TableScene:
    """A table some way into a round: melds, discards, hands that stand, lie open or lie down, a part of the
    wall."""
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    random.shuffle(deck)
    played = random.random()
    ponds = [int(n) for n in random.integers(0, 3, SIDES) + played * random.uniform(4, 13.5, SIDES)]
    sides = []
    for number in range(SIDES):
        if number == 3 and random.random() < 0.08:
            sides.append(Side())
            continue
        melds = tuple(
            meld
            for _ in range(int(random.binomial(3, 0.4 * played + 0.1)))
            if (meld := _any_meld(deck, number, random)) is not None
        )
        concealed = max(13 - 3 * len(melds), 1)
        drawn = random.random() < 0.2
        hand = tuple(deck.pop() for _ in range(concealed + drawn))
        held = Held(str(random.choice(("standing", "open", "down"), p=(0.78, 0.15, 0.07))))
        won = (deck.pop(),) if held is not Held.STANDING and random.random() < 0.6 else ()
        needed = 13 * (SIDES - 1 - number)
        discards = tuple(deck.pop() for _ in range(min(ponds[number], max(len(deck) - needed, 0))))
        if held is not Held.OPEN:
            hand = (
                tuple(int(kind) for kind in random.permutation(sorted(hand)))
                if random.random() < 0.3
                else tuple(sorted(hand))
            )
        sides.append(Side(hand, held, drawn and not won, melds, discards, won))
    wall = min(len(deck), int(56 * (1 - played) + random.integers(0, 12)))
    behind = int(random.integers(0, 5)) if random.random() < 0.3 else 0
    return TableScene(
        (sides[0], sides[1], sides[2], sides[3]),
        Wall(int(random.integers(0, 54)), DECK - wall - behind if wall else DECK - behind, behind),
    )


def with_others(scene: TableScene, random: np.random.Generator, share: float) -> TableScene:
    """The scene as of a larger set: a share of the tiles of hands and discards are honours and flowers."""

    def some(kinds: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(OTHER_KIND if random.random() < share else kind for kind in kinds)

    for number, side in enumerate(scene.sides):
        discards = some(tuple(kind for kind in side.discards if kind is not None))
        scene = scene.with_side(number, replace(side, hand=some(side.hand), discards=discards))
    return scene


def _any_meld(deck: list[int], side: int, random: np.random.Generator) -> Meld | None:
    """A meld of tiles taken from the deck, None where no kind has enough left."""
    kind = MeldKind(str(random.choice(("pong", "exposed", "added", "concealed"), p=(0.64, 0.12, 0.12, 0.12))))
    many = 3 if kind is MeldKind.PONG else 4
    able = [tile for tile in set(deck) if deck.count(tile) >= many]
    if not able:
        return None
    tile = able[int(random.integers(len(able)))]
    for _ in range(many):
        deck.remove(tile)
    claimed_from = (side + int(random.integers(1, SIDES))) % SIDES
    place = 0 if kind is MeldKind.CONCEALED else sideways_place(kind, side, claimed_from)
    return Meld(kind, (tile,) * many, place, bool(random.random() < 0.5), bool(random.random() < 0.4))


def any_manner(random: np.random.Generator, seed: int) -> Manner:
    """Any habits of laying tiles."""
    lean = [choose(random, 0.0, 0.35) for _ in range(SIDES)]
    return Manner(
        seed=seed,
        tiles_wide=choose(random, 26.5, 31.0),
        pond=Pond(str(random.choice(("neat", "loose", "heap"), p=(0.35, 0.3, 0.35)))),
        rough=choose(random, 0.0, 1.0),
        lean=(lean[0], lean[1], lean[2], lean[3]),
        won_across=bool(random.random() < 0.3),
    )


def any_setting(
    faces: FaceSet,
    random: np.random.Generator,
    tiles_wide: float,
    size: tuple[int, int] = SIZE,
    still: bool = False,
    place: Callable[[np.random.Generator, float, tuple[int, int]], Camera] = any_camera,
) -> Setting:
    """Any tile set, camera, ground and light for a table; `still`: the camera stands, as one that films;
    `place`: chooses where, for a table's side in millimetres and a picture's size."""
    material = any_material(random)
    drawn = one_of_each(faces, random)
    first = drawn[0]
    if first.solid:
        body = np.median(first.rgba[2:6, 10:-10, :3].reshape(-1, 3), 0)
        material = replace(material, body=(float(body[0]), float(body[1]), float(body[2])))
    else:
        inked = faces.inked(float(random.normal(0, 12)), choose(random, 0.6, 1.25), choose(random, 0.6, 1.05))
        drawn = one_of_each(inked, random)
    length = tiles_wide * material.width
    camera = place(random, length, size)
    return Setting(
        camera,
        tabletop(camera, length, random, size=size),
        drawn,
        material,
        any_lamp(random, length),
        any_lens(random, still),
    )


def any_cover(random: np.random.Generator, length: float) -> tuple[Arm | Thing, ...]:
    """Now and then hands and things over the table."""
    found: list[Arm | Thing] = []
    for _ in range(int(random.choice((0, 0, 0, 1, 1, 2)))):
        side = int(random.integers(SIDES))
        angle = side * math.pi / 2 + float(random.normal(0, 0.25))
        away = choose(random, -0.05, 0.45) * length
        x, y = math.sin(angle) * away, -math.cos(angle) * away
        x += float(random.normal(0, 0.12)) * length * abs(math.cos(angle))
        y += float(random.normal(0, 0.12)) * length * abs(math.sin(angle))
        shoulder = math.sin(angle) * length, -math.cos(angle) * length
        found.append(
            Arm(x, y, choose(random, 25, 90), shoulder, int(random.integers(40)), bool(random.random() < 0.4))
        )
    if random.random() < 0.12:
        red, green, blue = (int(c) for c in random.integers(0, 255, 3))
        found.append(
            Thing(
                choose(random, -0.4, 0.4) * length,
                choose(random, -0.4, 0.4) * length,
                choose(random, 10, 120),
                choose(random, 60, 90),
                choose(random, 80, 170),
                choose(random, 0, math.pi),
                (red, green, blue),
                bool(random.random() < 0.4),
            )
        )
    return tuple(found)


def any_table(sets: Sequence[FaceSet], seed: int, size: tuple[int, int] = SIZE) -> Picture:
    """A random table with one of the tile sets; the same seed draws the same picture."""
    scene, setting, manner, over = any_layout(sets, seed, size)
    return draw_table(scene, setting, manner, over=over, seed=seed)


def any_layout(
    sets: Sequence[FaceSet], seed: int, size: tuple[int, int] = SIZE
) -> tuple[TableScene, Setting, Manner, tuple[Arm | Thing, ...]]:
    """What `any_table` draws: the scene, its setting, how its tiles are laid, and what is over the table."""
    random = np.random.default_rng((seed, 11))
    faces = sets[int(random.integers(len(sets)))]
    manner = any_manner(random, seed)
    setting = any_setting(faces, random, manner.tiles_wide, size)
    scene = any_scene(random)
    if OTHER_KIND in setting.faces and random.random() < 0.35:
        scene = with_others(scene, random, choose(random, 0.03, 0.3))
    return scene, setting, manner, any_cover(random, manner.tiles_wide * setting.material.width)
