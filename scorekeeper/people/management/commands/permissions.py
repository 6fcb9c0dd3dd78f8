"""The matrix of permissions, asked of the policies themselves: print it, write it into docs/permissions.md, or say
whether that page is what the policies say.

Every public function of the modules of policies is a row, but for those that only help others to answer; so a new
policy is in the tables by itself, one of an app above this too: those are found by their place and asked by role.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.accounts.models import User
from scorekeeper.clubs import policies as club_policies
from scorekeeper.clubs.models import Player, Role
from scorekeeper.play import policies as table_policies
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Hand, Seat, Sitting
from scorekeeper.play.policies import Standpoint

HELPERS: Final = frozenset(
    {
        "at_least",
        "is_by_account",
        "own_seats",
        "recorded",
        "require_running",
        "role_in",
        "role_kept",
        "seats_occupied",
        "seats_of_recorder",
        "seen_by",
        "shows_pages",
        "signs_for_self",
        "sits_at",
        "standpoint",
        "via_at",
    }
)
HEAD: Final = """# Who may do what

Made by `python3 manage.py permissions --write` from the policies that the services ask (`policies.py` of each app in
`scorekeeper/`); a test compares it. Whoever is not named in a table may not, and of another club's things everybody is
told that they do not exist.
"""
FOOT: Final = """
Who joins with the code of a table says who they are and shows nothing. So such a phone takes a free seat of a guest,
one seat a phone, and none besides the seat of the account that is signed in on it. The seat of somebody with an account
it takes signed in with that account, or is let in by who keeps the sheet. For a guest's seat it confirms and signs, and
the sheet says “at the table by code”; for the seat of an account only that account confirms, signs and asks the bank,
or who keeps the sheet on its behalf. Who keeps the sheet also moves a seat to another phone, which ends the one before,
does not let in one that asks, and ends each phone alone; every such act is in the log of the table. A club's sheet that
nobody but such phones has signed is official only once a scorer or director has accepted it: before that no season,
round, rating or money book takes it for final.

The file of what an act would move (`/shown-tables/...`) is had for an hour, and only by the account, or the browser
without one, that was shown it. Nobody keeps a page after signing out: browsers are told to store none.

A token of a program may do what its person may, within the scopes it was made with. Each member may leave by
themselves, but a club keeps an owner. Administrators of an installation have no part in any club.

A club can ask its owners and directors for a second factor. Whoever of them has none may do there what a scorer may, on
pages, through the API and in services, until they have set one up. Who asks others has one; owners see who has none.

Whoever changes their address, password, API tokens or second factor, or gives up their account, shows once more that it
is theirs.
"""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at a table, as the policies see them; their own seat is the first."""

    title: str
    actor: Actor
    who: Standpoint


def document() -> str:
    """The whole page."""
    roles: list[str | None] = [*Role.values, None]
    by_role = [
        policy for module in (club_policies, *_others()) for policy in policies_of(module) if not _at_table(policy)
    ]
    club = [(_told(policy), [policy(role) for role in roles]) for policy in by_role]
    callers = _callers()
    table = [(what, [asked(caller) for caller in callers]) for what, asked in _table_rows()]
    return "\n".join(
        [
            HEAD,
            "## In a club\n",
            *_written([*(str(Role(role).value) for role in Role.values), "nobody of the club"], club),
            "\n## At a table\n",
            *_written([caller.title for caller in callers], table),
            FOOT,
        ]
    )


def _at_table(policy: Callable[..., Any]) -> bool:
    """Whether it is asked about what somebody is at a table, not about a role."""
    return "who" in inspect.signature(policy).parameters


def _others() -> list[ModuleType]:
    """The policies of every other app of ours that has any."""
    names = (f"{app.name}.policies" for app in apps.get_app_configs() if app.name.startswith("scorekeeper."))
    ours = {club_policies.__name__, table_policies.__name__}
    return [import_module(name) for name in names if name not in ours and find_spec(name)]


def policies_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The policies of a module, in the order in which they stand there."""
    found = [
        policy
        for name, policy in inspect.getmembers(module, inspect.isfunction)
        if policy.__module__ == module.__name__ and not name.startswith("_") and name not in HELPERS
    ]
    return sorted(found, key=lambda policy: policy.__code__.co_firstlineno)


def _told(policy: Callable[..., Any]) -> str:
    """The first paragraph of what it says of itself, on one line."""
    return " ".join((inspect.getdoc(policy) or "").split("\n\n")[0].split()).rstrip(".")


def _written(callers: Sequence[str], rows: Sequence[tuple[str, Sequence[Any]]]) -> Iterator[str]:
    yield f"| | {' | '.join(callers)} |"
    yield f"|---|{'---|' * len(callers)}"
    for what, answers in rows:
        yield f"| {what} | {' | '.join('yes' if answer else '–' for answer in answers)} |"


def _table_rows() -> Iterator[tuple[str, Callable[[Caller], Any]]]:
    """What is asked of each policy of a table: those that need a seat are asked twice, for the own and for another."""
    own, other = _seats()[:2]
    beside = [policy for module in _others() for policy in policies_of(module) if _at_table(policy)]
    for policy in (*policies_of(table_policies), *beside):
        needs = list(inspect.signature(policy).parameters)
        if needs == ["who"]:
            yield _told(policy), partial(_as, policy)
        elif needs == ["who", "seat"]:
            yield f"{_told(policy)} – the own seat", partial(_as, policy, seat=own)
            yield f"{_told(policy)} – another seat", partial(_as, policy, seat=other)
        elif needs == ["actor", "who", "hand", "seats"]:
            yield f"{_told(policy)} – recorded by another seat", partial(_of_hand, policy)
        else:
            raise TypeError(f"{policy.__name__} asks for {needs}: say here how it is to be asked")


def _as(policy: Callable[..., Any], caller: Caller, **of: Any) -> Any:
    return policy(caller.who, **of)


def _of_hand(policy: Callable[..., Any], caller: Caller) -> Any:
    return policy(caller.actor, caller.who, _hand(), _seats())


def _callers() -> list[Caller]:
    seat = _seats()[0]
    phone, seated, host = Device(pk=UUID(int=10)), Device(pk=UUID(int=11), seat=seat), Device(pk=UUID(int=12))
    host.is_host = True
    person = Actor(user=User(pk=UUID(int=20)))
    by_role = [Caller(role, person, Standpoint(role, None, False, None)) for role in Role.values]  # noqa: FBT003
    return [
        *by_role,
        Caller("member who sits there", person, Standpoint(Role.MEMBER, 0, opened_it=False, device=None)),
        Caller("scorer who opened it", person, Standpoint(Role.SCORER, None, opened_it=True, device=None)),
        Caller("member who opened it", person, Standpoint(Role.MEMBER, None, opened_it=True, device=None)),
        Caller("phone that joined", Actor(device=phone), Standpoint(None, None, opened_it=False, device=phone)),
        Caller("phone with a seat", Actor(device=seated), Standpoint(None, None, opened_it=False, device=seated)),
        Caller("phone that keeps a guest sheet", Actor(device=host), Standpoint(None, None, False, host)),  # noqa: FBT003
        Caller("phone whose pass was withdrawn", Actor(), Standpoint(None, None, opened_it=False, device=None)),
    ]


def _seats() -> list[Seat]:
    return [Seat(pk=UUID(int=30 + number), number=number, player=Player()) for number in range(3)]


def _hand() -> Hand:
    """One that the phone of the second seat recorded."""
    return Hand(sitting=Sitting(game="skat"), by_device=Device(pk=UUID(int=13), seat=_seats()[1]))


FILE = "docs/permissions.md"
ROOT = Path(__file__).resolve().parents[4]


class Command(BaseCommand):
    """Print who may do what."""

    help = f"Print who may do what, by the policies. --write puts it into {FILE}, --check compares the two."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help=f"write {FILE}")
        parser.add_argument("--check", action="store_true", help=f"fail if {FILE} says something else")

    def handle(self, **options: Any) -> None:
        path, page = ROOT / FILE, document()
        if options["write"]:
            path.write_text(page)
        elif options["check"]:
            if not path.exists() or path.read_text() != page:
                raise CommandError(f"{FILE} is not what the policies say: run `manage.py permissions --write`.")
        else:
            self.stdout.write(page)
