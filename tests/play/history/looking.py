"""What must always be true, looked at in the rows themselves and held against the oracle."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.models import APPEND_ONLY, Act, Hand, HandMark, Seat, Sitting
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition
from tests.play.folding import ledger, season_rows
from tests.play.history import sheet
from tests.play.history.rules_of_seats import Sitting as Model

Rows = Mapping[str, list[dict[str, Any]]]


def nothing_lost(before: Rows, after: Rows) -> None:
    """Whatever stood in a table that is only added to still stands there, unchanged."""
    names = [name for name in before if name in ADDED_TO]
    for name in names:
        there = {row["id"]: row for row in after[name]}
        for row in before[name]:
            assert there.get(row["id"]) == row, f"a row of {name} was changed or is gone: {row}"


ADDED_TO = {
    "Hand",
    "LedgerEntry",
    "HandMark",
    "Act",
    "Signature",
    "Anchor",
    "ImportedResult",
    "SeasonAct",
    "HouseRulesVersion",
    "Entry",
    "Leg",
    "Booking",
    "BankAct",
    "PoolAct",
    "DeskAct",
    "Link",
}
assert len(ADDED_TO) == len(APPEND_ONLY)


def clean() -> None:
    """The product's own look at everything finds nothing."""
    assert [str(difference) for difference in verify(Count())] == []


def one_chain(row: Sitting, model: Model) -> None:
    """Hands and acts form one chain without a gap, made of what was accepted and of nothing else."""
    hands, acts = list(Hand.objects.filter(sitting=row)), list(Act.objects.filter(sitting=row, seq__isnull=False))
    links = sorted([*hands, *acts], key=lambda link: link.seq or 0)
    assert [link.seq for link in links] == [*range(1, row.seq + 1)]
    assert [link.previous for link in links] == ["", *(link.hash for link in links)][: len(links)]
    assert row.head == (links[-1].hash if links else "")
    assert [_told(link) for link in links] == [_meant(link) for link in model.chain]
    keys = Counter(hand.key for hand in hands)
    assert not keys or max(keys.values()) == 1
    for link, meant in zip(links, model.chain, strict=True):
        assert meant.pk in {None, link.pk}
        meant.pk = link.pk


def _told(link: Hand | Act) -> tuple[Any, ...]:
    if isinstance(link, Act):
        return ("act", link.kind)
    return ("hand", link.number, link.version, link.kind, link.moved)


def _meant(link: sheet.Version | sheet.Act) -> tuple[Any, ...]:
    if isinstance(link, sheet.Act):
        return ("act", link.kind)
    return ("hand", link.number, link.version, link.kind, link.lines)


def kept_promises(row: Sitting, acknowledged: Mapping[UUID, str]) -> None:
    """A hand that a phone was told to be saved is there, once, as the row the server named."""
    there = {key: str(pk) for key, pk in Hand.objects.filter(sitting=row).values_list("key", "pk")}
    assert acknowledged.items() <= there.items()


def totals_are_folds(row: Sitting, model: Model) -> None:
    """Tallies, ledger and what the oracle folds from the accepted acts are one; so are seats and who holds them."""
    seats = list(Seat.objects.filter(sitting=row).order_by("number"))
    assert [seat.player_id for seat in seats] == model.holders
    assert {seat.number for seat in seats if seat.is_active} == model.active
    totals = model.totals()
    due = {place: totals[person] for place, person in enumerate(model.holders)}
    assert {seat.number: seat.tally for seat in seats} == due
    assert ledger(row) == due


def stands_there(row: Sitting, model: Model) -> None:
    """Where the sitting stands, and how far it is."""
    found = (row.next_number, row.dealer, row.is_over, row.typed_state, row.reopenings, row.disputed)
    due = (model.next_number, model.dealer, model.is_over, model.state, model.reopenings, len(model.disputes))
    assert found == due
    assert (row.closed_at is not None, row.ended_at is not None) == (model.is_closed, model.is_ended)
    assert list(row.anchors.order_by("pk").values_list("seq", flat=True)) == model.anchors


def zero_sums(row: Sitting, model: Model) -> None:
    """What a game for amounts moves in one hand comes from nowhere and goes nowhere."""
    for link in model.chain if model.game.in_units else ():
        if isinstance(link, sheet.Version):
            for measure in model.game.in_units:
                moved = [amount for (_place, name), amount in link.lines.items() if name == measure]
                assert sum(moved) == 0, f"hand {link.number} moves {sum(moved)} {measure} in all"


def states_of_hands(row: Sitting, model: Model, now: datetime) -> None:
    """What was said stands in its chain, and each hand binds as far as it should: now and a day later."""
    seats = {seat.pk: seat.player_id for seat in Seat.objects.filter(sitting=row)}
    marks = list(HandMark.objects.filter(sitting=row).order_by("seq"))
    assert [mark.seq for mark in marks] == [*range(1, row.marked + 1)]
    told = [(mark.kind, mark.hand_id, seats.get(mark.seat_id) if mark.seat_id else None) for mark in marks]
    assert told == [(mark.kind, mark.version.pk, mark.person) for mark in model.marks]
    newest = list(row.hands.newest())
    for moment in (now, now + timedelta(days=1)):
        found = {number: state.value for number, state in marks_state(row, moment).by_number(newest).items()}
        assert found == {version.number: model.binds(version, moment) for version in model.newest}


def standings_are_sums(season: Competition, sheets: Sequence[Model]) -> None:
    """Each row of a season is the sum of what its sittings brought: of all, and of the closed ones."""
    for official in (False, True):
        due: dict[UUID, tuple[int, dict[str, int], int]] = {}
        for model in sheets:
            if official and not model.is_closed:
                continue
            for person, measures in model.totals().items():
                points, sums, count = due.get(person, (0, {}, 0))
                both = {name: sums.get(name, 0) + measures.get(name, 0) for name in {*sums, *measures}}
                kept = {name: amount for name, amount in both.items() if amount}
                weighed = sum(weight * measures.get(name, 0) for name, weight in season.weights.items())
                due[person] = (points + weighed, kept, count + bool(measures))
        assert season_rows(season, official=official) == {
            person: sum_ for person, sum_ in due.items() if sum_ != (0, {}, 0)
        }
