"""The page and the API of who is kept apart in a tournament, and of who should meet."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import PairRule, Tournament
from tests import factories
from tests.acting import Api, bearer, client_of, html_of
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup
from tests.factories.tournaments import make_cup

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    return make_cup(people=4)


@pytest.fixture
def page(stage):
    return client_of(factories.owner_of(stage.club))


def people(stage):
    found = stage.tournament.entrants.order_by("number", "players__order")
    return list(found.values_list("players__player", flat=True))


def address(stage):
    return reverse("tournament_pairs", args=[stage.tournament_id])


def test_a_pair_is_put_on_the_list_and_taken_off(page, stage):
    one, other, third, fourth = people(stage)
    assert "Only the pairs on the club’s list." in html_of(page.get(address(stage)))
    entries = html_of(page.get(reverse("tournament_entries", args=[stage.tournament_id])))
    assert f'href="{address(stage)}"' in entries

    page.post(address(stage), {"one": one, "other": other, "kind": "apart"})
    page.post(address(stage), {"one": third, "other": fourth, "kind": "together"})

    shown = html_of(page.get(address(stage)))
    assert "Guest 01 and Guest 02" in shown
    assert shown.index("Never together") < shown.index("Should meet") < shown.index("Guest 03")
    rule = PairRule.objects.get(kind="apart")
    page.post(reverse("tournament_pair_let", args=[stage.tournament_id, rule.pk]))
    assert [rule.kind for rule in PairRule.objects.all()] == ["together"]


def test_what_is_wrong_stands_at_its_field_and_what_was_chosen_stays(page, stage):
    one = people(stage)[0]

    answer = page.post(address(stage), {"one": one, "other": one, "kind": "together"})

    assert answer.status_code == 422
    assert "Choose two different people." in html_of(answer)
    assert answer.content.count(b"selected") == 2


def test_the_club_s_list_counts_and_shows_who_plays_here(page, stage):
    one, other, *_others = people(stage)
    elsewhere = factories.make_player(stage.club, "Elsewhere")
    for who in (other, elsewhere.pk):
        keep_apart(club=stage.club, by=factories.owner_of(stage.club), one=one, other=who, now=NOW)

    shown = html_of(page.get(address(stage)))

    assert "From the club’s list" in shown
    assert "Guest 01 and Guest 02" in shown
    assert "Elsewhere" not in shown
    assert reverse("evening_apart", args=[stage.club_id]) in shown


def test_who_does_not_play_any_more_is_named(page, stage):
    one, other, *_others = people(stage)
    page.post(address(stage), {"one": one, "other": other, "kind": "apart"})

    stage.tournament.entrants.filter(number=1).update(state="withdrawn")

    assert "Guest 01 is not playing here now." in html_of(page.get(address(stage)))


def test_of_pairs_each_player_is_offered_with_the_name_of_the_pair():
    stage = make_pairs_cup(SwissPlan(), 2)

    shown = html_of(client_of(factories.owner_of(stage.club)).get(address(stage)))

    assert "Ana 01 (Pair 01)" in shown
    assert "Swiss system:</b> “Never together” is never paired." in shown


def test_it_is_for_directors(page, stage):
    for role, status in (("director", 200), ("scorer", 403), ("member", 403)):
        client = client_of(factories.make_member(stage.club, role))
        assert client.get(address(stage)).status_code == status
        entries = html_of(client.get(reverse("tournament_entries", args=[stage.tournament_id])))
        assert ("Apart and together" in entries) == (status == 200)
    assert client_of(factories.make_user()).get(address(stage)).status_code == 404


def test_what_has_ended_is_only_read(page, stage):
    one, other, *_others = people(stage)
    page.post(address(stage), {"one": one, "other": other, "kind": "apart"})
    Tournament.objects.update(state="ended", ended_at=NOW)

    shown = html_of(page.get(address(stage)))
    refused = page.post(reverse("tournament_pair_let", args=[stage.tournament_id, PairRule.objects.get().pk]))

    assert "Add to the list" not in shown
    assert "No longer" not in shown
    assert refused.status_code == 409
    assert PairRule.objects.exists()


def test_it_costs_as_many_statements_however_many_there_are(page, stage, django_assert_num_queries):
    one, other, third, fourth = people(stage)

    def asked() -> None:
        with django_assert_num_queries(11):
            page.get(address(stage))

    page.post(address(stage), {"one": one, "other": other, "kind": "apart"})
    asked()
    for who in (third, fourth):
        page.post(address(stage), {"one": one, "other": who, "kind": "together"})
        keep_apart(club=stage.club, by=factories.owner_of(stage.club), one=other, other=who, now=NOW)
    asked()


def test_programs_say_it_and_take_it_back(stage):
    one, other, third, _fourth = map(str, people(stage))
    api, path = Api(bearer(factories.owner_of(stage.club))), f"tournaments/{stage.tournament_id}/pairs"
    keep_apart(
        club=stage.club, by=factories.owner_of(stage.club), one=people(stage)[0], other=people(stage)[2], now=NOW
    )

    kept = api.post(f"{path}/keep", {"kind": "apart", "one": one, "other": other})

    assert api.post(f"{path}/keep", {"kind": "apart", "one": other, "other": one}) == kept == api.get(path)
    (pair,) = kept["pairs"]
    assert (pair["kind"], [who["player"] for who in pair["people"]], pair["gone"]) == ("apart", [one, other], [])
    assert [[who["player"] for who in pair["people"]] for pair in kept["club"]] == [[one, third]]
    refused = api.post(f"{path}/keep", {"kind": "together", "one": one, "other": third}, 422)
    assert [(error["code"], error["field"]) for error in refused["errors"]] == [("kept_apart", "kind")]
    refused = api.post(f"{path}/keep", {"kind": "never", "one": one}, 422)
    assert {error["field"] for error in refused["errors"]} == {"kind", "other"}
    for _time in (1, 2):
        assert api.post(f"{path}/let", {"pair": pair["id"]})["pairs"] == []
