"""A sheet that nobody but phones with the code has signed: every page that shows it says that a scorer or director
makes it official, and none takes it for official, or for one that still has to be signed."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import resolve, reverse
from django.utils.html import strip_tags

from scorekeeper.common.errors import Refused
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import TeamMember
from scorekeeper.leagues.money.services import ReportsWish, read_reports
from scorekeeper.payouts.sources import SeasonRanks
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import accept_sheets, end_list, reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import PerhapsReasoned, Reasoned
from scorekeeper.sharing.services import LinkWish, make_link, secret_of, share_table
from scorekeeper.standings.services.seasons import end_season
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import RoundTable, Stage
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.results import nameless
from tests import factories
from tests.acting import bearer, send
from tests.factories import NOW
from tests.factories.evenings import close, playing
from tests.factories.matches import deal, game_won, make_pairs_cup
from tests.factories.teams import make_day, make_league_of, opened, play, tables_of
from tests.factories.tournaments import make_cup, publish, sheet
from tests.factories.world import patterns
from tests.reading_pages import NOT_SEEN
from tests.worlds import laid

pytestmark = pytest.mark.django_db

SAYS_OFFICIAL = re.compile(
    r'class="state official"|signed and closed|Closed, signed by all|this is the finished sheet|>finished<'
    r"|ended and every sheet is official|Every sheet so far|All results are in|all results are in"
)
SAYS_UNSIGNED = re.compile(
    "not signed yet|not all signed|to be signed|waits? for signatures|is not signed|over, not signed"
)
SAYS_SO = re.compile("made? (?:it|them) official|to be made official|makes (?:it|its sheet) official", re.IGNORECASE)
SHOW_IT = {
    "club_detail",
    "evening_detail",
    "tournament_desk",
    "evening_report",
    "match_day",
    "round_detail",
    "season_detail",
    "season_end",
    "shared_screen",
    "shared_table",
    "shared_tournament",
    "sitting_detail",
    "stage_draw",
    "tournament_rounds",
}
"""The pages on which it has to be named as what it is, for who runs the club: the overview of a tournament leaves it to
the desk."""


class Place(NamedTuple):
    """A club all of whose sheets wait, of which these are the ids, by the pages they are part of."""

    club: Any
    season: Any
    ended: Any
    evening: Any
    stages: list[Stage]
    ids: list[dict[str, Any]]


def signed(sitting: Sitting) -> Sitting:
    """The list is ended where its game did not end it, and every seat signs by code."""
    now = Sitting.objects.get(pk=sitting.pk)
    if now.accepts_hands:
        end_list(PerhapsReasoned(reason="it is late"), sitting_id=now.pk, by=factories.keeper_of(now), now=NOW)
    return factories.sign_by_code(sitting)


def played(table: RoundTable) -> Sitting:
    """Somebody has won it on its sheet."""
    sitting = sheet(table)
    hands = {"truco": [game_won(0)] * 2, "svoi_kozyri": [deal(0)]}.get(sitting.game, [factories.played(1)])
    for hand in hands:
        factories.record(Sitting.objects.get(pk=sitting.pk), hand)
    return signed(sitting)


def in_round(stage: Stage) -> list[dict[str, Any]]:
    """The ids of its first round, all of whose tables are played, with those of the first table, and its links."""
    one = publish(stage)
    table, *_others = one.tables.all()
    sitting, *_others = [played(each) for each in one.tables.all()]
    ids = {"tournament_id": stage.tournament_id, "stage_id": stage.pk, "round_id": one.pk, "table_id": table.pk}
    by = factories.owner_of(stage.club)
    links = [make_link(LinkWish(kind=kind), of=stage.tournament_id, by=by, now=NOW) for kind in ("screen", "public")]
    return [{**ids, "sitting_id": sitting.pk}, *({"secret": secret_of(link)} for link in links)]


def make_place() -> Place:
    club = factories.make_club()
    season, ended = factories.make_season(club), factories.make_season(club)
    ids: list[dict[str, Any]] = []
    evening = playing(club, 3, seasons=[season.pk])
    for sitting in sittings_of(evening):
        factories.record(sitting)
        signed(sitting)
    ids.append({"evening_id": evening.pk, "season_id": season.pk})
    alone = factories.make_sitting(club, seasons=[ended])
    link = share_table(sitting_id=alone.pk, by=factories.keeper_of(alone), now=NOW)
    factories.record(alone)
    signed(alone)
    end_season(competition=ended, by=factories.owner_of(club), now=NOW)
    ended.refresh_from_db()
    ids += [{"sitting_id": alone.pk, "hand_id": alone.hands.get().pk}, {"season_id": ended.pk}]
    ids.append({"secret": secret_of(link)})
    league = make_league_of(club, [3, 3, 3], season=season)
    day = make_day(league)
    for sitting in tables_of(opened(day)):
        play(sitting, sitting.seats.all()[0].player.name.split()[0])
        ids.append(
            {"league_id": league.pk, "day_id": day.pk, "evening_id": day.evening_id, "sitting_id": signed(sitting).pk}
        )
    stages = [
        make_cup(club, 6, TablesPlan(rounds=3)),
        make_pairs_cup(SwissPlan(), 4, club=club),
        make_pairs_cup(DoublePlan(), 4, club=club),
    ]
    for stage in stages:
        ids += in_round(stage)
    return Place(club, season, ended, evening, stages, ids)


@pytest.fixture
def place(db: None) -> Place:
    return laid(make_place)


def pages(place: Place, client: Client, *, whole: bool) -> Iterator[tuple[str, str, str]]:
    """Every page whose address has all its parts here: its name, its address and what it says. In the usual run those
    that have to name it; that no other does is looked at with `--long`."""
    seen: set[str] = set()
    for ids in place.ids:
        known = {"club_id": place.club.pk, "number": 0, "year": NOW.year, "game": "skat", "slug": "skat", **ids}
        for pattern in patterns():
            try:
                address = pattern.format(**known)
            except KeyError:
                continue
            if address in seen or not (whole or resolve(address).url_name in SHOW_IT):
                continue
            seen.add(address)
            answer = client.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield answer.resolver_match.url_name, address, answer.content.decode()


def signed_in(place: Place, role: str = "director") -> Client:
    client = Client()
    client.force_login(factories.make_member(place.club, role))
    return client


def test_no_page_takes_it_for_official_or_unsigned_and_those_that_show_it_say_so(request, place):
    assert all(one.awaits_acceptance for one in Sitting.objects.filter(club=place.club))
    wrong, silent, shown = [], [], set()

    whole = request.config.getoption("--long")

    for name, address, html in pages(place, signed_in(place), whole=whole):
        wrong += [(address, found[0]) for found in (SAYS_OFFICIAL.search(html), SAYS_UNSIGNED.search(html)) if found]
        if name in SHOW_IT:
            shown.add(name)
            silent += [address] if not SAYS_SO.search(html) else []

    assert not wrong, wrong
    assert not silent, silent
    assert shown == SHOW_IT


def test_a_round_is_final_only_after_the_taps_on_its_page(place):
    """Whoever may draw the next round sees there what it waits for, and needs no way to each sheet."""
    stage = place.stages[0]
    one, by = stage.rounds.get(), factories.owner_of(place.club)
    scorer, member = signed_in(place, "scorer"), signed_in(place, "member")
    page, sheets = reverse("round_detail", args=[one.pk]), [table.sitting for table in one.tables.all()]

    with pytest.raises(Refused) as refused:
        make_official(round_id=one.pk, by=by, now=NOW)
    states = {table.state for table in nameless([one])}
    read, only_read = (client.get(page).content.decode() for client in (scorer, member))
    told = send(f"rounds/{one.pk}", None, bearer(by), method="GET").json()["tables"]
    first = scorer.post(
        reverse("sheets_accept", args=[place.club.pk]), {"sitting": [sheets[0].pk], "next": page}, follow=True
    )
    after_one = [table.is_final for table in nameless([one])]
    scorer.post(reverse("sheets_accept", args=[place.club.pk]), {"sitting": [one.pk for one in sheets], "next": page})

    assert [problem.code for problem in refused.value.problems] == ["results_missing"]
    assert states == {"to_be_accepted"}
    assert [(table["state"], table["is_final"]) for table in told] == [("to_be_accepted", False)] * len(sheets)
    assert f"Make all {len(sheets)} official" in read
    assert read.count("Make the sheet official") == len(sheets)
    assert "Make the sheet official" not in only_read
    assert (first.redirect_chain[-1][0], after_one) == (page, [True, *[False] * (len(sheets) - 1)])
    assert "signed and closed" in first.content.decode()
    assert make_official(round_id=one.pk, by=by, now=NOW).official_at
    assert "Draw round 2" in scorer.get(page).content.decode()


def test_no_round_before_is_final_where_a_sheet_was_opened_again(place):
    """A round that is official stays so; the desk is told of it before the next draw."""
    stage, by = place.stages[0], factories.owner_of(place.club)
    one = stage.rounds.get()
    sheets = [table.sitting for table in one.tables.all()]
    accept_sheets(sheets=[sitting.pk for sitting in sheets], by=Actor(user=by), now=NOW)
    make_official(round_id=one.pk, by=by, now=NOW)
    reopen_sitting(Reasoned(reason="a hand"), sitting_id=sheets[0].pk, by=Actor(user=by), now=NOW)
    signed(sheets[0])

    desk = signed_in(place, "scorer").get(reverse("stage_draw", args=[stage.pk])).content.decode()

    assert "tables of round 1 have no final result yet: 1" in desk
    assert desk.count("Make the sheet official") == 1


def test_a_season_is_not_final_before(place):
    codes = [problem.code for problem in SeasonRanks().not_final(place.ended)]
    accept_sheets(
        sheets=place.ended.sittings.values_list("pk", flat=True), by=Actor(user=factories.owner_of(place.club)), now=NOW
    )

    assert codes == ["sheets_to_be_accepted"]
    assert not SeasonRanks().not_final(place.ended)


def test_the_report_of_an_evening_names_it_on_the_page_and_by_mail(place, mailoutbox):
    read_reports(ReportsWish(wants=True), club=place.club, by=factories.owner_of(place.club))

    close(place.evening)

    body = mailoutbox[0].body
    assert "1 sheet was signed only with the table code. A scorer or director must make it official." in body
    assert "not signed" not in body


def test_every_why_of_a_standing_says_who_signed_for_whom(place):
    """Of seasons, team leagues, tables, matches of two and brackets: in the row that is opened, or beside the match."""
    owner = factories.owner_of(place.club)
    for sitting in Sitting.objects.filter(club=place.club):
        reopen_sitting(Reasoned(reason="a hand"), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW)
        factories.sign_all(sitting)
    client, named = signed_in(place, "member"), {}

    def read(name: str, pk: Any, why: Any) -> str:
        html = client.get(reverse(name, args=[pk]), {"why": str(why)}).content.decode()
        return strip_tags(html).translate(NOT_SEEN)

    player = place.evening.attendances.all()[0].player
    named["season"] = read("season_detail", place.season.pk, player.pk), player.name
    team = TeamMember.objects.filter(league__club=place.club)[0].team
    one = TeamMember.objects.filter(team=team, role="captain").get().player
    named["league"] = read("league_detail", team.league_id, team.pk), one.name
    for stage in place.stages:
        entrant = stage.tournament.entrants.all()[0]
        one = entrant.players.all()[0].player
        named[stage.plan["kind"]] = read("stage_standing", stage.pk, entrant.pk), one.name

    assert {what for what, (page, name) in named.items() if f"{owner.name} signed for {name}." not in page} == set()
    assert set(named) == {"season", "league", "tables", "swiss", "double"}
