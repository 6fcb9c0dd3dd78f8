"""Processes look for what nothing leads to any more less often than small programs do."""

import pytest

from scorekeeper.common.garbage import OLDER, YOUNG
from tests.serving import environ_for, run_python

SAYS = "import gc; {load}; print((gc.get_threshold(), gc.get_freeze_count() > 0))"
COMMAND = "import gc, django; gc.disable(); django.setup(); assert gc.isenabled()"
WORKER = "from celery.signals import worker_process_init; import scorekeeper.celery; worker_process_init.send(None)"


@pytest.mark.parametrize("load", ["import scorekeeper.wsgi", WORKER, COMMAND])
def test_what_is_loaded_is_looked_at_no_more(load):
    printed = run_python(["-c", SAYS.format(load=load)], environ_for("sqlite://:memory:"))
    assert printed.splitlines()[-1] == str(((YOUNG, *OLDER), True))
