import pytest

from assistant.tiles import Tile, count
from tests.vision.laying import Laid, row, seen, words
from vision.detection import CLASSES, Detection, sure
from vision.reading import Reading, read
from vision.seen import MeldShape

NAME_FROM = 0.6
THIRTEEN = "123m 456m 789m 55p 78s"
FOURTEEN = "123m 456m 789m 55p 789s"


def tiles_of(text: str) -> tuple[int, ...]:
    names = [str(tile) for tile in Tile]
    return count(Tile(names.index(word)) for word in words(text))


def picture(laid: list[Laid], angle: float = 0.0) -> Reading:
    return read(seen(laid, angle), NAME_FROM)


def codes(reading: Reading) -> list[str]:
    return [remark.code for remark in reading.remarks]


def melds(reading: Reading) -> list[tuple[str, str]]:
    return sorted((meld.shape.value, str(meld.tile)) for meld in reading.melds)


@pytest.mark.parametrize("text", [THIRTEEN, FOURTEEN])
@pytest.mark.parametrize("angle", [0, 17, 45, 90, 135, 180, 250, 270, 345])
def test_a_row_of_13_or_14_is_the_hand_whichever_way_the_photo_is_turned(text: str, angle: int) -> None:
    reading = picture(row(text), angle)
    assert count(reading.known) == tiles_of(text)
    assert len(reading.rows) == 1
    assert codes(reading) == []


@pytest.mark.parametrize("angle", [0, 30, 90, 180])
def test_the_order_in_the_photo_never_matters(angle: int) -> None:
    mixed = [Laid(tile.word, 100 + 40 * (number * 5 % 13), 100) for number, tile in enumerate(row(THIRTEEN))]
    assert count(picture(mixed, angle).known) == tiles_of(THIRTEEN)


@pytest.mark.parametrize("angle", [0, 20, 90, 180])
@pytest.mark.parametrize(
    "winning",
    [
        Laid("9s", 340, 40, sideways=True),
        Laid("9s", 100 + 12.5 * 40 + 20 + 27, 107, sideways=True),
        Laid("9s", 100 + 13.5 * 40, 100),
    ],
    ids=["sideways above", "sideways, half a tile apart", "upright, half a tile apart"],
)
def test_c06_a_tile_apart_is_a_group_of_its_own_and_asked_for(winning: Laid, angle: int) -> None:
    reading = picture([*row(THIRTEEN), winning], angle)
    assert sorted(len(one) for one in reading.rows) == [1, 13]
    assert count(reading.known) == tiles_of(THIRTEEN)
    (remark,) = reading.remarks
    assert remark.code == "winning_tile"
    assert remark.options == ("9s",)
    assert [reading.tiles[place].word for place in remark.places] == ["9s"]


@pytest.mark.parametrize("angle", [0, 180])
def test_melds_laid_apart_in_line(angle: int) -> None:
    laid = row("123m 456m 5p 555s 7777p", gap_after={7: 0.7, 10: 0.7})
    reading = picture(laid, angle)
    assert count(reading.known) == tiles_of("123m 456m 5p")
    assert melds(reading) == [("k", "7p"), ("p", "5s")]
    assert codes(reading) == ["which_kong"]


def test_melds_laid_apart_above_with_the_claimed_tile_sideways() -> None:
    pong = [Laid("5s", 300, 10), Laid("5s", 347, 17, sideways=True), Laid("5s", 394, 10)]
    reading = picture(row("123m 456m 5p 789p") + pong)
    assert count(reading.known) == tiles_of("123m 456m 5p 789p")
    assert melds(reading) == [("p", "5s")]
    assert codes(reading) == []


def test_a_fourth_tile_on_top_of_a_pong_is_an_added_kong() -> None:
    kong = [*row("555s", 700, 100), Laid("5s", 740, 46)]
    reading = picture(row("123m 456m 5p 789p") + kong)
    assert melds(reading) == [("a", "5s")]
    assert count(reading.known) == tiles_of("123m 456m 5p 789p")


def test_four_with_the_outer_two_face_down_are_a_concealed_kong() -> None:
    kong = row("back 5s 5s back", 700, 100)
    reading = picture(row("123m 456m 5p 789p") + kong)
    assert [(meld.shape, meld.tile) for meld in reading.melds] == [(MeldShape.CONCEALED_KONG, Tile.S5)]
    assert len(reading.known) == 10


def test_one_tile_beside_four_melds() -> None:
    laid = row("6p 111m 333m 444m 222p", gap_after={1: 1.0, 4: 0.6, 7: 0.6, 10: 0.6})
    reading = picture(laid)
    assert count(reading.known) == tiles_of("6p")
    assert len(reading.melds) == 4


def test_a_hand_parted_by_suits_is_one_hand() -> None:
    reading = picture(row(THIRTEEN, gap_after={9: 0.6, 11: 0.6}))
    assert count(reading.known) == tiles_of(THIRTEEN)
    assert reading.melds == ()
    assert codes(reading) == []


@pytest.mark.parametrize("angle", [0, 25, 90])
def test_a_hand_in_two_lines_is_one_hand(angle: int) -> None:
    reading = picture(row("123m 4567m", 100, 100) + row("89m 55p 789s", 100, 156), angle)
    assert count(reading.known) == tiles_of(FOURTEEN)
    assert codes(reading) == []


def test_triplets_inside_a_block_are_no_melds() -> None:
    lines = ["123m", "456m", "999p", "55p 7s"]
    laid = [tile for number, line in enumerate(lines) for tile in row(line, 100, 100 + 56.0 * number)]
    reading = picture([*laid, Laid("8s", 220, 100)])
    assert reading.melds == ()
    assert len(reading.known) == 13


def test_discards_farther_away_are_stray() -> None:
    far = [Laid(tile.word, tile.x, tile.y) for tile in row("2468m 13579p", 150, -160)]
    reading = picture(row(THIRTEEN) + far)
    assert count(reading.known) == tiles_of(THIRTEEN)
    assert codes(reading) == ["stray_tiles"]
    assert len(reading.remarks[0].places) == 9


def test_of_two_hands_the_nearer_one_is_the_players() -> None:
    opposite = [Laid(tile.word, tile.x, tile.y) for tile in row("123s 456s 789s 1234p", 100, -500)]
    reading = picture(row(THIRTEEN, 100, 500) + opposite)
    assert count(reading.known) == tiles_of(THIRTEEN)


def heap(many: int, x: float = 250.0, y: float = -250.0) -> list[Laid]:
    """Discards thrown together: no two alike in a row, no row straight."""
    laid = []
    for number, word in enumerate(words("123456789m 123456789p 123456789s")[:many]):
        along, across = number % 6, number // 6
        wobble = (number * 37 % 23 - 11) * 1.6
        laid.append(Laid(word, x + 62 * along + wobble, y + 66 * across + (number * 53 % 29 - 14) * 1.7))
    return laid


@pytest.mark.parametrize("many", [13, 14, 20, 27])
@pytest.mark.parametrize("hand", ["123m 456m 789m 55p 7s", THIRTEEN, FOURTEEN, "123m 456m 789m 55p 789s 1s"])
def test_a_heap_of_discards_is_never_taken_for_the_hand(hand: str, many: int) -> None:
    reading = picture(row(hand) + heap(many))
    assert count(reading.known) == tiles_of(hand)
    assert "stray_tiles" in codes(reading)


def test_a_hand_of_a_wrong_size_is_still_the_players_own() -> None:
    far = [Laid(tile.word, tile.x, tile.y) for tile in row("123s 456s 789s 1234p", 100, -500)]
    reading = read(seen(row("123m 456m 789m 123p 789s", 60, 500) + far, lean=0.3), NAME_FROM)
    assert len(reading.known) == 15
    assert Tile.S4 not in reading.known


def test_two_lines_with_the_tiles_thickness_between_them_are_one_hand() -> None:
    reading = picture(row("123m 456m 789m", 100, 100) + row("55p 789s", 140, 188))
    assert count(reading.known) == tiles_of(FOURTEEN)


def test_a_wall_of_backs_is_no_part_of_the_hand() -> None:
    reading = picture(row(THIRTEEN) + row("back " * 12, 100, -40))
    assert count(reading.known) == tiles_of(THIRTEEN)
    assert reading.unseen == 0
    assert codes(reading) == []


def test_a_fallen_tile_in_the_row_is_a_tile_nobody_saw() -> None:
    reading = picture(row("123m 456m back 89m 55p 78s"))
    assert (len(reading.known), reading.unseen) == (12, 1)
    assert codes(reading) == ["face_down"]


def test_an_unsure_bird_stays_unknown_and_13_stay_13() -> None:
    likelihoods = [0.0] * CLASSES
    likelihoods[Tile.S1], likelihoods[CLASSES - 1], likelihoods[Tile.P1] = 0.5, 0.45, 0.05
    detections = seen(row(THIRTEEN))
    detections[4] = Detection(detections[4].box, 0.9, tuple(likelihoods))
    reading = read(detections, NAME_FROM)
    assert len(reading.hand) == 13
    assert reading.unseen == 1
    assert reading.tiles[4].word == "?"
    (remark,) = reading.remarks
    assert (remark.code, remark.places, remark.options) == ("unclear_tile", (4,), ("1s", "other", "1p"))
    assert "幺鸡" in remark.chinese


@pytest.mark.parametrize("least", range(5))
def test_a_fifth_copy_is_left_unknown_and_never_renamed(least: int) -> None:
    laid = row("55555m 123m 789m 55p")
    laid[least] = Laid("5m", laid[least].x, 100, confidence=0.8)
    reading = picture(laid)
    assert count(reading.known)[Tile.M5] == 4
    assert [place for place, tile in enumerate(reading.tiles) if tile.word == "?"] == [least]
    assert len(reading.hand) == 13
    assert codes(reading) == ["unclear_tile", "fifth_copy"]


def test_four_copies_are_left_alone() -> None:
    reading = picture(row("5555m 123m 789m 55p 1s"))
    assert len(reading.known) == 13
    assert codes(reading) == []


def test_honours_are_named_as_no_sichuan_tiles_and_left_out() -> None:
    reading = picture(row("123m 456m 789m 55p 78s other other"))
    assert count(reading.known) == tiles_of(THIRTEEN)
    assert codes(reading) == ["other_tiles"]
    assert reading.tiles[-1].word == "other"


def test_15_tiles_are_all_kept() -> None:
    reading = picture(row("123m 456m 789m 555p 789s"))
    assert len(reading.known) == 15


def test_nothing_found() -> None:
    reading = read([], NAME_FROM)
    assert (reading.hand, reading.rows, codes(reading)) == ((), (), ["no_tiles"])


@pytest.mark.parametrize("text", ["back back back", "other other"])
def test_no_face_of_a_sichuan_tile(text: str) -> None:
    reading = picture(row(text))
    assert reading.hand == ()
    assert "no_hand" in codes(reading)


def test_more_melds_than_the_hand_can_have_is_asked() -> None:
    laid = row("123m 456m 5p 789p") + row("555s", 600, 100) + row("222p", 900, 100)
    reading = picture(laid)
    assert melds(reading) == [("p", "5s")]
    assert codes(reading) == ["which_melds", "stray_tiles"]


def test_every_remark_is_a_sentence_in_both_languages() -> None:
    laid = [*row("other 123m ? 456m back 55p 555m 5m"), Laid("9s", 900, 100), *row("7777p", 500, 200)]
    for remark in picture(laid).remarks:
        assert remark.message.endswith((".", "?"))
        assert remark.chinese.endswith(("。", "？"))


def test_likelihoods_are_kept() -> None:
    assert sum(sure(3, 0.7)) == pytest.approx(1.0)
    reading = picture(row(THIRTEEN))
    assert all(sum(tile.detection.likelihoods) == pytest.approx(1.0) for tile in reading.tiles)
