"""`tangzi serve` lets go of what is too old when it starts, and says so."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from assistant.history.sql import open_history
from tests.web.test_serve import ended, started
from web.commands.serve import LOG
from web.memory.forgetting import DAY, Retention, set_retention
from web.tables.store import Tables


def test_an_old_table_is_gone_once_it_serves(tmp_path: Path) -> None:
    history = open_history(tmp_path / LOG)
    Tables(history, clock=lambda: time.time() - 40 * DAY).create("去年", "chengdu", {})[0]
    new = Tables(history).create("今天", "chengdu", {})[0]
    set_retention(history.notes, Retention(tables=30))
    history.close()
    command = [sys.executable, "-m", "web", "serve", "--port", "0", "--json", "--data", str(tmp_path)]
    process = started(command, {})
    assert process.stdout is not None
    json.loads(process.stdout.readline())
    history = open_history(tmp_path / LOG)
    assert process.stderr is not None
    said = ""
    while "去年" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    assert Tables(history).tables() == (new.id,)
    history.close()
    ended(process)
