"""Evenings and match days by programs: from the plan to the report, with what is refused on the way."""

import pytest

from scorekeeper.clubs.models import Role
from scorekeeper.leagues.evenings import api
from scorekeeper.leagues.models import Evening
from tests import factories
from tests.acting import bearer, send
from tests.api.evenings import STARTS_AT
from tests.factories.evenings import close, end_all, make_evening
from tests.factories.teams import make_day, make_league_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(owner):
    """What a director is answered, and with which status."""
    by = bearer(owner)

    def answered(path, body=None, method="POST"):
        answer = send(path, body, by, method=method)
        return answer.status_code, answer.json()

    return answered


def planned(ask, club, **more):
    body = {"name": "Friday", "starts_at": STARTS_AT, "game": "skat", "preset": "official", "size": 4, **more}
    return ask(f"clubs/{club.pk}/evenings/plan", body)


def test_an_evening_from_its_plan_to_its_report(ask, club):
    status, evening = planned(ask, club, fee=300)
    assert (status, evening["state"], evening["games"][0]["rules_name"]) == (201, "planned", "Official list")
    at = f"evenings/{evening['id']}"

    for number in range(4):
        assert ask(f"{at}/check-in", {"name": f"Guest {number}"})[1]["state"] == "here"
    first = ask(f"{at}/draw", {})[1]["draft"]
    (table,) = first["tables"]
    seen = {"draw": first["draw"], "revision": first["revision"]}
    swap = {**seen, "one": table["places"][0]["id"], "other": table["places"][1]["id"]}
    changed = ask(f"{at}/draft/swap", swap)[1]["draft"]
    status, problem = ask(f"{at}/draft/publish", seen)  # the draft is another one by now
    assert (status, problem["code"]) == (409, "draw_changed")
    opened = ask(f"{at}/draft/publish", {"draw": changed["draw"], "revision": changed["revision"]})[1]
    assert ask(f"{at}/tables", method="GET")[1]["rounds"][0]["tables"][0]["sitting"] == opened["sittings"][0]

    status, problem = ask(f"{at}/close")
    assert (status, problem["errors"][0]["code"]) == (422, "still_playing")
    end_all(Evening.objects.get(pk=evening["id"]))
    due = ask(f"{at}/dues", method="GET")[1]["dues"][0]
    tick = {"player": due["player"], "unit": due["unit"], "decimals": due["decimals"], "amount": due["to_tick"]}
    assert ask(f"{at}/dues/tick", {**tick, "amount": 1})[1]["code"] == "dues_changed"
    dues = ask(f"{at}/dues/tick", tick)[1]["dues"]
    assert [row["collected"] for row in dues if row["player"] == due["player"]] == [300]
    assert ask(f"{at}/close")[1]["state"] == "closed"
    report = ask(f"{at}/report", method="GET")[1]
    assert (report["is_final"], report["pending"], len(report["games"][0]["lines"])) == (True, [], 4)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"preset": "bridge"}, ("preset_unknown", "preset")),
        ({"game": "bridge", "preset": ""}, ("game_unknown", "game")),
        ({"starts_at": "2026-09-05T19:30:00"}, ("invalid", "starts_at")),
        ({"size": 4.0}, ("invalid", "size")),
        ({"chairs": 4}, ("field_unknown", "chairs")),
    ],
)
def test_a_plan_that_cannot_be_is_refused_at_its_field(ask, club, wrong, expected):
    status, problem = planned(ask, club, **wrong)

    assert status == 422
    assert [(error["code"], error["field"]) for error in problem["errors"]] == [expected]
    assert not Evening.objects.exists()


def test_evenings_that_are_over_come_page_by_page(ask, club, monkeypatch):
    monkeypatch.setattr(api, "A_PAGE", 2)
    over = [close(make_evening(club, name=f"Night {number}")) for number in range(3)]
    coming = make_evening(club)
    address = f"clubs/{club.pk}/evenings"

    first = ask(address, method="GET")[1]
    second = ask(f"{address}?before={first['older']}", method="GET")[1]

    assert [row["id"] for row in first["coming"]] == [str(coming.pk)]
    assert [row["id"] for row in [*first["over"], *second["over"]]] == [str(evening.pk) for evening in reversed(over)]
    assert (second["coming"], second["older"]) == ([], None)


def test_who_may_not_is_told_so_before_the_body_is_read(club):
    member = factories.make_member(club, Role.MEMBER)

    answer = send(f"clubs/{club.pk}/evenings/plan", {"chairs": 4}, bearer(member))

    assert answer.status_code == 403


def test_a_match_day_is_opened_as_it_was_read(ask, club):
    day = make_day(make_league_of(club))
    at = f"match-days/{day.pk}"
    read = ask(at, method="GET")[1]
    (plan,), team = read["next"], read["groups"][0]["teams"][0]

    changed = ask(f"{at}/line-up", {"team": team["team"], "players": team["players"][:3]})[1]["next"][0]
    stale = ask(f"{at}/open", {"number": plan["number"], "seen": plan["hash"]})
    opened = ask(f"{at}/open", {"number": changed["number"], "seen": changed["hash"]})

    assert changed["hash"] != plan["hash"]
    assert (stale[0], stale[1]["code"]) == (409, "draw_changed")
    assert (opened[0], len(opened[1]["sittings"])) == (200, len(changed["tables"]))
    assert ask(at, method="GET")[1]["next"][0]["number"] == 2


def test_the_table_of_a_league_ranks_its_teams(ask, club):
    league = make_league_of(club, (3, 3))

    table = ask(f"leagues/{league.pk}/table?official=true", method="GET")[1]

    assert (table["official"], [row["name"] for row in table["rows"]]) == (True, ["Adler", "Bussard"])
    assert ask(f"leagues/{league.pk}/table?official=perhaps", method="GET")[0] == 422
