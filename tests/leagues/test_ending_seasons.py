"""A season is ended with open eyes, an evening planned for it says so, and it can be opened again."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.chains.models import with_salts
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.evenings.services import change_evening
from scorekeeper.play.moves import moves
from scorekeeper.standings.models import SeasonAct
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services import end_season, reopen_season
from tests import factories
from tests.acting import words
from tests.factories import NOW
from tests.factories.evenings import a_plan, come, make_draw, make_evening, playing, publish, seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def season(club):
    return factories.make_season(club, "Autumn league")


def end(season):
    end_season(competition=season, by=factories.owner_of(season.club), now=NOW)
    season.refresh_from_db()


def reopen(season, reason="one evening more", key=None):
    by = factories.owner_of(season.club)
    reopen_season(SeasonReopening.read({"reason": reason}), competition=season, by=by, key=key or uuid4(), now=NOW)
    season.refresh_from_db()


def test_before_the_end_stands_what_will_not_count_and_what_is_open(page, club, season):
    planned = make_evening(club, name="Last Friday", seasons=[season.pk])
    sitting = factories.make_sitting(club, seasons=[season])
    make_evening(club, name="Of no season")

    asked = page.get(reverse("season_end", args=[season.pk]))

    assert [one.pk for one in asked.context["evenings"].rows] == [planned.pk]
    assert [one.pk for one in asked.context["sheets"].rows] == [sitting.pk]
    assert "Last Friday" in words(asked)
    season.refresh_from_db()
    assert season.ended_at is None


def test_an_evening_says_that_its_season_has_ended_before_and_after_its_tables_open(page, club, season):
    evening = make_evening(club, seasons=[season.pk])
    address = reverse("evening_detail", args=[evening.pk])
    before = words(page.get(address))
    end(season)
    ended = words(page.get(address))
    come(evening, 3)
    draw = make_draw(evening)
    drawn = words(page.get(reverse("evening_draw", args=[evening.pk])))
    after = words(
        page.post(
            reverse("evening_publish", args=[evening.pk]),
            seen(draw),
            follow=True,
        )
    )

    warning = "Tables opened from now on do not count for it."
    assert warning not in before
    assert warning in ended
    assert warning in drawn
    assert "They do not count for Autumn league, which has ended." in after
    assert "(1 table does not count for this season)" in after
    assert not season.sittings.exists()


def test_a_season_that_was_opened_again_counts_what_is_opened_from_then_on(page, club, owner, season):
    evening = make_evening(club, seasons=[season.pk])
    come(evening, 3)
    end(season)
    publish(evening)
    listed = page.get(reverse("season_reopen", args=[season.pk]))
    change_evening(a_plan(name="Later"), evening_id=evening.pk, by=owner, now=NOW)

    answer = page.post(reverse("season_reopen", args=[season.pk]), {"reason": "rained off", "key": uuid4()})

    assert answer["Location"] == reverse("season_detail", args=[season.pk])
    assert [one.pk for one in listed.context["evenings"].rows] == [evening.pk]
    assert len(listed.context["missed"].rows) == 1
    season.refresh_from_db()
    assert season.ended_at is None
    told = Entry.objects.get(club=club, kind=Kind.SEASON_REOPENED)
    assert (told.thing, told.reason) == (season.pk, "rained off")
    assert "rained off" in words(page.get(reverse("season_log", args=[season.pk])))
    assert season in evening.seasons.all()
    assert season.sittings.count() == 0
    assert factories.make_sitting(club, seasons=[season]).competitions.get() == season


def test_what_one_opens_again_twice_is_one_act(season):
    end(season)
    key = uuid4()
    reopen(season, key=key)
    reopen(season)
    end(season)
    reopen(season, key=key)  # sent late a second time

    assert season.ended_at is not None
    assert list(season.acts.values_list("kind", flat=True)) == ["ended", "reopened", "ended"]
    [newest] = with_salts(SeasonAct.objects.filter(competition=season, seq=3))
    assert newest.hash == newest.content_hash() == season.head


@pytest.mark.parametrize(("reason", "code"), [(" ", "reason_missing"), ("x" * 300, "reason_too_long")])
def test_a_season_is_opened_again_for_a_reason_only(page, season, reason, code):
    end(season)

    with pytest.raises(Refused) as refused:
        reopen(season, reason)
    answer = page.post(reverse("season_reopen", args=[season.pk]), {"reason": reason, "key": uuid4()})

    assert [problem.code for problem in refused.value.problems] == [code]
    assert answer.status_code == 422
    season.refresh_from_db()
    assert season.ended_at is not None


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_only_directors_end_a_season_and_open_it_again(client, club, season, role):
    member = factories.make_member(club, role)
    client.force_login(member)
    assert client.get(reverse("season_end", args=[season.pk])).status_code == 403
    end(season)

    with pytest.raises(PermissionDenied):
        reopen_season(SeasonReopening(reason="x"), competition=season, by=member, key=uuid4(), now=NOW)
    assert client.get(reverse("season_reopen", args=[season.pk])).status_code == 403
    assert b"/reopen/" not in client.get(reverse("season_detail", args=[season.pk])).content


def test_a_season_with_an_open_sheet_is_not_called_official(page, club, season):
    signed = factories.make_sitting(club, seasons=[season])
    factories.record(signed, factories.played(0))
    factories.finish(signed)
    still_open = factories.make_sitting(club, seasons=[season])
    end(season)
    address = reverse("season_detail", args=[season.pk])

    before = words(page.get(address))
    factories.record(still_open, factories.played(0))
    unsigned = words(page.get(address))
    factories.finish(still_open)
    after = words(page.get(address))

    assert "Provisional. The season has ended, but 1 sheet that counts for it is not official yet." in before
    assert "Provisional. Some sheets are not official yet" in unsigned
    assert "Official. The season has ended and every sheet is official." in after


def test_a_correction_says_what_it_moves_in_a_season_that_has_ended(club, season):
    sitting = factories.make_sitting(club, seasons=[season])
    hand = factories.record(sitting, factories.played(0)).hand
    end(season)
    sitting.refresh_from_db()

    assert moves(sitting, hand, None).seasons


def test_tables_that_count_are_not_told_apart(page, club, season):
    evening = playing(club, count=3, seasons=[season.pk])
    end(season)

    told = words(page.get(reverse("evening_detail", args=[evening.pk])))

    assert "not count for it)" not in told
    assert "Autumn league (ended)" in told.replace("\u2068", "").replace("\u2069", "")
