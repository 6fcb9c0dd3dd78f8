"""Sheets that were opened while a season had ended are counted in once it is open again."""

from uuid import uuid4

import pytest

from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import count_late, late_moves
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import SeasonTally
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.selectors.seasons import late_sheets
from scorekeeper.standings.services import end_season, reopen_season
from tests import factories
from tests.factories import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(club):
    return [factories.make_player(club, name) for name in ("Anna", "Bert", "Cora")]


@pytest.fixture
def season(club, three):
    """Ended at minute 10, opened again at minute 30: a sheet of before counts, two of between do not."""
    season, by = factories.make_season(club), factories.owner_of(club)
    factories.record(factories.make_sitting(club, players=three, seasons=[season]), factories.played(1))
    end_season(competition=season, by=by, now=at(10))
    closed = factories.make_sitting(club, players=three, now=at(20))
    factories.record(closed, factories.played(0))
    factories.finish(closed)
    factories.record(factories.make_sitting(club, players=three, now=at(25)), factories.played(2))
    reopen_season(SeasonReopening(reason="one list more"), competition=season, by=by, key=uuid4(), now=at(30))
    factories.make_sitting(club, players=three, now=at(40))
    season.refresh_from_db()
    return season


def count(season, sheets, **more):
    by = factories.owner_of(season.club)
    said = {"competition": season, "by": by, "sheets": [one.pk for one in sheets], "key": uuid4(), "now": at(50)}
    return count_late(**{**said, **more})


def sums(season):
    rows = SeasonTally.objects.filter(competition=season).order_by("player__name")
    return {name: rest for name, *rest in rows.values_list("player__name", "points", "official_points")}


def test_sheets_of_between_are_counted_in_as_the_preview_said(season):
    late, before, key = list(late_sheets(season)), sums(season), uuid4()

    moves = {one.name: (one.points_before, one.points_after) for one in late_moves(season, late)}
    acts = [count(season, late, key=key) for _time in "12"]

    assert [one.opened_at for one in late] == [at(20), at(25)]
    assert before == {"Anna": [0, 0], "Bert": [74, 0], "Cora": [0, 0]}
    assert sums(season) == {"Anna": [74, 74], "Bert": [74, 0], "Cora": [74, 0]}
    assert moves == {"Anna": (0, 74), "Cora": (0, 74)}
    assert acts[0] == acts[1]
    assert not late_sheets(season).exists()
    assert Entry.objects.filter(kind="sheets_counted").count() == 1
    assert [*verify(Count())] == []


def test_what_is_played_on_counts_too(season):
    _closed, still_open = late_sheets(season)
    count(season, [still_open])

    factories.record(still_open, factories.played(0))

    assert sums(season)["Anna"] == [74, 0]
    assert [*verify(Count())] == []


def test_a_hand_that_is_disputed_is_so_in_the_season_too(season):
    _closed, still_open = late_sheets(season)
    sitting = Sitting.objects.get(pk=still_open.pk)
    phones = [Actor(device=factories.make_device(sitting, seat)) for seat in range(2)]
    hand = factories.record(sitting, factories.played(0), by=phones[0]).hand
    dispute_hand(Reasoned(reason="the bid was 20"), sitting_id=sitting.pk, by=phones[1], hand_id=hand.pk, now=at(42))

    count(season, [still_open])

    season.refresh_from_db()
    assert season.disputed == 1
    assert [*verify(Count())] == []


@pytest.mark.both_engines("locks rows", "play.closing.services")
def test_other_sheets_are_not_counted_in(season, club):
    late = list(late_sheets(season))
    after = club.sittings.get(opened_at=at(40))

    for sheets, expected in (([], "sheets_missing"), ([after], "sheet_not_late"), ([*late, after], "sheet_not_late")):
        with pytest.raises(Refused) as caught:
            count(season, sheets)
        assert [problem.code for problem in caught.value.problems] == [expected]
    end_season(competition=season, by=factories.owner_of(club), now=at(45))
    with pytest.raises(Refused):
        count(season, late)


def test_a_director_sees_whom_it_moves_first(client, season, club):
    client.force_login(factories.owner_of(club))
    page, chosen = f"/seasons/{season.pk}/late/", [str(one.pk) for one in late_sheets(season)]

    offered = client.get(f"/seasons/{season.pk}/").content.decode()
    sent = {"sheets": chosen, "key": str(uuid4())}
    shown = client.post(page, sent).content.decode()
    nothing = sums(season)["Anna"]
    done = client.post(page, {**sent, "save": "1"})
    log = client.get(f"/seasons/{season.pk}/log/").content.decode()

    assert page in offered
    assert shown.count("<small>Anna, Bert, Cora</small>") == 2
    assert "Anna" in shown.partition('id="moves"')[2].partition("</table>")[0]
    assert (nothing, sums(season)["Anna"], done.status_code) == ([0, 0], [74, 74], 302)
    assert "Added 2 sheets opened" in log
    assert page not in client.get(f"/seasons/{season.pk}/").content.decode()
    assert "all of them already count" in client.get(page).content.decode()
    client.force_login(factories.make_member(club, "scorer"))
    assert client.get(page).status_code == 403
