"""The program's own drawings of the tiles, for tests that draw hands and tables."""

from __future__ import annotations

from functools import cache

from vision.synth.faces import FaceSet, load_faces
from web.drawings.faces import HOME


@cache
def own_faces() -> FaceSet:
    """The drawings as a face set."""
    return load_faces(HOME)
