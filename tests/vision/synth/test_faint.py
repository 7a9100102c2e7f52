"""Faint drawings: every ink has come near to the body's colour, and nothing else has changed."""

import numpy as np

from tests.own_faces import own_faces
from vision.synth.faint import faded, faint_table
from vision.synth.pictures import any_table
from vision.synth.settings import plain_setting

BODY = (180.0, 120.0, 200.0)


def test_inks_come_near_to_the_body() -> None:
    before = plain_setting(own_faces())
    after = faded(before, BODY, 0.25)
    assert after.material.body == BODY
    for kind, face in before.faces.items():
        far, near = (one.rgba[..., :3].astype(float) - BODY for one in (face, after.faces[kind]))
        np.testing.assert_allclose(near, 0.25 * far, atol=0.51)
        np.testing.assert_array_equal(after.faces[kind].rgba[..., 3], face.rgba[..., 3])


def test_a_faint_table_is_the_same_table() -> None:
    sets, size = [own_faces()], (640, 360)
    plain, faint = any_table(sets, 7, size), faint_table(sets, 7, size)
    assert [(one.kind, one.box) for one in faint.tiles] == [(one.kind, one.box) for one in plain.tiles]
    assert (faint.pixels != plain.pixels).any()
    np.testing.assert_array_equal(faint.pixels, faint_table(sets, 7, size).pixels)
