"""The training material beside the checkout; tests that need it are skipped without it."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"
needs_material = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the material ../shared is not beside the checkout"
)
