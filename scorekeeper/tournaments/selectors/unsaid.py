"""Who of a draft are never to be together, though the draft does not say so: that was said after it was drawn."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.draws.report import Report
from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import names_in
from scorekeeper.tournaments.formats.tables.instances import is_by_list
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.field import field_of
from scorekeeper.tournaments.rounds.pairs import listed, pairs_of


def unsaid_in(stage: Stage, draft: Round) -> str:
    """These pairs by name; empty where the draft says of all that they are together."""
    unsaid = unsaid_pairs(stage, draft)
    return listed(unsaid, names_in(stage)) if unsaid else ""


def why_unsaid(stage: Stage, draft: Round) -> str:
    """Who of them stands in the way of opening the draft, and what to do about it, in a sentence; empty: nobody."""
    pairs = unsaid_in(stage, draft)
    if not pairs:
        return ""
    text = _("Since this was drawn it was said that these are never to be together: {pairs}. Draw again.")
    if is_by_list(stage):
        text = _(
            "These are never to be together, and the list puts them at one table: {pairs}. Put one of them elsewhere, "
            "or say that you want it so and draw it all the same."
        )
    return text.format(pairs=pairs)


def unsaid_pairs(stage: Stage, draft: Round) -> list[Pair]:
    """That two of one club sit together, or two who have met before, does not say that a list keeps them apart; nor
    does a report that was written anew because of a change by hand elsewhere."""
    format_, report = format_of(stage), draft.typed_report
    said = dict(_said(report))
    still = {frozenset(pair) for pair in report.unsaid}
    pairs = [frozenset(pair) for pair in format_.never_together(stage, draft)]
    if not pairs:
        return []
    kept = set(pairs_of(stage.tournament, format_.seated(stage, field_of(stage, draft.number))).forbidden)
    return [pair for pair in pairs if pair in still or pair not in said or (pair in kept and not said[pair])]


def _said(report: Report) -> Iterator[tuple[Pair, bool]]:
    """(who are together though they are not to be, whether it is a list that keeps them apart), as the draft says."""
    for each in report.matches(for_desk=True):
        if each.met or each.apart or each.mates:
            yield frozenset((each.home, each.away)), each.apart
    for asked in report.asked_at_tables(for_desk=True):
        if asked.kind in {"forbidden", "apart"}:
            yield frozenset(asked.players), asked.kind == "forbidden"
