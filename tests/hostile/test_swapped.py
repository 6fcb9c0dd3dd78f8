"""Ids of another club, put in every place an id can stand: unknown, and nothing of the other club is told."""

import statistics
import sys
import time
from functools import partial
from itertools import chain
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition
from tests import factories
from tests.acting import bearer, send
from tests.factories.world import World
from tests.hostile.test_bodies import bodies
from tests.rows import everything, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

THEIRS = "Lindenhof"
MASSES = ["club", "club_id", "is_staff", "amount", "seq", "hash", "created_at", "by_user", "key", "__class__"]


def two_clubs() -> tuple[World, World]:
    """Two clubs alike; whatever the second has a name for is called the same, which nobody of the first may read."""
    ours, theirs = World(), World()
    for rows in (Club.objects.filter(pk=theirs.club.pk), *of_club(theirs)):
        rows.update(name=THEIRS)
    return ours, theirs


def bodies_of_two_clubs() -> tuple[Any, Any]:
    return bodies(), bodies()


def of_club(world: World) -> list[Any]:
    return [model.objects.filter(club=world.club) for model in (Player, Sitting, Competition)]


def test_ids_of_another_club_in_addresses_find_nothing(request: pytest.FixtureRequest):
    """Neither read nor written; every fifth answer, with --long each, is held against that for an id made up."""
    whole = request.config.getoption("--long")
    ours, theirs = laid(two_clubs)
    client, before = ours.client(), everything()
    foreign = {name: value for name, value in theirs.ids.items() if name.endswith("_id") and name != "token_id"}
    found, asked = {}, 0

    for name, value in foreign.items():
        made_up = uuid4()
        for address in with_id(ours, name, value).addresses():
            if str(value) not in address:
                continue
            for ask in (client.get, client.post):
                answer = ask(address)
                is_compared, asked = whole or asked % 5 == 0, asked + 1
                nowhere = ask(address.replace(str(value), str(made_up))) if is_compared else answer
                done_already = answer.status_code == 302 and address.endswith(("/end/", "/out/"))  # is gone
                is_none = done_already or answer.status_code in {403, 404, 405}
                if not is_none or answer.status_code != nowhere.status_code:
                    found[ask.__name__, address] = answer.status_code
                if THEIRS in answer.content.decode() + str(answer.headers):
                    found[ask.__name__, address] = "names the other club"

    assert not found
    assert asked > 100
    assert everything() == before


def with_id(world: World, name: str, value: Any) -> World:
    """The same world with one id of another."""
    other = World.__new__(World)
    other.__dict__.update(world.__dict__)
    other.ids = {**world.ids, name: value}
    other.tables = {}
    return other


def test_ids_of_another_club_in_queries_and_fields_tell_nothing(request: pytest.FixtureRequest):
    """Those of what can stand there in each place, the others in one of the places in turn; with --long all in all."""
    whole = request.config.getoption("--long")
    ours, theirs = laid(two_clubs)
    client, before = ours.client(), everything()
    foreign = [str(value) for name, value in theirs.ids.items() if name.endswith("_id")]
    foreign += [str(seat.player_id) for seat in factories.seats_of(theirs.tables["skat"][0])]
    fitting = {str(theirs.ids[name]) for name in ("season_id", "player_id", "hand_id")} | {foreign[-1]}
    table, club = f"/tables/{ours.ids['sitting_id']}/", f"/clubs/{ours.club.pk}/"
    reads = [f"/seasons/{ours.ids['season_id']}/?why=", f"{table}?saved=", f"{table}?since=", f"{club}members/?page="]
    seats = {f"seats.{place}.name": name for place, name in enumerate("ABC")}
    answers = []

    for turn, value in enumerate(foreign):
        opening = {**seats, "form": "1", "seats.0.player": value, "seats.0.name": "", "seasons": value}
        writes = [(f"{table}preview/?hand={value}", {}), (f"{table}step/?hand={value}", {})]
        writes += [(f"{club}tables/new/skat/", {**opening, "pick": value}), (f"{table}seats/join/", {"player": value})]
        writes.append((f"{table}seats/0/substitute/", {"player": value, "who": value}))
        asked = [partial(client.get, address + value) for address in reads]
        asked += [partial(client.post, address, sent) for address, sent in writes]
        for ask in asked if whole or value in fitting else [asked[turn % len(asked)]]:
            with undone():
                answers.append(ask())

    assert not [answer.request["PATH_INFO"] for answer in answers if THEIRS in answer.content.decode()]
    assert everything() == before


def test_ids_of_another_club_in_bodies_are_unknown():
    others, ours = laid(bodies_of_two_clubs)
    theirs, found = {operation: body for operation, (_address, body, _by) in others.items()}, {}
    before = everything()

    for operation, (address, body, by) in ours.items():
        for path in ids_in(body):
            with undone():
                answer = send(address, swapped(body, theirs[operation], path), by)
                # As for one that is no draft any more.
                is_draft = path in {("round",), ("draw",)} and answer.status_code == 409
                is_gone = path == ("pair",) and answer.status_code == 200  # as for one that is on the list no more
                is_undone = path == ("step",) and answer.status_code in {200, 409}  # as for what nobody has done
                if answer.status_code not in {404, 422} and not (is_draft or is_gone or is_undone):
                    found[operation, path] = answer.status_code

    assert not found
    assert everything() == before


def ids_in(body: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a UUID stands."""
    if isinstance(body, str):
        return [path] if body.count("-") == 4 else []
    inner = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    return list(chain.from_iterable(ids_in(part, (*path, name)) for name, part in inner))


def swapped(ours: Any, theirs: Any, path: tuple[Any, ...]) -> Any:
    """Our body with their id in this place."""
    if not path:
        return theirs
    first, *rest = path
    inner = swapped(ours[first], theirs[first], tuple(rest))
    if isinstance(ours, dict):
        return type(ours)({**ours, first: inner})
    return [inner if place == first else part for place, part in enumerate(ours)]


def test_fields_no_body_has_are_refused_in_each_of_them(request: pytest.FixtureRequest):
    """Each body with two of these fields in turn; with --long with all."""
    whole = request.config.getoption("--long")
    before_all, found = laid(bodies), {}
    before = everything()

    for turn, (operation, (address, body, by)) in enumerate(before_all.items()):
        fields = [extra for extra in MASSES if extra not in body]
        for extra in fields if whole else {fields[turn % len(fields)], fields[(3 * turn + 1) % len(fields)]}:
            inner = [type(body)({**body, extra: 1})]
            if "record" in body:
                inner.append({**body, "record": {**body["record"], extra: 1}})
            if "seats" in body and isinstance(body["seats"][0], dict):
                inner.append({**body, "seats": [{**body["seats"][0], extra: 1}, *body["seats"][1:]]})
            for sent in inner:
                if (status := send(address, sent, by).status_code) != 422:
                    found[operation, extra] = status

    assert not found
    assert everything() == before


@pytest.mark.long
def test_what_is_anothers_takes_as_long_as_what_is_not_there(capsys: pytest.CaptureFixture[str]):
    """Printed, not asserted: a figure in milliseconds."""
    ours, theirs = laid(two_clubs)
    by = bearer(ours.owner)
    hidden, missing = str(theirs.ids["sitting_id"]), str(uuid4())
    taken: dict[str, list[float]] = {hidden: [], missing: []}

    for _round in range(300):
        for identity, times in taken.items():
            began = time.perf_counter()
            assert Client().get(f"/api/v1/sittings/{identity}", headers=by).status_code == 404
            times.append((time.perf_counter() - began) * 1000)

    medians = [statistics.median(times) for times in taken.values()]
    with capsys.disabled():
        sys.stdout.write(
            f"\nanother's {medians[0]:.2f} ms, not there {medians[1]:.2f} ms: {medians[0] - medians[1]:+.2f} ms\n"
        )
