"""Where a tournament stands right now for who does not run it, and the ways on from the pages of the desk."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.knockouts import make_knockout
from tests.factories.tournaments import add_final, draw, make_cup, publish, write_points

pytestmark = pytest.mark.django_db


def overview(stage: Stage, role: str = Role.MEMBER) -> str:
    return text(as_role(stage, role).get(reverse("tournament_detail", args=[stage.tournament_id])))


def current(page: str) -> list[str]:
    """The tabs that are marked as where the reader is."""
    nav = page.split("parts-nav")[1].split("</nav>", maxsplit=1)[0]
    return re.findall(r'aria-current="(?:page|true)">([^<]+)</a>', nav)


def all_told(one: Any) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})


def test_the_overview_says_what_is_played_and_what_is_missing() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    page = overview(stage)
    assert "Round 1 is being played. 2 tables have no final result yet." in page
    assert reverse("round_detail", args=[one.pk]) in page
    assert "Draw round 2" not in page
    all_told(one)
    assert "Round 1 is being played. All results are in." in overview(stage)
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    assert "Round 1 is official." in overview(stage)
    draw(stage)
    assert "Round 1 is official." in overview(stage), "nobody is told of a draft"


def test_the_overview_does_not_say_again_what_the_desk_says() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    publish(stage)
    owner = as_role(stage)
    own = Player.objects.get(club=stage.club, user=owner.session["_auth_user_id"])
    stage.tournament.entrants.all()[0].players.update(player=own)
    page = overview(stage, Role.OWNER)
    assert "Right now" not in page
    assert page.count("My table") == 1, "the tab alone"
    assert "Right now" in overview(stage)


def test_the_overview_of_a_knockout_says_who_is_left() -> None:
    page = overview(make_knockout(12, 6).stage)
    assert "12 are left." in page
    assert "Round 1" not in page


def test_an_official_round_leads_to_the_next_draw() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    address, draws = reverse("round_detail", args=[one.pk]), reverse("stage_draw", args=[stage.pk])
    all_told(one)
    assert draws not in text(as_role(stage).get(address))
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    page = text(as_role(stage).get(address))
    assert draws in page
    assert "Draw round 2" in page
    two = publish(stage)
    assert draws not in text(as_role(stage).get(address)), "it is drawn"
    assert current(text(as_role(stage).get(reverse("round_detail", args=[two.pk])))) == ["Rounds"]


def test_after_the_last_round_the_way_on_is_the_end_of_the_stage() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    ends = reverse("stage_end", args=[stage.pk])
    rounds = []
    for _round in range(2):
        one = publish(stage)
        rounds.append(reverse("round_detail", args=[one.pk]))
        all_told(one)
        assert ends not in text(as_role(stage).get(rounds[-1]))
        make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
        assert (ends in text(as_role(stage).get(rounds[-1]))) is (len(rounds) == 2)
    assert "End the tournament" in text(as_role(stage).get(rounds[-1]))
    assert ends not in text(as_role(stage).get(rounds[0])), "one round after it was played"
    for role in (Role.SCORER, Role.MEMBER):
        assert ends not in text(as_role(stage, role).get(rounds[-1]))
    add_final(stage.tournament)
    assert "End this stage" in text(as_role(stage).get(rounds[-1]))


def test_what_is_missing_stands_before_the_tables() -> None:
    stage = make_cup(people=8)
    page = text(as_role(stage).get(reverse("round_detail", args=[publish(stage).pk])))
    assert page.index("Still missing") < page.index('<h2 id="tables">')


def test_a_draw_that_is_stopped_leads_to_the_entries() -> None:
    stage = make_cup(people=1)
    page = text(as_role(stage).get(reverse("stage_draw", args=[stage.pk])))
    assert page.index("stops the draw") < page.index('class="cols'), "not beside an empty page"
    assert "To the entries" in page
    assert current(page) == ["Desk"]


def test_pages_that_the_desk_leads_to_mark_it() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    pages = [reverse(name, args=[stage.pk]) for name in ("stage_end", "stage_points", "stage_step")]
    for page in (*pages, reverse("round_results", args=[one.pk])):
        assert current(text(as_role(stage).get(page))) == ["Desk"], page


def test_pages_behind_the_entries_mark_them() -> None:
    stage = make_cup(people=4)
    for name in ("tournament_seeds", "tournament_import", "tournament_door", "tournament_pairs"):
        assert current(text(as_role(stage).get(reverse(name, args=[stage.tournament_id])))) == ["Entries"], name


def addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    """Those of all pages; not those of the API."""
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        elif str(each.pattern) != "api/" and not each.namespace:
            yield from addresses(each)


def test_every_page_of_a_tournament_marks_the_tab_it_is_behind() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    all_told(one)
    known = {"tournament_id": stage.tournament_id, "stage_id": stage.pk, "round_id": one.pk}
    client, seen = as_role(stage), []
    own = Player.objects.get(club=stage.club, user=client.session["_auth_user_id"])
    stage.tournament.entrants.all()[0].players.update(player=own)
    for pattern in addresses(get_resolver()):
        asked = pattern.pattern.converters.keys()
        if not pattern.name or not asked or not asked <= known.keys():
            continue
        answer = client.get(reverse(pattern.name, kwargs={name: known[name] for name in asked}))
        is_page = answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html")
        page = answer.content.decode() if is_page else ""
        if "parts-nav" in page:
            seen.append(pattern.name)
            assert len(current(page)) == 1, pattern.name
    assert len(seen) > 15, seen


def test_the_door_has_a_heading_and_can_be_printed() -> None:
    stage = make_cup(people=4)
    page = text(as_role(stage).get(reverse("tournament_door", args=[stage.tournament_id])))
    assert "Check in at the door</h2>" in page
    assert "data-print" in page
