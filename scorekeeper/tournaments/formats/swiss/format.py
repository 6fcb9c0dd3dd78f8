"""The Swiss system: each round everybody meets somebody who stands alike."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, npgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.texts import halves
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, report_of
from scorekeeper.tournaments.formats.clubs import apart_sentences
from scorekeeper.tournaments.formats.corrections import Corrected
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.format import Seeding
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.formats.swiss.corrected import corrected
from scorekeeper.tournaments.formats.swiss.draw import drawn_swiss, met_in, never_met, rounds_of
from scorekeeper.tournaments.formats.swiss.fields import bye_in, fields_of
from scorekeeper.tournaments.formats.swiss.obstacles import next_round
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.fields import counted, ties_in
from scorekeeper.tournaments.matches.format import PointsFormat
from scorekeeper.tournaments.matches.ties import counts_sentence, tie_problems, tie_sentences, totals_before
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.field import Field, Unit, field_of, has_begun, new_lines, sides
from scorekeeper.tournaments.rounds.results import Read, nameless

NO_SOFT_DUTCH: Final = Text(
    gettext_noop("FIDE’s Dutch system keeps club mates apart always or not at all. Choose one of the two.")
)


class SwissFormat(PointsFormat):
    """Nobody goes out."""

    plan = SwissPlan
    order = 2
    title = pgettext_lazy("heading", "Swiss system")
    about = gettext_lazy("Nobody is knocked out. In each round you meet an opponent with similar points.")
    on_pairs = gettext_lazy("“Never together” is never paired. “Should meet” is paired where the points allow it.")
    fills_up = True
    takes_late = True

    def problems(self, plan: SwissPlan, who: Entering) -> Iterator[Problem]:
        """Refuses `apart_unsuited`, as `tie_problems`."""
        if plan.system == "dutch" and plan.apart == "soft":
            yield Problem("apart_unsuited", "apart", NO_SOFT_DUTCH)
        yield from tie_problems(plan, who.game)

    def sentences(self, plan: SwissPlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        if plan.rounds is None:
            found = [_("The usual number of rounds for this many people.")]
        else:
            found = [
                npgettext("numbered", "{number} round.", "{number} rounds.", plan.rounds).format(number=plan.rounds)
            ]
        if plan.system == "dutch":
            found.append(_("Paired by FIDE’s Dutch system."))
        found += apart_sentences(plan.apart)
        found.append(_("The first round by seeds.") if plan.first == "seeds" else _("The first round by chance."))
        without = _("A round without an opponent counts {points}.").format(points=halves(plan.for_bye))
        found += [counts_sentence(plan, game), without]
        if plan.late == "half" and number == 1:
            text = _("Players who join after the first round get half a bye, once: {points}.")
            found.append(text.format(points=halves(plan.draw)))
        return [*found, *(tie_sentences(plan, game, rules_version) if game else ())]

    def fields(self, plan: SwissPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who, is_first=is_first)

    def filled_in(self, plan: SwissPlan, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        points = counted(sent["counting"])
        return {
            **super().filled_in(plan, sent, who),
            **points,
            "bye": bye_in(sent["without"], points["draw"]),
            "ties": ties_in(sent, plan, who.game),
        }

    def bye_words(self, plan: SwissPlan) -> str:
        return halves(plan.for_bye)

    def planned_rounds(self, stage: Stage) -> int | None:
        plan = stage.typed_plan
        assert isinstance(plan, SwissPlan)  # noqa: S101 the format of this plan
        return rounds_of(stage, field_of(stage)) if plan.rounds or has_begun(stage) else None

    def is_left(self, stage: Stage, number: int) -> bool:
        return number <= rounds_of(stage, field_of(stage, number))

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        return next_round(stage, read)

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        return sides(field.here)

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        return new_lines(stage, field)

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        return drawn_swiss(stage, field, asked, read)

    def changed_report(self, stage: Stage, draft: Round) -> Report:
        return report_of(draft.report).but(broken=tuple(met_in(stage, draft)))

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return never_met(stage, draft)

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        playing = [entrant.pk for entrant in field.here]
        return {"points": totals_before(stage, field.number, playing=playing, read=read)}

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        return corrected(round_, read)


FORMATS = (SwissFormat(),)
