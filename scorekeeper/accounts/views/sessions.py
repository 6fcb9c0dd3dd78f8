"""The devices on which somebody is signed in; the list itself is allauth's."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.services.sessions import end_session


@login_required
@require_POST
def session_end(request: AuthedRequest, session: int) -> HttpResponse:
    """Sign one device out. Nobody is asked for a recent sign-in: who finds a stranger in the list is in a hurry."""
    if not end_session(user=request.user, session=session):
        raise Http404
    messages.success(request, _("That device is signed out."))
    return redirect("usersessions_list")
