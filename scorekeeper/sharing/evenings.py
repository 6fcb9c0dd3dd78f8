"""A club evening for those who hold its link: who sits where, what each table has brought, how the evening came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_names
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import amount_words
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening, EveningGame, TableDraw
from scorekeeper.leagues.report.files import results_out, results_table
from scorekeeper.leagues.report.reads import Outcome, outcomes_of
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.moves import totals

LEADERS: Final = 3  # how many are read out


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table with everybody there and their total so far, in the order of the seats."""

    sitting: Sitting
    places: Sequence[tuple[str, int]]
    unit: InUnits

    @property
    def state(self) -> str:
        """How far it is, in words."""
        return {
            "playing": pgettext("note", "playing"),
            "unsigned": pgettext("note", "to be signed"),
            "to_be_accepted": pgettext("note", "to be made official"),
        }.get(self.sitting.phase, pgettext("note", "finished"))


@dataclass(frozen=True, slots=True)
class SharedRound:
    """The tables of one draw; `of` is how many rounds its game has."""

    number: int
    of: int
    tables: Sequence[SharedTable]


@dataclass(frozen=True, slots=True)
class SharedPart:
    """What of the evening is of one game: its results as a table, and its rounds, the newest first."""

    game: EveningGame
    results: Table
    rounds: Sequence[SharedRound]


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """The page. `outcomes` are the results by game, with short names."""

    evening: Evening
    outcomes: Sequence[Outcome]
    parts: Sequence[SharedPart]

    @property
    def is_over(self) -> bool:
        return self.evening.is_closed

    @property
    def file(self) -> Table:
        """The results for other programs."""
        return results_out(self.evening, self.outcomes)

    @property
    def news(self) -> str:
        """What is read out to who hears the page: who leads in each game."""
        sentences = []
        for outcome in self.outcomes:
            leaders = ", ".join(
                f"{line.rank} {line.player.name} {amount_words(line.total, outcome.unit)}"
                for line in outcome.lines[:LEADERS]
            )
            sentences.append(_("In front: {places}").format(places=leaders))
        return ". ".join(sentences)


def evening_shown(evening: Evening) -> SharedEvening:
    """All tables, everybody called by their short name, in a handful of statements."""
    sittings = sittings_of(evening)
    _shorten([seat for sitting in sittings for seat in sitting.seats.all()])
    outcomes = outcomes_of(evening, sittings)
    parts = [SharedPart(outcome.game, results_table(evening, outcome), _rounds(outcome)) for outcome in outcomes]
    return SharedEvening(evening, outcomes, parts)


def _shorten(seats: Sequence[Seat]) -> None:
    """Give these copies of people, which are never saved, their short names; a person has one name at all tables."""
    people: dict[UUID, Player] = {seat.player.identity: seat.player.person for seat in seats}
    called = public_names({pk: person.name for pk, person in people.items()})
    for seat in seats:
        seat.player.name = seat.player.person.name = called[seat.player.identity]


def _rounds(outcome: Outcome) -> list[SharedRound]:
    by_draw: dict[int, list[Sitting]] = {}
    for sitting in outcome.sittings:
        by_draw.setdefault(sitting.drawn_table.draw.number, []).append(sitting)
    newest_first = sorted(by_draw.items(), reverse=True)
    return [SharedRound(number, len(by_draw), [_table(one) for one in own]) for number, own in newest_first]


def _table(sitting: Sitting) -> SharedTable:
    seats = [seat for seat in sitting.seats.all() if seat.is_active]
    of_seats = totals(sitting, seats)
    unit = sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
    return SharedTable(sitting, [(seat.player.name, of_seats[seat.number]) for seat in seats], unit)


def stamp_of_evening(evening: Evening) -> str:
    """Another one as soon as a table, a seat or the evening is another one, in three statements."""
    sittings = Sitting.objects.filter(drawn_table__draw__evening=evening)
    facts = (
        (evening.name, evening.venue, evening.starts_at, evening.state),
        TableDraw.objects.filter(evening=evening).aggregate(Count("published_at")),
        sittings.aggregate(Count("pk"), Sum("revision"), Count("closed_at")),
        list(
            Seat.objects.filter(sitting__in=sittings)
            .order_by("pk")
            .values_list("player", "player__name", "player__merged_into")
        ),
    )
    return digest([repr(fact) for fact in facts])[:16]
