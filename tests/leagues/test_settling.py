"""The end of an evening: who still plays, what is collected, closing it, the report by mail."""

import pytest
from django.core.exceptions import PermissionDenied

from games.core.settling import InUnits
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.evenings.reads import results_of, rounds_of, sittings_of
from scorekeeper.leagues.models import Collected, TableDraw
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.money.services import (
    DuesTick,
    EveningReopening,
    ReportsWish,
    close_evening,
    collect,
    read_reports,
    reopen_evening,
)
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, sign
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import PerhapsReasoned, Signing
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import end_all, make_draw, make_evening, playing

pytestmark = pytest.mark.django_db
EURO = InUnits(unit="€", decimals=2)
FINED = {"loss_fee": {"each": 50, "from_fourth": 100}}


def lost(declarer):
    return factories.played(declarer, declarer_points=40)


def euros(player, amount, *, paid=True):
    return DuesTick(player=player.pk, amount=amount, paid=paid, **dict(EURO))


def test_who_still_plays_and_what_is_unsigned(club, owner):
    evening = playing(club, 10)
    first, second, third = sittings_of(evening)
    factories.record(first, factories.played(1))
    factories.record(second, factories.played(1))
    end_list(PerhapsReasoned(reason="late"), sitting_id=second.pk, by=factories.keeper_of(second), now=NOW)
    signing = factories.seats_of(second)[0]
    head = Sitting.objects.get(pk=second.pk).head
    sign(Signing(seat=signing.number, head=head), sitting_id=second.pk, by=factories.keeper_of(second), now=NOW)
    factories.record(third, factories.played(1))
    factories.finish(third)

    (only,) = rounds_of(evening, sittings_of(evening), owner)

    assert [table.state for table in only.tables] == ["playing", "unsigned", "closed"]
    assert (only.tables[0].row.hand, only.tables[0].row.length) == (2, 48)
    missing = [seat.player.name for seat in factories.seats_of(second) if seat.pk != signing.pk]
    assert [list(table.unsigned) for table in only.tables] == [[], missing, []]


def test_fees_and_lost_games_add_up_for_the_treasurer(club):
    evening = playing(club, 7, fee=250, unit="€", rules=FINED)
    end_all(evening, [lost(2), lost(2), factories.played(0)])

    dues = dues_of(evening)

    (total,) = dues.sums
    assert total.unit.unit == "€"
    assert (total.fee, total.lost, total.due, total.collected) == (7 * 250, 2 * 2 * 50, 1950, 0)
    assert sorted(one.due for one in dues.owing) == [250] * 5 + [350] * 2
    assert dues.is_final


def test_two_units_are_never_summed(club):
    evening = make_evening(club, fee=100, unit="Taler")
    owner = factories.owner_of(club)
    player = check_in(Arrival(name="Anna"), evening_id=evening.pk, by=owner, now=NOW).player
    collect(
        DuesTick(player=player.pk, amount=100, **dict(InUnits(unit="Taler", decimals=2)), paid=True),
        evening_id=evening.pk,
        by=owner,
        now=NOW,
    )
    type(evening).objects.filter(pk=evening.pk).update(unit="€")
    evening.refresh_from_db()

    dues = dues_of(evening)

    assert [(total.unit.unit, total.due, total.collected) for total in dues.sums] == [("Taler", 0, 100), ("€", 100, 0)]


def test_what_players_owe_each_other_is_none_of_the_treasurers(club):
    evening = playing(club, 6, rules={**FINED, "stake_per_point": 1})
    end_all(evening, [factories.played(1)])

    assert dues_of(evening).owing == ()


def test_a_tick_is_of_the_amount_that_was_shown(club, owner):
    evening = playing(club, 3, fee=300, unit="€", rules=FINED)
    sitting = sittings_of(evening)[0]
    player = factories.seats_of(sitting)[1].player

    collect(euros(player, 300), evening_id=evening.pk, by=owner, now=NOW)
    collect(euros(player, 300), evening_id=evening.pk, by=owner, now=NOW)
    factories.record(sitting, lost(1))
    (mine,) = [one for one in dues_of(evening).owing if one.player == player]

    assert (mine.due, mine.collected, mine.is_settled) == (350, 300, False)
    with pytest.raises(Conflict) as conflict:
        collect(euros(player, 300), evening_id=evening.pk, by=owner, now=NOW)
    assert conflict.value.code == "dues_changed"
    collect(euros(player, 350), evening_id=evening.pk, by=owner, now=NOW)
    assert Collected.objects.get().amount == 350
    collect(euros(player, 0, paid=False), evening_id=evening.pk, by=owner, now=NOW)
    assert not Collected.objects.exists()


def test_nothing_is_ticked_that_is_not_due(club, owner):
    evening = playing(club, 3)

    with pytest.raises(Refused) as refused:
        collect(euros(factories.make_player(club), 0), evening_id=evening.pk, by=owner, now=NOW)

    assert refused.value.problems[0].code == "not_due"


def test_results_sum_the_sheets_of_both_rounds(club):
    from tests.factories.evenings import publish

    evening = playing(club, 3)
    end_all(evening, [factories.played(1)])
    publish(evening)
    second = sittings_of(evening)[1]
    factories.record(second, factories.played(2))

    lines, unit = results_of(sittings_of(evening))

    by_player = {}
    for sitting in sittings_of(evening):
        for seat in sitting.seats.all():
            by_player[seat.player.name] = by_player.get(seat.player.name, 0) + seat.tally.get("points", 0)
    assert unit.unit == ""
    assert [line.rank for line in lines] == [1 + sum(other.total > line.total for other in lines) for line in lines]
    assert all(len(line.totals) == 2 and sum(line.totals) == line.total for line in lines)
    assert len(lines) == 3


def test_no_evening_is_closed_over_a_table_that_plays(club, owner):
    evening = playing(club, 3)

    with pytest.raises(Refused) as refused:
        close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert refused.value.problems[0].code == "still_playing"
    end_list(PerhapsReasoned(reason="late"), sitting_id=sittings_of(evening)[0].pk, by=Actor(user=owner), now=NOW)
    assert close_evening(evening_id=evening.pk, by=owner, now=NOW).is_closed


def test_closed_twice_one_mail_goes_to_each_who_wants_it(club, owner, mailoutbox):
    reader, other = factories.make_member(club), factories.make_member(club)
    gone = factories.make_member(club)
    for user in (reader, gone):
        read_reports(ReportsWish(wants=True), club=club, by=user)
    read_reports(ReportsWish(wants=True), club=club, by=other)
    read_reports(ReportsWish(wants=False), club=club, by=other)
    club.memberships.filter(user=gone).delete()
    evening = playing(club, 3, fee=200, unit="€", venue="Inn")
    end_all(evening, [factories.played(1)])

    first = close_evening(evening_id=evening.pk, by=owner, now=NOW)
    second = close_evening(evening_id=evening.pk, by=owner, now=factories.at(5))

    assert first.closed_at == second.closed_at
    (mail,) = mailoutbox
    assert mail.to == [reader.email]
    assert mail.subject == "Friday: results"
    winner = results_of(sittings_of(evening))[0][0]
    assert f"1. {winner.player.name}: {winner.total}" in mail.body
    assert "For the treasurer: 6.00\N{NO-BREAK SPACE}€, collected 0.00\N{NO-BREAK SPACE}€." in mail.body
    assert "Inn" in mail.body


def test_a_mail_says_what_is_not_signed(club, owner, mailoutbox):
    read_reports(ReportsWish(wants=True), club=club, by=owner)
    evening = playing(club, 3)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sittings_of(evening)[0].pk, by=Actor(user=owner), now=NOW)

    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert "1 sheet is not signed yet" in mailoutbox[0].body


def test_an_evening_without_a_table_has_a_short_report(club, owner, mailoutbox):
    read_reports(ReportsWish(wants=True), club=club, by=owner)
    evening = make_evening(club)
    check_in(Arrival(name="Anna"), evening_id=evening.pk, by=owner, now=NOW)

    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert "No table was opened." in mailoutbox[0].body


def test_an_evening_that_never_began_is_called_off_without_a_mail(club, owner, mailoutbox):
    read_reports(ReportsWish(wants=True), club=club, by=owner)
    evening = make_evening(club)

    assert close_evening(evening_id=evening.pk, by=owner, now=NOW).is_closed
    assert not mailoutbox
    assert reopen_evening(EveningReopening(), evening_id=evening.pk, by=owner, now=NOW).is_planned


def test_closing_lets_go_of_a_draft_and_reopening_opens_it(club, owner):
    evening = make_evening(club)
    for name in "ABC":
        check_in(Arrival(name=f"{name}nna"), evening_id=evening.pk, by=owner, now=NOW)
    make_draw(evening)

    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert not TableDraw.objects.exists()
    assert reopen_evening(EveningReopening(), evening_id=evening.pk, by=owner, now=NOW).is_open
    with pytest.raises(PermissionDenied):
        reopen_evening(EveningReopening(), evening_id=evening.pk, by=factories.make_member(club, "scorer"), now=NOW)


def test_scorers_close_and_collect_nothing(club):
    evening = playing(club, 3, fee=100)
    scorer = factories.make_member(club, "scorer")
    player = factories.seats_of(sittings_of(evening)[0])[0].player

    with pytest.raises(PermissionDenied):
        close_evening(evening_id=evening.pk, by=scorer, now=NOW)
    with pytest.raises(PermissionDenied):
        collect(
            DuesTick(player=player.pk, amount=100, **dict(InUnits(decimals=2)), paid=True),
            evening_id=evening.pk,
            by=scorer,
            now=NOW,
        )
    with pytest.raises(PermissionDenied):
        read_reports(ReportsWish(wants=True), club=club, by=factories.make_user())
