"""How long a club keeps names, and the clean-up after that."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final, Literal, cast
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import CASCADE, ForeignKey, Model, Q, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import GIVEN_UP, User
from scorekeeper.chains.models import chained
from scorekeeper.clubs.keeping_apart import PLAYER_UNKNOWN
from scorekeeper.clubs.models import Club, Invitation, Membership, Merge, Player, Role
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.acts import Answer, Asked, Refusal
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import FORMER_MEMBER, Alphabetical, default_words
from scorekeeper.common.texts import isolated
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import Asked as JobAsked
from scorekeeper.jobs.services import ask, start
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import erase_texts, write
from scorekeeper.notices.models import Kind as NoticeKind
from scorekeeper.notices.services import News, over, tell
from scorekeeper.outbox.models import Mail
from scorekeeper.play.models import Device, Hand, HandMark, Presence, Seat, Sitting, TablePass
from scorekeeper.privacy import selectors
from scorekeeper.privacy.models import CleanUp, Retention
from scorekeeper.privacy.policies import can_clean_up

MOST_PEOPLE: Final = 20_000


class RetentionChoice(Asked):
    """For how many years after their last game people keep their names."""

    years: Annotated[
        Literal[2, 3, 5, 10] | None,
        Refusal("years_unknown", gettext_noop("Choose one of the times.")),
        Field(description="Left out or null: for ever."),
    ] = None
    is_automatic: Annotated[
        bool,
        Field(description="Names go by themselves after that; the owners are told two weeks before."),
    ] = False


class CleanUpWish(Asked):
    """The people whose names are to go: those who were shown."""

    people: Annotated[
        tuple[UUID, ...], Field(max_length=MOST_PEOPLE, description="Who has played meanwhile keeps their name.")
    ]


class OldNameBody(Answer):
    """Somebody of the book who no longer plays."""

    player: UUID
    name: str
    last: date | None = Field(description="The day on which they played last; null: never.")


class AnnouncedBody(Answer):
    """What the owners were told: these names go on this day, unless it is put off."""

    day: date
    people: list[UUID]


class RetentionBody(Answer):
    """How long a club keeps names, and whom a clean-up would concern now."""

    years: int | None = Field(description="Null: for ever.")
    is_automatic: bool
    announced: AnnouncedBody | None
    since: datetime | None = Field(description="Who has not played since then is among `people`; null: nobody is.")
    people: list[OldNameBody]
    phones: int = Field(description="How many phones of closed tables would lose their names.")


# Old names that go by themselves: announced to the owners, removed on the day that was said, unless it is put off.

BEFORE: Final = timedelta(days=14)  # from being told until it is done
PUT_OFF: Final = timedelta(days=90)
LATE: Final = timedelta(days=7)  # after that what was announced is announced anew, as where the club was closed
LOOKED: Final = timedelta(days=1)  # between two looks whether somebody's name is old


def keep_up(*, now: datetime) -> int:
    """In each club that wants it done by itself: announce what would go, and begin what was announced once its day has
    come. Safe to run twice at once; how many were announced or begun."""
    wanted = Retention.objects.filter(is_automatic=True, club__closed_at=None).order_by("pk")
    return sum(_turn(pk, now) for pk in wanted.values_list("pk", flat=True))


@transaction.atomic
def put_off(*, club: Club, by: User, now: datetime) -> None:
    """What was announced is not done; it is announced anew after 90 days, as it stands then."""
    require(can_clean_up(role_in(by, club)))
    Retention.objects.select_for_update().filter(club=club).first()
    if withdraw(club, now):
        Retention.objects.filter(club=club).update(rests_until=today_of(club, now) + PUT_OFF)
        write(Kind.NAMES_PUT_OFF, club.pk, at=now, by_user=by)


def withdraw(club: Club, now: datetime) -> bool:
    """Nothing is announced any more. Whether something was."""
    found = CleanUp.objects.filter(club=club).first()
    if found is None:
        return False
    over(NoticeKind.CLEAN_UP, found.pk, now)
    found.delete()
    return True


def today_of(club: Club, now: datetime) -> date:
    return now.astimezone(ZoneInfo(club.time_zone)).date()


@transaction.atomic
def _turn(pk: UUID, now: datetime) -> bool:
    """One club's, while nobody else looks at it."""
    kept = Retention.objects.select_for_update(of=("self",)).select_related("club").filter(pk=pk).first()
    if kept is None or not kept.is_automatic:
        return False
    club, today = kept.club, today_of(kept.club, now)
    if announced := CleanUp.objects.filter(club=club).first():
        if today <= announced.day + LATE:
            return today >= announced.day and _begin(announced, club, now)
        withdraw(club, now)
    if kept.rests_until and today < kept.rests_until:
        return False
    since = selectors.before(now, kept.years)
    people = [player.pk for player in selectors.inactive(club, since)]
    if not people and not selectors.old_phones(club, since):
        Retention.objects.filter(pk=pk).update(rests_until=today + LOOKED)
        return False
    _announce(CleanUp(club=club, day=today + BEFORE, since=since, people=[str(person) for person in people], at=now))
    return True


def _announce(planned: CleanUp) -> None:
    planned.save()
    club, now = planned.club, planned.at
    write(Kind.NAMES_ANNOUNCED, club.pk, at=now, detail={"number": len(planned.people)})
    owners = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER, is_active=True)
    tell(partial(_news, planned, len(selectors.seasons_of(club, planned.ids))), owners, now)


def _begin(announced: CleanUp, club: Club, now: datetime) -> bool:
    """The job for those who were announced and still have not played."""
    planned = set(announced.ids)
    people = [player.pk for player in selectors.inactive(announced.club, announced.since) if player.pk in planned]
    if people or selectors.old_phones(club, announced.since):
        arguments = {"before": announced.since.isoformat(), "people": [str(person) for person in people]}
        start(JobAsked("retention", uuid5(announced.pk, "job"), arguments), by=None, club=club, now=now)
        write(Kind.NAMES_GONE, club.pk, at=now, detail={"number": len(people)})
    withdraw(club, now)
    Retention.objects.filter(club=club).update(rests_until=today_of(club, now) + LOOKED)  # while the job runs
    return True


def _news(planned: CleanUp, seasons: int) -> News:
    day = date_format(planned.day, "DATE_FORMAT")
    values = {"club": planned.club.name, "day": day, "people": len(planned.people), "seasons": seasons}
    body = _(
        "On {day}, old names will be removed from {club}, as its owners chose. This affects guests and former members "
        "who have not played or come since {since}.\n\n"
        "People: {people}\n"
        "Seasons whose standings they are in: {seasons}\n\n"
        "They will be shown by a number; no total changes. This cannot be undone. Anyone who plays before then keeps "
        "their name. You can postpone the removal on the page “How long names are kept”, which lists all of them."
    )
    return News(
        kind=NoticeKind.CLEAN_UP,
        club=planned.club,
        key=f"clean_up:{planned.pk}",
        thing=planned.pk,
        link=reverse("club_retention", args=[planned.club_id]),
        until=planned.at + BEFORE + LOOKED,
        subject=_("{club}: old names will be removed on {day}").format(**values),
        body=body.format(**values, since=date_format(planned.since, "DATE_FORMAT")),
        values={"on": planned.day.isoformat(), "people": values["people"]},
    )


# Take away what a forgotten person typed, and what others typed of them: reasons, notes. The chains stay whole.


def erase_words(*, club: Club | None, users: Collection[UUID], lines: Collection[UUID], now: datetime) -> int:
    """Erase the texts of whatever these accounts did and these lines of the book are named by, in a club or in all;
    how many texts."""
    found: defaultdict[UUID, defaultdict[type[Model], list[UUID]]] = defaultdict(lambda: defaultdict(list))
    for model in _with_texts():
        if asked := _about(model, users, lines):
            of_club = Q(club=club) if club else Q()
            rows = model._base_manager.filter(asked, of_club).order_by("pk")  # noqa: SLF001
            for club_id, pk in rows.values_list("club", "pk"):
                found[club_id][model].append(pk)
    return sum(erase_texts(club_id, rows, at=now) for club_id, rows in sorted(found.items()))


def _with_texts() -> Iterator[type[Model]]:
    """What a table calls its rules is no word of a person."""
    yield from (Hand, HandMark)
    yield from (model for model in chained() if model.content.texts and model is not Sitting)


def _about(model: type[Model], users: Collection[UUID], lines: Collection[UUID]) -> Q:
    asked = Q()
    for field in model._meta.concrete_fields:  # noqa: SLF001 public but for its name
        if not isinstance(field, ForeignKey):
            continue
        ways: dict[Any, Q] = {
            User: Q((f"{field.name}__in", users)),
            Player: Q((f"{field.name}__in", lines)),
            Seat: Q((f"{field.name}__player__in", lines)),
        }
        asked |= ways.get(field.related_model, Q())
    return asked


# Take the name of a person from all places, without changing a total.
#
# Hands, acts and signatures hold ids and records, and their chains are made of these: they stay as they are. What
# goes is what tells whose they are: the name in the book, the account behind it, the names of phones, and what was
# typed by them or of them, of which the chains hold a salted hash alone.


@transaction.atomic
def give_up_account(*, user: User, now: datetime) -> None:
    """The account is no more, and its person is "Player 17" wherever they have played. It can't be undone.

    Raises:
        Refused: `hand_over_first`: a club would be without an owner.
    """
    me = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if left := clubs_left_alone(me):
        names = ", ".join(isolated(club.name) for club in left)
        text = Text(gettext_noop("First hand over or close your clubs: {names}."), {"names": names})
        raise Refused([Problem("hand_over_first", "", text)])
    for club in Club.objects.filter(players__user=me).distinct().order_by("pk"):
        own = Player.objects.people().filter(club=club, user=me)
        make_nameless(club=club, people=list(own.values_list("pk", flat=True)), now=now)
    for club_id in Membership.objects.filter(user=me).order_by("club").values_list("club", flat=True):
        write(Kind.MEMBER_LEFT, club_id, at=now, by_user=me)
    erase_words(club=None, users=[me.pk], lines=[], now=now)
    Invitation.objects.filter(used_by=me).update(note="")
    _delete_what_is_of_the_account(me)
    found = [pk for pk, to in Mail.objects.values_list("pk", "to") if me.email in to]
    Mail.objects.filter(pk__in=found).delete()
    me.email, me.name, me.is_active = f"{me.pk}{GIVEN_UP}", default_words(FORMER_MEMBER), False
    me.full_name = ""
    me.set_unusable_password()  # ends every session too
    me.save(update_fields=["email", "name", "full_name", "is_active", "password"])


def clubs_left_alone(user: User) -> list[Club]:
    """The clubs that this person alone owns; not closed ones, which nobody runs, nor private ones of guest sheets."""
    owned = Club.objects.filter(is_private=False, closed_at=None, memberships__user=user, memberships__role=Role.OWNER)
    others = Membership.objects.filter(role=Role.OWNER).present().exclude(user=user).values("club")
    return list(owned.exclude(pk__in=others).order_by(Alphabetical("name")))


@transaction.atomic
def make_nameless(*, club: Club, people: Iterable[UUID], now: datetime) -> int:
    """These people of the book, with all their lines, are called by a number from now on; returns how many.

    Whoever calls has asked whether that may be. Done twice it is the same.
    """
    lock_book(club)
    numbers = selectors.numbers_in(club)
    many = 0
    for person in people:
        name = selectors.nameless(numbers[person])
        lines = Player.objects.filter(Q(pk=person) | Q(merged_into=person), club=club)
        ids = list(lines.values_list("pk", flat=True))
        accounts = set(lines.exclude(user=None).values_list("user", flat=True))
        erase_words(club=club, users=accounts, lines=ids, now=now)
        lines.update(
            name=name, full_name="", called=Player.Called.CLUB, user=None, retired_at=Coalesce("retired_at", Value(now))
        )
        Merge.objects.filter(Q(gone__in=ids) | Q(kept__in=ids), club=club).update(name=name)
        Device.objects.filter(club=club, seat__player__in=ids).update(name=selectors.a_phone())
        Invitation.objects.filter(club=club, player__in=ids, used_at=None).delete()
        Invitation.objects.filter(club=club, player__in=ids).update(note="")
        many += 1
    book_changed(club)
    return many


def _delete_what_is_of_the_account(user: User) -> None:
    """What would go with the account if that was deleted: roles, tokens, settings, addresses, files."""
    for relation in User._meta.related_objects:  # noqa: SLF001 Django's own list of what points at an account
        if relation.on_delete is CASCADE:
            model = cast("type[Model]", relation.related_model)
            model._base_manager.filter(Q((relation.field.name, user.pk))).delete()  # noqa: SLF001


@transaction.atomic
def keep_names(choice: RetentionChoice, *, club: Club, by: User, now: datetime) -> None:
    """For how many years after their last game people keep their names. Removes nothing yet: where it is done by
    itself, the owners are told two weeks before. What was announced by other settings is not done."""
    require(can_clean_up(role_in(by, club)))
    years, is_automatic = choice.years, choice.is_automatic
    kept = Retention.objects.select_for_update().filter(club=club).first()
    wanted = (years, is_automatic and years is not None)
    if wanted == ((kept.years, kept.is_automatic) if kept else (None, False)):
        return
    withdraw(club, now)
    if years is None:
        Retention.objects.filter(club=club).delete()
    else:
        chosen = {"years": years, "is_automatic": is_automatic, "rests_until": None}
        Retention.objects.update_or_create(club=club, defaults=chosen)
    write(Kind.NAMES_KEPT, club.pk, at=now, by_user=by, detail={"years": years, "by_itself": wanted[1]})


@transaction.atomic
def ask_to_clean_up(wish: CleanUpWish, *, club: Club, by: User, key: UUID, now: datetime) -> Job:
    """Have these people made nameless, who were shown before, as far as they still have not played; and old phones.

    Raises:
        Refused: `years_unknown`: names are kept for ever. `player_unknown`: somebody is not in the book of the club.
            `jobs_many`.
    """
    require(can_clean_up(role_in(by, club)))
    years, people = selectors.years_of(club), set(wish.people)
    if years is None:
        raise Refused([Problem("years_unknown", "years", Text(gettext_noop("First choose how long names are kept.")))])
    if len(people) != Player.objects.filter(club=club, pk__in=people).count():
        raise Refused([Problem("player_unknown", "people", Text(PLAYER_UNKNOWN))])
    if not Job.objects.filter(key=key).exists():
        write(Kind.NAMES_REMOVED, club.pk, at=now, by_user=by, detail={"number": len(wish.people)})
    arguments = {"before": selectors.before(now, years).isoformat(), "people": [str(person) for person in wish.people]}
    return ask(JobAsked("retention", key, arguments), by=by, club=club, now=now)


def ask_for_own_data(*, by: User, key: UUID, now: datetime) -> Job:
    """Have all that is held about a person written into a file in the background; the same key is the same file.

    Raises:
        Refused: `jobs_many`.
    """
    return ask(JobAsked("own_data", key), by=by, club=None, now=now)


@transaction.atomic
def forget_person(*, club: Club, person: UUID, since: datetime, now: datetime) -> int:
    """Take the name of somebody who still has not played; 1 where it was taken."""
    still = any(player.pk == person for player in selectors.inactive(club, since))
    return make_nameless(club=club, people=[person], now=now) if still else 0


@transaction.atomic
def forget_phones(*, club: Club, since: datetime) -> None:
    """Take the names of phones from tables closed long ago, and delete codes and presences of then."""
    Device.objects.filter(club=club, made_at__lt=since, sitting__closed_at__isnull=False).update(
        name=selectors.a_phone()
    )
    TablePass.objects.filter(club=club, expires_at__lt=since, devices=None).delete()
    Presence.objects.filter(club=club, seen_at__lt=since).delete()
