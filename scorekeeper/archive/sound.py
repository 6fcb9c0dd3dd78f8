"""Whether a club that came along is what its hands make, and what the app can read; whoever forged an archive may have
made its hashes too."""

from collections.abc import Iterator
from typing import Any, Final

import games
from games.core.record import load
from games.core.values import InvalidRecord
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.leagues.models import EveningGame, TeamLeague
from scorekeeper.play.offers import are_lengths
from scorekeeper.play.upkeep.verifying import Count, verify

UNREADABLE: Final = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)


def differences(club: Club) -> Iterator[str]:
    """What is wrong, if anything; what can't be read at all ends the look."""
    try:
        yield from map(str, verify(Count(), club.pk))
        for where, game, rules in _rules(club):
            yield from (f"{where}: {what}" for what in _unplayable(game, rules))
        for evening_game in EveningGame.objects.filter(club=club):
            if not are_lengths(evening_game.lengths):
                yield f"evening {evening_game.evening_id}: the hands of its rounds can’t be read"
    except UNREADABLE as error:
        yield f"what is stored can’t be read: {error!r}"[:300]


def _rules(club: Club) -> Iterator[tuple[str, str, Any]]:
    """The rules that no hand has been played by yet, which nothing else looks at."""
    for evening_game in EveningGame.objects.filter(club=club):
        yield f"evening {evening_game.evening_id}", evening_game.game, evening_game.rules
    for version in HouseRulesVersion.objects.filter(club=club).select_related("house"):
        yield f"house rules {version.house_id}, version {version.number}", version.house.game, version.rules
    for league in TeamLeague.objects.filter(club=club).select_related("season"):
        yield f"team league {league.pk}", league.season.game, league.rules


def _unplayable(game: str, rules: Any) -> Iterator[str]:
    try:
        load(games.game(game).rules, rules)
    except InvalidRecord as error:
        yield from (f"its rules: {problem.field}: {problem.message}" for problem in error.problems)
