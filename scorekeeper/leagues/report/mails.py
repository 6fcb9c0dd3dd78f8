"""The report of an evening by mail. It goes through the outbox, with the transaction that closed the evening."""

from zoneinfo import ZoneInfo

from django.core.mail import EmailMessage, get_connection
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.accounts.models import User
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.languages.choice import language_for, written_for
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening, ReportReader
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.report.reads import marks_of, outcomes_of
from scorekeeper.payouts.care.reads import anybody_hides


def send_report(evening: Evening) -> None:
    """One mail to each member who wants it and is one still. It carries no link: nothing here knows the address of
    this installation for sure. What others owe stands on the page only."""
    wanted = ReportReader.objects.filter(club=evening.club_id).values("user")
    readers = User.objects.filter(pk__in=wanted, memberships__club=evening.club_id, is_active=True).exclude(email="")
    addresses: dict[str, list[str]] = {}
    for email, language in readers.order_by("pk").values_list("email", "language"):
        addresses.setdefault(language_for(language, evening.club.language), []).append(email)
    for language, readers_of_it in addresses.items():
        with written_for(language):
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
        parts += [f"{rank:>3}. {name}: {total}" for rank, name, total in lines]
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
