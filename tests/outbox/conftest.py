"""No test of mail goes on with what another one knew of its mail server."""

import pytest

from scorekeeper.outbox import services


@pytest.fixture(autouse=True)
def asked_anew():
    services._probed.clear()
    services._silent.clear()
    yield
    services._probed.clear()
    services._silent.clear()
