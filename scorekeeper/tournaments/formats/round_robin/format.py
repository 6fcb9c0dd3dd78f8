"""A round robin: everybody of a group meets everybody of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.game import AnyGame
from games.core.values import Problem
from scorekeeper.common.texts import isolated
from scorekeeper.draws.drawn import Drawn, DrawRequest
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.tournaments.formats.corrections import Corrected
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Seeding
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.formats.round_robin.draw import drawn_robin, lines_for, plays_in, rounds_in
from scorekeeper.tournaments.formats.round_robin.fields import fields_of
from scorekeeper.tournaments.formats.round_robin.obstacles import next_round
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.matches.fields import counted, ties_in
from scorekeeper.tournaments.matches.format import PointsFormat
from scorekeeper.tournaments.matches.ties import PTS, corrected_points, counts_sentence, tie_problems, tie_sentences
from scorekeeper.tournaments.matches.totals import keys_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import Field, Unit, field_of, has_begun, sides
from scorekeeper.tournaments.rounds.results import Read, nameless

ACROSS: Final = frozenset((PTS, "WIN", "WON", "SETS", "DIFF", "FOR"))
"""The keys that say of one match on average what it was worth, whoever else is in the group."""


class RoundRobinFormat(PointsFormat):
    """Who misses a round is paired all the same; their match gets no sheet and waits for what the desk writes."""

    plan = RoundRobinPlan
    order = 3
    title = gettext_lazy("Everybody plays everybody")
    about = gettext_lazy("In groups if that takes too long.")
    on_pairs = gettext_lazy("Everybody meets everybody, including these two.")
    has_swaps = False

    def is_usual(self, game: AnyGame) -> bool:
        return game.duel is not None and game.duel.by != "match"

    def problems(self, plan: RoundRobinPlan, who: Entering) -> Iterator[Problem]:
        """Refuses as `tie_problems`."""
        yield from tie_problems(plan, who.game)

    def sentences(self, plan: RoundRobinPlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        found = [_("Everybody plays everybody once.") if plan.legs == 1 else _("Everybody plays everybody twice.")]
        if plan.groups > 1:
            found.append(_("In {number} groups.").format(number=plan.groups))
        found.append(counts_sentence(plan, game))
        return [*found, *(tie_sentences(plan, game, rules_version) if game else ())]

    def fields(self, plan: RoundRobinPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who)

    def filled_in(self, plan: RoundRobinPlan, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        return {
            **super().filled_in(plan, sent, who),
            **counted(sent["counting"]),
            "ties": ties_in(sent, plan, who.game),
        }

    def keys_across(self, stage: Stage) -> list[str]:
        return [name for name in keys_of(stage) if name in ACROSS]

    def planned_rounds(self, stage: Stage) -> int | None:
        return rounds_in(stage, field_of(stage)) if has_begun(stage) else None

    def is_left(self, stage: Stage, number: int) -> bool:
        return number == 1 or number <= rounds_in(stage, field_of(stage, number))

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        return next_round(stage, read)

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        return sides(plays_in(stage, field))

    def sitting_out(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return ()

    def seed_numbers(self, lines: Mapping[UUID, int]) -> Mapping[UUID, int] | None:
        """It draws numbers of its own: its seeds are those by which it made its groups."""
        return None

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        return lines_for(stage, field, seed) if field.number == 1 else []

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        return drawn_robin(stage, field, asked.seed)

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        found = [_("The numbers were drawn with the first round. All matches follow from them by the Berger tables.")]
        left = [names[str(place.entrant_id)] for place in places if place.kind == RoundPlace.Kind.BYE]
        if left:
            text = _("Without an opponent this round (odd number, or somebody has left): {names}.")
            found.append(text.format(names=", ".join(map(isolated, left))))
        return Explanation(tuple(found))

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        """The draw goes by no points."""
        changed = corrected_points(round_, read)
        return Corrected(changed, by_points=False, moved=()) if changed else None


FORMATS = (RoundRobinFormat(),)
