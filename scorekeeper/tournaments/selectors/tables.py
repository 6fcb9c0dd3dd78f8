"""Draws as the page shows and explains them."""

from collections.abc import Mapping, Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scorekeeper.draws.report import Report
from scorekeeper.draws.selectors.why import ExplainedDraw, Explanation, tables_of
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import names_in
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.units import key_of, name_of, people


def explained(one: Round, *, for_desk: bool = False, with_reasons: bool = True) -> ExplainedDraw:
    """A round with its people, and its reasons in the reader's language; some are for the desk alone. Without reasons
    for who may not read the standing that it was drawn from."""
    found = one.places.select_related("entrant", "table", "held_by", "player__merged_into")
    found = found.prefetch_related(Prefetch("entrant__players", queryset=people()))
    places = list(found.order_by("table__number", "seat", "entrant__number"))
    report, kinds, format_ = one.typed_report, RoundPlace.Kind, format_of(one.stage)
    names = _names(one, report, places)
    drawn_with = _(
        "Drawn by “{version}” with the number {seed}: the same number gives the same draw again, as long as people,"
        " clubs, pairs, plan, locks and the rounds before are the same."
    )
    return ExplainedDraw(
        draw=one,
        report=report,
        tables=tables_of(places, format_.match_titles(one)),
        out=tuple(place for place in places if place.kind == kinds.BYE),
        absent=tuple(place for place in places if place.kind == kinds.ABSENT),
        names=names,
        explanation=format_.explanation(one, places, names, for_desk=for_desk) if with_reasons else Explanation(()),
        drawn_with=drawn_with.format(version=one.engine, seed=one.seed),
    )


def _names(one: Round, report: Report, places: Sequence[RoundPlace]) -> Mapping[str, str]:
    """What everybody is called of whom its report tells: also those who play other rounds."""
    here = {key_of(place.entrant_id, place.player_id): name_of(place) for place in places}
    named = report.schedule.named() if report.schedule else set()
    return here if named <= here.keys() else {**names_in(one.stage), **here}
