"""What all formats of matches have in common, and what those share that give points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy, gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.draws.words import MATCHES
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Format, Places
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.matches.reasons import duel_reasons
from scorekeeper.tournaments.matches.results import Outcome, is_decided, outcome_of, undecided_tables
from scorekeeper.tournaments.matches.standing import standing
from scorekeeper.tournaments.matches.ties import points_in, totals_before
from scorekeeper.tournaments.matches.totals import duel_standing_of
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.results import Played, Read, nameless

NO_DUEL: Final = Text(
    gettext_noop("By these rules two entrants cannot play against each other. Choose another format.")
)
NO_SIDE: Final = Text(gettext_noop("Pairs and teams of this size have no table of this game. Choose single players."))


class MatchFormat(Format):
    """Each table is a match of two entrants."""

    is_of_matches = True
    words = MATCHES
    table_template = "tournaments/_match.html"
    next_place = gettext_lazy("Your next match appears here as soon as its round is open.")

    def unsuited(self, who: Entering) -> Iterator[Problem]:
        """Refuses `format_unsuited`."""
        if not who.duels:
            yield Problem("format_unsuited", "kind", NO_DUEL if who.team_size == 1 else NO_SIDE)

    def outcome(self, stage: Stage, played: Played) -> Outcome | None:
        return outcome_of(played, stage.tournament.plays)

    def result(self, stage: Stage, played: Played, entrant: UUID) -> str:
        if played.state == "playing":
            return ""
        found = self.outcome(stage, played)
        if found is None:
            return "level"
        if found.winner:
            return "won" if found.winner == entrant else "lost"
        if found.is_forfeit:
            return "lost"
        return "drawn" if self.may_draw(stage) else "level"

    def table_points(self, played: Played, entrant: UUID) -> int | None:
        return None

    def figure(self, stage: Stage, played: Played, entrant: UUID) -> str:
        found = self.outcome(stage, played)
        return self.match_figure(found, entrant) if found else ""

    def seats_stay(self, stage: Stage) -> bool:
        """Who does not come has lost."""
        return False

    def has_result(self, stage: Stage, played: Played) -> bool:
        return is_decided(played, stage.tournament.plays)

    def others(self, played: Played, place: RoundPlace) -> tuple[RoundPlace, ...]:
        return tuple(other for other in played.places if other.entrant_id != place.entrant_id)


class PointsFormat(MatchFormat):
    """Matches that give points, and a standing by group."""

    counts = "half_points"
    gives_points = True

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return {"points": totals_before(stage, field.number, read=read)}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        return Explanation(tuple(duel_reasons(round_, places, names, for_desk=for_desk)))

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        return points_in(round_, read)

    def has_cross_table(self, plan: Any) -> bool:
        return not getattr(plan, "in_groups", False)

    def may_draw(self, stage: Stage) -> bool:
        """Not where the game itself has a winner."""
        duel = stage.tournament.plays.duel
        return duel is not None and duel.by == "points"

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        return undecided_tables(round_, read)

    def places(self, stage: Stage, *, official: bool) -> Places:
        groups = duel_standing_of(stage, official=official).groups
        return [
            [[line.entrant.pk for line in tied] for _rank, tied in groupby(group.lines, key=lambda line: line.rank)]
            for group in groups
        ]

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        return standing(stage, official=official, read=read, is_file=is_file)

    def stands(self, stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
        found = self.standing(stage, official=False)
        return {
            row.entrant: Stand(
                row.first, row.last, len(group.rows), stage.pk, group.number if found.is_in_groups else 0
            )
            for group in found.groups
            for row in group.rows
        }
