"""The Swiss system: each round everybody meets somebody who stands alike. What people fill in, and what stands in
the way of its next round, every obstacle at once."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, npgettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.texts import halves
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, report_of
from scorekeeper.pairing.dutch import NoDutch
from scorekeeper.pairing.swiss import Unpairable
from scorekeeper.tournaments.formats.format import Seeding
from scorekeeper.tournaments.formats.next_round import (
    Corrected,
    Entering,
    NextRound,
    Obstacle,
    apart_field,
    apart_sentences,
    large_clubs,
    of_missing,
    of_rounds,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.formats.swiss.draw import (
    corrected,
    drawn_swiss,
    in_the_way,
    met_in,
    never_met,
    rounds_of,
    swiss_plan,
)
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches import ties
from scorekeeper.tournaments.matches.format import PointsFormat
from scorekeeper.tournaments.matches.play import of_round_before, too_few
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    field_of,
    has_begun,
    listed,
    names_of,
    new_lines,
    pairs_of,
    sides,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

WITHOUT: Final = {
    "win": pgettext_lazy("in a line", "as much as a win"),
    "draw": pgettext_lazy("in a line", "as much as a draw"),
    "0": pgettext_lazy("in a line", "nothing"),
}
"""What a round without an opponent counts."""


def fields_of(plan: SwissPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
    """How many rounds, how they are paired, what counts; `late` is asked of the first stage alone, for nobody new comes
    into a later one."""
    return {
        "rounds": forms.IntegerField(
            label=pgettext("field", "Rounds"),
            required=False,
            min_value=1,
            max_value=MOST_ROUNDS,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            help_text=_("If empty: the usual number for this many people."),
            initial=plan.rounds,
        ),
        "first": forms.ChoiceField(
            label=_("The first round"),
            choices=[("seeds", pgettext("field", "By seeds")), ("random", pgettext("field", "By chance"))],
            widget=Boxes(2),
            initial=plan.first,
        ),
        "system": forms.ChoiceField(
            label=pgettext("field", "Pairing system"),
            choices=[("matching", _("The best of all pairings")), ("dutch", _("FIDE’s Dutch system"))],
            widget=Boxes(2),
            initial=plan.system,
        ),
        "apart": apart_field(plan.apart),
        "counting": ties.counting_field(plan),
        "without": _without_field(plan),
        **({"late": _late_field(plan)} if is_first else {}),
        **ties.tie_fields(plan, who.game),
    }


def bye_in(without: str, draw: int) -> int | None:
    """What a round without an opponent counts in the plan; None: as much as a win, whatever that counts."""
    return {"win": None, "draw": draw}[without] if without in {"win", "draw"} else int(without)


def _without_field(plan: SwissPlan) -> forms.Field:
    answers = {plan.draw: "draw", 0: "0", plan.win: "win", None: "win"}
    chosen = answers.get(plan.bye, str(plan.bye))
    other = [] if chosen in WITHOUT else [(chosen, halves(int(chosen)))]
    choices = [*((answer, str(text)) for answer, text in WITHOUT.items()), *other]
    return forms.ChoiceField(
        label=_("Value of a round without an opponent"), choices=choices, widget=Boxes(3), initial=chosen
    )


def _late_field(plan: SwissPlan) -> forms.Field:
    return forms.ChoiceField(
        label=_("Players who join after the first round"),
        choices=[
            ("zero", pgettext("field", "get nothing for missed rounds")),
            ("half", pgettext("field", "get half a bye, once")),
        ],
        widget=Boxes(2),
        initial=plan.late,
    )


def next_round(stage: Stage, read: Read = nameless) -> NextRound:
    """Of the next round of a Swiss stage."""
    field = field_of(stage)
    many = len(field.here)
    obstacles = [
        *of_stage(stage),
        *of_rounds(rounds_of(stage, field), field.number),
        *too_few(many),
        *of_sides(stage, field, stops=True),
        *of_missing(field),
        *of_round_before(stage, field.number, read, stops=True),
        *_of_odd(many),
        *_of_clubs(stage, field),
    ]
    if not any(obstacle.stops for obstacle in obstacles):
        obstacles += _of_pairing(stage, field, read)
    return NextRound(field.number, field, (2,) * (many // 2), many % 2, tuple(obstacles))


def _of_odd(many: int) -> Iterator[Obstacle]:
    if many % 2:
        yield Obstacle("sits_out", _("The number is odd. The lowest player without a bye so far sits out."))


def _of_clubs(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """More of one club than there are matches; where their number is odd one of them could sit out."""
    many = len(field.here)
    if swiss_plan(stage).apart == "off":
        return
    for origin, times in large_clubs(field.here, many - many // 2):
        text = _("{number} come from {origin}, but there are only {matches} matches. Some of them have to meet.")
        yield Obstacle("origin_too_large", text.format(number=times, origin=origin, matches=many // 2))


def _of_pairing(stage: Stage, field: Field, read: Read) -> Iterator[Obstacle]:
    """Whether there is a way at all, where there may be none."""
    plan = swiss_plan(stage)
    if plan.system != "dutch" and plan.apart != "hard" and not _may_bar(stage, field):
        return
    try:
        drawn = drawn_swiss(stage, field, DrawRequest(seed=stage.seed), read)
        if drawn.report.fell_back:
            yield Obstacle("clubs_meet", _("In any draw, some players from the same club have to meet."))
    except NoDutch as refused:
        text = _("FIDE’s Dutch system is not installed here. Choose the other pairing system in the plan.")
        if refused.reason == "many":
            text = _("FIDE’s Dutch system pairs at most 200. Choose the other pairing system in the plan.")
        yield Obstacle("no_dutch", text, stops=True)
    except Unpairable:
        yield _unpairable(stage, field, read)


def _may_bar(stage: Stage, field: Field) -> bool:
    """Whether pairs that never meet can leave no way. An even number is all paired in one round fewer than they are, an
    odd one with a bye in as many, and each pair is in one of these rounds: fewer pairs leave one of them whole."""
    many = len(field.here)
    return len(pairs_of(stage.tournament, sides(field.here)).forbidden) >= many - 1 + many % 2


def _unpairable(stage: Stage, field: Field, read: Read) -> Obstacle:
    text = _("Not everybody can be paired without a meeting that must never happen.")
    if pairs := in_the_way(stage, field, read):
        sentence = _("Kept apart: {pairs}. Let one of these pairs meet, or let one player miss the round.")
        text += " " + sentence.format(pairs=listed(pairs, names_of(sides(field.here))))
    elif swiss_plan(stage).system == "dutch":
        text = _("FIDE’s Dutch system cannot pair everybody for another round.")
    return Obstacle("unpairable", text, stops=True)


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
        """Refuses `apart_unsuited`, as `ties.tie_problems`."""
        if plan.system == "dutch" and plan.apart == "soft":
            yield Problem("apart_unsuited", "apart", NO_SOFT_DUTCH)
        yield from ties.tie_problems(plan, who.game)

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
        found += [ties.counts_sentence(plan, game), without]
        if plan.late == "half" and number == 1:
            text = _("Players who join after the first round get half a bye, once: {points}.")
            found.append(text.format(points=halves(plan.draw)))
        return [*found, *(ties.tie_sentences(plan, game, rules_version) if game else ())]

    def fields(self, plan: SwissPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who, is_first=is_first)

    def filled_in(self, plan: SwissPlan, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        points = ties.counted(sent["counting"])
        return {
            **super().filled_in(plan, sent, who),
            **points,
            "bye": bye_in(sent["without"], points["draw"]),
            "ties": ties.ties_in(sent, plan, who.game),
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
        return {"points": ties.totals_before(stage, field.number, playing=playing, read=read)}

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        return corrected(round_, read)


FORMATS = (SwissFormat(),)
