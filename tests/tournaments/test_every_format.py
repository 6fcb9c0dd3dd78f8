"""Every page of every format while it is drawn, played and over: nothing breaks, and every link leads somewhere."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.format import all_formats, format_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import client_of
from tests.factories import NOW
from tests.factories.forms import IDENTITY
from tests.factories.knockouts import played_out
from tests.factories.matches import sides, wins
from tests.factories.tournaments import come, draw, leave, make_cup, publish, write_points
from tests.rows import undone

pytestmark = pytest.mark.django_db
CUPS: dict[str, tuple[str, int, StagePlan]] = {  # of a game, for so many people
    "tables": ("skat", 9, TablesPlan(rounds=1)),
    "swiss": ("svoi_kozyri", 9, SwissPlan(rounds=1)),
    "round_robin": ("svoi_kozyri", 9, RoundRobinPlan(groups=3)),
    "single": ("svoi_kozyri", 6, SinglePlan(third_place=True)),
    "double": ("svoi_kozyri", 6, DoublePlan()),
    "knockout": ("palace_poker", 9, KnockoutPlan(seats=4)),
}

EACH = slice(None)


def test_every_format_is_walked_through():
    kinds = {plan.kind for _game, plan in TWO_ROUNDS.values()}

    assert {name: plan.kind for name, (_game, _people, plan) in CUPS.items()} == {name: name for name in all_formats()}
    assert kinds == {name for name, format_ in all_formats().items() if format_.gives_points}


def patterns(found: Any = None, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """(route, names of its parts) of every address."""
    for one in (found or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        elif isinstance(one, URLPattern):
            yield route, set(re.findall(r"<\w+:(\w+)>", route))


def addresses(stage: Stage) -> Iterator[str]:
    """Every address that is about this tournament alone."""
    one = stage.rounds.order_by("number").last()
    table = one.tables.first() if one else None
    entrant = stage.tournament.entrants.first()
    act = DeskAct.objects.filter(stage=stage).first()
    ids = {
        "tournament_id": stage.tournament_id,
        "stage_id": stage.pk,
        "round_id": one and one.pk,
        "knockout_id": one and one.pk,
        "round_table_id": table and table.pk,
        "entrant_id": entrant and entrant.pk,
        "desk_act_id": act and act.pk,
    }
    known = {name: str(pk) for name, pk in ids.items() if pk}
    for route, parts in patterns():
        if parts and parts <= known.keys():
            yield "/" + re.sub(r"<\w+:(\w+)>", lambda part: known[part.group(1)], route)


def _played(stage: Stage, kind: str) -> None:
    """Every round there is, its results entered at the desk, and official."""
    by = factories.owner_of(stage.club)
    while True:
        one = stage.rounds.order_by("number").last()
        assert one
        if kind == "knockout":
            played_out(one)
        for table in one.tables.all() if kind != "knockout" else ():
            if kind == "tables":
                write_points(table, {place.entrant: place.entrant.number for place in table.places.all()})
            else:
                wins(table, min(sides(table), key=lambda entrant: entrant.number))
        make_official(round_id=one.pk, by=by, now=NOW)
        if not format_of(stage).is_left(stage, one.number + 1):
            return
        publish(stage)


def looked_at(stage: Stage, clients: dict[str, Client], *, chosen: slice = EACH) -> dict[str, str]:
    """{link: a page that has it} of the owner to other pages, after these of the tournament's pages were asked for."""
    found: dict[str, str] = {}
    seen, asked = 0, list(addresses(stage))
    for role, client in clients.items():
        for address in asked[chosen]:
            answer = client.get(address)
            assert answer.status_code < 500, (role, address)
            seen += answer.status_code == 200
            if role == "owner" and answer.status_code == 200 and "text/html" in answer["Content-Type"]:
                found |= dict.fromkeys(links(answer.content.decode()), address)
    assert seen > 15 * len(clients) // (chosen.step or 1)  # it did look
    return {link: page for link, page in found.items() if link not in asked}


@pytest.mark.parametrize("kind", CUPS)
def test_no_page_breaks(kind: str, request: pytest.FixtureRequest) -> None:
    """While the first round is a draft, after it was published and somebody has left, and at the end. With --long each
    time by everybody; in the usual run the owner alone, who asks before the end for every third page: each format for
    others, so that each page is asked in each state."""
    game, people, plan = CUPS[kind]
    stage = make_cup(people=people, game=game, plan=plan, name="Every format")
    owner = client_of(factories.owner_of(stage.club))
    clients, place = {"owner": owner}, list(CUPS).index(kind)
    before_draft, before_end = (slice(at % 3, None, 3) for at in (place, place + 1))
    if request.config.getoption("--long"):
        clients["member"] = client_of(factories.make_member(stage.club))
        before_draft = before_end = EACH
    drawn = draw(stage)
    looked_at(stage, clients, chosen=before_draft)
    publish(stage, drawn)
    with undone():
        leave(Entrant.objects.get(tournament=stage.tournament, number=3))
        looked_at(stage, clients, chosen=before_end)
    _played(stage, kind)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    stage.tournament.refresh_from_db()
    assert stage.tournament.is_ended

    found = looked_at(stage, clients)
    one_of_each = {IDENTITY.sub("*", link): link for link in found}

    assert {link: found[link] for link in one_of_each.values() if leads_nowhere(owner, link)} == {}


def links(page: str) -> set[str]:
    """The addresses that a page of ours leads to, those of files among them."""
    found = {unescape(link).split("#")[0] for link in re.findall(r'href="(/[^"]*)"', page)}
    return {link for link in found if ("/static/" not in link and "tournament" in link) or "/rounds/" in link}


def leads_nowhere(client: Client, link: str) -> bool:
    return client.get(link).status_code not in {200, 302}


TWO_ROUNDS: dict[str, tuple[str, StagePlan]] = {
    "tables": ("skat", TablesPlan(rounds=3)),
    "team points": ("skat", TablesPlan(rounds=3, style="team", counts="team_points")),
    "swiss": ("svoi_kozyri", SwissPlan(rounds=3)),
    "round robin": ("svoi_kozyri", RoundRobinPlan(groups=2)),
}


@pytest.mark.parametrize("name", TWO_ROUNDS)
def test_a_standing_says_how_everybody_has_moved_since_the_round_before(name: str) -> None:
    game, plan = TWO_ROUNDS[name]
    of_teams = {"of": Tournament.Of.TEAMS, "team_size": 2} if name == "team points" else {}
    stage = make_cup(people=0 if of_teams else 9, plan=plan, game=game, **of_teams)
    for number in range(4 if of_teams else 0):
        come(stage, f"Ana {number}", f"Bia {number}", entrant=f"Team {number}")
    play_by_table(stage, upside_down=False)
    first = format_of(stage).standing(stage, official=False)
    assert not any(row.movement for row in first.rows)

    play_by_table(stage, upside_down=True)
    second = format_of(stage).standing(stage, official=False)

    before = {row.entrant: row.first for row in first.rows}
    assert {row.entrant: row.movement for row in second.rows} == {
        row.entrant: before[row.entrant] - row.first for row in second.rows
    }
    assert any(row.movement for row in second.rows)
    assert (
        "since the round before"
        in client_of(factories.owner_of(stage.club)).get(reverse("stage_standing", args=[stage.pk])).content.decode()
    )


def play_by_table(stage: Stage, *, upside_down: bool) -> None:
    """A round whose results stand: by their numbers, or upside down."""
    opened = publish(stage, draw(stage))
    for table in opened.tables.all():
        people = sorted({place.entrant for place in table.places.all()}, key=lambda one: one.number)
        if upside_down:
            people.reverse()
        if format_of(stage).is_of_matches:
            wins(table, people[0])
        else:
            write_points(table, {who: 70 - 10 * who.number * (1 if upside_down else -1) for who in people})
    make_official(round_id=opened.pk, by=factories.owner_of(stage.club), now=NOW)
