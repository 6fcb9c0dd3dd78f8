"""A table that was opened by mistake and has no hand is withdrawn without a trace; its row, its acts and `verify` stay
as they should be."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.selectors import tables_of
from scorekeeper.clubs.services import add_player
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.drawing.reads import here_for
from scorekeeper.leagues.drawing.services import TablesOpening, publish_draw
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Attendance, TableDraw
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.people.selectors import RETIRED, book
from scorekeeper.people.services import PersonName, rename_player, retire_player
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, withdraw_table
from scorekeeper.play.models import Act, Device, Presence, Seat, Seated, Sitting
from scorekeeper.play.opening.reads import offered
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.passes.services import be_seen
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.sharing.services import secret_of, share_table
from tests import factories
from tests.acting import bearer, client_of, codes_of, holding, refusal, send, words
from tests.factories import NOW, at
from tests.factories.evenings import come, make_draw, make_evening, playing, seen
from tests.factories.money import bank, booked, of, tonk, with_money
from tests.factories.tables import refreshed
from tests.factories.teams import make_day, make_league_of, opened
from tests.factories.teams import tables_of as tables_of_series
from tests.factories.tournaments import make_cup
from tests.factories.tournaments import publish as publish_round
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def season(club):
    return factories.make_season(club)


@pytest.fixture
def table(club, season):
    return factories.make_sitting(club, seasons=[season])


@pytest.fixture
def page(club):
    return client_of(factories.owner_of(club))


def withdraw(sitting, by=None, **more):
    return withdraw_table(
        PerhapsReasoned(**more), sitting_id=sitting.pk, by=by or factories.keeper_of(sitting), now=at(3)
    )


def test_it_leaves_lists_seasons_people_and_the_phones_that_joined(page, club, season, table):
    people = [seat.player for seat in factories.seats_of(table)]
    device = factories.make_device(table, 0)
    be_seen(table, Actor(device=device), (), NOW)

    asked = page.get(reverse("sitting_withdraw", args=[table.pk]))
    done = page.post(reverse("sitting_withdraw", args=[table.pk]), {"reason": "two too many"})
    mine, theirs = (who.get(reverse("sitting_detail", args=[table.pk])) for who in (page, holding(device)))

    assert "Withdraw this table?" in words(asked)
    assert done.url == reverse("club_detail", args=[club.pk])
    assert (mine.status_code, theirs.status_code) == (410, 410)
    assert "This table was withdrawn" in words(theirs)
    assert "two too many" in words(mine)
    listed = page.get(reverse("club_detail", args=[club.pk])).content.decode()
    assert reverse("sitting_detail", args=[table.pk]) not in listed
    assert not club.sittings.exists()
    assert not season.sittings.exists()
    assert not Seat.objects.filter(sitting=table).exists()
    assert not Seated.objects.filter(player__in=people).exists()
    assert [tables_of(player) for player in people] == [tables_of(factories.make_player(club))] * 3
    assert not Presence.objects.filter(sitting=table).exists()
    assert not Device.objects.in_force(NOW).filter(sitting=table).exists()
    assert not discrepancies()


def test_the_row_its_acts_and_the_log_stay(page, club, table):
    seats = Seat.everything.filter(sitting=table).count()

    withdraw(table, reason="twice")

    kept = Sitting.everything.get(pk=table.pk)
    assert kept.withdrawn_at == at(3)
    assert [(act.kind, act.reason) for act in kept.acts.all()] == [
        (Act.Kind.OPENED, ""),
        (Act.Kind.WITHDRAWN, "twice"),
    ]
    assert Seat.everything.filter(sitting=table).count() == seats
    assert Entry.objects.filter(club=club, kind=Kind.TABLE_WITHDRAWN, thing=table.pk).count() == 1
    assert "withdrew a table that was opened by mistake" in words(page.get(reverse("club_log", args=[club.pk])))


def test_verify_finds_who_hides_a_played_table_or_brings_back_one(table, club):
    other = factories.make_sitting(club)
    factories.record(other)
    withdraw(table)
    assert not discrepancies()

    Sitting.everything.filter(pk=other.pk).update(withdrawn_at=NOW)
    Sitting.everything.filter(pk=table.pk).update(withdrawn_at=None)

    found = discrepancies()
    assert any(str(other.pk) in where and "by its acts at None" in where for where in map(str, found))
    assert any(str(table.pk) in where and "withdrawn at None" in where for where in map(str, found))


@pytest.mark.parametrize("on_it", ["hand", "struck", "penalty", "signature"])
def test_a_sheet_on_which_something_stands_is_not_withdrawn(page, table, on_it):
    if on_it in {"hand", "struck"}:
        hand = factories.record(table)
        if on_it == "struck":
            factories.undo(hand.hand)
    elif on_it == "penalty":
        factories.penalise(table)
    else:
        end_list(PerhapsReasoned(reason="late"), sitting_id=table.pk, by=factories.keeper_of(table), now=NOW)
        factories.sign_by_code(refreshed(table), 0)

    with pytest.raises(Refused) as caught:
        withdraw(table)
    answer = page.post(reverse("sitting_withdraw", args=[table.pk]))

    assert codes_of(caught) == ["sheet_begun"]
    assert answer.status_code == 422
    assert "This sheet has entries" in words(answer)
    shown = page.get(reverse("sitting_detail", args=[table.pk])).content.decode()
    assert reverse("sitting_withdraw", args=[table.pk]) not in shown
    assert Sitting.objects.filter(pk=table.pk).exists()


def test_scorers_and_who_opened_it_may_and_nobody_else(club):
    opener, member = factories.make_member(club), factories.make_member(club)
    scorer = factories.make_member(club, Role.SCORER)
    table, other = factories.make_sitting(club, by=opener), factories.make_sitting(club, by=opener)
    phone = holding(factories.make_device(table, 0))
    address = reverse("sitting_withdraw", args=[table.pk])

    refused = [client.get(address).status_code for client in (client_of(member), phone)]
    program = send(f"sittings/{table.pk}/withdraw", {}, bearer(member))
    own, others = (withdraw(sheet, Actor(user=user)) for sheet, user in ((table, opener), (other, scorer)))

    assert refused == [403, 403]
    assert program.status_code == 403
    assert own.withdrawn_at == others.withdrawn_at == at(3)


def test_a_program_withdraws_it_once_and_then_it_is_not_there(club, table):
    headers = bearer(factories.owner_of(club))
    played = factories.make_sitting(club)
    factories.record(played)

    answers = [send(f"sittings/{table.pk}/withdraw", {"reason": "twice"}, headers).status_code for _time in range(2)]
    read = send(f"sittings/{table.pk}", None, headers, method="GET")
    hand = send(f"sittings/{table.pk}/hands", {"number": 1, "record": factories.played(1)}, headers)
    begun = send(f"sittings/{played.pk}/withdraw", {}, headers)

    assert answers == [204, 204]
    assert (read.status_code, hand.status_code) == (404, 404)
    assert refusal(begun) == (422, [("sheet_begun", "")])
    assert table.acts.filter(kind=Act.Kind.WITHDRAWN).count() == 1


def test_the_key_of_a_withdrawn_table_opens_no_other(club):
    headers = {**bearer(factories.owner_of(club)), "Idempotency-Key": str(uuid4())}
    opening = {"game": "skat", "preset": "official", "seats": [{"name": name} for name in ("Ann", "Bo", "Cy")]}
    made = send(f"clubs/{club.pk}/sittings", opening, headers).json()
    send(f"sittings/{made['id']}/withdraw", {}, bearer(factories.owner_of(club)))

    again = send(f"clubs/{club.pk}/sittings", opening, headers)

    assert (again.status_code, again.json()["code"]) == (409, "sitting_withdrawn")


def test_a_sheet_of_no_club_is_withdrawn_by_the_phone_that_started_it(client):
    sitting, host = factories.make_guest_table()

    withdraw(sitting, host)
    answer = holding(host.device).get(reverse("sitting_detail", args=[sitting.pk]))

    assert answer.status_code == 410
    assert not discrepancies()


def test_a_link_to_look_at_it_shows_it_no_more(client, table):
    link = share_table(sitting_id=table.pk, by=factories.keeper_of(table), now=NOW)
    address = reverse("shared_table", args=[secret_of(link)])
    before = client.get(address).status_code

    withdraw(table)

    assert (before, client.get(address).status_code) == (200, 404)


# The book


def open_with(club, *sitters):
    opening = Opening(game="skat", seats=[Sitter(name=one) if isinstance(one, str) else one for one in sitters])
    return open_sitting(club=club, by=factories.owner_of(club), opening=opening, now=at(2))


def listed(club, kind=""):
    return {player.name for player in book(club, "", kind).found}


def test_guests_whom_it_alone_brought_into_the_book_leave_that_too(page, club):
    known = factories.make_player(club, "Known")
    sitting = open_with(club, Sitter(known.pk), "Ann", "Bo")
    there, before = listed(club), Club.objects.get(pk=club.pk).book

    withdraw(sitting)

    assert {"Known", "Ann", "Bo"} <= there
    assert (listed(club), listed(club, RETIRED)) == (there - {"Ann", "Bo"}, set())
    assert {player.name for player in offered(club)} == there - {"Ann", "Bo"}
    assert Club.objects.get(pk=club.pk).book == before + 1
    assert "Ann" not in words(page.get(reverse("people", args=[club.pk])))
    assert not discrepancies()


@pytest.mark.parametrize("place", ["another table", "the log", "the money book", "an account", "an evening"])
def test_a_guest_who_is_anywhere_else_stays(club, place):
    sitting = open_with(club, "Ann", "Bo", "Cy")
    ann = Player.objects.get(club=club, name="Ann")
    if place == "another table":
        open_with(club, Sitter(ann.pk), "Dee", "Eve")
    elif place == "the log":
        rename_player(PersonName(name="Ann"), club=club, by=factories.owner_of(club), player=ann)
    elif place == "the money book":
        booked(club, {of(ann): 100, of(factories.make_player(club)): -100})
    elif place == "an account":
        Player.objects.filter(pk=ann.pk).update(user=factories.make_user())
    else:
        check_in(Arrival(player=ann.pk), evening_id=make_evening(club).pk, by=factories.owner_of(club), now=NOW)

    withdraw(sitting)

    assert listed(club) & {"Ann", "Bo", "Cy"} == {"Ann"}


def test_a_guest_of_two_tables_leaves_with_the_last_of_them(club):
    first = open_with(club, "Ann", "Bo", "Cy")
    ann = Player.objects.get(club=club, name="Ann")
    second = open_with(club, Sitter(ann.pk), "Dee", "Eve")

    withdraw(first)
    between = "Ann" in listed(club)
    withdraw(second)

    assert between
    assert "Ann" not in listed(club)


def test_who_was_in_the_book_before_any_table_stays(club):
    written = add_player(club=club, name="From a list", now=NOW)

    withdraw(open_with(club, Sitter(written.pk), "Bo", "Cy"))

    assert "From a list" in listed(club)
    assert not {"Bo", "Cy"} & listed(club)


def test_whoever_retires_otherwise_is_listed_as_retired(club):
    sitting = open_with(club, "Ann", "Bo", "Cy")
    ann = Player.objects.get(club=club, name="Ann")
    retire_player(club=club, by=factories.owner_of(club), player=ann, now=at(2))

    withdraw(sitting)

    assert listed(club, RETIRED) == {"Ann"}


def test_names_of_a_sheet_of_no_club_are_left_to_the_day_on_which_it_is_made_nameless(client):
    sitting, host = factories.make_guest_table()

    withdraw(sitting, host)

    assert set(Player.objects.filter(club=sitting.club).values_list("retired_at", flat=True)) == {None}


# At an evening


def test_at_an_evening_the_table_leaves_the_draw_and_its_people_are_drawn_again(page, club):
    evening = playing(club, 6)
    first, second = sittings_of(evening)
    waiting = {seat.player_id for seat in factories.seats_of(first)}
    shown = page.get(reverse("evening_detail", args=[evening.pk])).content.decode()
    address = f"{reverse('sitting_withdraw', args=[first.pk])}?next={reverse('evening_detail', args=[evening.pk])}"

    asked = page.get(address).content.decode()
    done = page.post(address, {"next": reverse("evening_detail", args=[evening.pk])})

    assert address in shown
    assert f'name="next" value="{reverse("evening_detail", args=[evening.pk])}"' in asked
    assert done.url == reverse("evening_detail", args=[evening.pk])
    assert sittings_of(evening) == [second]
    assert waiting < here_for(evening.line_up[0])
    assert Attendance.objects.filter(evening=evening, state="here").count() == 6
    factories.record(second)
    factories.finish(second)
    (outcome,) = outcomes_of(evening, sittings_of(evening))
    assert {line.player.pk for line in outcome.lines} == {seat.player_id for seat in factories.seats_of(second)}
    assert page.get(reverse("evening_report", args=[evening.pk])).status_code == 200
    assert not discrepancies()


def test_a_round_without_tables_was_none(club):
    evening = playing(club, 7)

    for sitting in sittings_of(evening):
        withdraw(sitting)

    assert not TableDraw.objects.filter(evening=evening).exists()
    assert make_draw(evening).number == 1


def test_a_begun_table_of_an_evening_is_not_offered(page, club):
    evening = playing(club, 6)
    first, second = sittings_of(evening)
    factories.record(first)

    shown = page.get(reverse("evening_detail", args=[evening.pk])).content.decode()

    assert reverse("sitting_withdraw", args=[first.pk]) not in shown
    assert reverse("sitting_withdraw", args=[second.pk]) in shown


def test_tables_of_rounds_match_days_and_used_banks_stay(club):
    cup = make_cup(club)
    of_round = publish_round(cup).tables.first().sitting
    of_day = tables_of_series(opened(make_day(make_league_of(club, (3, 3, 3)))))[0]
    money = tonk(with_money(), 3)
    bank(money, "buy_in", 2000)

    for sitting, code in ((of_round, "of_a_round"), (of_day, "of_a_match_day"), (money, "bank_used")):
        with pytest.raises(Refused) as caught:
            withdraw(sitting)
        assert codes_of(caught) == [code]


# Opening the tables of an evening asks


def test_opening_all_tables_asks_where_people_sit_elsewhere_or_other_evenings_play(page, club):
    last = playing(club, 3, name="Last week")
    evening = make_evening(club)
    people = come(evening, 3, called="Late")
    corner = factories.make_sitting(club, players=people)
    sent = seen(make_draw(evening))

    asked = page.post(reverse("evening_publish", args=[evening.pk]), sent)
    before = len(sittings_of(evening))
    done = page.post(reverse("evening_publish", args=[evening.pk]), {**sent, "elsewhere": "1"})

    assert asked.status_code == 422
    assert f"still playing at other tables: Late 00 ({corner.name}); Late 01 ({corner.name}); Late 02" in words(asked)
    assert f"Tables of other evenings are still open: {sittings_of(last)[0].name}" in words(asked)
    assert "Open the tables anyway" in words(asked)
    assert 'name="elsewhere" value="1"' in asked.content.decode()
    assert (before, done.status_code, len(sittings_of(evening))) == (0, 302, 1)


def test_it_asks_nothing_where_nothing_else_is_open(club):
    last = playing(club, 3, name="Last week")
    for sitting in sittings_of(last):
        withdraw(sitting)
    evening = make_evening(club)
    come(evening, 3, called="Late")

    by, drawn = factories.owner_of(club), seen(make_draw(evening))

    publish_draw(TablesOpening(**drawn), evening_id=evening.pk, by=by, now=NOW)

    assert len(sittings_of(evening)) == 1
