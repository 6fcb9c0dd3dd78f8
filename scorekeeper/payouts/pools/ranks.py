"""Who stands where in a season, for its prizes: see payouts/sources.py."""

from collections.abc import Collection
from itertools import groupby
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.payouts.sources import Part, Ranking
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines


class SeasonRanks:
    """The standings of a season; each player is an entrant."""

    def ranking(self, competition: Competition, only: Collection[UUID], *, official: bool) -> Ranking:
        found = lines(competition, official=official).ranked
        groups = ([row.row.player_id for row in tied] for _rank, tied in groupby(found, key=lambda row: row.rank))
        asked = ([(who,) for who in tied if not only or who in only] for tied in groups)
        return [tied for tied in asked if tied]

    def not_final(self, competition: Competition) -> tuple[Problem, ...]:
        """Refuses `season_runs`, `hands_disputed`, `sheets_open`, `sheets_to_be_accepted`, `sheets_unsigned`."""
        found = []
        if not competition.ended_at:
            found.append(Problem("season_runs", "", Text(_RUNS)))
        if competition.disputed:
            found.append(Problem("hands_disputed", "", Text(_DISPUTED, {"number": competition.disputed})))
        still_open = competition.sittings.running().count()
        if still_open:
            found.append(Problem("sheets_open", "", Text(_OPEN, {"number": still_open})))
        waiting = competition.sittings.to_be_accepted().count()
        if waiting:
            found.append(Problem("sheets_to_be_accepted", "", Text(_TO_BE_ACCEPTED, {"number": waiting})))
        if not still_open and not waiting and not lines(competition, official=False).is_sealed:
            found.append(Problem("sheets_unsigned", "", Text(_UNSIGNED)))
        return tuple(found)

    def took_part(self, competition: Competition) -> Collection[UUID]:
        return {line.player_id for line in lines(competition, official=False).all_of_them}

    def replaced(self, competition: Competition) -> Collection[UUID]:
        return ()

    def groups(self, competition: Competition) -> None:
        return None

    def origins(self, competition: Competition) -> tuple[str, ...]:
        return ()

    def page(self, competition: Competition) -> str:
        return reverse("season_detail", args=[competition.pk])

    def parts(self, competition: Competition, reader: User) -> list[Part]:
        return []

    def receipts(self, competition: Competition) -> str:
        return ""


_RUNS: Final = gettext_noop("The season is still running. End it first, so that no more results are added.")
_DISPUTED: Final = gettext_noop("Disputed hands: {number}. A director must decide them first.")
_OPEN: Final = gettext_noop("Open sheets of this season: {number}. Close them first.")
_TO_BE_ACCEPTED: Final = gettext_noop(
    "Sheets of this season signed only by phones with the code: {number}. A scorer or "
    "director must make them official first."
)
_UNSIGNED: Final = gettext_noop("Some sheets are not official yet, so their points can still change.")
