"""What every store of notes must do: each inherits these tests and says how it is made."""

from __future__ import annotations

import threading

import pytest

from assistant.history.notes import Note, NoteConflict, Notes


class NotesContract:
    """Inherit, and give a fixture `notes`."""

    def test_what_was_put_is_got(self, notes: Notes) -> None:
        body = {"title": "周六的桌子", "chairs": ["a", None], "fair_play": True}
        assert notes.put("table/1", body, 0) == Note(body, 1)
        assert notes.get("table/1") == Note(body, 1)

    def test_a_name_nobody_wrote_has_no_note(self, notes: Notes) -> None:
        assert notes.get("table/1") is None
        assert notes.names() == ()

    def test_each_writing_adds_one_to_the_version(self, notes: Notes) -> None:
        for version in range(3):
            assert notes.put("n", {"at": version}, version).version == version + 1
        assert notes.get("n") == Note({"at": 2}, 3)

    @pytest.mark.parametrize("expected", [0, 2])
    def test_another_version_is_a_conflict_and_changes_nothing(self, notes: Notes, expected: int) -> None:
        notes.put("n", {"by": "first"}, 0)
        with pytest.raises(NoteConflict, match="read it again"):
            notes.put("n", {"by": "second"}, expected)
        assert notes.get("n") == Note({"by": "first"}, 1)

    def test_a_version_of_a_note_that_is_not_there_is_a_conflict(self, notes: Notes) -> None:
        with pytest.raises(NoteConflict):
            notes.put("n", {}, 1)
        assert notes.get("n") is None

    def test_what_is_dropped_is_gone_and_can_be_written_anew(self, notes: Notes) -> None:
        notes.put("n", {"by": "first"}, 0)
        notes.drop("n")
        notes.drop("n")
        assert notes.get("n") is None
        assert notes.put("n", {"by": "second"}, 0).version == 1

    def test_names_are_found_by_their_beginning_and_by_nothing_else(self, notes: Notes) -> None:
        for name in ("code/A%", "code/AB", "code/Ab", "table/A", "Code/A", "二/'; drop table notes; --"):
            notes.put(name, {}, 0)
        assert notes.names("code/A") == ("code/A%", "code/AB", "code/Ab")
        assert notes.names("code/A%") == ("code/A%",)
        assert notes.names("二") == ("二/'; drop table notes; --",)
        assert len(notes.names()) == 6

    def test_notes_are_read_together(self, notes: Notes) -> None:
        for name in ("table/2", "table/1", "tables", "Table/3"):
            notes.put(name, {"of": name}, 0)
        assert list(notes.all("table/").items()) == [
            ("table/1", Note({"of": "table/1"}, 1)),
            ("table/2", Note({"of": "table/2"}, 1)),
        ]

    def test_what_a_caller_does_to_its_object_does_not_reach_the_note(self, notes: Notes) -> None:
        body = {"chairs": ["a"]}
        notes.put("n", body, 0)
        body["chairs"].append("b")
        found = notes.get("n")
        assert found is not None
        assert found.body == {"chairs": ["a"]}

    def test_writers_at_once_lose_no_change(self, notes: Notes) -> None:
        notes.put("n", {"added": 0}, 0)
        together = threading.Barrier(4)

        def add() -> None:
            together.wait()
            for _ in range(8):
                while True:
                    note = notes.get("n")
                    assert note is not None
                    try:
                        notes.put("n", {"added": note.body["added"] + 1}, note.version)
                    except NoteConflict:
                        continue
                    break

        threads = [threading.Thread(target=add) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert notes.get("n") == Note({"added": 32}, 33)
