"""What members are sent about an evening: its reminder, and its report."""

from datetime import datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.accounts.models import User
from scorekeeper.common.names import kept
from scorekeeper.common.texts import amount_words, rank_words, translated
from scorekeeper.languages.choice import language_for
from scorekeeper.languages.spoken import written_at
from scorekeeper.leagues.evenings.reads import game_names, sittings_of
from scorekeeper.leagues.models import Attendance, Evening, ReportReader
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.report.reads import marks_of, outcomes_of
from scorekeeper.notices.models import Kind
from scorekeeper.notices.selectors import moment
from scorekeeper.notices.services import News, tell
from scorekeeper.payouts.care.reads import anybody_hides

BEFORE: Final = timedelta(days=2)


def remind_of_evenings(*, now: datetime) -> int:
    """Tell the members of each club what is planned for the next two days, but for those who have said whether they
    come. Once; where it is put to another time, once more. Safe to run twice; how many were told."""
    soon = Evening.objects.filter(
        state=Evening.State.PLANNED, starts_at__gt=now, starts_at__lte=now + BEFORE, club__closed_at=None
    )
    evenings = soon.select_related("club").prefetch_related("games")
    return sum(tell(partial(_news, evening), _silent(evening), now) for evening in evenings)


def _silent(evening: Evening) -> list[User]:
    answered = Attendance.objects.filter(evening=evening, player__user__isnull=False).values("player__user")
    return list(User.objects.filter(memberships__club=evening.club_id, is_active=True).exclude(pk__in=answered))


def _news(evening: Evening) -> News:
    words = {"evening": evening.name, "club": evening.club.name, "when": moment(evening.club, evening.starts_at)}
    where = f", {evening.venue}" if evening.venue else ""
    if evening.is_mixed:
        where = f"{where} ({game_names(evening)})"
    return News(
        kind=Kind.EVENING,
        club=evening.club,
        key=f"evening:{evening.pk}:{int(evening.starts_at.timestamp())}",
        thing=evening.pk,
        link=reverse("evening_detail", args=[evening.pk]),
        until=evening.starts_at,
        subject=pgettext("in a line", "{evening}: {when}").format(**words),
        body=_("The next evening of {club}: {evening}, {when}{where}. Please say whether you are coming.").format(
            **words, where=where
        ),
        values={"evening": kept(evening.name), "at": evening.starts_at.isoformat()},
    )


def send_report(evening: Evening) -> None:
    """One mail to each member who wants it and is one still. It carries no link: nothing here knows the address of
    this installation for sure. What others owe stands on the page only."""
    wanted = ReportReader.objects.filter(club=evening.club_id).values("user")
    readers = User.objects.filter(pk__in=wanted, memberships__club=evening.club_id, is_active=True).exclude(email="")
    addresses: dict[str, list[str]] = {}
    for email, language in readers.order_by("pk").values_list("email", "language"):
        addresses.setdefault(language_for(language, evening.club.language), []).append(email)
    for language, readers_of_it in addresses.items():
        with written_at(evening.club, language):
            subject = pgettext("heading", "{evening}: results").format(evening=evening.name)
            body = _body(evening)
        get_connection().send_messages([EmailMessage(subject, body, to=[address]) for address in readers_of_it])


def _body(evening: Evening) -> str:
    sittings = sittings_of(evening)
    outcomes = outcomes_of(evening, sittings)
    with timezone.override(ZoneInfo(evening.club.time_zone)):
        when = date_format(timezone.localtime(evening.starts_at), "DATETIME_FORMAT")
    parts = [f"{evening.name}, {evening.club.name}", ", ".join(filter(None, (when, evening.venue))), ""]
    for number, outcome in enumerate(outcomes):
        if len(outcomes) > 1:
            parts += [*([""] if number else []), translated(outcome.game.plays.title)]
        lines = ((line.rank, line.player.name, amount_words(line.total, outcome.unit)) for line in outcome.lines)
        parts += [f"{rank_words(rank):>4} {name}: {total}" for rank, name, total in lines]
    if not outcomes:
        parts.append(_("No table was opened."))
    dues, is_hidden = dues_of(evening, sittings), anybody_hides(evening.club)
    for found in dues.sums:
        parts.append("")
        words = _("For the treasurer: {due}, collected {collected}.")
        if is_hidden:
            words = _("For the treasurer: {due}.")
        due, collected = amount_words(found.due, found.unit), amount_words(found.collected, found.unit)
        parts.append(words.format(due=due, collected=collected))
    if pending := sum(sitting.is_open for sitting in sittings):
        words = ngettext(
            "{number} sheet is not signed yet and can still change.",
            "{number} sheets are not signed yet and can still change.",
            pending,
        )
        parts += ["", words.format(number=pending)]
    if waiting := sum(sitting.awaits_acceptance for sitting in sittings):
        words = ngettext(
            "{number} sheet was signed only with the table code. A scorer or director must make it official.",
            "{number} sheets were signed only with the table code. A scorer or director must make them official.",
            waiting,
        )
        parts += ["", words.format(number=waiting)]
    if marks := marks_of(evening):
        parts += ["", _("Check marks of the sheets. Keep this e-mail: the marks prove what the sheets said."), *marks]
    parts += ["", _("You get this e-mail because you asked for the reports of {club}.").format(club=evening.club.name)]
    return "\n".join(parts)
