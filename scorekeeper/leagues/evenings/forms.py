"""What people fill in about an evening."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, ClassVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from games.core.game import AnyGame
from games.core.settling import unit_of_rules
from scorekeeper.clubs.models import Club
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm, Mends
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import translated
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.leagues.evenings.records import AddedGame, EveningDetails, EveningPlan
from scorekeeper.leagues.evenings.services import LONGEST_UNIT, counting
from scorekeeper.leagues.models import DECIMALS, Evening, EveningGame
from scorekeeper.play.forms import NotAnAmount, smallest, written
from scorekeeper.play.house_rules.choice import offer_in
from scorekeeper.play.house_rules.reads import RuleSet, in_unit_of, mends_of, offered_rules, unit_of_seasons
from scorekeeper.play.offers import LengthsField, sizes
from scorekeeper.play.opening.reads import LATELY, usual_day
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import usual_seasons
from scorekeeper.standings.services.posting import counts_otherwise

FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)  # of the days a calendar offers
USUAL_HOUR = time(19, 30)
USUAL_SIZE = 4
Choice = tuple[str, str]


def offer_choices(form: forms.Form, name: str, choices: Sequence[Choice]) -> None:
    """Let people choose from these in a field."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 by their declarations
    field.choices = choices


def day_field(initial: date | None = None) -> forms.DateField:
    """The day that something begins on, by a calendar."""
    return forms.DateField(
        label=pgettext_lazy("field", "Day"),
        input_formats=["%Y-%m-%d"],
        validators=[MinValueValidator(FIRST), MaxValueValidator(LAST)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        initial=initial,
    )


def hour_field(initial: time | None = None) -> forms.TimeField:
    """When something begins, by the club's clock."""
    return forms.TimeField(
        label=pgettext_lazy("field", "Begins at"),
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        initial=initial,
    )


class GameForm(ActForm):
    """A game of an evening in one club: `played` is the one that is changed; else it is added to `evening`, and seasons
    that count it are offered with it."""

    asks: ClassVar[type[Asked]] = AddedGame
    rules = forms.ChoiceField(label=pgettext_lazy("field", "House rules"), widget=Boxes(1, folds=True))
    size = forms.TypedChoiceField(label=_("Players at a table, if possible"), coerce=int, widget=Boxes(3))
    seasons = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "Counts for"), required=False, widget=CheckBoxes(1)
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        club: Club,
        game: AnyGame,
        evening: Evening | None = None,
        played: EveningGame | None = None,
    ) -> None:
        self.club, self.game, self.evening, self.played = club, game, evening, played
        self.sizes = sizes(game)  # by the rules as they are where nobody changes them
        now = RuleSet(played.rules_name, played.rules, played.house_version_id) if played else None
        self.planned, self.offered = now, offered_rules(club, game, now)
        self.running = self._offered()
        super().__init__(data, initial=self._initial())
        offer_in(self.fields["rules"], self.offered)
        offer_choices(self, "size", [(str(size), str(size)) for size in self.sizes])
        offer_choices(self, "seasons", [(str(season.pk), season.name) for season in self.running])
        self.fields["lengths"] = LengthsField(played.lengths if played else ())
        asked = {"size": len(self.sizes) > 1, "seasons": bool(self.running), "lengths": bool(game.of_length)}
        self.order_fields(self.field_order)
        for name in (name for name, is_asked in asked.items() if not is_asked):
            del self.fields[name]

    @property
    def mends(self) -> Mends:
        """Where rules are mended that cannot be played."""
        chosen = self.offered.sets.get(self.cleaned_data.get("rules", "")) or self.planned
        return mends_of(self.club, chosen.house_version if chosen else None)

    def wanted(self) -> list[UUID]:
        """The seasons that were ticked."""
        return [UUID(text) for text in self.cleaned_data.get("seasons", ())]

    def answers(self) -> dict[str, Any]:
        chosen = self.offered.sets.get(self.cleaned_data["rules"]) or self.planned
        assert chosen is not None  # noqa: S101 the field is required where nothing is planned
        rules = in_unit_of(self.club, self.game, chosen, unit_of_seasons(self._counted()))
        return {
            "game": self.game.name,
            "rules": rules,
            "rules_name": chosen.name,
            "house_version": chosen.house_version,
            "size": self.cleaned_data.get("size", self.sizes[0]),
            "lengths": self.cleaned_data.get("lengths", ()),
            "seasons": self.wanted(),
        }

    def _counted(self) -> list[Competition]:
        """The seasons that tables of the game will count for: those ticked, and those of the evening that can't be."""
        ticked, offered = set(self.wanted()), {season.pk for season in self.running}
        fixed = self.evening.seasons.running().for_game(self.game.name).exclude(pk__in=offered) if self.evening else []
        return [*(season for season in self.running if season.pk in ticked), *fixed]

    def _offered(self) -> list[Competition]:
        """The seasons that can be ticked: for a further game those that the evening does not count for yet."""
        if self.played:
            return []
        running = Competition.objects.running().for_game(self.game.name).filter(club=self.club).usual_first()
        return list(running.exclude(evenings=self.evening) if self.evening else running)

    def _initial(self) -> dict[str, Any]:
        return {"rules": self.offered.first, "size": self._usual_size(), **self._usual_seasons()}

    def _usual_size(self) -> str:
        wanted = self.played.size if self.played else min(self.sizes, key=lambda size: abs(size - USUAL_SIZE))
        return str(wanted)

    def _usual_seasons(self) -> dict[str, Any]:
        """Those that the rules which are chosen at first can be played for."""
        usual = usual_seasons(self.club, self.running, self.game.name, timezone.now())
        first = self.offered.sets.get(self.offered.first) or self.planned
        if first is None:
            return {"seasons": []}
        unit = unit_of_rules(in_unit_of(self.club, self.game, first, unit_of_seasons(usual)))
        return {"seasons": [str(season.pk) for season in usual if not counts_otherwise(season, unit)]}


class EveningForm(GameForm):
    """An evening in one club with its first game; `evening` is the one that is changed."""

    asks: ClassVar[type[Asked]] = EveningPlan
    field_order = ("name", "day", "hour", "venue", "rules", "size", "lengths", "fee", "unit", "seasons")

    name = forms.CharField(label=pgettext_lazy("field", "Name"), max_length=LONGEST)
    day = day_field()
    hour = hour_field()
    venue = forms.CharField(label=pgettext_lazy("field", "Venue"), max_length=LONGEST, required=False)
    fee = forms.CharField(
        label=pgettext_lazy("field", "Entry fee"),
        required=False,
        max_length=15,
        help_text=_("For each person, for example 3.50. The app only records the fee; it moves no money."),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    unit = forms.CharField(label=_("Currency of fees and lost games"), required=False, max_length=LONGEST_UNIT)

    def __init__(
        self, data: Mapping[str, Any] | None, *, club: Club, game: AnyGame, evening: Evening | None = None
    ) -> None:
        played = evening.first if evening else None
        super().__init__(data, club=club, game=game, evening=evening, played=played)

    def clean_fee(self) -> int:
        text = self.cleaned_data["fee"].strip()
        try:
            return smallest(text, DECIMALS) if text else 0
        except NotAnAmount as error:
            raise forms.ValidationError(translated(error.message)) from None

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), **self.of_night()}

    def of_night(self) -> dict[str, Any]:
        """What was filled in of the evening, whatever is played."""
        sent = self.cleaned_data
        return {
            "name": sent["name"],
            "starts_at": datetime.combine(sent["day"], sent["hour"], ZoneInfo(self.club.time_zone)),
            "venue": sent["venue"],
            "seasons": self.wanted(),
            "fee": sent["fee"],
            "unit": sent["unit"],
        }

    def _offered(self) -> list[Competition]:
        """Every season that runs and counts one of its games."""
        played = [game.game for game in self.evening.line_up] if self.evening else [self.game.name]
        return list(counting(played).running().filter(club=self.club).usual_first())

    def _initial(self) -> dict[str, Any]:
        evening = self.evening
        if evening is None:
            return {
                **super()._initial(),
                "name": pgettext("heading", "{game} evening").format(game=translated(self.game.title)),
                "day": _next_day(self.club),
                "hour": USUAL_HOUR,
            }
        local = evening.starts_at.astimezone(ZoneInfo(self.club.time_zone))
        return {
            **super()._initial(),
            "name": evening.name,
            "day": local.date(),
            "hour": local.time(),
            "venue": evening.venue,
            "seasons": [str(season.pk) for season in evening.seasons.all()],
            "fee": written(evening.fee, DECIMALS) if evening.fee else "",
            "unit": evening.unit,
        }


class MixedEveningForm(EveningForm):
    """An evening of several games: each has a form of its own, and this one asks for none."""

    asks = EveningDetails

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in {"rules", "size", "lengths"} & set(self.fields):
            del self.fields[name]

    def answers(self) -> dict[str, Any]:
        return self.of_night()


def _next_day(club: Club) -> date:
    """The club's usual day that no evening has yet, or today."""
    zone = ZoneInfo(club.time_zone)
    newest = Evening.objects.filter(club=club).order_by("-starts_at").values_list("starts_at", flat=True)[:LATELY]
    return usual_day(club, datetime.now(UTC), {at.astimezone(zone).date() for at in newest})
