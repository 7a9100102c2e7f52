"""Reading the public forms in tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def codes(form: Mapping[str, Any]) -> list[str]:
    """The codes of a form's problems, in order."""
    return [problem["code"] for problem in form["problems"]]
