"""The SQL by hand of `play.recording.sql` writes what the ORM would: the same hand, entries, tallies, results and
standings."""

from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.play.ledger import post
from scorekeeper.play.models import Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.recording import sql
from scorekeeper.standings.models import Result, SeasonTally
from tests import factories as f
from tests.rows import undone

MADE_ANEW = {"id", "hand_id"}  # ids differ from run to run


def rows(model: Any) -> list[dict[str, Any]]:
    found = [{name: value for name, value in row.items() if name not in MADE_ANEW} for row in model.objects.values()]
    return sorted(found, key=repr)


def everything() -> dict[str, Any]:
    hands = [
        {name: value for name, value in row.items() if name != "id"} for row in Hand.objects.order_by("seq").values()
    ]
    return {
        "hands": hands,
        "entries": rows(LedgerEntry),
        "seats": list(Seat.objects.order_by("pk").values()),
        "sittings": list(Sitting.objects.order_by("pk").values()),
        "results": rows(Result),
        "standings": rows(SeasonTally),
    }


def written_by_the_orm(table: sql.Read, hand: Hand, moved: Any) -> None:
    """The same by `ledger.post`."""
    Hand.objects.bulk_create([hand])
    table.sitting.save()
    post(table.sitting, table.seats, [(hand, moved)], table.competitions)


def recorded(monkeypatch: pytest.MonkeyPatch, sitting: Sitting, hands: Any, *, by_orm: bool) -> dict[str, Any]:
    """What the tables hold after these hands, which are then taken back."""
    found = {}
    with monkeypatch.context() as patch:
        if by_orm:
            patch.setattr(sql, "write", written_by_the_orm)
        with undone():
            for key, hand in hands:
                f.record(sitting, hand, key=key)
            found = everything()
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("seasons", [0, 1, 2])
def test_writes_what_the_orm_would(seasons, monkeypatch):
    club = f.make_club()
    sitting = f.make_sitting(club, players=4, seasons=[f.make_season(club) for _season in range(seasons)])
    f.record(sitting, f.played(1, declarer_points=50, declarer_tricks=5))
    facts = [f.played(2), f.passed(), f.null(1, won=False), f.played(3, contract="grand", matadors=4)]
    hands = [(uuid4(), hand) for hand in facts]

    by_hand = recorded(monkeypatch, sitting, hands, by_orm=False)
    by_orm = recorded(monkeypatch, sitting, hands, by_orm=True)

    assert by_hand == by_orm
    assert len(by_hand["hands"]) == 1 + len(hands)
    assert bool(by_hand["standings"]) == bool(seasons)
