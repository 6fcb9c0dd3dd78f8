"""Penalties and adjustments: points beside the hands, with a reason, taken back by an entry against them."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, reopen_sitting, sign, unsigned
from scorekeeper.play.correcting.services import Adjustment, TakingBack, adjust, adjustment_moves, take_back
from scorekeeper.play.models import Act, LedgerEntry, Sitting
from scorekeeper.play.moves import reopening, totals
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.standings.models import SeasonTally
from tests import factories
from tests.acting import fill
from tests.factories.hands import hand_of
from tests.factories.tables import refreshed
from tests.play.folding import season_rows, tallies
from tests.rows import discrepancies, everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW
GAMES = {"skat": (3, 50), "truco": (4, 1), "tonk": (3, 150), "palace_poker": (3, 20), "svoi_kozyri": (3, 2)}


@pytest.fixture
def sitting() -> Sitting:
    """A list of three in a season, with two hands."""
    club = factories.make_club()
    made = factories.make_sitting(club, seasons=[factories.make_season(club, "Autumn")])
    factories.record_list(made, [factories.played(0), factories.played(1, contract="grand")])
    return refreshed(made)


def penalty(sitting, seat=0, points=-50, *, reason="looked at a trick", kind="penalty", against=None, **more):
    asked = {"kind": kind, "seat": seat, "points": points, "against": against, "reason": reason}
    named = {"by": factories.keeper_of(sitting), "key": uuid4(), **more}
    return adjust(Adjustment.read(asked), sitting_id=sitting.pk, now=NOW, **named)


def back(sitting, act, *, reason="it was no fault", **more):
    named = {"by": factories.keeper_of(sitting), "key": uuid4(), **more}
    return take_back(TakingBack(act=act.pk, reason=reason), sitting_id=sitting.pk, now=NOW, **named)


def sums(sitting) -> list[int]:
    return list(totals(sitting, factories.seats_of(sitting)).values())


def refusal(sitting, **more) -> list[tuple[str, str]]:
    before = everything()
    with pytest.raises(Refused) as caught:
        penalty(sitting, **more)
    assert everything() == before
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_penalty_moves_total_and_standing_and_is_no_hand(sitting):
    before, season = sums(sitting), sitting.competitions.get()
    player = factories.seats_of(sitting)[0].player_id
    stood = SeasonTally.objects.get(competition=season, player=player).points

    act = penalty(sitting).act

    assert sums(sitting) == [before[0] - 50, *before[1:]]
    assert SeasonTally.objects.get(competition=season, player=player).points == stood - 50
    assert [(e.measure, e.amount, e.hand_id) for e in LedgerEntry.objects.filter(act=act)] == [("points", -50, None)]
    assert (refreshed(sitting).next_number, refreshed(sitting).head) == (3, act.hash)
    assert discrepancies() == []


def test_taken_back_it_moves_everything_to_where_it_was(sitting):
    before, season = tallies(sitting), season_rows(sitting.competitions.get())
    act = penalty(sitting).act

    reversal = back(sitting, act).act

    assert (tallies(sitting), season_rows(sitting.competitions.get())) == (before, season)
    assert reversal.reverses == act
    assert [row.given.stands for row in sheet_of(refreshed(sitting)).beside] == [False]
    with pytest.raises(Conflict) as caught:
        back(sitting, act)
    assert caught.value.code == "taken_back"
    assert discrepancies() == []


def test_same_key_and_facts_are_the_same_act(sitting):
    key = uuid4()
    first = penalty(sitting, key=key)
    before = everything()

    again = penalty(sitting, key=key)

    assert (again.act, again.is_new, first.is_new) == (first.act, False, True)
    for other in ({"points": -51}, {"seat": 1}, {"reason": "other"}):
        with pytest.raises(Conflict) as caught:
            penalty(sitting, key=key, **other)
        assert caught.value.code == "key_reused"
    other_table = factories.make_sitting(sitting.club)
    before = everything()
    with pytest.raises(Conflict):
        penalty(other_table, key=key)
    assert everything() == before


def test_reversal_sent_again_is_the_same(sitting):
    act, key = penalty(sitting).act, uuid4()
    first = back(sitting, act, key=key)
    before = everything()

    assert back(sitting, act, key=key).act == first.act
    assert everything() == before


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"points": 0}, [("points_missing", "points")]),
        ({"points": 50}, [("penalty_gives", "points")]),
        ({"points": -10_000_001}, [("points_too_many", "points")]),
        ({"seat": 7}, [("seat_unknown", "seat")]),
        ({"seat": 7, "points": 0}, [("seat_unknown", "seat"), ("points_missing", "points")]),
        ({"reason": " "}, [("reason_missing", "reason")]),
        ({"reason": "x" * 201}, [("reason_too_long", "reason")]),
        ({"kind": "closed"}, [("invalid_choice", "kind")]),
        ({"against": 1}, [("against_penalty", "against")]),
        ({"kind": "adjusted", "against": 0}, [("against_same", "against")]),
        ({"kind": "adjusted", "against": 9}, [("seat_unknown", "against")]),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(sitting, more, expected):
    assert refusal(sitting, **more) == expected


def test_table_for_amounts_asks_from_whom():
    sitting = factories.make_sitting(game="tonk", rules={"unit": "€", "decimals": 2})

    assert refusal(sitting, kind="adjusted", points=150) == [("against_missing", "against")]
    penalty(sitting, kind="adjusted", points=150, against=2)

    assert sums(sitting) == [150, 0, -150]
    assert discrepancies() == []


@pytest.mark.parametrize("game", GAMES)
def test_any_game_knows_penalties_and_adjustments(game, client):
    size, points = GAMES[game]
    sitting = factories.make_sitting(game=game, players=size)
    for _hand in range(2):
        now = refreshed(sitting)
        factories.record(sitting, hand_of(game, hand_table(now)))
    before = sums(sitting)

    penalty(sitting, 1, -points)
    penalty(sitting, 0, points, kind="adjusted", against=1)

    moved = [after - total for after, total in zip(sums(sitting), before, strict=True)]
    assert moved == ([points, -2 * points] * 2 if game == "truco" else [points, -2 * points, 0])
    sheet = sheet_of(refreshed(sitting))
    for place, side in enumerate(sheet.sides):
        assert side.total == sum(part.cells[place][1] for part in sheet.parts) + sheet.besides[place]
    assert discrepancies() == []
    client.force_login(factories.owner_of(sitting.club))
    for name in ("sitting_detail", "sitting_print", "sitting_adjustments"):
        assert "looked at a trick" in client.get(reverse(name, args=[sitting.pk])).content.decode()


def hand_table(sitting):
    return next_table(sitting, factories.seats_of(sitting))


def test_chart_has_a_penalty_from_its_hand_on(sitting):
    factories.record(sitting, factories.played(2))
    before = [row.totals[0] for row in sheet_of(refreshed(sitting)).rows]

    back(sitting, penalty(sitting, 0, -7).act)
    penalty(sitting, 0, -50)
    factories.record(sitting, factories.played(2))

    rows = sheet_of(refreshed(sitting)).rows
    assert [row.totals[0] for row in rows] == [*before[:2], before[2] - 50, before[2] - 50]
    assert rows[0].running[0] == 24


def test_where_fewer_is_better_a_penalty_adds():
    sitting = factories.make_sitting(game="svoi_kozyri", rules={"mode": "losses"})
    factories.record(sitting, hand_of("svoi_kozyri", hand_table(refreshed(sitting))))
    before = sums(sitting)

    act = penalty(sitting, 1, -2).act

    assert sums(sitting) == [before[0], before[1] - 2, before[2]]
    assert [(entry.measure, entry.amount) for entry in LedgerEntry.objects.filter(act=act)] == [("points", 2)]
    assert sheet_of(refreshed(sitting)).besides == (0, -2, 0)
    assert discrepancies() == []


def test_season_that_counts_something_else_says_so(client):
    club = factories.make_club()
    season = factories.make_season(club, "Wins", game="svoi_kozyri", system="wdl")
    sitting = factories.make_sitting(club, game="svoi_kozyri", seasons=[season])
    client.force_login(factories.owner_of(club))
    form = {"seat": "0", "points": "2", "reason": "talked"}

    page = client.post(reverse("penalty_new", args=[sitting.pk]), form).content.decode()
    penalty(sitting, 0, -2)

    assert "This does not count for Wins." in page
    assert {row.points for row in SeasonTally.objects.filter(competition=season)} == {0}
    assert discrepancies() == []


def test_page_says_that_who_has_signed_signs_again_only_where_somebody_has(client, sitting):
    """A form that only looks, before and after the first signature."""
    keeper = factories.keeper_of(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=keeper, now=NOW)
    client.force_login(factories.owner_of(sitting.club))
    form = {"seat": "0", "points": "2", "reason": "talked"}

    pages = [client.post(reverse("penalty_new", args=[sitting.pk]), form).content.decode()]
    sign(Signing(seat=0, head=refreshed(sitting).head), sitting_id=sitting.pk, by=keeper, now=NOW)
    pages.append(client.post(reverse("penalty_new", args=[sitting.pk]), form).content.decode())

    assert ["Everyone who has signed must sign again." in page for page in pages] == [False, True]


def test_penalty_makes_signatures_void(sitting):
    keeper = factories.keeper_of(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=keeper, now=NOW)
    shown = refreshed(sitting).head
    sign(Signing(seat=0, head=shown), sitting_id=sitting.pk, by=keeper, now=NOW)

    penalty(sitting)

    assert len(unsigned(refreshed(sitting))) == 3
    with pytest.raises(Conflict):
        sign(Signing(seat=1, head=shown), sitting_id=sitting.pk, by=keeper, now=NOW)
    assert factories.sign_all(sitting).closed_at
    assert discrepancies() == []


def test_closed_sheet_takes_none(sitting):
    act = penalty(sitting).act
    factories.finish(sitting)
    before = everything()

    for doing in (lambda: penalty(sitting), lambda: back(sitting, act)):
        with pytest.raises(Conflict) as caught:
            doing()
        assert caught.value.code == "sitting_closed"

    assert everything() == before


def test_who_only_records_gives_none(sitting):
    phone = Actor(device=factories.make_device(sitting, 0))
    act = penalty(sitting).act

    with pytest.raises(PermissionDenied):
        penalty(sitting, by=phone)
    with pytest.raises(PermissionDenied):
        back(sitting, act, by=phone)


def test_act_of_another_table_is_none_here(sitting):
    other = factories.make_sitting(sitting.club)
    act = penalty(other).act

    with pytest.raises(Act.DoesNotExist):
        back(sitting, act)


def test_moves_say_what_happens_and_write_nothing(sitting):
    before = everything()

    found = adjustment_moves(sitting, Adjustment(kind="penalty", seat=1, points=-500, reason=""))

    assert everything() == before
    penalty(sitting, 1, -500)
    assert [move.total_after for move in found.seats] == sums(sitting)
    assert found.seats[1].rank_after == 3
    rows = season_rows(sitting.competitions.get())
    assert {move.seat.player_id: move.points_after for move in found.seasons} == {
        move.seat.player_id: rows[move.seat.player_id][0] for move in found.seasons
    }
    assert [move.points_after - move.points_before for move in found.seasons] == [0, -500, 0]
    assert [(move.rank_before, move.rank_after) for move in found.seasons] == [(2, 1), (1, 3), (3, 2)]


def test_preview_of_reopening_is_what_leaves_the_official_standings(sitting):
    season = sitting.competitions.get()
    players = [seat.player for seat in factories.seats_of(sitting)]
    others = [*players[:2], factories.make_player(sitting.club)]
    later = factories.make_sitting(sitting.club, players=others, seasons=[season])
    factories.record_list(later, [factories.played(0), factories.played(1), factories.played(2)])
    for one in (sitting, later):
        factories.finish(one)

    found = reopening(refreshed(sitting))

    before = season_rows(season, official=True)
    moves = {move.seat.player_id: move for move in found.seasons[0].moves}
    assert {pk: move.points_before for pk, move in moves.items()} == {pk: before[pk][0] for pk in moves}
    reopen_sitting(Reasoned(reason="an error"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    after = season_rows(season, official=True)
    assert {pk: move.points_after for pk, move in moves.items()} == {
        pk: after[pk][0] if pk in after else None for pk in moves
    }
    assert moves[players[2].pk].rank_after is None
    assert (moves[players[0].pk].rank_before, moves[players[0].pk].rank_after) == (2, 1)


def test_pages_ask_show_and_give(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    address = reverse("penalty_new", args=[sitting.pk])
    listed = reverse("sitting_adjustments", args=[sitting.pk])
    before = everything()

    empty = client.post(address, {"seat": "0"})
    shown = client.post(address, {"seat": "0", "points": "50", "reason": "looked", "key": str(uuid4())})

    assert (empty.status_code, shown.status_code) == (422, 200)
    assert "Choose one" not in empty.content.decode()
    page = shown.content.decode()
    assert "What changes" in page
    assert "Autumn" in page
    assert everything() == before
    given = client.post(address, fill(page))
    again = client.post(address, fill(page))
    assert (given.status_code, given["Location"], again.status_code) == (302, listed, 302)
    act = Act.objects.get(kind="penalty")
    undo = reverse("act_reverse", args=[sitting.pk, act.pk])
    asked = client.get(undo).content.decode()
    assert "What changes" in asked
    assert client.post(undo, {**fill(asked), "reason": ""}).status_code == 422
    assert client.post(undo, {**fill(asked), "reason": "no fault"}).status_code == 302
    assert [client.get(f"{undo}{file}").status_code for file in ("", "moved.csv")] == [409, 409]
    assert "Taken back by" in client.get(listed).content.decode()
