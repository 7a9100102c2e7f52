"""`python -m web.drawings [DIRECTORY]` writes the tile drawings, and the app's icon, anew."""

from __future__ import annotations

import sys
from pathlib import Path

from web.drawings.faces import HOME, drawings
from web.drawings.icon import APP, icon

if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HOME
    target.mkdir(parents=True, exist_ok=True)
    for name, text in drawings().items():
        (target / f"{name}.svg").write_text(text, encoding="utf-8")
    if target == HOME:
        (APP / "icon.svg").write_text(icon(), encoding="utf-8")
    print(f"{len(drawings())} drawings in {target}")
