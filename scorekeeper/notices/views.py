"""What was told to a person, what they want to be told, and the link in every mail that ends it."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import ActForm
from scorekeeper.common.ids import uuid_in
from scorekeeper.notices.models import Channel, Kind, Notice
from scorekeeper.notices.selectors import lately, switched_off
from scorekeeper.notices.services import NoticesChoice, choose, meant_by, no_more_mail, read


class SwitchesForm(ActForm):
    """A box for each kind of notice in each way; what is not ticked is switched off."""

    asks = NoticesChoice

    def __init__(self, data: Any = None, *, off: Collection[tuple[str, str]] = ()) -> None:
        super().__init__(data)
        for kind in Kind:
            for channel in Channel:
                is_on = (kind, channel) not in off
                field = forms.BooleanField(label=channel.label, required=False, initial=is_on)
                self.fields[f"{kind}-{channel}"] = field

    @property
    def kinds(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The boxes of each kind, under its name."""
        return [(str(kind.label), [self[f"{kind}-{channel}"] for channel in Channel]) for kind in Kind]

    def answers(self) -> dict[str, Any]:
        return {
            "off": [
                {"kind": kind.value, "channel": channel.value}
                for kind in Kind
                for channel in Channel
                if not self.cleaned_data[f"{kind}-{channel}"]
            ]
        }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notice_list(request: AuthedRequest) -> HttpResponse:
    """Everything of the last month; posting says what is wanted, and how."""
    user = request.user
    if request.method == "POST":
        SwitchesForm(request.POST).does(choose, by=user)
        messages.success(request, _("Your choice of notices is saved."))
        return redirect("account_notices")
    page = {"told": lately(user, timezone.now()), "form": SwitchesForm(off=switched_off(user))}
    return render(request, "notices/notice_list.html", page)


@require_POST
@login_required
def notice_read(request: AuthedRequest) -> HttpResponse:
    """Take one from the first page."""
    notice = get_object_or_404(Notice, pk=uuid_in(request.POST.get("notice", "")), user=request.user)
    read(notice=notice, by=request.user, now=timezone.now())
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def notices_off(request: HttpRequest, secret: str) -> HttpResponse:
    """From a mail, without signing in: asks first, because programs that look through mails open links."""
    found = meant_by(secret)
    if found is None:
        raise Http404
    user, kind = found
    if request.method == "POST":
        no_more_mail(user=user, kind=kind)
    page = {"what": kind.label, "is_done": request.method == "POST"}
    return render(request, "notices/notices_off.html", page)
