"""How long a club keeps names, and the clean-up after that."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.asking import Asked, ask
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.models import Device, Presence, TablePass
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.policies import can_clean_up
from scorekeeper.privacy.selectors.inactive import before, inactive, years_of
from scorekeeper.privacy.selectors.naming import a_phone
from scorekeeper.privacy.services.announcing import withdraw
from scorekeeper.privacy.services.forgetting import make_nameless


@transaction.atomic
def keep_names(*, club: Club, by: User, years: int | None, is_automatic: bool = False, now: datetime) -> None:
    """For how many years after their last game people keep their names; None: for ever. Removes nothing yet: where it
    is done by itself, the owners are told two weeks before. What was announced by other settings is not done."""
    require(can_clean_up(role_in(by, club)))
    if years is not None and years not in Retention.Years.values:
        raise Refused([Problem("years_unknown", "years", Text(gettext_noop("Choose one of the times.")))])
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
def ask_to_clean_up(*, club: Club, by: User, people: list[UUID], key: UUID, now: datetime) -> Job:
    """Have these people made nameless, who were shown before, as far as they still have not played; and old phones."""
    require(can_clean_up(role_in(by, club)))
    years = years_of(club)
    if years is None:
        raise Refused([Problem("years_unknown", "years", Text(gettext_noop("Say first how long names are kept.")))])
    if not Job.objects.filter(key=key).exists():
        write(Kind.NAMES_REMOVED, club.pk, at=now, by_user=by, detail={"number": len(people)})
    arguments = {"before": before(now, years).isoformat(), "people": [str(person) for person in people]}
    return ask(Asked("retention", key, arguments), by=by, club=club, now=now)


@transaction.atomic
def forget_person(*, club: Club, person: UUID, since: datetime, now: datetime) -> int:
    """Take the name of somebody who still has not played; 1 where it was taken."""
    still = any(player.pk == person for player in inactive(club, since))
    return make_nameless(club=club, people=[person], now=now) if still else 0


@transaction.atomic
def forget_phones(*, club: Club, since: datetime) -> None:
    """Take the names of phones from tables closed long ago, and delete codes and presences of then."""
    Device.objects.filter(club=club, made_at__lt=since, sitting__closed_at__isnull=False).update(name=a_phone())
    TablePass.objects.filter(club=club, expires_at__lt=since, devices=None).delete()
    Presence.objects.filter(club=club, seen_at__lt=since).delete()
