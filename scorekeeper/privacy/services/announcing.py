"""Old names that go by themselves: announced to the owners, removed on the day that was said, unless it is put off."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import require
from scorekeeper.jobs.services.asking import Asked, start
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.notices.models import Kind as NoticeKind
from scorekeeper.notices.services import News, over, tell
from scorekeeper.privacy.models import CleanUp, Retention
from scorekeeper.privacy.policies import can_clean_up
from scorekeeper.privacy.selectors.inactive import before, inactive, old_phones, seasons_of

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
    since = before(now, kept.years)
    people = [player.pk for player in inactive(club, since)]
    if not people and not old_phones(club, since):
        Retention.objects.filter(pk=pk).update(rests_until=today + LOOKED)
        return False
    _announce(CleanUp(club=club, day=today + BEFORE, since=since, people=[str(one) for one in people], at=now))
    return True


def _announce(planned: CleanUp) -> None:
    planned.save()
    club, now = planned.club, planned.at
    write(Kind.NAMES_ANNOUNCED, club.pk, at=now, detail={"number": len(planned.people)})
    owners = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER, is_active=True)
    tell(_news(planned, len(seasons_of(club, planned.ids))), owners, now)


def _begin(announced: CleanUp, club: Club, now: datetime) -> bool:
    """The job for those who were announced and still have not played."""
    people = _still(announced)
    if people or old_phones(club, announced.since):
        arguments = {"before": announced.since.isoformat(), "people": [str(one) for one in people]}
        start(Asked("retention", uuid5(announced.pk, "job"), arguments), by=None, club=club, now=now)
        write(Kind.NAMES_GONE, club.pk, at=now, detail={"number": len(people)})
    withdraw(club, now)
    Retention.objects.filter(club=club).update(rests_until=today_of(club, now) + LOOKED)  # while the job runs
    return True


def _still(announced: CleanUp) -> Sequence[UUID]:
    planned = set(announced.ids)
    return [player.pk for player in inactive(announced.club, announced.since) if player.pk in planned]


def _news(planned: CleanUp, seasons: int) -> News:
    day = date_format(planned.day, "DATE_FORMAT")
    values = {"club": planned.club.name, "day": day, "people": len(planned.people), "seasons": seasons}
    body = _(
        "On {day} old names are removed from {club}, as its owners chose: those of guests and former members who have"
        " not played or come since {since}.\n\nPeople: {people}\nSeasons whose standings they are in: {seasons}\n\nThey"
        " are called by a number from then on; no total changes. It can’t be undone. Who plays before that day keeps"
        " their name. You can put it off on the page “How long names are kept”, where all of them stand."
    )
    return News(
        kind=NoticeKind.CLEAN_UP,
        club=planned.club,
        key=f"clean_up:{planned.pk}",
        thing=planned.pk,
        link=reverse("club_retention", args=[planned.club_id]),
        until=planned.at + BEFORE + LOOKED,
        subject=_("{club}: old names are removed on {day}").format(**values),
        body=body.format(**values, since=date_format(planned.since, "DATE_FORMAT")),
        values={name: values[name] for name in ("day", "people")},
    )
