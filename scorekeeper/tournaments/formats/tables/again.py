"""A draft of tables that was changed by hand: what is said of it now, and whether two sit together who must not."""

from dataclasses import dataclass, replace

from scorekeeper.draws.drawn import held_in, places_of
from scorekeeper.draws.report import Report
from scorekeeper.pairing.schedules.instance import Impossible, Instance, Unfit
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.formats.tables.ahead import ahead_of, shown_before
from scorekeeper.tournaments.formats.tables.draw import never_in, told_again
from scorekeeper.tournaments.formats.tables.instances import instance_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.drawing import Asked
from scorekeeper.tournaments.rounds.field import Field, field_of
from scorekeeper.tournaments.rounds.units import units_of


@dataclass(frozen=True, slots=True)
class Again:
    """A draft as it stands: what it would be drawn from now, and its rounds."""

    asked: Asked
    instance: Instance
    this: Seated


def again_of(stage: Stage, draft: Round) -> Again:
    """Of the people who are in the draft and still here."""
    tables, out = places_of(draft)
    there = {key for table in (*tables, out) for key in table}
    field = field_of(stage, draft.number)
    here = [unit.entrant for unit in units_of(stage.tournament, field.here) if unit.key in there]
    report = draft.typed_report
    asked = Asked(
        seed=draft.seed,
        held=held_in(draft),
        shown=shown_before(stage, draft.number),
        few_changes=report.schedule is not None and report.schedule.few_changes,
    )
    instance = instance_of(stage, Field(draft.number, tuple(dict.fromkeys(here)), (), ()), asked)
    if report.together is None:
        instance = replace(instance, mode="by_round")
    return Again(asked, instance, Seated(tuple(map(tuple, tables)), tuple(out)))


def told_of_tables(stage: Stage, draft: Round) -> Report:
    """The report of a draft as it stands; as it was, where so many have gone that nothing can be drawn any more."""
    again, before = again_of(stage, draft), draft.typed_report
    rounds = [*again.instance.done, again.this, *ahead_of(draft)]
    try:
        report = told_again(again.instance, again.asked, rounds, before.steps or 0)
    except (Unfit, Impossible):
        return before
    return report.but(rules=before.rules) if before.rules else report


def never_together(stage: Stage, draft: Round) -> set[tuple[str, str]]:
    """Pairs at one table of this draft who must never sit together."""
    again = again_of(stage, draft)
    return {pair for table in again.this.tables for pair in never_in(again.instance, table)}
