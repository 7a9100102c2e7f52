"""What the tests of the table's routes share."""

from __future__ import annotations

import pytest

from tests.web.tables.phones import Phones, open_phones
from web.app import Companion


@pytest.fixture
def phones(app: Companion) -> Phones:
    return open_phones(app)
