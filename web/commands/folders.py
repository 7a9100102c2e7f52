"""Where the program keeps what it learns and records, unless --data names another folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def own_folder() -> Path:
    """The user's folder for what programs keep, as each system has it."""
    if sys.platform == "win32":
        above = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        above = Path.home() / "Library" / "Application Support"
    else:
        above = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(above) / "tangzi"
