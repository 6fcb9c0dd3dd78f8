"""A code to the present address, for who has nothing else to show that an account is theirs."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from scorekeeper.accounts.entry import ProofCode
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.proving import ProofByCode, has_only_address
from scorekeeper.accounts.tries import Purpose


@login_required
@never_cache
def reauthenticate_by_code(request: AuthedRequest) -> HttpResponse:
    """Posting `action=send` sends a code, posting a `code` is the proof; then on to `next`."""
    if not has_only_address(request.user):
        return redirect(get_adapter().get_reauthentication_methods(request.user)[0]["url"])
    if request.POST.get("action") == "send":
        return _send(request)
    process = ProofByCode.resume(request)
    if process is None or request.method != "POST":
        return _page(request, ProofCode(code=process.code) if process else None)
    form = ProofCode(request.POST, code=process.code)
    if not form.is_valid():
        left = process.record_invalid_attempt()
        return _page(request, form if left else None, "" if left else get_adapter().error_messages["incorrect_code"])
    process.abort()
    record_authentication(request, request.user, method="code", reauthenticated=True)
    return resume_request(request) or redirect("account")


def _send(request: AuthedRequest) -> HttpResponse:
    try:
        get_adapter().count_try(Purpose.SEND, request.user.email)
    except ValidationError as error:
        process = ProofByCode.resume(request)
        return _page(request, ProofCode(code=process.code) if process else None, error.messages[0])
    ProofByCode.begin(request)
    return redirect(request.get_full_path())


def _page(request: AuthedRequest, form: ProofCode | None, problem: str = "") -> HttpResponse:
    status = 422 if problem or (form and form.errors) else 200
    return render(request, "account/reauthenticate_by_code.html", {"form": form, "problem": problem}, status=status)
