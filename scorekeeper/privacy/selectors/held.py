"""All that is held about a person, from every table there is: whatever points at their account, at their lines in the
books of clubs, or at their seats."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db.models import Field, ForeignKey, Model, Q

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.tables.values import Cell
from scorekeeper.jobs.models import Job
from scorekeeper.payouts.models import Booking, Leg, PrizePool
from scorekeeper.play.models import Seat

OURS: Final = "scorekeeper."
# Tables of other apps that are about a person: how they sign in.
THEIRS: Final[tuple[type[Model], ...]] = (EmailAddress, Authenticator, UserSession)
# What lets somebody in, or only proves that a record is whole.
SECRETS: Final = frozenset(
    {"password", "hash", "link_hash", "code_hash", "previous", "facts", "head", "marks_head", "session_key"}
)
SECRETS_OF: Final[dict[type[Model], frozenset[str]]] = {Authenticator: frozenset({"data"})}
A_BATCH: Final = 500
# What was booked for them: the way to the line whose account it is.
OF_ACCOUNTS: Final[dict[type[Model], str]] = {Leg: "account__player", Booking: "legs__account__player"}


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one table that are about the person."""

    model: type[Model]
    rows: list[dict[str, Any]]

    @property
    def name(self) -> str:
        return self.model._meta.label_lower.replace(".", "_")  # noqa: SLF001 Django's own way to a model's name

    @property
    def heads(self) -> list[str]:
        return list(self.rows[0])

    @property
    def cells(self) -> Iterator[list[Cell]]:
        return ([_cell(value) for value in row.values()] for row in self.rows)


def parts_of(user: User, go_on: Callable[[int], None] = lambda _done: None) -> Iterator[Part | None]:
    """Each table in turn; None for one that says nothing of them, so that progress can be told. `go_on` is asked after
    each batch, with how many tables are done; what it raises ends it."""
    for done, model in enumerate(models()):
        rows = [_row(one, _told(model)) for one in _about(model, user, partial(go_on, done))]
        yield Part(model, rows) if rows else None


def models() -> list[type[Model]]:
    """Every table that may say something of a person; the jobs are the reader's own questions."""
    ours = [model for app in apps.get_app_configs() if app.name.startswith(OURS) for model in app.get_models()]
    found = [
        model
        for model in (*ours, *THEIRS)
        if model is not Job and (model is User or model is PrizePool or model in OF_ACCOUNTS or _ways(model))
    ]
    return sorted(found, key=lambda model: model._meta.label)  # noqa: SLF001


def _ways(model: type[Model]) -> "list[ForeignKey[Any, Any]]":
    """The columns by which its rows are of a person."""
    fields = model._meta.concrete_fields  # noqa: SLF001
    return [one for one in fields if isinstance(one, ForeignKey) and one.related_model in {User, Player, Seat}]


def _about(model: type[Model], user: User, go_on: Callable[[], None]) -> Iterator[Model]:
    """A batch at a time, so that nobody who records has to wait for the whole."""
    asked = Q(pk=user.pk) if model is User else Q()
    lines = Player.objects.filter(user=user).values("pk")
    for way in _ways(model):
        if way.related_model is User:
            asked |= Q((way.name, user.pk))
        else:
            people = lines if way.related_model is Player else Seat.objects.filter(player__in=lines).values("pk")
            asked |= Q((f"{way.name}__in", people))
    if way_to_account := OF_ACCOUNTS.get(model):
        asked |= Q(pk__in=model._base_manager.filter((f"{way_to_account}__in", lines)).values("pk"))  # noqa: SLF001
    if model is PrizePool:
        asked |= Q(pk__in=_specials_of(user))
    found = model._base_manager.filter(asked).order_by("pk")  # noqa: SLF001
    last: Any = None
    while batch := list(found.filter(pk__gt=last)[:A_BATCH] if last else found[:A_BATCH]):
        yield from batch
        last = batch[-1].pk
        go_on()


def _specials_of(user: User) -> list[UUID]:
    """The prize pools that name one of their lines as who has won a special prize."""
    lines = set(Player.objects.filter(user=user).values_list("pk", flat=True))
    mine = set(map(str, lines))
    pools = PrizePool.objects.filter(club__players__in=lines).exclude(specials=[]).distinct()
    return [pool.pk for pool in pools if any(one["player"] in mine for one in pool.specials)]


def _told(model: type[Model]) -> "list[Field[Any, Any]]":
    hidden = SECRETS | SECRETS_OF.get(model, frozenset())
    return [field for field in model._meta.concrete_fields if field.name not in hidden]  # noqa: SLF001


def _row(one: Model, fields: "list[Field[Any, Any]]") -> dict[str, Any]:
    return {field.attname: getattr(one, field.attname) for field in fields}


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, int | date | datetime):
        return value if not isinstance(value, bool) else str(value).lower()
    return str(value)
