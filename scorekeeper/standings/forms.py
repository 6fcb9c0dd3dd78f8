"""What a director fills in about a season."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4

from django import forms
from django.core.validators import DecimalValidator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from games.core.game import AnyGame
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm, NumberField, asked_for
from scorekeeper.common.names import LONGEST, alphabetical
from scorekeeper.common.texts import in_sentence, translated
from scorekeeper.common.widgets import Boxes, CheckBoxes, PersonSelect
from scorekeeper.standings import records
from scorekeeper.standings.counting import MOST, SPECIAL
from scorekeeper.standings.models import Competition, shared_measures
from scorekeeper.standings.ranking import OF_DUELS, ties_of
from scorekeeper.standings.words import MEANINGS, SPECIAL_TITLES, ties_words


def factor_field(game: str) -> str:
    """What the field for a game's factor is called."""
    return f"factor_{game}"


def counting() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every game by title, with every way to count it: "skat:seeger_fabian"."""
    in_order = sorted(games.all_games().values(), key=lambda game: alphabetical(translated(game.title)))
    return [(translated(game.title), ways(game)) for game in in_order]


def ways(game: AnyGame) -> list[tuple[str, str]]:
    """Every way to count a game; the first one is its usual one."""
    return [(f"{game.name}:{system}", translated(game.system_titles[system])) for system in game.systems]


def other_ways() -> list[tuple[str, str]]:
    """Every way to count a game beside others, with the game's name: amounts can't be added to points."""
    return [
        (f"{game.name}:{system}", f"{translated(game.title)}, {in_sentence(translated(game.system_titles[system]))}")
        for game in sorted(games.all_games().values(), key=lambda game: alphabetical(translated(game.title)))
        for system, weights in game.systems.items()
        if game.in_units.isdisjoint(weights)
    ]


def weighable() -> list[AnyGame]:
    """Every game that can count beside others, by title."""
    found = [game for game in games.all_games().values() if any(map(game.in_units.isdisjoint, game.systems.values()))]
    return sorted(found, key=lambda game: alphabetical(translated(game.title)))


def tie_breaks(plays: Sequence[AnyGame]) -> list[tuple[str, Any]]:
    """Everything that may break a tie: what games count, each once, what a season knows itself, and whom each has
    played where a game has two sides."""
    measures = {name: game.measure_titles[name] for game in plays for name in shared_measures([game])}
    groups: list[tuple[Any, list[tuple[str, Any]]]] = [
        (pgettext_lazy("heading", "Scoring"), [(name, translated(title)) for name, title in measures.items()]),
        (pgettext_lazy("heading", "The season"), [(name, SPECIAL_TITLES[name]) for name in SPECIAL]),
        (_("Games between two sides"), [(name, SPECIAL_TITLES[name]) for name in duel_ties(plays)]),
    ]
    return [("", pgettext_lazy("in a line", "nothing more")), *(group for group in groups if group[1])]


def duel_ties(plays: Sequence[AnyGame]) -> list[str]:
    """What may break a tie by whom each has played, in any of these games."""
    names = {name for game in plays for name in ties_of([game])}
    return [name for name in OF_DUELS if name in names]


TIES = ("tie_1", "tie_2", "tie_3", "tie_4")
NAMED: Final = {
    "game": "counting",
    "system": "counting",
    "counts.best": "many",
    "counts.drop": "many",
    "counts.least": "least",
    "counts.tie_breaks": "tie_1",
    **{f"factors.{game}": factor_field(game) for game in games.all_games()},
}
"""Of the records what the form calls otherwise."""


class SeasonForm(ActForm):
    """A new season. What else can be chosen than its name and its first game is what can be changed later."""

    asks: ClassVar[type[Asked]] = records.SeasonOpening
    named = NAMED

    name = forms.CharField(
        label=_("Name of the season"), max_length=LONGEST, help_text=_("For example: Autumn league 2026")
    )
    counting = forms.ChoiceField(
        label=_("Game and scoring"),
        choices=counting,
        help_text=_("The season uses this scoring, even for sheets played by another one."),
        widget=Boxes(2),
    )
    which = forms.ChoiceField(
        label=_("Which results of each player count"),
        choices=[
            ("all", pgettext_lazy("field", "everything")),
            ("best", pgettext_lazy("field", "the best")),
            ("drop", pgettext_lazy("field", "all but the worst")),
        ],
        required=False,
        widget=Boxes(3),
    )
    many = forms.IntegerField(
        label=_("How many (best or worst)"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=_("A missed evening gives no result. If players may drop missed evenings, choose “the best”."),
    )
    by = forms.ChoiceField(
        label=_("A result is"),
        choices=[("evening", pgettext_lazy("field", "an evening")), ("sheet", pgettext_lazy("field", "a sheet"))],
        required=False,
        widget=Boxes(2),
        help_text=_("An imported list of an evening (“Series 2”) counts as a sheet."),
    )
    least = forms.IntegerField(label=_("To be ranked, play at least"), required=False, min_value=0, max_value=MOST)
    least_of = forms.ChoiceField(
        label=pgettext_lazy("field", "That is"),
        choices=[
            ("evenings", pgettext_lazy("field", "evenings")),
            ("sheets", pgettext_lazy("field", "sheets")),
            ("hands", pgettext_lazy("field", "hands")),
        ],
        required=False,
        widget=Boxes(3),
    )
    tie_1 = forms.ChoiceField(
        label=pgettext_lazy("field", "First tie-break"),
        required=False,
        help_text=_(
            "Leave empty for the usual tie-breaks of the game. Players still equal after the last one share the rank."
        ),
    )
    tie_2 = forms.ChoiceField(label=pgettext_lazy("field", "then at"), required=False)
    tie_3 = forms.ChoiceField(label=pgettext_lazy("field", "then at"), required=False)
    tie_4 = forms.ChoiceField(label=pgettext_lazy("field", "then at"), required=False)
    others = forms.MultipleChoiceField(
        label=_("Other games that also count"),
        choices=other_ways,
        required=False,
        help_text=_("Choose one scoring for each game. Their points are added; a tie-break must exist in all of them."),
        widget=CheckBoxes(1),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, plays: Sequence[AnyGame] | None = None, **more: Any
    ) -> None:
        super().__init__(data, **more)
        plays = list(games.all_games().values()) if plays is None else plays
        for tie in TIES:
            self.fields[tie].choices = tie_breaks(plays)  # type: ignore[attr-defined]
        for game in weighable():
            self.fields[factor_field(game.name)] = forms.IntegerField(
                label=translated(game.title), required=False, min_value=1, max_value=records.MOST_FACTOR
            )
        self.meanings = [(SPECIAL_TITLES[name], MEANINGS[name]) for name in (*SPECIAL, *duel_ties(plays))]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in {"name", "counting"}]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field not in [*self.first_fields, *self.factor_fields]]

    @property
    def factor_fields(self) -> list[forms.BoundField]:
        """How many points of the season one point of each game makes."""
        return [self[factor_field(game.name)] for game in weighable()]

    @property
    def is_open(self) -> bool:
        """Whether more than the first fields is to be seen at once: something there is not as usual, or wrong."""
        usual = {"", "all", "evening", "evenings", "None", "0"}
        return any(
            field.errors or (str(field.value() or "") not in usual | {"[]"})
            for field in [*self.more_fields, *self.factor_fields]
        )

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or self.cleaned_data
        if sent.get("which") in {"best", "drop"} and not sent.get("many") and "many" not in self.errors:
            self.add_error("many", _("Enter how many."))
        names = [text.partition(":")[0] for text in sent.get("others") or ()]
        if len(set(names)) < len(names) or str(sent.get("counting", "")).partition(":")[0] in names:
            self.add_error("others", _("Choose one scoring for each game."))
        return sent

    def answers(self) -> dict[str, Any]:
        game, _colon, system = self.cleaned_data["counting"].partition(":")
        return {"game": game, "system": system, **self.settings()}

    def settings(self) -> dict[str, Any]:
        """What can be changed later too."""
        sent = self.cleaned_data
        which, many = sent.get("which"), sent.get("many") or 0
        counts = {
            "best": many if which == "best" else 0,
            "drop": many if which == "drop" else 0,
            "by": sent.get("by") or "evening",
            "least": sent.get("least") or 0,
            "least_of": sent.get("least_of") or "evenings",
            "tie_breaks": [sent[tie] for tie in TIES if sent.get(tie)],
        }
        others = dict(text.split(":", 1) for text in sent.get("others") or ())
        factors = {game.name: sent.get(factor_field(game.name)) or 1 for game in weighable()}
        return {"name": sent["name"], "others": others, "counts": counts, "factors": factors}


class SeasonChangeForm(SeasonForm):
    """Other settings for a running season, whose first game stays."""

    asks = records.SeasonChange

    def __init__(self, data: Mapping[str, Any] | None, *, season: Competition) -> None:
        super().__init__(data, plays=season.plays, initial=filled(season))
        usual = copy(season)
        usual.settings = {**season.settings, "tie_breaks": ()}
        self.fields["tie_1"].help_text = gettext("If you choose nothing: {usual}").format(usual=ties_words(usual))
        del self.fields["counting"]
        kept = [choice for choice in other_ways() if not choice[0].startswith(f"{season.game}:")]
        self.fields["others"].choices = kept  # type: ignore[attr-defined]

    def answers(self) -> dict[str, Any]:
        return self.settings()


FIRST = {"which": "all", "by": "evening", "least_of": "evenings"}


def filled(season: Competition) -> dict[str, Any]:
    """What a season is, as its form starts."""
    counts = season.counts
    return {
        "name": season.name,
        "counting": f"{season.game}:{season.system}",
        "which": "best" if counts.best else "drop" if counts.drop else "all",
        "many": counts.best or counts.drop or None,
        "by": counts.by,
        "least": counts.least or None,
        "least_of": counts.least_of,
        "others": [f"{game}:{system}" for game, system in season.others.items()],
        **{factor_field(game): factor for game, factor in season.factors.items()},
        **dict(zip(TIES, counts.tie_breaks, strict=False)),
    }


class BonusForm(ActForm):
    """Points for somebody, with a reason. The key makes sending it twice one bonus."""

    asks = records.SeasonBonus
    player = forms.ChoiceField(label=pgettext_lazy("field", "Who"), widget=PersonSelect)
    kind = forms.ChoiceField(
        label=pgettext_lazy("field", "What"),
        choices=[("bonus", pgettext_lazy("field", "bonus")), ("penalty", pgettext_lazy("field", "penalty"))],
        initial="bonus",
        widget=Boxes(2),
    )
    points = NumberField(label=_("How many points"), min_value=0, max_digits=12)
    reason = forms.CharField(label=pgettext_lazy("field", "Reason"), help_text=_("Everybody in the club can read it."))
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Mapping[str, Any] | None, *, season: Competition, people: Mapping[UUID, str]) -> None:
        super().__init__(data)
        self.season = season
        choices = [("", pgettext_lazy("choice", "choose")), *((str(pk), name) for pk, name in people.items())]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
        unit, points = season.in_unit, self.fields["points"]
        points.validators.append(DecimalValidator(12, unit.decimals))
        if unit.unit:
            points.label = gettext("How much, in {unit}").format(unit=unit.unit)

    def answers(self) -> dict[str, Any]:
        points = int(self.cleaned_data["points"].scaleb(self.season.in_unit.decimals))
        signed = -points if self.cleaned_data["kind"] == "penalty" else points
        return {**super().answers(), "points": signed}


class LotForm(ActForm):
    """Among whom lots are drawn: the ids of those who were shown as equal. The key makes sending it twice one lot."""

    asks = records.SeasonLot
    among = forms.CharField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_among(self) -> list[UUID]:
        try:
            return [UUID(person) for person in self.cleaned_data["among"].split()]
        except ValueError:
            raise forms.ValidationError(gettext("Check the standings again.")) from None


class LateForm(forms.Form):
    """Sheets that are to be counted in. The key makes sending it twice one act."""

    sheets = forms.TypedMultipleChoiceField(
        label=_("Sheets opened after the end of the season"), coerce=UUID, widget=CheckBoxes(1)
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Mapping[str, Any] | None, *, sheets: Iterable[tuple[UUID, str]]) -> None:
        super().__init__(data)
        self.fields["sheets"].choices = [(str(pk), label) for pk, label in sheets]  # type: ignore[attr-defined]


class TakeBackForm(forms.Form):
    """Why something is taken back."""

    reason = forms.CharField(
        label=pgettext_lazy("field", "Reason"), max_length=200, help_text=_("Everybody in the club can read it.")
    )


class ReopenForm(ActForm):
    """Why a season is opened again. The key makes sending it twice one act."""

    asks = records.SeasonReopening
    reason = asked_for(
        records.SeasonReopening,
        "reason",
        pgettext_lazy("field", "Reason"),
        _("Everybody in the club can read it."),
        required=True,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class SeasonBackForm(ActForm):
    """Why something that was done to a season is taken back. The key makes sending it twice one act."""

    asks = records.SeasonTakingBack
    reason = asked_for(
        records.SeasonTakingBack,
        "reason",
        pgettext_lazy("field", "Reason"),
        _("Everybody in the club can read it."),
        required=True,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
