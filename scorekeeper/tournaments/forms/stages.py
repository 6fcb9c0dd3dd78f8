"""What people fill in about a stage: its name, who comes into it, and what its format asks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.record import dump
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.common.once import OnceForm
from scorekeeper.play.offers import LengthsField, usual_hands
from scorekeeper.tournaments.formats.entering import entering
from scorekeeper.tournaments.formats.format import Format
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.fields import asked_twice
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.planning.records import RoundLengths, StageDetails


class StageLengthsForm(ActForm):
    """How long the rounds of a stage are that are not drawn yet."""

    asks = RoundLengths

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, *, stage: Stage) -> None:
        super().__init__(data, initial={"version": stage.tournament.version})
        format_, plan, tournament = format_of(stage), stage.typed_plan, stage.tournament
        usual = usual_hands(tournament.plays, tournament.typed_rules, format_.table_size(plan))
        self.fields["lengths"] = LengthsField(format_.lengths(plan), usual)


class StageForm(ActForm, OnceForm):
    """A stage of a tournament in one format; `stage` is the one that is changed. After the first it says who comes into
    it."""

    asks = StageDetails

    name = forms.CharField(
        label=_("Name"), required=False, max_length=LONGEST, help_text=_("For example: Final. Without one the format.")
    )
    best = forms.IntegerField(
        label=_("How many go on from the stage before it"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Of each of its groups; empty: everybody."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, *, tournament: Tournament, format_: Format, stage: Stage | None = None
    ) -> None:
        self.format, self.stage, self.who = format_, stage, entering(tournament)
        before = stage.typed_plan if stage and stage.typed_plan.kind == format_.name else None
        self.before = before or format_.usual_plan(self.who)
        name, best = stage.name if stage else "", self.before.takes.best
        super().__init__(data, initial={"name": name, "best": best, "version": tournament.version})
        is_first = stage is not None and stage.number == 1
        self.fields.update(format_.fields(self.before, self.who, is_first=is_first))
        self.fields.update(format_.people_fields(self.before, self.who))
        if is_first:
            del self.fields["best"]
        if stage:
            del self.fields["key"]  # changing it twice is no harm

    def clean(self) -> dict[str, Any]:
        """Nothing is asked twice."""
        for name, text in asked_twice(self.cleaned_data).items():
            self.add_error(name, text)
        return self.with_once(self.cleaned_data)

    def answers(self) -> dict[str, Any]:
        """What is not asked of the plan stays as it was."""
        sent = self.cleaned_data
        data = {**dump(self.before), **self.format.filled_in(self.before, sent, self.who)}
        if "best" in self.fields:
            data["takes"] = {"best": sent["best"]}
        data |= {name: sent[name] for name in ("check_in", "substitutes") if name in self.fields}
        return {**super().answers(), "plan": data}

    def show(self, refused: Refused) -> None:
        problems = [replace(problem, field=problem.field.removeprefix("plan.")) for problem in refused.problems]
        super().show(Refused(problems))
