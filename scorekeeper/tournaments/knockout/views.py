"""A knock-out at tables while it is played: who sits where, who is out, who moves, who sits down late."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import KeyedForm, NotDone, done, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.views import id_in
from scorekeeper.tournaments.draft.publishing import is_untouched
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.knockout.tables import ShownStep, ShownTables, Sits, shown_of
from scorekeeper.tournaments.here import AtStage, at_stage
from scorekeeper.tournaments.knockout import services
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.results.forms import ReasonForm
from scorekeeper.tournaments.rounds.field import name_of

COLUMNS = 6  # ranks beside each other


class SeenForm(KeyedForm):
    """Which tables somebody has seen who says something of them."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31)

    def see(self, revision: int) -> None:
        """What was refused is asked again of the tables as its page shows them now."""
        self.data = {**dict(self.data.items()), "seen": str(revision)}  # one value of each: a QueryDict has lists


class OutForm(SeenForm):
    """Those of a table who went out in one hand, by their ids; of several also who began it with most. `others` are
    the tables where somebody went out just before, if that can have been the same hand."""

    with_last = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, names: Mapping[UUID, str], others: Sequence[str] = (), seen: int) -> None:
        super().__init__(data, initial={"seen": seen})
        self.names = names
        if others:
            text = ngettext("In the same hand as {names}", "In the same hand as {names}", len(others))
            self.fields["with_last"].label = text.format(names=", ".join(others))
            self.fields["with_last"].help_text = gettext("At different tables: they share the place.")
        else:
            del self.fields["with_last"]
        many = len(names)
        for pk, name in names.items() if many > 1 else ():
            self.fields[f"rank-{pk}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                choices=[(rank, str(rank)) for rank in range(1, many + 1)],
                widget=Boxes(min(many, COLUMNS)),
            )
        self.order_fields([*(f"rank-{pk}" for pk in names), "with_last", "seen", "key"])

    @property
    def out(self) -> list[tuple[UUID, int]]:
        """Each with what they had, as an order: more is more."""
        ranks = {pk: self.cleaned_data.get(f"rank-{pk}", 1) for pk in self.names}
        return [(pk, len(ranks) + 1 - rank) for pk, rank in ranks.items()]


class BackForm(SeenForm, ReasonForm):
    """Why a step is taken back; by somebody who has seen the tables as they are."""


MOST_TABLE = 9999


@require_safe
@login_required
def knockout_tables(request: AuthedRequest, knockout_id: UUID) -> HttpResponse:
    """Who sits where now, the moves that are due, who is out and in which place."""
    here, one = _running(request, knockout_id)
    return here.unchanged() or show_tables(here, one)


def show_tables(here: AtStage, round_: Round, problem: NotDone | None = None) -> HttpResponse:
    """The page; where something was not done, with the reason."""
    request = here.here.request
    round_.stage = here.stage
    dealers = _dealers(request.GET)
    shown = shown_of(round_, dealers)
    runs = round_.state == Round.State.PUBLISHED and not here.stage.tournament.is_ended
    may_back = (
        here.may_plan if round_.official_at and here.stage.state == Stage.State.RUNNING else here.may_desk and runs
    )
    return here.show_live(
        "tournaments/knockout_tables.html",
        problem,
        round=round_,
        shown=shown,
        dealers=dealers,
        asks=[table for table in shown.ask if table.number not in dealers],
        not_said="asked" in request.GET,
        mine=_mine(shown, request.user.pk),
        may_say=here.may_desk and runs,
        may_back=may_back,
        may_take_back=here.may_desk and runs and is_untouched(round_),
        why=explained(round_),
        key=uuid4(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def knockout_out(request: AuthedRequest, knockout_id: UUID) -> HttpResponse:
    """Who went out in a hand of a table: those that the address names (`out`), and whoever else is tapped."""
    here, one = _at_desk(request, knockout_id)
    shown = shown_of(one, {})
    chosen = {id_in(text) for text in request.GET.getlist("out")}
    table = next((table for table in shown.tables if any(place.entrant_id in chosen for place in table.places)), None)
    if table is None:
        return redirect("knockout_tables", knockout_id)
    out = {place.entrant_id: name_of(place) for place in table.places if place.entrant_id in chosen}
    running = shown.knockout
    before = _just_before(shown) if running.shares_hand(table.number) else []
    data = request.POST if request.method == "POST" else None
    form = OutForm(data, names=out, others=before, seen=running.revision)

    def say() -> None:
        sent = form.cleaned_data
        out = tuple(services.OneOut(entrant=pk, stack=stack) for pk, stack in form.out)
        last = sent.get("with_last", False)
        went = services.WentOut(seen=sent["seen"], table=table.number, out=out, with_last=last)
        services.knock_out(went, round_id=one.pk, **_sender(request, form))

    if request.method == "POST":
        if done(form, say):
            return _done(here, one)
        form.see(running.revision)
    status = 422 if form.errors else 200
    others = [place for place in table.places if place.entrant_id not in out] if len(out) < shown.left - 1 else []
    return here.show(
        "tournaments/knockout_out.html",
        round=one,
        form=form,
        table=table,
        out=out,
        others=others,
        chosen=request.GET.urlencode(),
        status=status,
    )


@require_POST
@login_required
def knockout_moves(request: AuthedRequest, knockout_id: UUID) -> HttpResponse:
    """The moves that are due are announced."""
    here, one = _at_desk(request, knockout_id)
    dealers = [{"table": table, "seat": seat} for table, seat in _dealers(request.POST).items()]
    return _said(here, one, services.announce_moves, services.MovesAnnounced, {"dealers": dealers})


@require_POST
@login_required
def knockout_seat(request: AuthedRequest, knockout_id: UUID) -> HttpResponse:
    """Somebody sits down late, or again."""
    here, one = _at_desk(request, knockout_id)
    who = id_in(request.POST.get("entrant", ""))
    return _said(here, one, services.give_seat, services.LateSeat, {"entrant": who})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def knockout_back(request: AuthedRequest, knockout_id: UUID, step: int) -> HttpResponse:
    """Take back what was said."""
    here, one = _at_desk(request, knockout_id)
    shown = shown_of(one, {})
    shown_step: ShownStep | None = next(
        (shown_step for shown_step in shown.steps if shown_step.said.number == step), None
    )
    if shown_step is None:
        return redirect("knockout_tables", knockout_id)
    data = request.POST if request.method == "POST" else None
    form = BackForm(data, initial={"seen": shown.knockout.revision})

    def back() -> None:
        sent = form.cleaned_data
        wrong = services.StepBack(seen=sent["seen"], step=step, reason=sent["reason"])
        services.take_step_back(wrong, round_id=one.pk, **_sender(request, form))

    if request.method == "POST":
        if done(form, back):
            return _done(here, one)
        form.see(shown.knockout.revision)
    return here.show(
        "tournaments/knockout_back.html", round=one, form=form, told=shown_step, status=422 if form.errors else 200
    )


def _running(request: AuthedRequest, knockout_id: UUID) -> tuple[AtStage, Round]:
    """The round by its id. Raises Http404: there is none that is played as a knock-out, or it is not theirs to see."""
    one = get_object_or_404(Round.objects.exclude(state=Round.State.DRAFT), pk=knockout_id)
    here = at_stage(request, one.stage_id)
    here.require_place(StageAct.KNOCK_OUT)
    one.stage = here.stage
    return here, one


def _at_desk(request: AuthedRequest, knockout_id: UUID) -> tuple[AtStage, Round]:
    here, one = _running(request, knockout_id)
    require(here.may_desk)
    return here, one


def _said(
    here: AtStage, round_: Round, act: Callable[..., object], asks: type[services.TablesSeen], sent: dict[str, Any]
) -> HttpResponse:
    """Say it, for who has seen the tables; the page with the reason where it was refused."""
    request = here.here.request
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise Http404
    asked = {"seen": form.cleaned_data["seen"], **sent}
    problem = not_done(lambda: act(asks.read(asked), round_id=round_.pk, **_sender(request, form)))
    return show_tables(here, round_, problem) if problem else _done(here, round_)


def _done(here: AtStage, round_: Round) -> HttpResponse:
    """Back to where the act was begun."""
    return redirect(here.here.came_from or reverse("knockout_tables", args=[round_.pk]))


def _sender(request: AuthedRequest, form: SeenForm) -> dict[str, Any]:
    return {"by": request.user, "key": form.once, "now": timezone.now()}


def _dealers(sent: QueryDict) -> dict[int, int]:
    """Which seat deals next at which table, as it was tapped: `deals-2=5`."""
    found = {}
    for name, value in sent.items():
        table = name.removeprefix("deals-")
        if name.startswith("deals-") and _is_small(table) and _is_small(str(value)):
            found[int(table)] = int(str(value))
    return found


def _is_small(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= MOST_TABLE


def _just_before(shown: ShownTables) -> list[str]:
    """Who went out with the last step."""
    acts = shown.knockout.steps[-1].acts
    gone = {act.entrant_id for act in acts}
    return [out.name for out in shown.out if out.entrant.pk in gone]


def _mine(shown: ShownTables, user: object) -> tuple[Sits, RoundPlace] | None:
    """Where the reader sits."""
    for table in shown.tables:
        for place in table.places:
            if any(player.is_active and player.player.user_id == user for player in place.entrant.players.all()):
                return table, place
    return None
