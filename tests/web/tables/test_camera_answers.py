"""What a camera asks on the pages, what people answer, and what it mends by itself."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded, Drawn, How, Konged
from assistant.observation import Area, SeenPiece
from assistant.tiles import Tile
from tests.web.tables.phones import WRITE
from tests.web.tables.watched import (
    SHOWN,
    Watched,
    kinds,
    likelihoods,
    lines,
    of_side,
    on_the_heap,
    thrown,
)


def test_a_doubt_is_asked_and_one_tap_answers_it(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    assert question is not None
    told = [[(one["kind"], one.get("tile")) for one in option] for option in question["options"]]
    assert {option[-1] for option in told if option} >= {("discarded", "5m"), ("discarded", "6m")}
    evidence = phones.clients["丙"].get(f"/api/tables/{phones.table}/evidence/question")
    assert evidence.data == SHOWN
    chosen = next(at for at, option in enumerate(told) if option and option[-1] == ("discarded", "6m"))
    body = {"question": question["id"], "option": chosen}
    form = phones.post("乙", "/camera/answer", **body)
    assert kinds(phones)[-1] == ("discarded", 0, "6m")
    assert lines(phones)[-1]["by"] == phones.ids["乙"], "a tap is the person's own"
    assert form["camera"]["question"] is None
    assert phones.post("丙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    before = phones.records()
    playing.look(6)
    assert phones.records() == before
    assert phones.get("乙")["camera"]["question"] is None


def test_two_phones_answer_at_once_and_one_answer_counts(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    records = phones.records()
    body = {"question": question["id"], "option": 0, "expected": records}
    phones.post("乙", "/camera/answer", key="one", **body)
    again = phones.clients["乙"].post(
        f"/api/tables/{phones.table}/camera/answer", json={**body, "key": "one"}, headers=WRITE
    )
    assert again.status_code == 409
    discards = [kind for kind, _, _ in kinds(phones) if kind == "discarded"]
    assert len(discards) == 1


def test_none_of_these_is_an_answer(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    assert question["options"].count([]) == 1
    before = phones.records()
    phones.post("乙", "/camera/answer", question=question["id"], option=question["options"].index([]))
    assert phones.records() == before
    playing.look(6)
    other = phones.get("乙")["camera"]["question"]
    assert not [one for one in other["options"] if one and one in question["options"]], "only what is left"
    phones.post("乙", "/camera/answer", question=other["id"], option=other["options"].index([]))
    assert phones.records() == before
    playing.look(3)
    assert phones.get("乙")["camera"]["question"] is None


def test_doubtful_kinds_are_recorded_and_asked_about_together_when_the_hand_is_over(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    playing.lying.discard(1, Tile.P2, sure=0.6, other=Tile.P3)
    playing.look(8)
    assert kinds(phones) == [
        ("drawn", 0, "?"),
        ("discarded", 0, "5m"),
        ("drawn", 1, "?"),
        ("discarded", 1, "2p"),
    ]
    assert phones.get("乙")["camera"]["question"] is None
    assert lines(phones)[-1]["camera"] < 0.9
    phones.play("wall")
    playing.look(5)
    question = phones.get("乙")["camera"]["question"]
    assert question["several"]
    assert {(one["seat"], one["number"], one["tile"]) for one in question["instead"]} == {
        (0, 0, "5m"),
        (1, 0, "2p"),
    }
    for name in ("question-0", "question-1"):
        shown = phones.clients["丙"].get(f"/api/tables/{phones.table}/evidence/{name}")
        assert shown.data == SHOWN
    told = [[one["tile"] for one in option] for option in question["options"]]
    first, second = told.index(["6m"]), told.index(["3p"])
    form = phones.post("乙", "/camera/answer", question=question["id"], option=first, also=[second])
    assert thrown(phones) == ["6m", "3p"]
    assert form["camera"]["question"] is None
    assert lines(phones)[1]["camera"] is None, "a person told it"
    phones.post("乙", "/undo")
    assert thrown(phones) == ["5m", "2p"], "one tap, one undo"


def thrown_at_once(playing: Watched) -> None:
    """Two discards that came on a common heap between two looks, after several that lie before others."""
    lying = playing.lying
    for number, tile in enumerate((Tile.S9, Tile.S1, Tile.M9, Tile.S3, Tile.M6)):
        on_the_heap(lying, number, tile)
        playing.look(8)
        question = playing.phones.get("乙")["camera"]["question"]
        if question is not None:
            right = next(
                at for at, one in enumerate(question["options"]) if one and one[-1]["tile"] == str(tile)
            )
            playing.phones.post("乙", "/camera/answer", question=question["id"], option=right)
            playing.look(2)
    on_the_heap(lying, 5, Tile.P5)
    on_the_heap(lying, 6, Tile.S5)
    playing.look(8)


def test_two_tiles_seen_at_once_are_asked_about_as_one_pair_when_the_hand_is_over(playing: Watched) -> None:
    phones = playing.phones
    thrown_at_once(playing)
    assert phones.get("乙")["camera"]["question"] is None
    first = thrown(phones)
    assert sorted(first[-2:]) == ["5p", "5s"]
    phones.play("wall")
    playing.look(5)
    question = phones.get("乙")["camera"]["question"]
    assert question["several"]
    assert question["paired"] == [[0, 1]]
    assert [(one["seat"], one["tile"]) for one in question["instead"]] == [(1, first[-2]), (2, first[-1])]
    for name in ("question-0", "question-1"):
        shown = phones.clients["丙"].get(f"/api/tables/{phones.table}/evidence/{name}")
        assert shown.data == SHOWN
    form = phones.post("乙", "/camera/answer", question=question["id"], option=1)
    assert thrown(phones) == [*first[:-2], first[-1], first[-2]], "one of a pair stands for both"
    assert form["camera"]["question"] is None
    phones.post("乙", "/undo")
    assert thrown(phones) == first, "one tap, one undo"


def test_a_claim_of_the_first_of_two_exchanges_them_in_the_record(playing: Watched) -> None:
    phones, lying = playing.phones, playing.lying
    thrown_at_once(playing)
    before = thrown(phones)
    claimed = Tile.P5 if before[-2] == "5p" else Tile.S5
    lying.pieces = [one for one in lying.pieces if one.tile is not claimed]
    for place in range(3):
        lying.count += 1
        at = of_side(3, 0.95 - 0.04 * place, 0.055)
        meld = SeenPiece(likelihoods(claimed), Area.MELD, 3, at, 90.0, lying.count, lying.at + 1.0)
        lying.pieces.append(meld)
    playing.look(8)
    assert thrown(phones) == [*before[:-2], before[-1], before[-2]]
    assert kinds(phones)[-1] == ("ponged", 3, str(claimed))
    assert phones.get("乙")["camera"]["question"] is None


def test_a_list_of_options_is_checked(playing: Watched) -> None:
    phones = playing.phones
    for wrong in (1, ["0"], [-1], [True]):
        error = phones.post("乙", "/camera/answer", 400, question=1, option=0, also=wrong)["error"]
        assert error["code"] == "bad_request"


def test_a_discard_that_was_corrected_meanwhile_is_not_changed_by_an_older_question(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    phones.play("wall")
    playing.look(5)
    question = phones.get("乙")["camera"]["question"]
    options = [[one["tile"] for one in option] for option in question["options"]]
    body = {"question": question["id"], "option": options.index(["6m"])}
    for also in ([body["option"]], [options.index(["7m"])], [options.index([])]):  # one discard is one tile
        assert phones.post("乙", "/camera/answer", 400, **body, also=also)["error"]["code"] == "bad_request"
    seq = next(one["seq"] for one in lines(phones) if one["event"]["kind"] == "discarded")
    phones.post("甲", "/amend", seq=seq, event={"kind": "discarded", "seat": 0, "tile": "9p"})
    playing.look(2)
    before = phones.records()
    assert phones.post("乙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    phones.post("甲", "/retract", seq=seq)
    assert phones.post("乙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    assert (thrown(phones), phones.records()) == ([], before + 1)


def test_the_camera_mends_what_it_read_wrongly(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    assert kinds(phones)[-1] == ("discarded", 0, "5m")
    piece = playing.lying.pieces[-1]
    playing.lying.pieces[-1] = replace(piece, likelihoods=likelihoods(Tile.M6, 0.99, Tile.M5))
    playing.look(3)
    assert kinds(phones)[-1] == ("discarded", 0, "6m")
    assert phones.get("乙")["camera"]["question"] is None
    before = phones.records()
    playing.look(4)
    assert phones.records() == before


def test_what_a_person_said_it_is_stays(playing: Watched) -> None:
    """Somebody names another tile, and then the one that was recorded, before the camera looks again."""
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    seq = lines(phones)[-1]["seq"]
    for tile in ("7m", "5m"):
        phones.post("甲", "/amend", seq=seq, event={"kind": "discarded", "seat": 0, "tile": tile})
    piece = playing.lying.pieces[-1]
    playing.lying.pieces[-1] = replace(piece, likelihoods=likelihoods(Tile.M6, 0.99, Tile.M5))
    before = phones.records()
    playing.look(4)
    assert (thrown(phones), phones.records()) == (["5m"], before)


def test_what_the_record_does_not_allow_is_not_mended_and_holds_nothing_up(playing: Watched) -> None:
    """5m that turns out to read as 6m, while people have told a kong of 6m that the camera does not see."""
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    told = (Drawn(1), Discarded(1, Tile.M6), Konged(3, How.EXPOSED, Tile.M6), Drawn(3), Discarded(3, Tile.P1))
    for event in told:
        phones.tell("甲", event)
    playing.lying.discard(3, Tile.P1)
    playing.lying.pieces[0] = replace(playing.lying.pieces[0], likelihoods=likelihoods(Tile.M6, 0.99))
    before = phones.records()
    playing.look(4)
    assert phones.records() == before
    playing.lying.discard(0, Tile.S2)
    playing.look(6)
    assert thrown(phones) == ["5m", "6m", "1p", "2s"]


def test_the_stream_tells_what_the_camera_asks(playing: Watched) -> None:
    phones = playing.phones
    before = phones.get("乙")["stamp"]
    playing.look(moved=True)
    assert phones.get("乙")["stamp"] != before
    answer = phones.clients["乙"].get(f"/api/tables/{phones.table}/stream?last={before}", buffered=False)
    text = ""
    for chunk in answer.iter_encoded():
        text += chunk.decode()
        if "data:" in text:
            break
    answer.close()
    assert '"moved":true' in text
