import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any
from uuid import UUID

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.utils import timezone

from scorekeeper.accounts import services
from scorekeeper.accounts.models import ApiToken, User
from scorekeeper.common import doing
from scorekeeper.common.errors import Refused

MOST = 50  # accounts that `find` prints
ACTS = {
    "block": "let nobody in: sign out every device, end every API token",
    "unblock": "let its owner in again",
    "unlock": "forget wrong passwords and codes, so that its owner need not wait",
    "sign-out": "sign out every device, end every API token",
    "second-factor-off": "take passkeys, app and recovery codes off; ask its owner who they are first",
}


class Command(BaseCommand):
    help = "Find an account and help its owner. Nothing of it says or sets a password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        find = acts.add_parser("find", help="list accounts by a part of the address or name, or by id")
        find.add_argument("text")
        create = acts.add_parser("create", help="make an account; its owner signs in by a code to the address")
        create.add_argument("address")
        create.add_argument("name")
        create.add_argument(
            "--password", action="store_true", help="ask for a password here: for the first owner, before mail works"
        )
        move = acts.add_parser("address", help="give it another address; ask its owner who they are first")
        move.add_argument("account", help="the present address, or the id")
        move.add_argument("new")
        for act, words in ACTS.items():
            acts.add_parser(act, help=words).add_argument("account", help="the address, or the id")

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        try:
            getattr(self, f"_{act.replace('-', '_')}")(**options)
        except Refused as refused:
            raise CommandError(doing.sentence(refused)) from refused

    def _find(self, *, text: str, **_options: Any) -> None:
        named = Q(email__icontains=text) | Q(name__icontains=text) | Q(full_name__icontains=text)
        found = User.objects.filter(named | _by_id(text)).order_by("email")[: MOST + 1]
        for user in found[:MOST]:
            # What is to be known of an account, in one line
            now = timezone.now()
            kinds = sorted(set(Authenticator.objects.filter(user=user).values_list("type", flat=True)))
            tokens = ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=now).count()
            parts = [
                str(user.pk),
                user.email,
                user.own_name,
                _state(user),
                f"last signed in {user.last_login:%Y-%m-%d}" if user.last_login else "never signed in",
                "password" if user.has_usable_password() else "by code only",
                f"second factor: {', '.join(kinds) or 'none'}",
                f"devices: {UserSession.objects.filter(user=user).count()}",
                f"API tokens: {tokens}",
            ]
            self.stdout.write(" | ".join(parts))
        if not found:
            raise CommandError(f"No account has “{text}” in its address or name.")
        if len(found) > MOST:
            self.stdout.write(f"… and more: name a longer part than “{text}”.")

    def _create(self, *, address: str, name: str, password: bool, **_options: Any) -> None:
        user = services.create_account(email=address, name=name, password=_asked() if password else "")
        how = "with the password" if password else "by a code that is mailed there"
        self.stdout.write(f"{user.email} can sign in now, {how}.")

    def _address(self, *, account: str, new: str, **_options: Any) -> None:
        services.move_address(user=_the(account), email=new, now=timezone.now())
        self.stdout.write("The address is changed. Its owner signs in by a code that is mailed there.")

    def _block(self, *, account: str, **_options: Any) -> None:
        services.block(user=_the(account), now=timezone.now())
        self.stdout.write("The account is blocked.")

    def _unblock(self, *, account: str, **_options: Any) -> None:
        services.unblock(user=_the(account))
        self.stdout.write("The account is open again.")

    def _unlock(self, *, account: str, **_options: Any) -> None:
        self.stdout.write(f"{services.unlock(user=_the(account))} tries are forgotten.")

    def _sign_out(self, *, account: str, **_options: Any) -> None:
        devices, tokens = services.sign_out(user=_the(account), now=timezone.now())
        self.stdout.write(f"{devices} devices are signed out, {tokens} API tokens have ended.")

    def _second_factor_off(self, *, account: str, **_options: Any) -> None:
        taken = services.second_factor_off(user=_the(account))
        self.stdout.write(f"{taken} passkeys, apps and sets of recovery codes are taken off.")


def _asked() -> str:
    """A password from whoever sits at the terminal, or from a pipe: never from the command line, where all see it."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass("Password: ")
    if first != getpass("Once more: "):
        raise CommandError("The two were not the same.")
    return first


def _the(account: str) -> User:
    found = User.objects.filter(Q(email__iexact=account.strip()) | _by_id(account)).first()
    if found is None:
        raise CommandError(f"There is no account “{account}”. Look for it: manage.py account find PART")
    return found


def _by_id(text: str) -> Q:
    try:
        return Q(pk=UUID(text.strip()))
    except ValueError:
        return Q(pk=None)


def _state(user: User) -> str:
    if user.is_active:
        return "open"
    if user.is_awaited:
        return "came with an archive"
    return "blocked" if services.is_somebodys(user) else "given up"
