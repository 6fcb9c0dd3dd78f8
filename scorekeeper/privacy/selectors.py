"""Who has not played for long, and how long names are kept."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db.models import Exists, Field, ForeignKey, Max, Model, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import pgettext

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.models import name_in_files
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell
from scorekeeper.jobs.models import Job
from scorekeeper.leagues.models import Attendance
from scorekeeper.payouts.models import Booking, Leg, PrizePool
from scorekeeper.people.selectors import played_by
from scorekeeper.play.models import Device, Seat, Seated
from scorekeeper.privacy.models import CleanUp, Retention
from scorekeeper.standings.models import Result, SeasonTally

# All that is held about a person, from every table there is: whatever points at their account, at their lines in the
# books of clubs, or at their seats.

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
        return name_in_files(self.model).replace(".", "_")

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
        rows = [
            {field.attname: getattr(row, field.attname) for field in _told(model)}
            for row in _about(model, user, partial(go_on, done))
        ]
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
    return [field for field in fields if isinstance(field, ForeignKey) and field.related_model in {User, Player, Seat}]


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
    return [pool.pk for pool in pools if any(special["player"] in mine for special in pool.specials)]


def _told(model: type[Model]) -> "list[Field[Any, Any]]":
    hidden = SECRETS | SECRETS_OF.get(model, frozenset())
    return [field for field in model._meta.concrete_fields if field.name not in hidden]  # noqa: SLF001


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, int | date | datetime):
        return value if not isinstance(value, bool) else str(value).lower()
    return str(value)


# What somebody is called who has no name any more.


def numbers_in(club: Club) -> dict[UUID, int]:
    """The number of each line of the book, in the order in which they were written in."""
    lines = Player.objects.filter(club=club).order_by("created_at", "pk").values_list("pk", flat=True)
    return {line: number for number, line in enumerate(lines, start=1)}


def nameless(number: int) -> str:
    return pgettext("heading", "Player {number}").format(number=number)


def nameless_of(club: Club, people: Iterable[UUID]) -> int:
    """How many of these have no name."""
    numbers = numbers_in(club)
    names = Player.objects.filter(club=club, pk__in=list(people)).values_list("pk", "name")
    return sum(name == nameless(numbers[person]) for person, name in names)


def a_phone() -> str:
    """What a phone is called whose name is gone."""
    return pgettext("in a line", "a phone")


def years_of(club: Club) -> int | None:
    """After how many years names go; None: never."""
    return Retention.objects.filter(club=club).values_list("years", flat=True).first()


def before(now: datetime, years: int) -> datetime:
    """So many years ago, on the same day."""
    try:
        return now.replace(year=now.year - years)
    except ValueError:  # the 29th of February
        return now.replace(year=now.year - years, day=28)


def inactive(club: Club, since: datetime) -> list[Player]:
    """Those of the book who belong to the club no more, or never did, and have not sat at a table of it, played by an
    imported list, come to an evening or been written in since then; by name, without those who have none any more. Two
    statements."""
    mine = Q(player=OuterRef("pk")) | Q(player__merged_into=OuterRef("pk"))
    found = (
        Player.objects.people()
        .filter(club=club, created_at__lt=since)
        .exclude(Exists(Membership.objects.filter(club=club, user=OuterRef("user"))))
    )
    found = found.exclude(Exists(Seated.objects.filter(mine, last__gte=since)))
    found = found.exclude(Exists(Attendance.objects.filter(mine, at__gte=since)))
    found = found.exclude(Exists(Result.objects.filter(mine, club=club, played_on__gte=since.date())))
    numbers = numbers_in(club)
    named = [player for player in found if player.name != nameless(numbers[player.pk]) or player.user_id]
    return sorted(named, key=lambda player: (alphabetical(player.name), player.pk))


def last_played(club: Club, people: list[Player]) -> dict[UUID, date]:
    """The day on which each played last, at a table or by an imported list; nothing for who never did."""
    zone = ZoneInfo(club.time_zone)
    found = {person: last.astimezone(zone).date() for person, (_tables, last) in played_by(people).items()}
    mine = Q(player__in=people) | Q(player__merged_into__in=people)
    person = Coalesce("player__merged_into", "player")
    listed = Result.objects.filter(mine, club=club).order_by().values_list(person).annotate(last=Max("played_on"))
    for pk, last in listed:
        found[pk] = max(found.get(pk, last), last)
    return found


def seasons_of(club: Club, people: Iterable[UUID]) -> list[UUID]:
    """The seasons in whose standings these stand."""
    lines = Player.objects.filter(Q(pk__in=[*people]) | Q(merged_into__in=[*people]), club=club)
    found = SeasonTally.objects.filter(club=club, player__in=lines.values("pk"))
    return list(found.order_by().values_list("competition", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class Announced:
    """What the owners were told, and whom it still concerns."""

    day: date
    people: list[Player]
    seasons: int


def announced_of(club: Club) -> Announced | None:
    """What goes by itself next; None where nothing is announced."""
    found = CleanUp.objects.filter(club=club).first()
    if found is None:
        return None
    planned = set(found.ids)
    people = [player for player in inactive(club, found.since) if player.pk in planned]
    return Announced(found.day, people, len(seasons_of(club, [player.pk for player in people])))


@dataclass(frozen=True, slots=True)
class RetentionNow:
    """How long a club keeps names, and whom a clean-up would concern now: those who have not played `since`, each with
    the day of their last game, and so many `phones`."""

    years: int | None
    is_automatic: bool
    announced: Announced | None
    since: datetime | None
    people: list[tuple[Player, date | None]]
    phones: int


def retention_of(club: Club, now: datetime) -> RetentionNow:
    """Nobody is concerned where names are kept for ever."""
    kept = Retention.objects.filter(club=club).first()
    if kept is None:
        return RetentionNow(None, is_automatic=False, announced=None, since=None, people=[], phones=0)
    since = before(now, kept.years)
    people = inactive(club, since)
    last = last_played(club, people)
    return RetentionNow(
        kept.years,
        is_automatic=kept.is_automatic,
        announced=announced_of(club),
        since=since,
        people=[(player, last.get(player.pk)) for player in people],
        phones=old_phones(club, since),
    )


def old_phones(club: Club, since: datetime) -> int:
    """How many phones of closed tables still have a name."""
    named = Device.objects.filter(club=club, made_at__lt=since, sitting__closed_at__isnull=False)
    return named.exclude(name=a_phone()).count()
