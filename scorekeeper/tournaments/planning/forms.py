"""What people fill in about a tournament and its stages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.record import dump
from scorekeeper.clubs.models import Club
from scorekeeper.common.doing import ActForm, Mends, OnceForm
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import in_language, translated
from scorekeeper.common.widgets import Boxes
from scorekeeper.play.house_rules.choice import offer_in
from scorekeeper.play.house_rules.reads import RuleSet, mends_of, offered_rules, set_of_version
from scorekeeper.play.offers import LengthsField, usual_hands
from scorekeeper.play.opening.reads import usual_day
from scorekeeper.tournaments.formats.format import Format, format_of
from scorekeeper.tournaments.formats.next_round import entering
from scorekeeper.tournaments.matches.ties import asked_twice
from scorekeeper.tournaments.models import MOST_ENTRANTS, MOST_IN_A_TEAM, RULES_VERSIONS, Stage, Tournament
from scorekeeper.tournaments.planning import records
from scorekeeper.tournaments.planning.reads import entered_in
from scorekeeper.tournaments.planning.services import STAYS_BEGUN, STAYS_ENTERED
from scorekeeper.tournaments.records import MOST_VERSION

FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)  # of the days a calendar offers
USUAL_HOUR = time(10)
USUAL_TEAM = 4


class TournamentForm(ActForm, OnceForm):
    """A tournament of a game in one club, to be planned or changed."""

    clears = frozenset({"held_from"})
    named: ClassVar = {"starts_at": "day", "plan.kind": "format"}

    field_order = (
        *("name", "day", "hour", "venue", "rules", "of", "team_size", "format", "most", "signs_up"),
        *("rules_version", "held_from", "note"),
    )

    name = forms.CharField(label=pgettext_lazy("field", "Name"), max_length=LONGEST)
    day = forms.DateField(
        label=pgettext_lazy("field", "Day"),
        input_formats=["%Y-%m-%d"],
        validators=[MinValueValidator(FIRST), MaxValueValidator(LAST)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    hour = forms.TimeField(
        label=pgettext_lazy("field", "Begins at"),
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    venue = forms.CharField(label=pgettext_lazy("field", "Venue"), max_length=LONGEST, required=False)
    rules = forms.ChoiceField(label=pgettext_lazy("field", "House rules"), widget=Boxes(1, folds=True))
    of = forms.ChoiceField(label=pgettext_lazy("field", "Who enters"), widget=Boxes(2))
    team_size = forms.IntegerField(
        label=_("Players in a team"),
        required=False,
        min_value=2,
        max_value=MOST_IN_A_TEAM,
        help_text=_("For teams only."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    most = forms.IntegerField(
        label=_("Room for at most"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRANTS,
        help_text=_("Players, pairs or teams. Any more go on the waiting list."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    signs_up = forms.BooleanField(label=_("Members can enter by themselves"), required=False)
    rules_version = forms.TypedChoiceField(
        label=_("Tie-breaks in matches of two"),
        choices=[
            (2026, pgettext_lazy("field", "by the rules since March 2026")),
            (2024, pgettext_lazy("field", "by the earlier rules")),
        ],
        coerce=int,
        widget=Boxes(2),
        help_text=_("The two rules count unplayed rounds differently."),
    )
    held_from = forms.IntegerField(
        label=_("Hide the standings from round"),
        required=False,
        min_value=1,
        max_value=records.MOST_ROUNDS,
        help_text=_(
            "From this round on, only the desk sees the standings until the ceremony. If empty, everybody "
            "always sees them."
        ),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    note = forms.CharField(
        label=_("What people should know"),
        required=False,
        max_length=records.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, club: Club, game: AnyGame, tournament: Tournament | None = None
    ) -> None:
        self.club, self.game, self.tournament = club, game, tournament
        self.entered = entered_in(game)
        self.fixed = _fixed_in(tournament) if tournament else {}
        self.planned = (
            RuleSet(tournament.rules_name, tournament.rules, tournament.house_version_id) if tournament else None
        )
        self.offered = offered_rules(club, game, self.planned)
        super().__init__(data, initial=self._initial())
        offer_in(self.fields["rules"], self.offered)
        if game.duel is None:
            del self.fields["rules_version"]
        self.fields["of"].choices = _who_enters(self.entered, tournament)  # type: ignore[attr-defined]

    @property
    def mends(self) -> Mends:
        """Where rules are mended that cannot be played."""
        chosen = self.offered.sets.get(self.cleaned_data.get("rules", "")) or self.planned
        return mends_of(self.club, chosen.house_version if chosen else None)

    def answers(self) -> dict[str, Any]:
        sent = self.cleaned_data
        chosen = self.offered.sets.get(sent["rules"]) or self.planned
        assert chosen is not None  # noqa: S101 the field is required where nothing is planned
        return {
            **super().answers(),
            "starts_at": datetime.combine(sent["day"], sent["hour"], ZoneInfo(self.club.time_zone)),
            "rules": chosen.rules,
            "rules_name": chosen.name,
            "house_version": chosen.house_version,
            "team_size": sent.get("team_size") or USUAL_TEAM,
            "most": sent["most"] or MOST_ENTRANTS,
        }

    def clean(self) -> dict[str, Any]:
        """Who had the page open before something was fixed is told so."""
        for name in self.fixed:
            if name in self.fields and self.data.get(name, "") not in {"", str(self.initial[name])}:
                self.add_error(name, in_language(self.fixed[name]))
        return self.cleaned_data

    def _fix(self) -> None:
        """What stays as it is, shown with the reason: nobody is asked for what would be refused."""
        if self.initial["of"] != Tournament.Of.TEAMS and "team_size" in self.fixed:
            del self.fields["team_size"]
        for name in self.fixed.keys() & self.fields.keys():
            field = self.fields[name]
            field.disabled, field.help_text = True, in_language(self.fixed[name])
            if isinstance(field, forms.ChoiceField):
                chosen = str(self.initial[name])
                choices = list(field.choices)  # type: ignore[arg-type]  # one after the other, however they were given
                field.choices = [choice for choice in choices if str(choice[0]) == chosen]
        if "rules" in self.fixed and (stays := self.offered.stays):
            label = set_of_version(stays, stays.house.name, self.game).label
            self.fields["rules"].choices = [("", label)]  # type: ignore[attr-defined]

    def _initial(self) -> dict[str, Any]:
        found = self.tournament
        if found is None:
            of = Tournament.Of.PAIRS if Tournament.Of.PAIRS in self.entered else next(iter(self.entered))
            return {
                "name": pgettext("heading", "{game} tournament").format(game=translated(self.game.title)),
                "day": usual_day(self.club, datetime.now(UTC)),
                "hour": USUAL_HOUR,
                "rules": self.offered.first,
                "of": of,
                "team_size": USUAL_TEAM,
                "format": self.entered[of][0].name,
                "signs_up": True,
                "rules_version": RULES_VERSIONS[0],
            }
        local = found.starts_at.astimezone(ZoneInfo(self.club.time_zone))
        return {
            "name": found.name,
            "day": local.date(),
            "hour": local.time(),
            "venue": found.venue,
            "rules": self.offered.first,
            "of": found.of,
            "team_size": found.team_size if found.of == Tournament.Of.TEAMS else USUAL_TEAM,
            "most": found.most if found.most < MOST_ENTRANTS else None,
            "signs_up": found.signs_up,
            "rules_version": found.rules_version,
            "held_from": found.held_from,
            "note": found.note,
            "version": found.version,
        }


class NewTournamentForm(TournamentForm):
    """A tournament to be planned, with the format of its first stage."""

    asks = records.TournamentPlan

    format = forms.ChoiceField(
        label=_("Format of the first stage"),
        widget=Boxes(1),
        help_text=_("You can set the rest later and add more stages."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, club: Club, game: AnyGame) -> None:
        super().__init__(data, club=club, game=game)
        self.fields["format"].choices = format_choices(self.entered)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        return self.with_once(super().clean())

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "game": self.game.name}


class ChangedTournamentForm(TournamentForm):
    """A tournament to be changed, which has its stages already."""

    asks = records.TournamentChange

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, *, club: Club, tournament: Tournament) -> None:
        super().__init__(data, club=club, game=tournament.plays, tournament=tournament)
        del self.fields["key"]  # changing it twice is no harm
        self._fix()

    def answers(self) -> dict[str, Any]:
        # What is none is never the one that stands.
        return {**super().answers(), "version": self.cleaned_data["version"] or MOST_VERSION}


def format_choices(entered: Mapping[str, Sequence[Format]]) -> list[tuple[str, str]]:
    """The formats that anybody could play the game in, the usual one first, with a line on each."""
    found = dict.fromkeys(format_ for formats in entered.values() for format_ in formats)
    return [(kind.name, format_html("{}<small>{}</small>", kind.title, kind.about)) for kind in found]


def _who_enters(entered: Mapping[str, object], found: Tournament | None) -> list[tuple[str, str]]:
    """Those whom the game has a format for, pairs first where it has one for them; and who enters already."""
    kinds, pairs = Tournament.Of, Tournament.Of.PAIRS
    shown = [kind for kind in kinds if kind in entered or (found and found.of == kind)]
    return [(of_kind.value, str(of_kind.label)) for of_kind in sorted(shown, key=lambda kind: kind != pairs)]


def _fixed_in(found: Tournament) -> dict[str, str]:
    """{field: why it stays as it is}"""
    if not found.is_planned:
        return dict.fromkeys(("rules", "rules_version", "of", "team_size"), STAYS_BEGUN)
    return dict.fromkeys(("of", "team_size"), STAYS_ENTERED) if found.entrants.exists() else {}


class StageLengthsForm(ActForm):
    """How long the rounds of a stage are that are not drawn yet."""

    asks = records.RoundLengths

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, *, stage: Stage) -> None:
        super().__init__(data, initial={"version": stage.tournament.version})
        format_, plan, tournament = format_of(stage), stage.typed_plan, stage.tournament
        usual = usual_hands(tournament.plays, tournament.typed_rules, format_.table_size(plan))
        self.fields["lengths"] = LengthsField(format_.lengths(plan), usual)


class StageForm(ActForm, OnceForm):
    """A stage of a tournament in one format; `stage` is the one that is changed. After the first it says who comes into
    it."""

    asks = records.StageDetails

    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        required=False,
        max_length=LONGEST,
        help_text=_("For example: Final. If empty, the format is the name."),
    )
    best = forms.IntegerField(
        label=_("How many go on from the previous stage"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("From each of its groups. If empty, everybody goes on."),
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
