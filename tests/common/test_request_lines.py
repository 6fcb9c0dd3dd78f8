"""The log says who did what: each line of a request names who asked, of which club, and from which network."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from scorekeeper.common.addresses import shortened
from scorekeeper.common.logs import json_lines
from scorekeeper.jobs.models import Job
from tests import factories
from tests.acting import bearer, holding
from tests.api import test_access as api
from tests.factories.world import World
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db


class Lines(logging.StreamHandler[StringIO]):
    """What is written by the handler of the settings, and is read at once."""

    def __init__(self) -> None:
        super().__init__(StringIO())
        self.setFormatter(json_lines())

    def request(self) -> dict[str, Any]:
        """The newest line about a request."""
        lines = [json.loads(line) for line in self.stream.getvalue().splitlines()]
        self.stream.seek(0)
        self.stream.truncate()
        return next(line for line in reversed(lines) if line["logger"] == "scorekeeper.request")


@pytest.fixture
def lines() -> Iterator[Lines]:
    root, handler = logging.getLogger(), Lines()
    level = root.level
    root.addHandler(handler)
    root.setLevel("INFO")
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def is_of_a_club(address: str) -> bool:
    """What has no id in it is of no club; nor is a job about what somebody has everywhere."""
    match = resolve(address.split("?", maxsplit=1)[0])
    job = match.kwargs.get("job_id")
    ids = [value for value in match.kwargs.values() if isinstance(value, UUID)]
    return bool(ids) and not (job and Job.objects.filter(pk=job, club=None).exists())


def test_every_page_of_a_club_names_reader_and_club(lines):
    world = laid(World)
    client, lacking = world.client(), {}
    reader = client.session["_auth_user_id"]

    for address in world.addresses():
        answer = client.get(address)
        line = lines.request()
        if answer.status_code == 200 and is_of_a_club(address):
            missing = [name for name in ("actor", "club") if name not in line]
            if missing or line["actor"] != reader:
                lacking[address] = missing

    assert lacking == {}


def test_every_answer_of_the_api_names_caller_and_club(lines):
    world = laid(api.make_world)
    owner, lacking = api.user_of(world, "owner"), {}
    by = bearer(owner)

    for endpoint, row in api.ENDPOINTS.items():
        if row[0] != "GET" or "{" not in endpoint:
            continue
        with undone():
            api.prepare(world, endpoint)
            answer = Client().get(f"/api/v1/{endpoint.format(**vars(world))}", headers=by)
            line = lines.request()
        if answer.status_code == 200 and (line.get("actor") != str(owner.pk) or "club" not in line):
            lacking[endpoint] = sorted({"actor", "club"} - line.keys())

    assert lacking == {}


def test_a_phone_without_account_is_named_by_its_pass_and_the_next_request_is_not(lines):
    sitting = factories.make_sitting()
    device = factories.make_device(sitting, 1, now=timezone.now())

    holding(device).get(f"/tables/{sitting.pk}/")
    of_phone = lines.request()
    Client().get("/")
    of_nobody = lines.request()

    assert (of_phone["phone"], of_phone["club"]) == (str(device.pk), str(sitting.club_id))
    assert "actor" not in of_phone
    assert {"phone", "club", "actor"} & of_nobody.keys() == set()
    assert of_nobody["address"] == "127.0.0.0/24"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_an_address_is_shortened_to_its_network(address, network):
    assert shortened(address) == network
