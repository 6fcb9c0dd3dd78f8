"""Taking a file over as a job: a whole season may take longer than a page can wait."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.core.text import Text, gettext_noop, pgettext
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.services import add_player, lock_book
from scorekeeper.common.addresses import public_address
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.jobs.models import Done, Job
from scorekeeper.jobs.services import Asked, Work, ask
from scorekeeper.payouts.bank.bringing import Brought, bring, lock_accounts
from scorekeeper.payouts.models import Account, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.records import FileTaking
from scorekeeper.transfer.selectors.looking import Look, look_at
from scorekeeper.transfer.selectors.money import MoneyLook, look_at_money, people_of
from scorekeeper.transfer.services.taking import CHANGED, Course, forget, take_over

FIELDS: Final = ("said", "done_at", "data")


@transaction.atomic
def take_money_over(*, upload: Upload, by: User, now: datetime, shown: str = "") -> Upload:
    """Do what the dry run said, all of it or nothing: as it was `shown` (its hash), or as it is now. A file that was
    taken over before stays so. Accounts are locked before the book of the club, as closing a sheet does.

    Raises:
        Conflict: `book_changed`: it would book something else by now; `brought_already`.
        Refused: `not_ready`: something has to be said or mended first; as `add_player`, as `bring`.
    """
    role = role_in(by, upload.club)
    require(can_import(role) and can_keep_money(role))
    found = Upload.objects.select_for_update(of=("self",)).select_related("club").get(pk=upload.pk)
    if found.done_at is not None:
        return found
    look = look_at_money(found, now)
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    own = {player.pk for player in people_of(look.matching)}
    own |= {person for earlier in look.corrected.values() for person in earlier.moves}
    lock_accounts(found.club, [Whose(Account.Kind.PLAYER, person) for person in own])
    lock_book(found.club)
    again = look_at_money(found, now)
    if again.shown != (shown or look.shown):
        raise Conflict("book_changed", _("The club’s people have changed. Please check the file again."))
    people = {
        name: (player or add_player(club=found.club, name=name, now=now)).pk
        for name, player in look.matching.chosen.items()
    }
    brought = Brought(found.pk, found.name, look.digest, look.booked(people))
    bring(club=found.club, by=by, brought=brought, now=now)
    found.said, found.done_at, found.data = {}, now, b""
    found.save(update_fields=FIELDS)
    return found


KIND: Final = "import"
BUSY: Final = Text(
    gettext_noop("Another file is being imported into this season. Wait until it is finished, then check again.")
)
GONE: Final = Text(gettext_noop("The file is no longer stored. Send it again."))
MOST_AT_ONCE: Final = 200  # lines of a file of money that are booked while its page waits
BOOKED: Final = pgettext("note", "Booked: {name}.")
COUNTS: Final = pgettext("note", "Imported: {name}.")
PEOPLE: Final = gettext_noop("New people: {people}. Invitations sent: {invited}.")
LATER: Final = gettext_noop(
    "New people: {people}. Invitations sent: {invited}. Not invited yet, because too many "
    "invitations are open: {later}. Import the same file again once some are accepted."
)


@dataclass(frozen=True, slots=True)
class From:
    """Where it was asked: the address of this installation and the language, for the invitations."""

    site: str
    language: str

    @classmethod
    def of(cls, request: HttpRequest | Request) -> "From":
        """By the address and in the language of this request."""
        return cls(public_address(request, "/"), translation.get_language() or settings.LANGUAGE_CODE)


@dataclass(frozen=True, slots=True)
class Taking:
    """A file that is taken over: by a job, or at once (None)."""

    upload: Upload
    job: Job | None


def have_taken_over(
    taking: FileTaking, *, upload: Upload, by: User, key: UUID, asked_from: From, now: datetime
) -> Taking:
    """Have a file taken over as it was shown, or as it is now: a short one of money at once, any other by a job. One
    that was taken over before stays so.

    Raises:
        Conflict: as `take_money_over`.
        Refused: as `take_money_over`, as `ask_to_take_over`.
    """
    if upload.is_of_money and upload.done_at is None and len(look_at_money(upload, now).plan.lines) <= MOST_AT_ONCE:
        return Taking(take_money_over(upload=upload, by=by, now=now, shown=taking.shown), None)
    if upload.done_at is not None:
        return Taking(upload, None)
    job = ask_to_take_over(upload=upload, by=by, key=key, asked_from=asked_from, now=now, shown=taking.shown)
    return Taking(upload, job)


@transaction.atomic
def ask_to_take_over(*, upload: Upload, by: User, key: UUID, asked_from: From, now: datetime, shown: str = "") -> Job:
    """Have the file taken over as it was `shown` (the hash of what it would do; else as it is now). One that is being
    taken over already is that job.

    Raises:
        Refused: `not_ready`: something has to be said or mended first; `changed_meanwhile`: it would do something else
            by now; `season_busy`: another file is being taken over into the season; `jobs_many`.
    """
    role = role_in(by, upload.club)
    require(can_import(role) and (can_keep_money(role) or not upload.is_of_money))
    lock_book(upload.club)  # one after the other
    if running := unfinished_of(upload):
        return running
    look: Look | MoneyLook = look_at_money(upload, now) if upload.is_of_money else look_at(upload, now)
    season = str(upload.competition_id or "")
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    if shown and look.shown != shown:
        raise Refused([Problem("changed_meanwhile", "", CHANGED)])
    if season and _unfinished(upload.club).filter(arguments__season=season).exists():
        raise Refused([Problem("season_busy", "", BUSY)])
    arguments = {"upload": str(upload.pk), "about": upload.name, "season": season, "shown": look.shown}
    arguments |= {"money": "1" if upload.is_of_money else ""}
    arguments |= {"site": asked_from.site, "language": asked_from.language}
    return ask(Asked(KIND, key, arguments), by=by, club=upload.club, now=now)


def unfinished_of(upload: Upload) -> Job | None:
    """The job that takes this file over, as long as it waits or runs."""
    return _unfinished(upload.club).filter(arguments__upload=str(upload.pk)).order_by("created_at").first()


def require_open(upload: Upload) -> None:
    """That something can still be said of a file.

    Raises:
        Conflict: `file_done`: it was taken over; `file_busy`: it is being taken over.
    """
    if upload.done_at is not None:
        raise Conflict("file_done", _("This file is already imported, so there is nothing left to choose."))
    if unfinished_of(upload):
        raise Conflict("file_busy", _("This file is being imported. Stop the import first."))


def _unfinished(club: Club) -> "QuerySet[Job]":
    return Job.objects.unfinished().filter(club=club, kind=KIND)


def run(work: Work) -> Done:
    """What it brings is written down beside in short steps, and counts by one last transaction: whoever stops it, or
    dies over it, leaves nothing. What was taken over before is not taken over again, so it may be run twice. Raises
    Refused `file_gone`."""
    by, arguments = work.job.by, work.arguments
    upload = Upload.objects.select_related("club", "competition").filter(pk=arguments["upload"]).first()
    if by is None or upload is None:
        raise Refused([Problem("file_gone", "", GONE)])

    def link(secret: str) -> str:
        return str(arguments["site"]).rstrip("/") + reverse("invitation_accept", args=[secret])

    shown = str(arguments.get("shown", ""))
    if upload.is_of_money:
        return _book(upload, by, work, shown)
    course = Course(work.job.pk, work.report, work.go_on)
    with translation.override(arguments["language"]):
        done = take_over(upload=upload, by=by, now=work.now(), link=link, course=course, shown=shown)
    return outcome_of(done)


def _book(upload: Upload, by: User, work: Work, shown: str) -> Done:
    """A file of money: all of it is booked in one transaction. Raises Refused."""
    work.report(0, 0)
    with translation.override(work.arguments["language"]):
        try:
            take_money_over(upload=upload, by=by, now=work.now(), shown=shown)
        except Conflict as conflict:
            raise Refused([Problem(conflict.code, "", Text(conflict.message))]) from None
    link = reverse("money_import_detail", args=[upload.club_id, upload.pk])
    return Done(Text(BOOKED, {"name": upload.name}), link=link)


def tidy(job: Job) -> None:
    """It has ended: nothing of what it had prepared is needed any more."""
    forget(job.pk)


def again(job: Job) -> str:
    """The file as it was looked at last, with all that was said of it; where it is gone, the form for another one."""
    upload = Upload.objects.filter(pk=job.arguments.get("upload"), club=job.club_id, done_at=None).first()
    if upload:
        name = "money_import_look" if upload.is_of_money else "import_look"
        return reverse(name, args=[upload.club_id, upload.pk])
    return reverse("money_import_list" if job.arguments.get("money") else "import_list", args=[job.club_id])


def outcome_of(upload: Upload) -> Done:
    """How it came out, and the page to go on to."""
    if upload.imported_id:
        link = reverse("import_detail", args=[upload.club_id, upload.imported_id])
        return Done(Text(COUNTS, {"name": upload.name}), link=link)
    said = {name: upload.said.get(name, 0) for name in ("people", "invited", "later")}
    return Done(Text(LATER if said["later"] else PEOPLE, said), link=reverse("people", args=[upload.club_id]))
