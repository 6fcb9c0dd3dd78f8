"""A draft of tables of an evening as the page explains it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.draws.report import Concession, Report
from scorekeeper.draws.selectors.why import (
    ExplainedDraw,
    Explanation,
    about_pairs,
    asked_of_people,
    tables_of,
    unfolded,
)
from scorekeeper.leagues.models import EveningGame, Place, TableDraw


def draft_of(game: EveningGame) -> ExplainedDraw | None:
    """The draft of this game of an evening; None where there is none."""
    draw = TableDraw.objects.filter(evening_game=game, published_at=None).first()
    if draw is None:
        return None
    places = list(
        draw.places.select_related("player", "table", "held_by").order_by(
            "table__number", "seat", Alphabetical("player__name")
        )
    )
    report, names = draw.typed_report, {place.key: place.player.name for place in places}
    drawn_with = _(
        "Drawn by “{version}” with the number {seed}: the same number gives the same tables again, as long as people,"
        " who is kept apart, locks and the tables before are the same."
    )
    return ExplainedDraw(
        draw=draw,
        report=report,
        tables=tables_of(places),
        out=tuple(place for place in places if place.table is None),
        names=names,
        explanation=Explanation(
            tuple(_reasons(report, places, names)),
            tuple(unfolded(_("In this round"), about_pairs(_broken(report), names))),
        ),
        drawn_with=drawn_with.format(version=draw.engine, seed=draw.seed),
    )


def is_stale(draft: ExplainedDraw, here: Collection[UUID]) -> bool:
    """Whether others are here by now than those who were drawn."""
    return {place.player_id for place in draft.movable} != set(here)


def _broken(report: Report) -> list[Concession]:
    """What is called `apart` in the report of an evening is a list that keeps two apart, not that they are of one
    club."""
    found = report.asked_at_tables(for_desk=True)
    return [each.model_copy(update={"kind": "kept_apart"}) if each.kind == "apart" else each for each in found]


def _reasons(report: Report, places: Sequence[Place], names: Mapping[str, str]) -> Iterator[str]:
    """What the draw asks of people, in sentences; and whether it could be otherwise."""
    found = _broken(report)
    yield from asked_of_people(found, names, _many)
    if any(place.by_hand for place in places):
        yield _("Somebody was put elsewhere by hand.")
    elif found and report.is_best:
        yield _("It cannot be done better: every other draw of these people asks as much of somebody.")
    elif found:
        yield ngettext(
            "It is the best of {steps} way that was tried.",
            "It is the best of {steps} ways that were tried.",
            report.steps or 0,
        ).format(steps=report.steps)


def _many(number: int) -> str:
    return _("{number} times somebody meets again or sits out again: see below.").format(number=number)


def as_uuid(text: str) -> UUID | None:
    """An id that came with a form; None where it is none."""
    try:
        return UUID(text)
    except ValueError:
        return None
