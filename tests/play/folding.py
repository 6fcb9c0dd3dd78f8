"""The oracle: what the hands of a sitting add up to, folded in plain Python by the game's series functions."""

from collections.abc import Iterable
from typing import Any

from games.skat.state import Played, measures_of
from scorekeeper.play.models import (
    Act,
    Hand,
    LedgerEntry,
    Seat,
    Sitting,
)
from scorekeeper.standings.models import Competition, SeasonTally


def standing_hands(sitting: Sitting) -> list[Hand]:
    """The version in force of each hand that is not void, found without the app's own query."""
    newest: dict[int, Hand] = {}
    for hand in sorted(Hand.objects.filter(sitting=sitting), key=lambda hand: hand.version):
        newest[hand.number] = hand
    return [newest[number] for number in sorted(newest) if newest[number].kind != "voided"]


def folded(sitting: Sitting) -> dict[int, dict[str, int]]:
    """{seat number: {measure: total}} of the hands that stand at its place, and of what its holder was given."""
    sums: dict[int, dict[str, int]] = {seat.number: {} for seat in Seat.objects.filter(sitting=sitting)}
    for hand in standing_hands(sitting):
        for (seat, measure), amount in moved(hand, sitting.rules["system"]):
            sums[seat][measure] = sums[seat].get(measure, 0) + amount
    measure = "minus" if sitting.rules["system"] == "bierlachs" else "points"
    acts = Act.objects.filter(sitting=sitting).select_related("seat")
    for act in acts.filter(kind__in=["penalty", "adjusted"]).exclude(reversals__isnull=False):
        sums[act.seat.number][measure] = sums[act.seat.number].get(measure, 0) + act.detail["points"]
    return {seat: {name: amount for name, amount in own.items() if amount} for seat, own in sums.items()}


def moved(hand: Hand, system: str) -> Iterable[tuple[tuple[int, str], int]]:
    """What one hand moves by the series functions; these know neither the hands played nor the sitting's system."""
    dealer = hand.record["dealer"]
    facts = Played(
        seats=tuple(hand.table["seats"]),
        dealer=hand.table["dealer"] if dealer is None else dealer,
        declarer=hand.record.get("declarer"),
        score=hand.outcome["detail"].get("declarer_score", 0),
    )
    for (seat, measure), amount in measures_of(facts).items():
        if measure != "minus" or system == "bierlachs":
            yield (seat, measure), amount
    for seat in facts.seats:
        yield (seat, "hands"), 1


def tallies(sitting: Sitting) -> dict[int, dict[str, int]]:
    """What the seats say."""
    return {seat.number: seat.tally for seat in Seat.objects.filter(sitting=sitting).order_by("number")}


def ledger(sitting: Sitting) -> dict[int, dict[str, int]]:
    """What the ledger adds up to."""
    sums: dict[int, dict[str, int]] = {seat.number: {} for seat in Seat.objects.filter(sitting=sitting)}
    for entry in LedgerEntry.objects.filter(seat__sitting=sitting).select_related("seat"):
        own = sums[entry.seat.number]
        own[entry.measure] = own.get(entry.measure, 0) + entry.amount
    return {seat: {name: amount for name, amount in own.items() if amount} for seat, own in sums.items()}


def season_sums(season: Competition, *, official: bool = False) -> dict[Any, tuple[int, dict[str, int], int]]:
    """{player: (points, measures, sittings)} of a season, folded from the hands of its sittings."""
    sums: dict[Any, tuple[int, dict[str, int], int]] = {}
    for sitting in season.sittings.all():
        if official and sitting.closed_at is None:
            continue
        players = {seat.number: seat.player_id for seat in Seat.objects.filter(sitting=sitting)}
        for number, measures in folded(sitting).items():
            points, own, count = sums.get(players[number], (0, {}, 0))
            total = {name: own.get(name, 0) + measures.get(name, 0) for name in {*own, *measures}}
            kept = {name: amount for name, amount in total.items() if amount}
            sums[players[number]] = (points + season.points(measures), kept, count + bool(measures))
    return {player: sum_ for player, sum_ in sums.items() if sum_ != (0, {}, 0)}


def season_rows(season: Competition, *, official: bool = False) -> dict[Any, tuple[int, dict[str, int], int]]:
    """{player: (points, measures, sittings)} as the standings say."""
    rows = {
        row.player_id: (row.official_points, row.official_measures, row.official_sources)
        if official
        else (row.points, row.measures, row.sources)
        for row in SeasonTally.objects.filter(competition=season)
    }
    return {player: sum_ for player, sum_ in rows.items() if sum_ != (0, {}, 0)}
