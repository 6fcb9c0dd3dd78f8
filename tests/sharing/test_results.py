"""The links of a season, a team league and an evening: who makes them, what whoever holds one sees."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.teams.services import TeamName, rename_team
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.models import Sitting
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import LinkWish, end_link, make_link, secret_of
from scorekeeper.sharing.shown import stamp_of_evening, stamp_of_league, stamp_of_season
from scorekeeper.standings.services import end_season
from tests import factories
from tests.acting import bearer, client_of
from tests.factories import NOW
from tests.factories.evenings import make_evening, playing
from tests.factories.teams import make_day, make_league_of, opened, play_series, tables_of

pytestmark = pytest.mark.django_db
Kind = Link.Kind


@pytest.fixture
def club():
    return factories.make_club("Lindenhof", owner=factories.make_user("Renate Vogt"))


@pytest.fixture
def season(club):
    """One with two hands at one table."""
    season = factories.make_season(club, "Herbstliga")
    guests = [factories.make_player(club, name) for name in ("Murat Arslan", "Ines Weber")]
    players = [factories.player_of(factories.owner_of(club), club), *guests]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record(sitting, factories.played(1))
    return season


@pytest.fixture
def league(club):
    league = make_league_of(club, (4, 4))
    series = opened(make_day(league))
    play_series(series, ["Adler"] * len(tables_of(series)))
    return league


@pytest.fixture
def evening(club):
    return playing(club, 4)


def link_of(thing, kind):
    return make_link(LinkWish(kind=kind), of=thing.pk, by=factories.owner_of(thing.club), now=NOW)


def look(link, htmx=False, **asked):
    headers = {"HX-Request": "true"} if htmx else {}
    return Client().get(reverse("shared_results", args=[secret_of(link)]), asked, headers=headers)


def test_a_season_is_shown_as_its_members_see_it_by_short_names_and_opens_to_nothing(season):
    link = link_of(season, Kind.SEASON)

    answer = look(link)
    page = answer.content.decode()

    assert "Herbstliga" in page
    assert "Renate V." in page
    shown, *_language = page.split('<footer class="languages"')
    assert not any(name in shown for name in ("Vogt", "Arslan", "Weber", "/tables/", "?why=", "<form"))
    assert "Provisional" in page
    assert "noindex" in answer["X-Robots-Tag"]
    assert "noindex" in page
    file = Client().get(f"{reverse('shared_results', args=[secret_of(link)])}standing.csv").content.decode()
    assert "Murat A." in file
    assert "Arslan" not in file


def test_a_page_that_asks_again_is_told_nothing_until_a_hand_is_played(season):
    link, stamp = link_of(season, Kind.SEASON), stamp_of_season(season)
    assert look(link, since=stamp).status_code == 204
    assert look(link, since=stamp)["X-As-Of"]

    factories.record(season.sittings.get(), factories.played(2))
    piece = look(link, htmx=True, since=stamp).content.decode()

    assert 'id="public"' in piece
    assert "<html" not in piece
    assert "every 10s" in piece
    assert 'data-stale-after="60"' in piece


def test_a_season_that_has_ended_asks_no_more(season):
    factories.finish(season.sittings.get())
    end_season(competition=season, by=factories.owner_of(season.club), now=NOW)

    page = look(link_of(season, Kind.SEASON)).content.decode()

    assert "These are the final standings." in page
    assert "every 10s" not in page
    assert "Provisional" not in page


def test_a_season_without_a_hand_says_so(club):
    page = look(link_of(factories.make_season(club), Kind.SEASON)).content.decode()

    assert "Nothing has been played yet" in page


def test_who_is_renamed_or_merged_is_shown_anew(season):
    stamp, murat = stamp_of_season(season), season.club.players.get(name="Murat Arslan")
    murat.name = "Murat Aslan"
    murat.save()
    renamed = stamp_of_season(season)
    other = factories.make_player(season.club, "Murat A. Aslan")
    merge_players(Merging(kept=other.pk), club=season.club, by=factories.owner_of(season.club), gone=murat.pk, now=NOW)

    assert len({stamp, renamed, stamp_of_season(season)}) == 3


def test_a_league_shows_its_teams(league):
    link, stamp = link_of(league, Kind.LEAGUE), stamp_of_league(league)

    page = look(link).content.decode()

    assert "Adler" in page
    assert "/teams/" not in page
    assert "/tables/" not in page
    assert look(link, since=stamp).status_code == 204
    rename_team(TeamName(name="Sperber"), team_id=league.teams.first().pk, by=factories.owner_of(league.club))
    assert "Sperber" in look(link, since=stamp).content.decode()
    file = Client().get(f"{reverse('shared_results', args=[secret_of(link)])}standing.csv")
    assert "Sperber" in file.content.decode()


def test_an_evening_shows_tables_and_results_by_short_names(evening):
    link, stamp = link_of(evening, Kind.EVENING), stamp_of_evening(evening)
    sitting = Sitting.objects.get(pk=sittings_of(evening)[0].pk)
    person = sitting.seats.get(number=0).player
    person.name = "Walpurga Zobel"
    person.save()
    assert look(link, since=stamp).status_code == 200, "a name is news"

    factories.record(sitting, factories.played(1))
    page = look(link).content.decode()

    assert page.count("Walpurga Z.") >= 2, "at the table and among the results"
    assert "Zobel" not in page
    assert "/tables/" not in page
    assert "playing" in page
    assert look(link, since=stamp_of_evening(evening)).status_code == 204
    file = Client().get(f"{reverse('shared_results', args=[secret_of(link)])}standing.csv").content.decode()
    assert "Walpurga Z." in file
    assert "Zobel" not in file


def test_an_evening_before_its_draw_and_one_without_a_table(club):
    evening = make_evening(club)
    link = link_of(evening, Kind.EVENING)
    assert "when the tables are drawn" in look(link).content.decode()

    close_evening(evening_id=evening.pk, by=factories.owner_of(club), now=NOW)

    page = look(link).content.decode()
    assert "No table was opened" in page
    assert "every 10s" not in page


THINGS = ((Kind.SEASON, "season"), (Kind.LEAGUE, "league"), (Kind.EVENING, "evening"))


@pytest.mark.both_engines("locks rows", "sharing.services")
@pytest.mark.parametrize(("kind", "name"), THINGS)
def test_a_link_is_made_shown_and_ended_on_one_page(request, kind, name):
    thing = request.getfixturevalue(name)
    client, address = client_of(factories.owner_of(thing.club)), reverse(f"{name}_share", args=[thing.pk])
    assert address in client.get(reverse(f"{name}_detail", args=[thing.pk])).content.decode()

    assert client.post(address, {"share": "1"}).status_code == 302
    client.post(address, {"share": "1"})
    link = Link.objects.get(kind=kind, ended_at=None)
    page = client.get(address).content.decode()
    assert secret_of(link) in page
    assert "QR code" in page
    assert look(link).status_code == 200

    client.post(address, {"share": "0"})
    assert look(link).status_code == 404
    client.post(address, {"share": "1"})
    assert Link.objects.get(kind=kind, ended_at=None) != link
    assert look(link).status_code == 404


@pytest.mark.parametrize(("kind", "name"), THINGS)
def test_members_make_no_link_and_strangers_find_nothing(request, kind, name):
    thing = request.getfixturevalue(name)
    member, scorer = (factories.make_member(thing.club, role) for role in ("member", "scorer"))
    address = reverse(f"{name}_share", args=[thing.pk])

    with pytest.raises(PermissionDenied):
        make_link(LinkWish(kind=kind), of=thing.pk, by=member, now=NOW)
    with pytest.raises(PermissionDenied):
        end_link(LinkWish(kind=kind), of=thing.pk, by=member, now=NOW)
    assert make_link(LinkWish(kind=kind), of=thing.pk, by=scorer, now=NOW)
    assert client_of(member).get(address).status_code == 403
    assert address not in client_of(member).get(reverse(f"{name}_detail", args=[thing.pk])).content.decode()
    assert client_of(factories.make_user("Stranger")).get(address).status_code == 404
    assert Client().get(address).status_code == 302


@pytest.mark.parametrize(("kind", "name"), THINGS)
def test_programs_make_read_and_end_a_link(request, kind, name):
    thing = request.getfixturevalue(name)
    owner, member = factories.owner_of(thing.club), factories.make_member(thing.club)
    asking, member_asking = (Client(headers=bearer(who)) for who in (owner, member))
    base = f"/api/v1/{name}s/{thing.pk}/links"
    assert asking.get(base).json() == {"links": []}

    made = asking.post(f"{base}/make").json()["links"]
    assert [link["kind"] for link in made] == [kind]
    assert asking.get(base).json()["links"] == made
    assert Client().get(made[0]["address"].partition("testserver")[2]).status_code == 200
    assert member_asking.get(base).status_code == 403
    assert member_asking.post(f"{base}/make").status_code == 403
    assert asking.get(f"/api/v1/{name}s/{uuid4()}/links").status_code == 404

    assert asking.post(f"{base}/end").json() == {"links": []}
    assert Client().get(made[0]["address"].partition("testserver")[2]).status_code == 404


def test_the_link_of_one_thing_opens_no_other(season, evening):
    secret = secret_of(link_of(season, Kind.SEASON))

    for page in ("shared_table", "shared_screen", "shared_tournament"):
        assert Client().get(reverse(page, args=[secret])).status_code == 404
    assert "Herbstliga" in Client().get(reverse("shared_results", args=[secret])).content.decode()
