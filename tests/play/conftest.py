"""A table of three whose names stand on its pages, and the client of the owner, who keeps the sheet."""

from typing import Any

import pytest
from django.test import Client

from scorekeeper.play.models import Sitting
from tests import factories


@pytest.fixture
def sitting(club: Any) -> Sitting:
    players = [factories.make_player(club, name) for name in ("Anna Kessler", "Jürgen Brandt", "Murat Demir")]
    return factories.make_sitting(club, players=players)


@pytest.fixture
def scorer(client: Client, owner: Any) -> Client:
    client.force_login(owner)
    return client
