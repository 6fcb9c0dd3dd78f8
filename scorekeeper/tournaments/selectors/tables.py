"""Draws of tables as they are made, and as the page explains them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import ordinal
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.hashing import digest
from scorekeeper.pairing import drawing, ranked
from scorekeeper.pairing.drawing import Draw, Entry, Impossible, broken, facts
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage
from scorekeeper.tournaments.plans import OF_DUELS, DoublePlan, SinglePlan, TablesPlan
from scorekeeper.tournaments.selectors.bracket_page import bracket_reasons
from scorekeeper.tournaments.selectors.called import Unit, called_at_table, key_of, people
from scorekeeper.tournaments.selectors.drawn import Drawn, DrawnTable
from scorekeeper.tournaments.selectors.duel_reasons import duel_reasons
from scorekeeper.tournaments.selectors.history import entry_of
from scorekeeper.tournaments.selectors.standing import standing_of


def drawn_for(stage: Stage, number: int, units: Sequence[Unit], seed: int, fixed: Mapping[str, int]) -> Drawn:
    """The tables of a round in the style of the plan. Where other people have come or gone, what was done by hand may
    not fit any more, and then makes way."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    entry = replace(entry_of(stage, number, units, seed), fixed=fixed)
    try:
        return _drawn(stage, plan, number, entry, units)
    except Impossible:
        return _drawn(stage, plan, number, replace(entry, fixed={}), units)


def _drawn(stage: Stage, plan: TablesPlan, number: int, entry: Entry, units: Sequence[Unit]) -> Drawn:
    by_points = plan.style == "seeded" and number > 1
    if not by_points and plan.style != "manual":
        return _told(entry, drawing.draw(entry), drawing.ENGINE)
    order = [unit.key for unit in units]
    if by_points:
        place = {pk: nth for nth, pk in enumerate(standing_of(stage, before=number).order)}
        ordered = sorted(units, key=lambda unit: place.get(unit.entrant.pk, len(place)))
        order = [unit.key for unit in ordered]
    return _told(entry, ranked.cut(entry, order, neighbours=by_points), ranked.ENGINE, by_points=by_points)


def _told(entry: Entry, draw: Draw, engine: str, *, by_points: bool = False) -> Drawn:
    """A draw with what it started from, the engine that made it, and why it is so."""
    report = {
        "steps": draw.steps,
        "is_best": draw.is_best,
        "by_points": by_points,
        "broken": broken_in(entry, draw.tables, draw.out),
    }
    tables = tuple(DrawnTable(tuple(keys)) for keys in draw.tables)
    return Drawn(tables, tuple(draw.out), entry.seed, engine, digest(facts(entry)), report, frozenset(entry.fixed))


def broken_in(entry: Entry, tables: Sequence[Sequence[str]], out: Sequence[str]) -> list[dict[str, Any]]:
    """What these tables ask of people, as plain values."""
    return [
        {"kind": one.kind, "players": list(one.players), "table": one.table, "times": one.times}
        for one in broken(entry, tables, out)
    ]


def places_of(draft: Round) -> tuple[list[list[str]], list[str]]:
    """The tables of a round in the order of their seats, and who sits out, as a draw calls them."""
    tables: dict[UUID, list[str]] = {}
    out = []
    places = draft.places.exclude(kind=RoundPlace.Kind.ABSENT).order_by("table__number", "seat", "pk")
    for place in places:
        key = key_of(place.entrant_id, place.player_id)
        if place.table_id is None:
            out.append(key)
        else:
            tables.setdefault(place.table_id, []).append(key)
    return list(tables.values()), out


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as the page shows its draw: its places in the order of the seats."""

    table: RoundTable
    places: tuple[RoundPlace, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """What a round has drawn, and why it is so."""

    round: Round
    tables: tuple[ShownTable, ...]
    out: tuple[RoundPlace, ...]
    absent: tuple[RoundPlace, ...]
    reasons: tuple[str, ...]

    @property
    def movable(self) -> list[RoundPlace]:
        """Everybody who can change places, by name."""
        places = [place for table in self.tables for place in table.places]
        return sorted([*places, *self.out], key=lambda place: (name_of(place).casefold(), place.pk))

    @property
    def is_by_hand(self) -> bool:
        return any(place.by_hand for place in self.movable)

    @property
    def version(self) -> str:
        return self.round.engine


def name_of(place: RoundPlace) -> str:
    """Who has this place."""
    return called_at_table(place.entrant, place.player)


def explained(one: Round) -> Explained:
    """A round of tables with its people, and its reasons in the reader's language."""
    found = one.places.select_related("entrant", "table", "player__merged_into")
    found = found.prefetch_related(Prefetch("entrant__players", queryset=people()))
    places = list(found.order_by("table__number", "seat", "entrant__number"))
    seated = groupby((place for place in places if place.table), key=lambda place: place.table)  # in their order
    kinds = RoundPlace.Kind
    return Explained(
        round=one,
        tables=tuple(ShownTable(table, tuple(there)) for table, there in seated if table),
        out=tuple(place for place in places if place.kind == kinds.BYE),
        absent=tuple(place for place in places if place.kind == kinds.ABSENT),
        reasons=tuple(_reasons(one, places)),
    )


def _reasons(one: Round, places: Sequence[RoundPlace]) -> list[str]:
    """In the way of the format."""
    names = {key_of(place.entrant_id, place.player_id): name_of(place) for place in places}
    if one.stage.plan["kind"] in OF_DUELS:
        return duel_reasons(one, places, names)
    if isinstance(one.stage.typed_plan, SinglePlan | DoublePlan):
        return bracket_reasons(one)
    return _reasons_of_tables(one, places, names)


def _reasons_of_tables(one: Round, places: Sequence[RoundPlace], names: Mapping[str, str]) -> list[str]:
    broken_ones = one.report.get("broken", [])
    found = [_sentence(each, names) for each in broken_ones]
    if said := _of_style(one):
        found.insert(0, said)
    if one.report.get("drawn"):
        found.append(_("As few tables as hold all, even but for one; everybody’s seat is drawn."))
    if "together" in one.report:
        found.append(_of_schedule(one.report["together"]))
    if one.report.get("by_points"):
        found.insert(0, _("The tables follow the points: who is ahead plays who is ahead."))
    if any(place.by_hand for place in places):
        found.append(_("Somebody was put elsewhere by hand."))
    elif broken_ones and one.report.get("is_best"):
        found.append(_("It cannot be done better: every other draw of these people asks as much of somebody."))
    elif broken_ones and steps(one) and not one.report.get("by_points") and "together" not in one.report:
        text = ngettext(
            "It is the best of {steps} way that was tried.",
            "It is the best of {steps} ways that were tried.",
            steps(one),
        )
        found.append(text.format(steps=steps(one)))
    return found


def _of_style(one: Round) -> str:
    """What a style leaves to chance or to the director; empty for one that looks for the best tables."""
    plan = one.stage.typed_plan
    return {
        "random": _("The tables are drawn by chance alone: who has met before is not asked."),
        "manual": _("They sit in the order of the list until somebody is put elsewhere by hand."),
    }.get(plan.style if isinstance(plan, TablesPlan) else "", "")


def _of_schedule(told: Mapping[str, int]) -> str:
    """How good the schedule is that a round is part of."""
    rounds = _("Rounds {first} to {last} were drawn together.").format(first=told["first"], last=told["rounds"])
    if told["first"] == told["rounds"]:
        rounds = _("It was drawn with all the rounds before it in mind.")
    if not told["repeats"]:
        return rounds + " " + _("In all rounds nobody meets anybody twice.")
    met = ngettext(
        "In all rounds one meeting is a second one.",
        "In all rounds {number} meetings are with somebody met before.",
        told["repeats"],
    )
    least = _("No schedule has fewer than {number}.").format(number=told["bound"])
    return " ".join([rounds, met.format(number=told["repeats"]), least])


def steps(one: Round) -> int:
    """How many changes the search has tried."""
    return int(one.report.get("steps", 0))


def _sentence(one: Mapping[str, Any], names: Mapping[str, str]) -> str:
    players = one["players"]
    values = {
        "first": names.get(players[0], _("somebody")),
        "second": names.get(players[-1], _("somebody")),
        "table": one["table"] + 1 if one["table"] is not None else 0,
        "nth": ordinal(one["times"]),
    }
    sentences = {
        "apart": _("Table {table}: {first} and {second} are to be kept apart, and sit together."),
        "met": _("Table {table}: {first} and {second} sit together for the {nth} time."),
        "small": _("Table {table}: {first} sits at a smaller table for the {nth} time."),
        "bye": _("{first} sits out for the {nth} time."),
    }
    return sentences[one["kind"]].format(**values)
