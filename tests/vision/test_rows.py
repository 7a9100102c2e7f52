import pytest

from tests.vision.laying import Laid, row, seen
from vision.detection import NAMES, Detection
from vision.rows import arrange

HAND = "123m 456m 789m 55p 789s"


def read(detections: list[Detection]) -> list[str]:
    return [" ".join(NAMES[detections[place].best] for place in one.places) for one in arrange(detections)]


def straight(text: str) -> str:
    return " ".join(number + group[-1] for group in text.split() for number in group[:-1])


@pytest.mark.parametrize("angle", range(-85, 86, 5))
def test_one_row_at_any_angle(angle: int) -> None:
    (found,) = read(seen(row(HAND), angle))
    assert found in (straight(HAND), " ".join(reversed(straight(HAND).split())))


@pytest.mark.parametrize("angle", [-60, -20, 0, 20, 60])
def test_a_row_is_read_to_the_right_or_downwards(angle: int) -> None:
    assert read(seen(row(HAND), angle)) == [straight(HAND)]


@pytest.mark.parametrize("lean", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("squash", [0.6, 0.75, 1.0, 1.3])
def test_a_block_is_read_line_by_line(squash: float, lean: float) -> None:
    lines = ["123m 456m 789m", "12p 34p 56p 789p", "123s 456s 789s"]
    tiles = [tile for number, line in enumerate(lines) for tile in row(line, 200, 200 + 56.0 * number)]
    assert read(seen(tiles, 0, 1.0, squash, lean)) == [straight(line) for line in lines]


@pytest.mark.parametrize("angle", [0, 15, 45, 75])
def test_a_gap_of_half_a_tile_parts_a_row(angle: int) -> None:
    tiles = row("123m 456m 789m 55p 78s", gap_after={9: 0.5})
    assert read(seen(tiles, angle)) == ["1m 2m 3m 4m 5m 6m 7m 8m 9m", "5p 5p 7s 8s"]


@pytest.mark.parametrize("gap", [0.0, 0.1, 0.2])
def test_tiles_laid_loosely_are_still_one_row(gap: float) -> None:
    tiles = row(HAND, gap_after=dict.fromkeys((3, 7, 10), gap))
    assert read(seen(tiles)) == [straight(HAND)]


def test_a_sideways_tile_inside_a_row_does_not_part_it() -> None:
    tiles = [Laid("5p", 100, 100), Laid("5p", 147, 107, sideways=True), Laid("5p", 194, 100)]
    assert read(seen(tiles)) == ["5p 5p 5p"]


def test_a_tile_alone_is_a_row() -> None:
    assert read(seen([Laid("5p", 100, 100)])) == ["5p"]


def test_no_tiles_no_rows() -> None:
    assert arrange([]) == ()


def test_every_tile_is_in_one_row() -> None:
    tiles = [
        *row("123m 456m 789m", 100, 400),
        Laid("1s", 150, 100),
        Laid("2s", 300, 130, sideways=True),
        Laid("3s", 420, 260),
        Laid("4s", 180, 280),
    ]
    rows = arrange(seen(tiles, 12))
    assert sorted(place for one in rows for place in one.places) == list(range(len(tiles)))
    assert max(len(one.places) for one in rows) == 9


def test_small_errors_of_the_finder_do_not_matter() -> None:
    detections = seen(row(HAND), 10)
    shaken = [
        Detection(
            tuple(side + 4.0 * ((7 * place + 3 * corner) % 5 - 2) / 2 for corner, side in enumerate(one.box)),  # type: ignore[arg-type]
            one.score,
            one.likelihoods,
        )
        for place, one in enumerate(detections)
    ]
    assert read(shaken) == [straight(HAND)]
