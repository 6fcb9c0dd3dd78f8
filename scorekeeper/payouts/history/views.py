"""What was booked: the history of the club, the statement of a player, and what a year came to."""

from datetime import date
from functools import partial
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.core.settling import InUnits
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.addresses import seconds_to_wait
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.tables.serving import Tables, asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.views import too_many_tries
from scorekeeper.payouts.book.reads import places_of, units_of
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.history import reads
from scorekeeper.payouts.history.files import history_out, statement_table, year_out, year_table
from scorekeeper.payouts.history.services import mail_statement, reader_of
from scorekeeper.payouts.kinds import EVENING, Kind
from scorekeeper.payouts.models import Account
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.sources import Thing, thing
from scorekeeper.payouts.words import kind_words
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition


def unit_key(unit: InUnits) -> str:
    """A unit as addresses name it."""
    return f"{unit.decimals}{unit.unit}"


def units_in(club: Club) -> list[InUnits]:
    """The units something was booked in, the club's own first."""
    found = Account.objects.filter(club=club).values_list("unit", "decimals").order_by().distinct()
    ordered = sorted(found, key=lambda key: (key[0] != club.unit, key))
    return [InUnits.model_construct(unit=unit, decimals=decimals) for unit, decimals in ordered]


def people_in(club: Club) -> QuerySet[Player]:
    """Everybody who has an account in the book, by any of their lines."""
    lines = Player.objects.filter(pk__in=Account.objects.filter(club=club, player__isnull=False).values("player"))
    own, merged = lines.filter(merged_into=None), lines.filter(merged_into__isnull=False)
    theirs = Q(pk__in=own.values("pk")) | Q(pk__in=merged.values("merged_into"))
    return Player.objects.filter(theirs, club=club).order_by(Alphabetical("name"), "pk")


class _Days(forms.Form):
    """The days between which something is looked for."""

    since = forms.DateField(
        label=pgettext_lazy("field", "From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    until = forms.DateField(
        label=pgettext_lazy("field", "To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def clean(self) -> dict[str, Any]:
        found = {**(super().clean() or {}), **self.cleaned_data}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", gettext_lazy("This date is before the start date. Choose a later one."))
        return found


class HistoryForm(_Days):
    """Which bookings. People are those that the reader may look for; a sheet or an evening is only ever
    linked to."""

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=pgettext_lazy("field", "Player"),
        required=False,
        empty_label=pgettext_lazy("field", "everybody"),
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("field", "What for"),
        required=False,
        choices=[("", pgettext_lazy("field", "everything")), *Kind.choices],
    )
    season = forms.ModelChoiceField(
        Competition.objects.none(),
        label=pgettext_lazy("field", "Season"),
        required=False,
        empty_label=pgettext_lazy("field", "all seasons"),
    )
    unit = forms.ChoiceField(label=pgettext_lazy("field", "Unit"), required=False)
    sitting = forms.ModelChoiceField(Sitting.objects.none(), required=False, widget=forms.HiddenInput())
    evening = forms.UUIDField(required=False, widget=forms.HiddenInput())

    field_order = ("player", "since", "until", "kind", "season", "unit", "sitting", "evening")

    def __init__(self, data: Any, club: Club, people: QuerySet[Player]) -> None:
        super().__init__(data)
        self.club = club
        self.of_evening: Thing | None = None
        self.units = {unit_key(unit): unit for unit in units_in(club)}
        self._field("player").queryset = people
        self._field("season").queryset = Competition.objects.filter(club=club).order_by("-created_at", "-pk")
        self._field("sitting").queryset = Sitting.objects.filter(club=club)
        self._field("unit").choices = [
            ("", pgettext_lazy("choice", "all units")),
            *((key, unit.unit or pgettext_lazy("choice", "without a label")) for key, unit in self.units.items()),
        ]
        if len(self.units) < 2:
            del self.fields["unit"]

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def clean_evening(self) -> UUID | None:
        named: UUID | None = self.cleaned_data["evening"]
        self.of_evening = thing(EVENING, named, self.club.pk) if named else None
        if named and self.of_evening is None:
            raise forms.ValidationError(
                gettext_lazy("This club has no such evening. Start from the page of an evening.")
            )
        return named

    @property
    def asked(self) -> reads.Search:
        """What is looked for, where the form holds."""
        found = self.cleaned_data
        sitting, season = found.get("sitting"), found.get("season")
        return reads.Search(
            player=found.get("player"),
            sitting=sitting.pk if sitting else None,
            competition=season.pk if season else None,
            evening=found.get("evening"),
            tables=self.of_evening.sittings if self.of_evening else (),
            since=found.get("since"),
            until=found.get("until"),
            kind=found.get("kind", ""),
            unit=self.units.get(found.get("unit", "")),
        )


class PeriodForm(_Days):
    """The days of a statement, and its unit; what is left out is this year and the first unit."""

    unit = forms.ChoiceField(label=pgettext_lazy("field", "Unit"), required=False)

    def __init__(self, data: Any, units: dict[str, InUnits], today: date) -> None:
        super().__init__(data)
        self.units, self.today = units, today
        unit: Any = self.fields["unit"]
        unit.choices = [(key, of.unit or pgettext_lazy("choice", "without a label")) for key, of in units.items()]
        if len(units) < 2:
            del self.fields["unit"]

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last."""
        found = self.cleaned_data if self.is_valid() else {}
        until = found.get("until") or max(self.today, found.get("since") or self.today)
        return found.get("since") or min(date(self.today.year, 1, 1), until.replace(month=1, day=1)), until

    @property
    def in_unit(self) -> InUnits | None:
        """None where nothing was booked yet."""
        chosen = self.cleaned_data.get("unit") if self.is_valid() else ""
        return self.units.get(chosen or "") or next(iter(self.units.values()), None)


MOST_BOOKINGS: Final = 5_000  # in a file
MAILS: Final = 5  # of one statement in an hour


@require_safe
@login_required
def money_history(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Every booking or what is asked for, the newest first; nothing while what is asked for is wrong."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    reads_all = can_read_accounts(role_kept(request.user, here.club))
    people = _people(request, here.club, reads_all=reads_all)
    form = HistoryForm(request.GET, here.club, people)
    _require_of(request, here.club, people)
    asked = form.asked if form.is_valid() else reads.Search()
    sight = sight_of(here.club, request.user, reads_all=reads_all)
    is_right = form.is_valid()
    tables: Tables = (
        {"history": lambda: history_out(here.club, reads.everything(here.club, asked, MOST_BOOKINGS), sight)}
        if is_right
        else {}
    )
    if file := asked_file(request, tables, table, kind):
        return file
    found = reads.history(here.club, asked, reads.turn_of(request.GET)) if is_right else reads.Page([], None, None)
    places = places_of(found.bookings)
    lines = [reads.line_of(booking, places.get(booking.pk, ""), sight) for booking in found.bookings]
    page = {
        "club": here.club,
        "form": form,
        "is_asked": bool(form.errors) or asked != reads.Search(),
        "sheet": form.cleaned_data.get("sitting"),
        "evening": form.of_evening,
        "reads_all": reads_all,
        "lines": lines,
        "rows": reads.together(lines),
        "newer": reads.place_word(found.newer),
        "older": reads.place_word(found.older),
    }
    return render(request, "payouts/history.html", page, status=422 if form.errors else 200)


@require_safe
@login_required
def money_statement(
    request: AuthedRequest, club_id: UUID, player_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """Somebody's account between two days, with the balance before and at the end; as a file, and to be printed."""
    player = _player(request, club_id, player_id)
    if player.merged_into_id:
        return redirect("money_statement", club_id, player.identity)
    form = _period_form(request, player)
    found = None if form.errors else _period(player, form, reads.MOST)
    tables: Tables = {"statement": lambda: _whole_statement(player, form)} if found else {}
    if file := asked_file(request, tables, table, kind, prints=True):
        return file
    reader = reader_of(player)
    page = {
        "club": player.club,
        "player": player,
        "form": form,
        "found": found,
        "entries": statement_table(found) if found else None,
        "may_mail": reader is not None and (reader == request.user or not player.club.is_closed),
        "is_mine": reader == request.user,
        "key": unit_key(found.unit) if found else "",
    }
    return render(request, "payouts/statement.html", page, status=422 if form.errors else 200)


@require_POST
@login_required
def money_statement_mail(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """The same statement by mail, to the address of the player's account."""
    player = _player(request, club_id, player_id)
    form = _period_form(request, player)
    found = _period(player.person, form, reads.MOST)
    if found is None or form.errors:
        raise Http404
    if wait := seconds_to_wait(request, f"statement-{player.identity}", MAILS, 3600):
        return too_many_tries(request, _("This statement was sent too often. Download the file instead."), wait)
    mailed = partial(mail_statement, club=player.club, player_id=player.pk, by=request.user, statement=found)
    if refused := not_done(mailed):
        messages.error(request, refused.text)
    else:
        messages.success(request, _("The statement was sent by mail."))
    at = reverse("money_statement", args=[club_id, player.identity])
    return redirect(f"{at}?since={found.since}&until={found.until}&unit={unit_key(found.unit)}")


@require_safe
@login_required
def money_year(
    request: AuthedRequest, club_id: UUID, year: int | None = None, table: str = "", kind: str = ""
) -> HttpResponse:
    """What a year came to: in and out by unit, kind and account. The newest, unless one is named."""
    here = enter_book(request, club_id)
    require(can_read_accounts(role_kept(request.user, here.club)))
    years = reads.years_of(here.club)
    if year is not None and year not in years:
        raise Http404
    shown = year or (years[0] if years else None)
    found = reads.year_of(here.club, shown) if shown else []
    tables: Tables = {"year": lambda: year_out(here.club, shown, found)} if shown else {}
    if file := asked_file(request, tables, table, kind, prints=True):
        return file
    # What each kind of booking moved between accounts, in all
    page = {
        "club": here.club,
        "years": years,
        "year": shown,
        "units": [
            (of, [(kind_words(kind), amount) for kind, amount in reads.by_kind(of.totals)], year_table(of))
            for of in found
        ],
    }
    return render(request, "payouts/year.html", page)


def _people(request: AuthedRequest, club: Club, *, reads_all: bool) -> QuerySet[Player]:
    """Whom the reader may look for."""
    found = people_in(club)
    return found if reads_all else found.filter(user=request.user)


def _require_of(request: AuthedRequest, club: Club, people: QuerySet[Player]) -> None:
    """Somebody else's bookings are not picked out for whoever may not read their account."""
    asked = uuid_in(request.GET.get("player", ""))
    if asked and club.players.filter(pk=asked).exclude(user=request.user).exists():
        require(people.filter(pk=asked).exists() or _reads_all(request, club))


def _reads_all(request: AuthedRequest, club: Club) -> bool:
    return can_read_accounts(role_kept(request.user, club))


def _player(request: AuthedRequest, club_id: UUID, player_id: UUID) -> Player:
    """Somebody whose account the reader may read. Raises Http404; PermissionDenied."""
    here = enter_book(request, club_id)
    lines = here.club.players.select_related("club", "user", "merged_into__user", "merged_into__club")
    player: Player = get_object_or_404(lines, pk=player_id)
    require(player.user_id == request.user.pk or _reads_all(request, here.club))
    return player


def _whole_statement(player: Player, form: PeriodForm) -> Table:
    """The statement for a file, which has room for more entries than the page."""
    found = _period(player, form, reads.MOST_IN_FILES)
    if found is None:
        raise Http404
    return statement_table(found)


def _period_form(request: AuthedRequest, player: Player) -> PeriodForm:
    units = {unit_key(unit): unit for unit in units_of(player.person)}
    sent = request.POST if request.method == "POST" else request.GET
    return PeriodForm(sent, units, timezone.localdate())


def _period(player: Player, form: PeriodForm, most: int) -> reads.Period | None:
    unit = form.in_unit
    return reads.period(player, unit, *form.days, most) if unit else None
