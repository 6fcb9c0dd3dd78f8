"""Which day an evening belongs to, whatever the clocks do: the server's moment by the club's clock, never a phone's."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.models import Hand, Sitting, State
from scorekeeper.play.opening.reads import usual_day
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Result
from tests import factories
from tests.acting import open_table, refusal, send
from tests.rows import everything

# opened at (UTC) | the club's clock | its day there | what is special
CASES = """
2028-02-28T22:59:59 | Europe/Berlin       | 2028-02-28 | the last second before a leap day
2028-02-28T23:00:00 | Europe/Berlin       | 2028-02-29 | the first of it
2028-02-29T22:59:59 | Europe/Berlin       | 2028-02-29 | the last of it
2028-02-29T23:00:00 | Europe/Berlin       | 2028-03-01 | the first after it
2027-02-28T23:00:00 | Europe/Berlin       | 2027-03-01 | a year without one
2028-02-29T10:00:00 | Pacific/Kiritimati  | 2028-03-01 | fourteen hours ahead: already over
2028-03-01T11:59:59 | Etc/GMT+12          | 2028-02-29 | twelve hours behind: not yet over
2100-02-28T23:30:00 | Europe/Berlin       | 2100-03-01 | a century without a leap day
2027-03-28T00:59:59 | Europe/Berlin       | 2027-03-28 | the last second of winter time, 01:59:59
2027-03-28T01:00:00 | Europe/Berlin       | 2027-03-28 | 03:00, for 02:00 does not exist
2027-03-28T01:30:00 | Europe/Berlin       | 2027-03-28 | 03:30, for 02:30 does not exist
2027-03-27T22:59:59 | Europe/Berlin       | 2027-03-27 | the evening before, in winter time
2027-03-28T21:59:59 | Europe/Berlin       | 2027-03-28 | the evening after, in summer time
2027-03-28T22:00:00 | Europe/Berlin       | 2027-03-29 | a day of 23 hours is over
2027-10-31T00:30:00 | Europe/Berlin       | 2027-10-31 | 02:30 for the first time
2027-10-31T01:30:00 | Europe/Berlin       | 2027-10-31 | 02:30 for the second time
2027-10-30T22:00:00 | Europe/Berlin       | 2027-10-31 | a day of 25 hours begins
2027-10-31T22:59:59 | Europe/Berlin       | 2027-10-31 | and ends
2027-10-31T23:00:00 | Europe/Berlin       | 2027-11-01 | and is over
2027-10-02T15:29:59 | Australia/Lord_Howe | 2027-10-03 | 01:59:59 at +10:30
2027-10-02T15:30:00 | Australia/Lord_Howe | 2027-10-03 | 02:30 at +11: half an hour is skipped
2027-10-02T13:29:59 | Australia/Lord_Howe | 2027-10-02 | 23:59:59 at +10:30
2027-10-03T13:00:00 | Australia/Lord_Howe | 2027-10-04 | midnight at +11
2027-10-03T12:59:59 | Australia/Lord_Howe | 2027-10-03 | a second before
2027-04-03T14:45:00 | Australia/Lord_Howe | 2027-04-04 | 01:45 at +11, for the first time
2027-04-03T15:15:00 | Australia/Lord_Howe | 2027-04-04 | 01:45 at +10:30, for the second
2027-04-04T13:29:59 | Australia/Lord_Howe | 2027-04-04 | the last second of 24 and a half hours
2027-04-04T13:30:00 | Australia/Lord_Howe | 2027-04-05 | and the next day
2026-09-05T03:59:59 | America/Santiago    | 2026-09-04 | 23:59:59 at -4
2026-09-06T03:59:59 | America/Santiago    | 2026-09-05 | the last second before a midnight that does not exist
2026-09-06T04:00:00 | America/Santiago    | 2026-09-06 | the day begins at 01:00
2026-07-01T18:29:59 | Asia/Kolkata        | 2026-07-01 | half an hour off the hours
2026-07-01T18:30:00 | Asia/Kolkata        | 2026-07-02 | midnight there
2026-07-01T18:14:59 | Asia/Kathmandu      | 2026-07-01 | three quarters off
2026-07-01T18:15:00 | Asia/Kathmandu      | 2026-07-02 | midnight there
2026-12-31T23:30:00 | Atlantic/Reykjavik  | 2026-12-31 | no summer time at all
2026-12-31T23:30:00 | America/Sao_Paulo   | 2026-12-31 | an evening of the old year
2027-01-01T02:59:59 | America/Sao_Paulo   | 2026-12-31 | until midnight there
2026-12-31T23:30:00 | Europe/Moscow       | 2027-01-01 | already the new one
2026-06-15T03:00:00 | Pacific/Pago_Pago   | 2026-06-14 | the other side of the date line
"""
TABLE = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(CASES.strip()), delimiter="|")]
CLOCKS = {
    "three days behind": timedelta(days=-3),
    "three days ahead": timedelta(days=3),
    "1970": datetime(1970, 1, 1, tzinfo=UTC) - factories.NOW,
    "2106": datetime(2106, 2, 7, tzinfo=UTC) - factories.NOW,
}


def test_the_table_has_forty_cases():
    assert len({(opened, zone) for opened, zone, *_ in TABLE}) == 40


@pytest.mark.parametrize(("opened", "zone", "day", "special"), TABLE)
def test_an_evening_belongs_to_the_day_it_began_on_by_the_clubs_clock(opened, zone, day, special):
    sitting = Sitting(opened_at=datetime.fromisoformat(opened).replace(tzinfo=UTC), club=Club(time_zone=zone))

    assert sitting.played_on == date.fromisoformat(day), special


@pytest.mark.django_db
@pytest.mark.parametrize("case", [0, 1, 14, 20, 29], ids=lambda case: TABLE[case][3])
def test_what_is_recorded_counts_on_that_day(case):
    opened, zone, day, _special = TABLE[case]
    began = datetime.fromisoformat(opened).replace(tzinfo=UTC)
    club = factories.make_club(time_zone=zone)
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)], now=began)

    for hours in (0, 3, 30):
        factories.record(sitting, now=began + timedelta(hours=hours))

    assert {result.played_on for result in Result.objects.all()} == {date.fromisoformat(day)}
    assert [hand.at for hand in sitting.hands.all()] == [began + timedelta(hours=hours) for hours in (0, 3, 30)]


@pytest.mark.django_db
def test_a_club_that_moves_keeps_the_days_it_has_played_on():
    began = datetime(2028, 2, 29, 10, tzinfo=UTC)
    club = factories.make_club(time_zone="Europe/Berlin")
    season = factories.make_season(club)
    before = factories.make_sitting(club, seasons=[season], now=began)
    factories.record(before, now=began)

    change_club(ClubChange(time_zone="Pacific/Kiritimati"), club=club, by=factories.owner_of(club))
    factories.record(before, now=began + timedelta(hours=1))
    after = factories.make_sitting(club, seasons=[season], now=began)
    factories.record(after, now=began)

    days = dict(Result.objects.values_list("source", "played_on"))
    assert days == {before.pk: date(2028, 2, 29), after.pk: date(2028, 3, 1)}
    assert list(verify(Count())) == []


@pytest.mark.django_db
@pytest.mark.parametrize("opened", ["2027-10-31T00:30:00", "2027-03-28T00:30:00"], ids=["hour twice", "hour skipped"])
def test_an_hour_is_an_hour_when_the_clocks_change(opened):
    began = datetime.fromisoformat(opened).replace(tzinfo=UTC)
    club = factories.make_club(time_zone="Europe/Berlin")
    change_club(ClubChange(confirm_after=Club.Confirming.HOUR), club=club, by=factories.owner_of(club))
    sitting = factories.make_sitting(club, now=began)
    hand = factories.record(sitting, now=began).hand

    states = [marks_state(sitting, began + timedelta(minutes=minutes)).state(hand) for minutes in (0, 59, 60)]

    assert states == [State.RECORDED, State.RECORDED, State.CONFIRMED]


@pytest.mark.django_db
@pytest.mark.parametrize("away", CLOCKS.values(), ids=CLOCKS)
def test_the_clock_of_a_phone_moves_neither_order_nor_time(away):
    """Two phones in turn, one of them right; the wrong one says its time wherever a request can say one."""
    sitting, by = open_table()
    path = f"sittings/{sitting.pk}/hands"
    wrong = format_datetime(factories.NOW + away, usegmt=True)
    clocks = [{}, {"Date": wrong, "If-Modified-Since": wrong}]
    began = timezone.now()

    answers = [send(path, {"record": factories.played(turn % 3)}, {**by, **clocks[turn % 2]}) for turn in range(6)]

    ended = timezone.now()
    assert [(answer.status_code, answer.json()["number"]) for answer in answers] == [
        (201, number) for number in range(1, 7)
    ]
    times = [hand.at for hand in Hand.objects.order_by("seq")]
    assert times == sorted(times)
    assert began <= times[0] <= times[-1] <= ended
    assert list(verify(Count())) == []


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["at", "made_at", "recorded_at", "client_time", "seq"])
def test_a_phone_cannot_say_when_a_hand_was_played(field):
    sitting, by = open_table()
    before = everything()

    answer = send(
        f"sittings/{sitting.pk}/hands",
        {"record": factories.played(), field: "1970-01-01T00:00:00Z"},
        by,
    )

    assert refusal(answer) == (422, [("field_unknown", field)])
    assert everything() == before


@pytest.mark.django_db
def test_a_key_made_by_a_wrong_clock_is_a_key_like_any_other():
    """UUIDs of version 7 begin with a time: that of 1970 and of 2106 come neither first nor last for it."""
    sitting, by = open_table()
    keys = ["00000000-0000-7000-8000-000000000001", "03e8ee30-7000-7000-8000-000000000001", str(uuid4())]

    answers = [
        send(f"sittings/{sitting.pk}/hands", {"record": factories.played()}, {**by, "Idempotency-Key": key})
        for key in reversed(keys)
    ]

    assert [answer.status_code for answer in answers] == [201] * 3
    assert [str(hand.key) for hand in Hand.objects.order_by("seq")] == keys[::-1]


FRIDAY = datetime(2026, 11, 20, 19, tzinfo=UTC)


@pytest.mark.django_db
def test_usual_day_is_today_until_something_was_played():
    club = factories.make_club()

    assert usual_day(club, datetime(2026, 11, 25, 23, 30, tzinfo=UTC)) == date(2026, 11, 26)  # past midnight in Berlin


@pytest.mark.django_db
def test_usual_day_is_the_weekday_on_which_most_was_played():
    club = factories.make_club()
    for opened in (FRIDAY, FRIDAY - timedelta(weeks=1), FRIDAY + timedelta(days=1)):
        for _table in range(2):
            factories.make_sitting(club, now=opened)
    thursday = datetime(2026, 11, 26, 12, tzinfo=UTC)

    assert usual_day(club, thursday) == date(2026, 11, 27)
    assert usual_day(club, thursday + timedelta(days=1)) == date(2026, 11, 27)
    assert usual_day(club, thursday, {date(2026, 11, 27)}) == date(2026, 12, 4)
