"""Processes that stay look for what nothing leads to any more less often than small programs do."""

import pytest

from scorekeeper.common.worker import OLDER, YOUNG
from tests.serving import environ_for, run_python

SAYS = "import gc; {load}; print((gc.get_threshold(), gc.get_freeze_count() > 0))"
WORKER = "from celery.signals import worker_process_init; import scorekeeper.celery; worker_process_init.send(None)"


@pytest.mark.parametrize("load", ["import scorekeeper.wsgi", WORKER])
def test_a_process_that_stays_leaves_out_what_is_loaded(load):
    printed = run_python(["-c", SAYS.format(load=load)], environ_for("sqlite://:memory:"))
    assert printed.splitlines()[-1] == str(((YOUNG, *OLDER), True))
