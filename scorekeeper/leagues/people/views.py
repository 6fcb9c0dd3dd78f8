"""Who is here: the list at the door for those who run the evening, and the page behind the code for everybody."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.common.addresses import Doors, public_address, seconds_to_wait
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import ActForm, NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import FAR_TOO_LONG, LONGEST, alphabetical, tidied
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.views import too_many_tries
from scorekeeper.common.widgets import Boxes
from scorekeeper.leagues.evenings.here import Here, at_evening, game_choices, said_game
from scorekeeper.leagues.evenings.reads import evenings_with_games, people_of
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.people.services import Arrival, PresenceMark, check_in, come_in, mark
from scorekeeper.leagues.report.files import people_out
from scorekeeper.play.opening.forms import PastedName, asked_about, known_or_named, pasted
from scorekeeper.play.opening.reads import offered
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.sheet.rows import short_names


class DoorForm(ActForm):
    """Who has come in: somebody who signed up, or a name; and what they play, where `games` are several."""

    asks = Arrival

    player = forms.ChoiceField(label=pgettext_lazy("field", "Signed up"), required=False, widget=Boxes(2, people=True))
    name = forms.CharField(
        label=gettext_lazy("Or your name"),
        required=False,
        max_length=4 * LONGEST,  # the service says how long it may be
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    game = forms.ChoiceField(
        label=pgettext_lazy("field", "Plays"),
        required=False,
        widget=Boxes(2),
        help_text=gettext_lazy("Leave this empty if you chose a game when you signed up."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, expected: Sequence[tuple[str, str]], games: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(data)
        if games:
            self.fields["game"].choices = games  # type: ignore[attr-defined]
        else:
            del self.fields["game"]
        if expected:
            self.fields["player"].choices = expected  # type: ignore[attr-defined]
        else:
            del self.fields["player"]
            self.fields["name"].label = pgettext_lazy("field", "Your name")

    def answers(self) -> dict[str, Any]:
        picked = uuid_in(self.cleaned_data.get("player", ""))
        name = "" if picked else self.cleaned_data["name"]
        return {"player": picked, "name": name, "game": uuid_in(self.cleaned_data.get("game", ""))}


DOORS = Doors("scorekeeper.leagues.people.views")
door_of, is_door_of = DOORS.of, DOORS.is_of


COMINGS = 300  # by the code, from one address in an hour: a whole club behind one router, and no more


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_people(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Check in: everybody on the list, those of the book who are not, and a name to type."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if file := asked_file(request, {"people": lambda: people_out(here.evening, people_of(here.evening))}, table, kind):
        return file
    if request.method != "POST":
        return _list(here)
    if "names" in request.POST:
        return _several(here)
    club = here.membership.club
    problem = not_done(lambda: _come(here, known_or_named(club, request.POST)))
    return _list(here, problem) if problem else redirect("evening_people", evening_id)


def _come(here: Here, who: Sitter) -> None:
    asked = Arrival(player=who.player_id, name=who.name, game=said_game(here.request.POST))
    check_in(asked, evening_id=here.evening.pk, by=here.request.user, now=timezone.now())


def _several(here: Here) -> HttpResponse:
    """A list of names: who is clear comes in at once, the others are asked about; `asked` is answered by `player`, or
    by `new`. Where one name is refused nobody has come in."""
    sent, club = here.request.POST, here.membership.club
    asked = tidied(sent.get("asked", "")[:FAR_TOO_LONG])
    left: list[PastedName] = []

    def come() -> None:
        for line in pasted(club, sent["names"]):
            is_answered = line.name == asked
            if is_answered and (picked := uuid_in(sent.get("player", ""))):
                _come(here, Sitter(picked))
            elif line.asks and not (is_answered and "new" in sent):
                left.append(line)
            else:
                _come(here, line.sitter)

    problem = not_done(transaction.atomic(come))
    if not problem and not left:
        return redirect("evening_people", here.evening.pk)
    names = sent["names"] if problem else "\n".join(line.name for line in left)
    return _list(here, problem, names=names, left=() if problem else left)


@require_POST
@login_required
def evening_mark(request: AuthedRequest, evening_id: UUID, player_id: UUID) -> HttpResponse:
    """Somebody on the list is here, has gone home, does not come; or comes for another game."""
    here = at_evening(request, evening_id)
    there = get_object_or_404(Attendance, evening=here.evening, player=player_id)
    state = request.POST.get("state", there.state)
    asked = PresenceMark(player=player_id, state=state, game=said_game(request.POST))
    problem = not_done(lambda: mark(asked, evening_id=evening_id, by=request.user, now=timezone.now()))
    return _list(here, problem) if problem else redirect("evening_people", evening_id)


def _list(
    here: Here, problem: NotDone | None = None, *, names: str = "", left: Sequence[PastedName] = ()
) -> HttpResponse:
    here.evening.refresh_from_db(fields=["state", "closed_at"])
    people, club = people_of(here.evening), here.membership.club
    listed = [attendance.player.identity for group in people.values() for attendance in group]
    typed = here.request.POST.get("name", "") if problem else ""
    return here.show(
        "leagues/evening_people.html",
        problem,
        people=people,
        book=offered(club, listed) if not here.evening.is_closed else [],
        listed=json.dumps([str(pk) for pk in listed]),
        typed=typed,
        asks=asked_about(club, here.request.POST) if typed and "new" not in here.request.POST else [],
        said=said_game(here.request.POST),
        names=names,
        left=left,
    )


@require_safe
@login_required
def evening_door(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The code to hang up at the door."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    link = public_address(request, reverse("door", args=[evening_id, door_of(evening_id)]))
    return here.show("leagues/evening_door.html", link=link, qr=qr_code(link))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def door(request: HttpRequest, evening_id: UUID, door: str) -> HttpResponse:
    """Behind the code: say who has come in. Needs no account; a member is asked by name."""
    if not is_door_of(evening_id, door):
        raise Http404
    evening = get_object_or_404(evenings_with_games().select_related("club"), pk=evening_id)
    use_time_of(evening.club)
    user = request.user if isinstance(request.user, User) else None
    me = Player.objects.people().filter(club=evening.club, user=user, retired_at=None).first() if user else None
    form = DoorForm(request.POST if request.method == "POST" else None, _expected(evening), game_choices(evening))
    if request.method != "POST":
        return _door(request, evening, form, me)
    if wait := seconds_to_wait(request, "door", COMINGS, 3600):
        return too_many_tries(
            request, _("Too many people have checked in from here. Tell the organiser of the evening."), wait
        )
    if me and request.POST.get("me") == "1":
        asked = Arrival(player=me.pk, game=said_game(request.POST))
        if problem := not_done(lambda: come_in(asked, evening_id=evening.pk, by=user, now=timezone.now())):
            return _door(request, evening, form, me, problem)
        name = me.name
    elif there := form.does(come_in, evening_id=evening.pk, by=None):
        name = there.player.name
    else:
        return _door(request, evening, form, me)
    messages.success(request, _("{name} is checked in.").format(name=name))
    return redirect("door", evening.pk, door_of(evening.pk))


def _expected(evening: Evening) -> list[tuple[str, str]]:
    """Who signed up and is not here yet, by short names: the page needs no account."""
    waiting = Attendance.objects.filter(evening=evening, state=Attendance.State.SIGNED_UP).select_related("player")
    players = sorted(
        (attendance.player for attendance in waiting), key=lambda player: (alphabetical(player.name), player.pk)
    )
    names = short_names({number: player.name for number, player in enumerate(players)})
    return [(str(player.pk), names[number]) for number, player in enumerate(players)]


def _door(
    request: HttpRequest, evening: Evening, form: DoorForm, me: Player | None, problem: NotDone | None = None
) -> HttpResponse:
    mine = Attendance.objects.filter(evening=evening, player=me).first() if me else None
    page: dict[str, object] = {
        "evening": evening,
        "form": form,
        "me": me,
        "problem": problem.text if problem else form.problem,
    }
    page |= {"is_here": bool(mine and mine.state == Attendance.State.HERE), "said": mine and mine.evening_game_id}
    if me and Membership.objects.filter(club=evening.club, user=me.user_id).exists():
        page["club"] = evening.club
    return render(request, "leagues/door.html", page, status=problem.status if problem else form.status)
