"""存法: how the log's neighbours, notes and what is summed up, keep a JSON object as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def json_text(body: Mapping[str, Any]) -> str:
    """An object as the JSON text that is kept of it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
