"""What a tournament shows of itself, to be compared with what it shows where its file was opened."""

from typing import Any

from scorekeeper.archive.reading import OpeningTerms
from scorekeeper.archive.tournament.opening import open_file
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.files import csv_of
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import DeskAct, Stage, Tournament
from tests import factories
from tests.factories import NOW


def told(tournament: Tournament) -> list[Any]:
    """Its stages and rounds, the places, standings and cross tables, official and not, and what the desk did."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    stages = list(tournament.stages.order_by("number"))
    return [
        (tournament.name, tournament.state, tournament.starts_at, tournament.of, tournament.rules),
        [_stage(stage) for stage in stages],
        [
            (act.kind, act.points, act.reason, act.at, act.entrant and act.entrant.number, bool(act.of_id))
            for act in DeskAct.objects.filter(tournament=tournament).select_related("entrant").order_by("pk")
            if not act.round or not act.round.is_draft
        ],
    ]


def _stage(stage: Stage) -> Any:
    files = [
        "".join(csv_of(make()))
        for official in (False, True)
        for make in (format_of(stage).page_tables(stage, official=official).values() if stage.entrants.exists() else ())
    ]
    rounds = [
        (one.number, one.state, one.official_at, [_table(table) for table in one.tables.order_by("number")])
        for one in stage.rounds.exclude(state="draft").order_by("number")
    ]
    return stage.number, stage.name, stage.state, stage.plan, files, rounds


def _table(table: Any) -> Any:
    sitting = table.sitting
    hands = (
        [(hand.number, hand.version, hand.record, hand.outcome, hand.reason) for hand in sitting.hands.all()]
        if sitting
        else []
    )
    return (
        [(place.seat, place.entrant.number) for place in table.places.order_by("seat")],
        sitting and (sitting.closed_at, sitting.is_official, [seat.tally for seat in sitting.seats.order_by("number")]),
        hands,
    )


def asked(club: Club, **said: str) -> OpeningTerms:
    return OpeningTerms(club, factories.owner_of(club), said, NOW)


def opened_in(club: Club, tournament: Tournament) -> Tournament:
    """The same tournament in another club."""
    opening = open_file(tournament_file(tournament, now=NOW), asked(club), keep=True)
    assert not opening.problems, opening.problems
    assert opening.tournament
    return opening.tournament


def unsound(club: Club) -> list[str]:
    return [str(difference) for difference in verify(Count(), club.pk)]
