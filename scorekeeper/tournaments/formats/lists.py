"""Lists of a tournament for paper and for other programs: what they are called, and what stands under the title."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.tables.values import Table, without_empty
from scorekeeper.common.texts import isolated
from scorekeeper.standings.standing import Standing, file_of_standing
from scorekeeper.tournaments.models import Stage, Tournament


def named(tournament: Tournament, what: str) -> str:
    """The title of a list."""
    return pgettext("in a line", "{tournament}: {what}").format(tournament=tournament.name, what=what)


def titled(stage: Stage, what: str) -> str:
    """The title of a list of a stage."""
    title = named(stage.tournament, what)
    return f"{title}, {isolated(stage.name)}" if stage.name else title


def over(tournament: Tournament, *more: str) -> list[str]:
    """What stands under the title: when and where, and what else has to be said."""
    when = date_format(timezone.localtime(tournament.starts_at), "DATETIME_FORMAT")
    return [*(part for part in (tournament.club.name, when, tournament.venue) if part), *more]


def state_words(rounds: int | None, *, official: bool) -> list[str]:
    """What a standing counts, in sentences; None: it has no rounds to be counted."""
    after = []
    if rounds is not None:
        after.append(ngettext("After {number} round.", "After {number} rounds.", rounds).format(number=rounds))
    return [*after, *([] if official else [_("If it ended now; not official.")])]


def list_of(stage: Stage, standing: Standing, *, has_rounds: bool) -> Table:
    """A standing as it was made for a file, for paper and for other programs."""
    sentences = state_words(standing.rounds if has_rounds else None, official=standing.official)
    sentences += [sentence for group in standing.groups for sentence in (*group.notes, *group.warnings)]
    title = titled(
        stage, pgettext("heading", "official standings") if standing.official else pgettext("heading", "standing")
    )
    return without_empty(file_of_standing(standing, title, over(stage.tournament, *sentences)))
