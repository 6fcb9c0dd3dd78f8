"""What a secretary fills in to take a file over or to type an old list in, and a treasurer to bring money along."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import games
from scorekeeper.clubs.house_rules import kept
from scorekeeper.clubs.models import Club
from scorekeeper.common.doing import ActForm, asked_for
from scorekeeper.common.names import LONGEST
from scorekeeper.common.parsers import SentFileField
from scorekeeper.common.texts import isolated, translated
from scorekeeper.play.house_rules.reads import set_of
from scorekeeper.play.records import Reasoned
from scorekeeper.spreadsheets.cells import Asks, whole
from scorekeeper.spreadsheets.choosing import posted
from scorekeeper.spreadsheets.forms import who_is
from scorekeeper.spreadsheets.matching import match
from scorekeeper.spreadsheets.reading import Wanted
from scorekeeper.standings.models import Competition, Spreadsheet
from scorekeeper.transfer import records
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.lists import LISTED
from scorekeeper.transfer.plans.people import LONGEST_ADDITION
from scorekeeper.transfer.plans.totals import is_of_evening
from scorekeeper.transfer.selectors.looking import Look
from scorekeeper.transfer.selectors.money import MoneyLook, unit_key
from scorekeeper.transfer.services.running import Taking, have_taken_over

MOST_NAMESAKES = 100  # that are asked about on one page
MOST_SEATS = 4


OF_DAYS = {
    "order": (
        _("A date like 3/4/2025 means"),
        [
            ("day", _("3 April (day first)")),
            ("month", pgettext_lazy("heading", "4 March")),
            ("year", pgettext_lazy("in a line", "in the order of 25-04-03: year first")),
        ],
    ),
    "serial": (
        _("A number like 45000 in the date column means"),
        [
            ("1900", _("15 March 2023 (usual for Excel and LibreOffice)")),
            ("1904", _("16 March 2027 (old Excel for Macintosh)")),
        ],
    ),
}


class UploadForm(ActForm):
    """A file of people or of results."""

    asks = records.FileSent
    kind = forms.ChoiceField(
        label=_("Contents of the file"),
        choices=[(kind.value, kind.label) for kind in (Upload.Kind.PEOPLE, Upload.Kind.TOTALS, Upload.Kind.LISTS)],
        initial=Upload.Kind.TOTALS,
        widget=forms.RadioSelect,
    )
    season = forms.ModelChoiceField(
        label=_("Season to add it to"),
        queryset=Competition.objects.none(),
        required=False,
        empty_label=pgettext_lazy("field", "none: people only"),
        help_text=_("For an old year, create a separate season so that it does not mix with this one."),
    )
    file = SentFileField(
        label=pgettext_lazy("field", "File"),
        max_length=200,
        help_text=_("CSV, XLSX, XLS or ODS, up to 900 kB. You check the result first; nothing is imported yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )

    def __init__(self, club: Club, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        seasons: Any = self.fields["season"]
        seasons.queryset = Competition.objects.filter(club=club).order_by("-created_at", "-pk")

    def answers(self) -> dict[str, Any]:
        season = self.cleaned_data["season"]
        return {**super().answers(), "season": season.pk if season else None}


class NextStateForm(ActForm):
    """The next state of a spreadsheet that the club keeps."""

    asks = records.FileSent
    file = SentFileField(
        label=_("The current file"),
        max_length=200,
        help_text=_("You check what is new and what has changed first; nothing is imported yet."),
        widget=forms.FileInput(attrs={"accept": UploadForm.base_fields["file"].widget.attrs["accept"]}),
    )

    def __init__(self, spreadsheet: Spreadsheet, *args: Any) -> None:
        super().__init__(*args)
        self.spreadsheet = spreadsheet

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "spreadsheet": self.spreadsheet.pk}


class TakeForm(ActForm):
    """Have a file taken over as it was shown. The key makes sending it twice one job."""

    asks = records.FileTaking
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_key(self) -> UUID:
        return self.cleaned_data["key"] or uuid4()


class TakeBackForm(ActForm):
    """Why what came of a file is taken back."""

    asks = Reasoned
    reason = asked_for(
        Reasoned, "reason", pgettext_lazy("field", "Reason"), _("Everybody in the club can read it."), required=True
    )


class LookForm(ActForm):
    """What has to be said of a file: one field for each question it leaves. How it is to be read comes with it."""

    asks = records.FileAnswers
    clears = frozenset({"year", "day"})

    def __init__(
        self,
        look: Look | MoneyLook,
        answers: dict[str, Any],
        wanted: Wanted,
        data: QueryDict | None = None,
        *,
        year: int = 0,
        can_keep: bool = False,
    ) -> None:
        super().__init__(data)
        self.wanted = wanted
        self.asked = look.matching.asked if not look.too_many_asked else []
        asks = {ask.value for ask in look.plan.asks}
        self._ask_of_days(asks, answers, year)
        self.seats = sorted({*look.plan.seats, *answers.get("seats", {})})
        self._ask_of_lists(look, answers)
        self._ask_of_namesakes(look, answers)
        for number, (key, head) in enumerate(look.plan.rounds.items()):
            self.fields[f"day-{number}"] = forms.DateField(
                label=_("Date of “{column}”").format(column=isolated(head)),
                initial=answers.get("days", {}).get(key),
                required=False,
                widget=forms.DateInput(attrs={"type": "date"}),
                help_text=_("Leave empty for the same date as the column before.")
                if number and is_of_evening(head)
                else "",
            )
        self.rounds = list(look.plan.rounds)
        for number, person_match in enumerate(self.asked):
            self.fields[f"who-{number}"] = who_is(person_match)
        if look.plan.faults and not look.is_empty:
            self.fields["leave_out"] = forms.BooleanField(
                label=_("Leave out rejected lines and import the rest"),
                initial=bool(answers.get("leave_out")),
                required=False,
            )
        if can_keep and not look.is_empty:
            self.fields["keep_as"] = forms.CharField(
                label=_("Keep it as one of the club’s spreadsheets, named"),
                max_length=LONGEST,
                initial=answers.get("keep_as", ""),
                required=False,
                help_text=_(
                    "For a file that keeps growing: later you send the new version in one step. Otherwise leave empty."
                ),
            )

    def _ask_of_days(self, asks: set[str], answers: dict[str, Any], year: int) -> None:
        """How days are read that can be read in several ways, and the year of those that have none."""
        for name, (label, choices) in OF_DAYS.items():
            if name in answers or name in asks:
                self.fields[name] = forms.ChoiceField(
                    label=label,
                    choices=[("", pgettext_lazy("field", "please choose")), *choices],
                    initial=answers.get(name, ""),
                    required=False,
                )
        if "year" in answers or "year" in asks:
            self.fields["year"] = forms.IntegerField(
                label=_("Year for dates without one"),
                min_value=records.FIRST_YEAR,
                max_value=year,
                initial=answers.get("year"),
                required=False,
            )

    def _ask_of_namesakes(self, look: Look | MoneyLook, answers: dict[str, Any]) -> None:
        """What tells apart those who have one name."""
        self.namesakes = look.namesakes[:MOST_NAMESAKES]
        for someone in self.namesakes:
            self.fields[f"apart-{someone.number}"] = forms.CharField(
                label=_("How can {name} on line {line} be told apart?").format(
                    name=isolated(someone.name), line=someone.number
                ),
                max_length=LONGEST_ADDITION,
                initial=answers.get("apart", {}).get(str(someone.number), someone.suggestion),
                required=False,
                help_text=_("A nickname or year of birth, shown in brackets after the name."),
            )

    def _ask_of_lists(self, look: Look | MoneyLook, answers: dict[str, Any]) -> None:
        """The day of lists that have none, and who the columns that are only numbered belong to."""
        if "day" in answers or Asks.DAY in look.plan.asks:
            self.fields["day"] = forms.DateField(
                label=pgettext_lazy("field", "Date played"),
                initial=answers.get("day"),
                required=False,
                widget=forms.DateInput(attrs={"type": "date"}),
            )
        for number, head in enumerate(self.seats):
            self.fields[f"seat-{number}"] = forms.CharField(
                label=_("Whose column is “{head}”?").format(head=isolated(head)),
                max_length=LONGEST,
                initial=answers.get("seats", {}).get(head, ""),
                required=False,
                widget=forms.TextInput(attrs={"list": "book", "autocomplete": "off"}),
            )

    def answers(self) -> dict[str, Any]:
        given = self.cleaned_data
        choices = posted(self.data, self.wanted)
        found: dict[str, Any] = {
            **super().answers(),
            "people": {match.name: given[f"who-{number}"] for number, match in enumerate(self.asked)},
            "apart": {str(namesake.number): given[f"apart-{namesake.number}"] for namesake in self.namesakes},
            "seats": {head: given[f"seat-{number}"].strip() for number, head in enumerate(self.seats)},
            "days": {key: given[f"day-{number}"] for number, key in enumerate(self.rounds)},
            "sheet": choices.sheet,
            "heads": choices.heads,
            "columns": choices.columns,
            "letters": choices.letters,
        }
        return found

    def takes_over(self, **place: Any) -> Taking | None:
        """Have the file taken over as the page has shown it; what stands in the way stands above the fields."""
        form = TakeForm(self.data)
        if taking := form.does(have_taken_over, **place):
            return taking
        self.conflict = form.conflict
        for errors in form.errors.values():
            for error in errors:
                self.add_error(None, error)
        return None


class ListForm(ActForm):
    """Whose old list it is, from which day, by which rules."""

    asks = records.ListOpening
    named = {
        "preset": "rules",
        "house_rules": "rules",
        "seasons": "season",
        **{f"seats.{place}": f"player-{place}" for place in range(MOST_SEATS)},
    }
    key = forms.UUIDField(widget=forms.HiddenInput)
    played_on = forms.DateField(
        label=pgettext_lazy("field", "Date played"), widget=forms.DateInput(attrs={"type": "date"})
    )
    name = forms.CharField(label=_("Name of the list"), max_length=LONGEST, initial=pgettext_lazy("field", "List"))
    rules = forms.ChoiceField(label=pgettext_lazy("field", "Rules"))
    season = forms.ModelChoiceField(
        label=_("Season to add it to"),
        queryset=Competition.objects.none(),
        required=False,
        empty_label=pgettext_lazy("field", "none"),
    )
    is_new = forms.BooleanField(label=_("Names the club does not know are new people"), required=False, label_suffix="")

    def __init__(self, club: Club, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        rules: Any = self.fields["rules"]
        game = games.game(LISTED[0])
        house = [(str(rule_set.pk), set_of(rule_set, game).in_text) for rule_set in kept(club, game.name)]
        rules.choices = [(preset.slug, translated(preset.title)) for preset in game.presets] + house
        seasons: Any = self.fields["season"]
        seasons.queryset = (
            Competition.objects.running().filter(club=club, game=game.name).order_by("-created_at", "-pk")
        )
        for place in range(MOST_SEATS):
            self.fields[f"player-{place}"] = forms.CharField(
                label=pgettext_lazy("field", "Seat {number}").format(number=place + 1),
                max_length=LONGEST,
                required=place < MOST_SEATS - 1,
                help_text=_("Dealer of the first hand") if place == 0 else "",
                widget=forms.TextInput(attrs={"list": "book", "autocomplete": "off"}),
            )
        self.order_fields(["played_on", "name", *(f"player-{place}" for place in range(MOST_SEATS)), "is_new"])

    def clean(self) -> dict[str, Any]:
        """Names that nobody of the book has are new people only where that is said."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        names = self._names()
        matching = match(self.club, list(names.values()), {})
        self.known = {person_match.name: person_match.player for person_match in matching.matches}
        for field, name in names.items():
            if self.known[name] is None and not given["is_new"]:
                self.add_error(
                    field,
                    _("The club does not know this name. Choose someone, or tick below that these people are new."),
                )
        return given

    def _names(self) -> dict[str, str]:
        """{field: the name that was typed there}"""
        fields = (f"player-{place}" for place in range(MOST_SEATS))
        return {field: name for field in fields if (name := self.cleaned_data.get(field, "").strip())}

    def answers(self) -> dict[str, Any]:
        given = self.cleaned_data
        preset = next((shipped for shipped in games.game(LISTED[0]).presets if shipped.slug == given["rules"]), None)
        players = [(self.known[name], name) for name in self._names().values()]
        return {
            "game": LISTED[0],
            "played_on": given["played_on"],
            "name": given["name"],
            "preset": preset.slug if preset else None,
            "rules_name": str(preset.title) if preset else "",
            "house_rules": None if preset else given["rules"],
            "seasons": [given["season"].pk] if given["season"] else [],
            "seats": [{"player": player.pk} if player else {"name": name} for player, name in players],
        }


class LineForm(ActForm):
    """A line of the list, with a cell for the bonus of each seat. Enter saves it; the next one begins at the first
    cell."""

    asks = records.ListLine
    key = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    who = forms.CharField(label=pgettext_lazy("field", "Who"), max_length=LONGEST, required=False)
    game = forms.CharField(label=pgettext_lazy("field", "Game"), max_length=40, required=False)
    matadors = forms.CharField(label=pgettext_lazy("field", "Matadors"), max_length=4, required=False)
    extras = forms.CharField(label=pgettext_lazy("field", "Extras"), max_length=20, required=False)
    result = forms.CharField(label=pgettext_lazy("field", "Result"), max_length=5, required=False)
    value = forms.CharField(label=pgettext_lazy("field", "Value"), max_length=10, required=False)

    def __init__(self, *args: Any, names: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = [*names]
        for seat, name in names.items():
            label = _("Bonus for {name}").format(name=isolated(name))
            self.fields[f"bonus-{seat}"] = forms.CharField(label=label, max_length=5, required=False)
        for cell in (*CELLS_IN_ORDER, *self.bonus_cells):
            self.fields[cell].widget.attrs |= {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}

    @property
    def bonus_cells(self) -> list[str]:
        return [f"bonus-{seat}" for seat in self.seats]

    def focus(self) -> "LineForm":
        """The first cell that is wrong has the keyboard, else the first one."""
        first = next((name for name in (*CELLS_IN_ORDER, *self.bonus_cells) if name in self.errors), "who")
        self.fields[first].widget.attrs["autofocus"] = True
        return self

    def clean_value(self) -> int | None:
        text = self.cleaned_data["value"]
        value = whole(text)
        if text.strip() and value is None:
            raise forms.ValidationError(_("Type a whole number, as on the paper."))
        return value

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for cell in self.bonus_cells:
            if given.get(cell, "").strip() and whole(given[cell]) is None:
                self.add_error(cell, _("Type a whole number, as on the paper."))
        return given

    def answers(self) -> dict[str, Any]:
        bonuses = [(seat, whole(self.cleaned_data[f"bonus-{seat}"])) for seat in self.seats]
        on_paper = [{"seat": seat, "amount": amount} for seat, amount in bonuses if amount]
        return {**super().answers(), "bonuses": on_paper}


CELLS_IN_ORDER = ("who", "game", "matadors", "extras", "result", "value")


class TotalsForm(ActForm):
    """What the paper says at its foot."""

    asks = records.ListTotals

    def __init__(self, names: Mapping[int, str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = [*names]
        for number, name in names.items():
            self.fields[f"total-{number}"] = forms.CharField(label=isolated(name), max_length=12)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        for field in self.fields:
            if field in given and whole(given[field]) is None:
                self.add_error(field, _("Type a whole number, as on the paper."))
        return given

    def answers(self) -> dict[str, Any]:
        totals = [{"seat": seat, "points": whole(self.cleaned_data[f"total-{seat}"])} for seat in self.seats]
        return {"totals": totals}


class MoneyUploadForm(ActForm):
    """A file of money."""

    asks = records.FileSent
    kind = forms.ChoiceField(
        label=_("Contents of the file"),
        choices=[(kind.value, kind.label) for kind in (Upload.Kind.MONEY, Upload.Kind.BALANCES)],
        initial=Upload.Kind.MONEY,
        widget=forms.RadioSelect,
    )
    file = SentFileField(
        label=pgettext_lazy("field", "File"),
        max_length=200,
        help_text=_("Up to 900 kB. You check the result first; nothing is booked yet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.xls,.ods,.json"}),
    )


class MoneyLookForm(LookForm):
    """What has to be said of a file of money: as of any other, and its unit, and where a difference goes."""

    def __init__(
        self, look: MoneyLook, answers: dict[str, Any], wanted: Wanted, data: QueryDict | None = None, *, year: int = 0
    ) -> None:
        super().__init__(look, answers, wanted, data, year=year)
        if len(look.offered) > 1 and (not look.plan.lines or "" in look.plan.currencies):
            self.fields["unit"] = forms.ChoiceField(
                label=_("Unit of the amounts"),
                choices=[
                    (unit_key(unit), unit.unit or pgettext_lazy("field", "without a label")) for unit in look.offered
                ],
                initial=answers.get("unit") or unit_key(look.offered[0]),
                required=False,
            )
        self.unpaid = list(look.plan.unpaid)
        for line in self.unpaid:
            self.fields[f"payer-{line.number}"] = forms.ChoiceField(
                label=_("Who paid line {number}, “{what}”?").format(number=line.number, what=isolated(line.what[:60])),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    *((name, isolated(name)) for name in line.names),
                ],
                required=False,
            )
        if look.rest or "against" in answers:
            self.fields["against"] = forms.ChoiceField(
                label=_("Book the difference against"),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    ("cash", pgettext_lazy("field", "the cash box, which holds the difference")),
                    ("club", pgettext_lazy("field", "the club, which is owed or owes the difference")),
                ],
                initial=answers.get("against", ""),
                required=False,
            )

    def answers(self) -> dict[str, Any]:
        payers = {str(line.number): self.cleaned_data[f"payer-{line.number}"] for line in self.unpaid}
        return {**super().answers(), "payers": {number: name for number, name in payers.items() if name}}
