"""What people fill in about an entry."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import Refused
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.common.widgets import Boxes, CheckBoxes, PersonInput
from scorekeeper.play.opening.forms import asked_about, known_or_named
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.entries import records
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, Stage, Tournament
from scorekeeper.tournaments.records import LONGEST_REASON
from scorekeeper.tournaments.words import stage_title

TYPED = 4 * LONGEST  # the service says how long a name may be
BOOK = "book-names"  # the id of the list of names that fields of people complete from
NOT_MANY = 2
AUTO_ID = "id_%s"


class EntryForm(ActForm):
    """An entry of a tournament: names of people, of a pair or a team its own. At the desk with where they come from,
    their rating, and whether they are here already, as most are who enter on the day itself."""

    asks: ClassVar[type[Asked]] = records.NewEntry
    me = False  # whether the first player is the reader
    name = forms.CharField(required=False, max_length=TYPED)
    origin = forms.CharField(
        label=pgettext_lazy("field", "Comes from"),
        required=False,
        max_length=TYPED,
        help_text=pgettext_lazy("note", "A club."),
    )
    rating = forms.IntegerField(
        label=pgettext_lazy("field", "Rating"),
        required=False,
        min_value=records.LEAST_RATING,
        max_value=records.MOST_RATING,
        help_text=_("For the seeds."),
    )
    here = forms.BooleanField(label=pgettext_lazy("field", "Here already"), required=False)
    new = forms.BooleanField(label=_("This is somebody new"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        self.tournament, me = tournament, self.me
        self.people = [f"who_{number}" for number in range(1 if me else 0, tournament.team_size)]
        data = answered(tournament, data, self.people)
        super().__init__(data, initial={"here": not me and _is_on(tournament)})
        for number, name in enumerate(self.people, 2 if me else 1):
            self.fields[name] = forms.CharField(
                label=self._label(number),
                required=False,
                max_length=TYPED,
                widget=person_input(tournament, data, name),
            )
            self.fields[name].widget.now = not me and tournament.of == Tournament.Of.PLAYERS
        self._name()
        if me:
            del self.fields["origin"], self.fields["rating"], self.fields["here"]
        self.order_fields(["name", *self.people, "origin", "rating", "here", "new"])

    def leave_out(self, there: Collection[UUID]) -> None:
        """Who is there already is not offered."""
        for name in self.people:
            self.fields[name].widget.but = there

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Who enters: what is always shown."""
        return [self[name] for name in ("name", *self.people) if name in self.fields]

    @property
    def more_filled(self) -> bool:
        """Whether the club or the rating says something, or something of them is wrong."""
        return any(self[name].value() or name in self.errors for name in ("origin", "rating") if name in self.fields)

    def answers(self) -> Mapping[str, Any]:
        """Raises Refused: a name is much like one of the book, at the field of that name."""
        return {**super().answers(), "others" if self.me else "who": [_person(sitter) for sitter in self._sitters()]}

    def _sitters(self) -> Iterator[Sitter]:
        """Those whose names were typed; of a team some may be missing at the end, and a partner is asked for."""
        typed = [(name, self.cleaned_data[name].strip()) for name in self.people]
        is_team = self.tournament.of == Tournament.Of.TEAMS
        for field, name in typed:
            if name or not (is_team or field != "who_0"):
                yield known_or_named(self.tournament.club, self.data, field)

    def show(self, refused: Refused) -> None:
        """Put each problem at its field; where somebody may be known already, ask."""
        super().show(Refused([replace(each, field=_field(each.field)) for each in refused.problems]))

    @property
    def questions(self) -> list[tuple[str, str, list[Player]]]:
        """The fields whose names may be those of somebody known: the field, what was typed, whom it may mean."""
        return _asks(self.tournament, self, self.people)

    def _label(self, number: int) -> str:
        if self.tournament.of == Tournament.Of.PLAYERS:
            return pgettext("field: a person’s", "Name") if self.me else gettext("Find or enter somebody")
        if self.me and self.tournament.of == Tournament.Of.PAIRS:
            return pgettext("field", "Your partner")
        return pgettext("field", "Player {number}").format(number=number)

    def _name(self) -> None:
        if self.tournament.of == Tournament.Of.PLAYERS:
            del self.fields["name"]
        elif self.tournament.of == Tournament.Of.PAIRS:
            self.fields["name"].label = gettext("Name of the pair")
            self.fields["name"].help_text = gettext("If empty, the two names are used.")
        else:
            self.fields["name"].label = gettext("Name of the team")


class SignUpForm(EntryForm):
    """An entry of the reader, with those they name."""

    asks = records.SignUp
    me = True


class EntrantForm(ActForm):
    """What is said of an entrant that can be changed at any time."""

    asks = records.EntrantChange
    clears = frozenset({"rating"})

    name = forms.CharField(label=pgettext_lazy("field", "Name"), required=False, max_length=TYPED)
    origin = forms.CharField(label=pgettext_lazy("field", "Comes from"), required=False, max_length=TYPED)
    rating = forms.IntegerField(
        label=pgettext_lazy("field", "Rating"),
        required=False,
        min_value=records.LEAST_RATING,
        max_value=records.MOST_RATING,
    )

    def __init__(self, data: Mapping[str, Any] | None, *, entrant: Entrant, auto_id: str = AUTO_ID) -> None:
        initial = {"name": entrant.name, "origin": entrant.origin, "rating": entrant.rating}
        super().__init__(data, initial=initial, auto_id=auto_id)
        if entrant.tournament.of == Tournament.Of.PLAYERS:
            del self.fields["name"]


class MarksForm(forms.Form):
    """The marks by which an entrant is in a group that has a prize of its own: those that there are, and a new one.
    Of a pair or a team all of its people have them."""

    marks = forms.MultipleChoiceField(label=pgettext_lazy("field", "Marks"), required=False, widget=CheckBoxes(2))
    name = forms.CharField(
        label=pgettext_lazy("field", "Another mark"),
        required=False,
        max_length=TYPED,
        help_text=_("For example: lady, junior, newcomer."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, marks: Sequence[str], has: Collection[str], auto_id: str = AUTO_ID
    ) -> None:
        super().__init__(data, initial={"marks": list(has)}, auto_id=auto_id)
        self.has = set(has)
        self.fields["marks"].choices = [(mark, mark) for mark in marks]  # type: ignore[attr-defined]
        if not marks:
            del self.fields["marks"]
            self.fields["name"].label = pgettext_lazy("field", "Mark")

    @property
    def given(self) -> set[str]:
        """What they get, once the form is valid."""
        new = tidied(self.cleaned_data["name"])
        return set(self.cleaned_data.get("marks", ())) - self.has | ({new} if new else set())

    @property
    def taken(self) -> set[str]:
        """What they had and have no longer."""
        return self.has - set(self.cleaned_data.get("marks", ()))


class SubstituteForm(ActForm):
    """Who plays from now on, and for whom: for somebody of a pair or a team, or for a single entrant."""

    asks = records.PlaysFor
    named = {"who.name": "who", "who.player": "who"}

    instead_of = forms.ChoiceField(
        label=pgettext_lazy("field", "In whose place"), required=False, widget=Boxes(1, people=True)
    )
    who = forms.CharField(label=_("Who plays now"), max_length=TYPED)
    reason = forms.CharField(label=pgettext_lazy("field", "Why"), required=False, max_length=LONGEST_REASON)
    new = forms.BooleanField(label=_("This is somebody new"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        tournament: Tournament,
        active: Sequence[EntrantPlayer],
        auto_id: str = AUTO_ID,
    ) -> None:
        self.tournament = tournament
        data = answered(tournament, data, ["who"])
        super().__init__(data, auto_id=auto_id)
        self.fields["who"].widget = person_input(tournament, data, "who")
        choices = [(str(entrant.player_id), entrant.player.name) for entrant in active]
        if len(active) < tournament.team_size:
            choices.append(("", pgettext("in a line", "for nobody: the place is empty")))
        self.fields["instead_of"].choices = choices  # type: ignore[attr-defined]
        self.alone = str(active[0].player_id) if tournament.of == Tournament.Of.PLAYERS and active else ""
        if self.alone:
            del self.fields["instead_of"]

    def answers(self) -> Mapping[str, Any]:
        """Raises Refused: the name is much like one of the book."""
        who = _person(known_or_named(self.tournament.club, self.data, "who"))
        out = self.alone or self.cleaned_data["instead_of"] or None
        return {"who": who, "instead_of": out, "reason": self.cleaned_data["reason"]}

    @property
    def questions(self) -> list[tuple[str, str, list[Player]]]:
        """As of an entry."""
        return _asks(self.tournament, self, ["who"])


class MissForm(ActForm):
    """A round that an entrant misses; or, with `plays`, plays after all."""

    asks = records.Miss

    stage = forms.ChoiceField(label=pgettext_lazy("field", "Stage"))
    round = forms.IntegerField(label=pgettext_lazy("field", "Misses round"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, data: Mapping[str, Any] | None, *, stages: Collection[Stage], auto_id: str = AUTO_ID) -> None:
        super().__init__(data, auto_id=auto_id)
        self.fields["stage"].choices = [(str(stage.pk), stage_title(stage)) for stage in stages]  # type: ignore[attr-defined]
        if len(stages) < NOT_MANY:
            self.fields["stage"].widget = forms.HiddenInput()
            self.fields["stage"].initial = next((str(stage.pk) for stage in stages), "")

    def answers(self) -> Mapping[str, Any]:
        return {**super().answers(), "misses": self.data.get("plays") != "1"}


class LateForm(ActForm):
    """The round that an entrant comes in with."""

    asks = records.LateEntry

    round = forms.IntegerField(
        label=_("Joins in round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("The rounds before it count as missed."),
    )


class ComingForm(ActForm):
    """Who has come in by the code at the door: one of those who have entered."""

    asks = records.ComingIn

    entrant = forms.ChoiceField(label=_("Who are you?"), widget=Boxes(2, people=True))

    def __init__(self, data: Mapping[str, Any] | None, expected: Sequence[tuple[UUID, str]]) -> None:
        super().__init__(data)
        self.fields["entrant"].choices = [(str(pk), name) for pk, name in expected]  # type: ignore[attr-defined]


def _person(sitter: Sitter) -> dict[str, object]:
    return {"player": sitter.player_id} if sitter.player_id else {"name": sitter.name}


def _field(name: str) -> str:
    """The field of the form for one of the record: `who.0.name` is `who_0`; the partners of the reader begin with 1."""
    if found := re.fullmatch(r"(who|others)\.([0-9]+)(\.\w+)?", name):
        return f"who_{int(found[2]) + (found[1] == 'others')}"
    return name


def _is_on(tournament: Tournament) -> bool:
    """Whether it runs, or its day has come by the club's clock."""
    if not tournament.is_planned:
        return True
    zone = ZoneInfo(tournament.club.time_zone)
    return timezone.now().astimezone(zone).date() >= tournament.starts_at.astimezone(zone).date()


def person_input(tournament: Tournament, data: Mapping[str, Any] | None, name: str) -> PersonInput:
    """The field of a person, who may have been chosen before the form was refused."""
    made = PersonInput(BOOK)
    made.find = reverse("people_find", args=[tournament.club_id])
    made.chosen = str((data or {}).get(f"{name}_player", ""))
    return made


def answered(tournament: Tournament, data: Mapping[str, Any] | None, fields: Sequence[str]) -> Mapping[str, Any] | None:
    """What was sent, and where a button has said who is meant (FIELD_is) their name and id in the place of what was
    typed: that stays said while other questions are open."""
    chosen = {name: uuid_in(str((data or {}).get(f"{name}_is", ""))) for name in fields}
    people = Player.objects.people().filter(club=tournament.club_id).in_bulk([pk for pk in chosen.values() if pk])
    names = {name: people[pk] for name, pk in chosen.items() if pk in people}
    if data is None or not names:
        return data
    kept = {name: value for name, value in data.items() if not name.endswith("_is")}
    for name, player in names.items():
        kept |= {name: player.name, f"{name}_player": str(player.pk)}
    return kept


def _asks(tournament: Tournament, form: forms.Form, fields: Sequence[str]) -> list[tuple[str, str, list[Player]]]:
    if not form.is_bound or form.data.get("new"):
        return []
    wrong = [name for name in fields if name in form.errors and str(form.data.get(name, "")).strip()]
    found = ((name, str(form.data[name]).strip(), asked_about(tournament.club, form.data, name)) for name in wrong)
    return [(name, typed, people) for name, typed, people in found if people]
