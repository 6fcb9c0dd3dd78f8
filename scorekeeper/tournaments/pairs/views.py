"""Who never sits together in a tournament, and who should meet: its page."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import TwoPeopleForm
from scorekeeper.clubs.models import Player
from scorekeeper.common.doing import ActForm, NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.models import PairRule
from scorekeeper.tournaments.pairs.services import PairOut, PairWanted, keep_pair, let_pair, pair_list, people_in
from scorekeeper.tournaments.words import stage_title


class PairForm(ActForm, TwoPeopleForm):
    """Two people, and what draws do with them."""

    asks = PairWanted
    field_order = ("one", "other", "kind")

    kind = forms.ChoiceField(
        label=pgettext_lazy("field", "In draws"),
        choices=PairRule.Kind.choices,
        initial=PairRule.Kind.APART,
        widget=Boxes(2),
    )

    def __init__(self, data: Mapping[str, Any] | None, people: Sequence[tuple[Player, str]]) -> None:
        super().__init__(data, [(str(player.pk), name) for player, name in people])
        self.fields["one"].label, self.fields["other"].label = (
            pgettext_lazy("field", "These two"),
            pgettext_lazy("field", "and"),
        )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_pairs(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Both lists, and what each stage makes of them; posting adds a pair."""
    here = _here(request, tournament_id)
    form = PairForm(request.POST if request.method == "POST" else None, people_in(here.tournament))
    if form.does(keep_pair, tournament_id=tournament_id, by=request.user):
        return redirect("tournament_pairs", tournament_id)
    return _page(here, form)


@require_POST
@login_required
def tournament_pair_let(request: AuthedRequest, tournament_id: UUID, rule_id: UUID) -> HttpResponse:
    """A pair is on the list no longer."""
    here = _here(request, tournament_id)
    now = timezone.now()
    out = PairOut(pair=rule_id)
    problem = not_done(lambda: let_pair(out, tournament_id=tournament_id, by=request.user, now=now))
    if problem:
        return _page(here, PairForm(None, people_in(here.tournament)), problem)
    return redirect("tournament_pairs", tournament_id)


def _here(request: AuthedRequest, tournament_id: UUID) -> Here:
    """Raises Http404: it is not theirs to see. PermissionDenied: who is kept apart is known to those who plan."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    return here


def _page(here: Here, form: PairForm, problem: NotDone | None = None) -> HttpResponse:
    stages = list(here.tournament.stages.order_by("number"))
    return here.show(
        "tournaments/pairs.html",
        problem,
        form=form,
        pairs=pair_list(here.tournament),
        enough=len(form.fields["one"].choices) > 2,  # type: ignore[attr-defined]
        told=[(stage_title(stage), format_of(stage).on_pairs) for stage in stages],
        status=form.status,
    )
