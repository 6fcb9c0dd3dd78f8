"""The journal of a club: each act of those who run it stands there once, in a sentence."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs import house_rules
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.records import ClubChange, RoleChange
from scorekeeper.clubs.services import change_club, change_role, hand_over
from scorekeeper.common.append_only import ERASED
from scorekeeper.desk.selectors import BY_GROUP, SENTENCES
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.match_days.services import TeamLineUp, draw_groups, set_line_up
from scorekeeper.leagues.models import Team, TeamMember
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.money.services import DuesTick, close_evening, collect
from scorekeeper.leagues.teams.services import TeamJoining, TeamName, join_team, leave_team, rename_team
from scorekeeper.people.services import Merging, PersonName, merge_players, retire_player, undo_merge, write_in
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.privacy.services import CleanUpWish, RetentionChoice, ask_to_clean_up, give_up_account, keep_names
from scorekeeper.ratings.services import RatingChoice, choose_rating
from scorekeeper.sharing.services import share_table, stop_sharing
from scorekeeper.standings.services import end_season
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import make_evening, playing
from tests.factories.teams import make_day, make_league_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.make_user("Renate Vogt")


@pytest.fixture
def club(owner):
    return factories.make_club("Lindenhof", owner=owner)


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def told(club, **what):
    return [Kind(entry.kind) for entry in Entry.objects.filter(club=club, **what).order_by("pk")]


def text(answer):
    plain = re.sub(r"<[^>]+>", "", answer.content.decode().partition("<main")[2].partition("</main>")[0])
    return " ".join(plain.split())


def test_every_kind_has_one_sentence():
    assert set(SENTENCES) == set(Kind)
    assert sum(map(len, BY_GROUP.values())) == len(Kind)


def test_what_directors_do_at_a_table_is_told_once(club):
    sitting = factories.make_sitting(club)
    keeper = factories.keeper_of(sitting)
    hand = factories.record(sitting).hand
    factories.correct(hand, factories.played(1), reason="seen wrong")
    act = factories.penalise(sitting)
    factories.take_back(act)
    for _twice in range(2):
        close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=keeper, now=NOW)
    reopen_sitting(Reasoned(reason="a mistake"), sitting_id=sitting.pk, by=keeper, now=NOW)

    assert told(club, thing=sitting.pk) == [
        Kind.CORRECTED,
        Kind.PENALTY,
        Kind.REVERSED,
        Kind.CLOSED,
        Kind.REOPENED,
    ]
    assert Entry.objects.get(kind=Kind.CORRECTED).reason == "seen wrong"


def test_recording_undoing_and_signing_are_no_acts_of_directors(club):
    sitting = factories.make_sitting(club)
    factories.undo(factories.record(sitting).hand)
    factories.record(sitting)
    factories.finish(sitting)

    sitting.refresh_from_db()
    assert not sitting.is_open
    assert told(club, thing=sitting.pk) == [Kind.ENDED]


def test_sheet_of_no_club_has_no_journal():
    sitting, host = factories.make_guest_table()
    close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=host, now=NOW)

    assert not Entry.objects.exists()


def test_people_roles_seasons_and_settings(club, owner):
    member = Membership.objects.get(club=club, user=factories.make_member(club))
    change_role(RoleChange(role="scorer"), club=club, by=owner, membership=member)
    change_role(RoleChange(role="scorer"), club=club, by=owner, membership=member)
    gone, kept = factories.make_player(club), factories.make_player(club)
    merge = merge_players(Merging(kept=kept.pk), club=club, by=owner, gone=gone.pk, now=NOW)
    undo_merge(club=club, by=owner, merge=merge.pk, now=NOW)
    retire_player(club=club, by=owner, player=gone, now=NOW)
    end_season(competition=factories.make_season(club), by=owner, now=NOW)
    evening = make_evening(club)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)
    change_club(ClubChange(confirm_after=15), club=club, by=owner)
    hand_over(club=club, by=owner, membership=member)

    assert told(club)[2:] == [
        Kind.INVITED,
        Kind.MEMBER_JOINED,
        Kind.ROLE_CHANGED,
        Kind.MERGED,
        Kind.UNMERGED,
        Kind.RETIRED,
        Kind.SEASON_OPENED,
        Kind.SEASON_ENDED,
        Kind.EVENING_PLANNED,
        Kind.EVENING_CALLED_OFF,
        Kind.CLUB_CHANGED,
        Kind.HANDED_OVER,
    ]


def test_house_rules_are_told_with_their_version_and_why(page, club, owner):
    house = factories.make_house_rules(club, "Thursday rules")
    wording = house_rules.Wording({"bock": True}, "Bock is fun")
    for _twice in range(2):
        house_rules.change(house_id=house.pk, by=owner, wording=wording, seen=1, now=NOW)
        house_rules.rename(house_id=house.pk, by=owner, name="Friday rules")
        house_rules.offer_first(house_id=house.pk, by=owner, first=True)
    house_rules.offer_first(house_id=house.pk, by=owner, first=False)
    for _twice in range(2):
        house_rules.retire(house_id=house.pk, by=owner, now=NOW)
    for _twice in range(2):
        house_rules.bring_back(house_id=house.pk, by=owner)

    assert told(club, thing=house.pk) == [
        Kind.HOUSE_WRITTEN,
        Kind.HOUSE_CHANGED,
        Kind.HOUSE_RENAMED,
        Kind.HOUSE_FIRST,
        Kind.HOUSE_NOT_FIRST,
        Kind.HOUSE_RETIRED,
        Kind.HOUSE_BROUGHT_BACK,
    ]
    answer = page.get(reverse("club_log", args=[club.pk]), {"what": "rules"})
    assert "Renate Vogt put version 2 of the house rules Friday rules in force" in text(answer)
    assert "Bock is fun" in text(answer)
    assert "founded" not in text(answer)
    assert reverse("house_detail", args=[club.pk, house.pk]) in answer.content.decode()


def test_page_says_it_in_sentences_with_links(page, club):
    sitting = factories.make_sitting(club)
    hand = factories.record(sitting).hand
    factories.correct(hand, factories.played(1), reason="seen <wrong>")

    answer = page.get(reverse("club_log", args=[club.pk]))

    assert f"Renate Vogt corrected hand 1 of {sitting.name}" in text(answer)
    assert "seen &lt;wrong&gt;" in text(answer)
    assert reverse("sitting_detail", args=[sitting.pk]) in answer.content.decode()
    corrected = Entry.objects.get(kind=Kind.CORRECTED).detail["hand"]
    assert page.get(reverse("hand_detail", args=[sitting.pk, corrected])).status_code == 200


def test_who_came_into_a_team_who_leads_it_and_who_left(page, club, owner):
    make_league_of(club, [2])
    team = Team.objects.get()
    second = TeamMember.objects.get(player__name="Adler 2")
    for _twice in range(2):
        led = join_team(TeamJoining(player=second.player_id, role="captain"), team_id=team.pk, by=owner, now=NOW)
    for _twice in range(2):
        leave_team(member_id=led.pk, by=owner, now=NOW)

    of_team = [Kind.TEAM_ADDED] + [Kind.TEAM_JOINED] * 2 + [Kind.TEAM_ROLE] * 2 + [Kind.TEAM_LEFT]
    assert told(club, thing=team.pk) == of_team
    answer = page.get(reverse("club_log", args=[club.pk]), {"what": "teams"})
    for sentence in (
        "put Adler 1 into the team Adler as captain",
        "made Adler 1 player of the team Adler",
        "made Adler 2 captain of the team Adler",
        "took Adler 2 out of the team Adler",
    ):
        assert f"Renate Vogt {sentence}" in text(answer)
    assert reverse("team_detail", args=[team.pk]) in answer.content.decode()


def test_leagues_teams_and_match_days(page, club, owner):
    league = make_league_of(club, [4, 4])
    day = make_day(league)
    team = Team.objects.get(name="Adler")
    three = [one.player_id for one in TeamMember.objects.filter(team=team)][:3]
    for _twice in range(2):
        rename_team(TeamName(name="Eagles"), team_id=team.pk, by=owner)
        set_line_up(TeamLineUp(team=team.pk, players=three), day_id=day.pk, by=owner)
    draw_groups(day_id=day.pk, by=owner)

    assert told(club, thing=league.pk) == [Kind.LEAGUE_MADE]
    assert told(club, thing=team.pk)[-2:] == [Kind.TEAM_RENAMED, Kind.LINE_UP]
    assert told(club, thing=day.evening_id) == [Kind.EVENING_PLANNED, Kind.GROUPS_DRAWN]
    said = text(page.get(reverse("club_log", args=[club.pk])))
    assert "made the team league Liga" in said
    assert "said who plays for the team Eagles on match day 1" in said


def test_money_links_ratings_people_and_old_names(page, club, owner):
    evening = playing(club, 3, fee=250, unit="€")
    (due, *_more) = dues_of(evening).owing
    for is_paid in (True, False, False):
        tick = DuesTick(player=due.player.pk, amount=due.due, paid=is_paid, **dict(due.unit))
        collect(tick, evening_id=evening.pk, by=owner, now=NOW)
    sitting = factories.make_sitting(club)
    for _twice in range(2):
        share_table(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    for _twice in range(2):
        stop_sharing(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    guest = write_in(PersonName(name="Murat"), club=club, by=owner, now=NOW)
    mine = factories.player_of(owner, club)
    for person, wants in ((guest, False), (guest, False), (guest, True), (mine, False)):
        choose_rating(RatingChoice(wants=wants), club=club, by=owner, player_id=person.pk, now=NOW)
    key = uuid4()
    for _twice in range(2):
        keep_names(RetentionChoice(years=5), club=club, by=owner, now=NOW)
        ask_to_clean_up(CleanUpWish(people=(guest.pk,)), club=club, by=owner, key=key, now=NOW)

    assert told(club, thing=evening.pk)[-2:] == [Kind.COLLECTED, Kind.NOT_COLLECTED]
    assert told(club, thing=sitting.pk) == [Kind.SHARED, Kind.NOT_SHARED]
    assert told(club, player=guest.pk) == [Kind.WRITTEN_IN, Kind.NOT_RATED, Kind.RATED]
    assert told(club)[-2:] == [Kind.NAMES_KEPT, Kind.NAMES_REMOVED]
    said = text(page.get(reverse("club_log", args=[club.pk])))
    assert "Renate Vogt added Murat to the people" in said
    assert "Renate Vogt had old names removed (1)" in said
    assert f"Renate Vogt collected what {due.player.name} owed at Friday" in said


def test_whoever_becomes_nameless_is_so_in_the_log_which_stays_as_it_is(page, club, owner):
    director = factories.make_member(club, "director", user=factories.make_user("Bo Berg"))
    retire_player(club=club, by=director, player=factories.make_player(club), now=NOW)
    reopened = factories.finish(factories.make_sitting(club))
    reopen_sitting(Reasoned(reason="late"), sitting_id=reopened.pk, by=Actor(user=director), now=NOW)
    kept = ["at", "kind", "by_user", "by_phone", "user", "player", "other", "thing", "detail"]
    before = list(Entry.objects.order_by("pk").values(*kept))
    address = reverse("club_log", args=[club.pk])
    assert "Bo Berg retired" in text(page.get(address))

    give_up_account(user=director, now=NOW)

    assert list(Entry.objects.order_by("pk").values(*kept))[: len(before)] == before
    assert Entry.objects.get(reason=ERASED).kind == Kind.REOPENED
    said = text(page.get(address))
    assert "Bo Berg" not in said
    assert "Former member retired" in said
    assert "Somebody was forgotten; texts that were erased with them: 2" in said


def test_page_shows_what_is_asked_for(page, club, owner):
    other = factories.make_member(club, "director")
    factories.make_season(club, "Autumn")
    make_evening(club, name="Friday")
    address = reverse("club_log", args=[club.pk])

    assert "planned Friday" in text(page.get(address, {"what": "evenings"}))
    assert "Autumn" not in text(page.get(address, {"what": "evenings"}))
    assert "Friday" not in text(page.get(address, {"who": str(other.pk)}))
    assert "Friday" in text(page.get(address, {"who": str(owner.pk)}))
    assert page.get(address, {"who": "x", "what": "x", "page": "x"}).status_code == 200


def test_names_follow_the_people(page, club, owner):
    guest = factories.make_player(club, "Murad")
    retire_player(club=club, by=owner, player=guest, now=NOW)
    guest.name = "Murat"
    guest.save()

    assert "Renate Vogt retired Murat" in text(page.get(reverse("club_log", args=[club.pk])))


def test_page_of_another_club_is_not_there(page):
    assert page.get(reverse("club_log", args=[factories.make_club().pk])).status_code == 404
    assert page.get(reverse("club_log", args=[uuid4()])).status_code == 404


@pytest.mark.parametrize("many", [2, 12])
def test_log_costs_the_same_at_any_length(page, club, owner, many, django_assert_num_queries):
    for number in range(many):
        sitting = factories.make_sitting(club)
        factories.penalise(sitting)
        make_evening(club)
        factories.make_season(club)
        factories.make_house_rules(club, f"Rules {number}")
        retire_player(club=club, by=owner, player=factories.make_player(club), now=NOW)
    address = reverse("club_log", args=[club.pk])
    page.get(address)

    with django_assert_num_queries(10):
        page.get(address)


def test_who_is_kept_apart_is_read_by_those_who_plan_alone(page, client, club, owner):
    one, other = (factories.make_player(club, name) for name in ("Thomas Brandt", "Lena Hoffmann"))
    keep_apart(club=club, by=owner, one=one.pk, other=other.pk, now=NOW)
    write_in(PersonName(name="Paul Neumann"), club=club, by=owner, now=NOW)
    address = reverse("club_log", args=[club.pk])

    assert "keeps Thomas Brandt and Lena Hoffmann apart" in text(page.get(address))

    client.force_login(factories.make_member(club, "scorer"))
    for shown in (text(client.get(address)), client.get(address, {"as": "csv"}).getvalue().decode()):
        assert "Neumann" in shown
        assert "Brandt" not in shown
