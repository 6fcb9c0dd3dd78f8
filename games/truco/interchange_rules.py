"""The public form of rules: a rule set by its name, and what overrides it."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.core.record import load
from games.core.text import Text, gettext_noop
from games.core.values import InvalidRecord, Problem
from games.truco.presets import RULE_SETS
from games.truco.rules import AGREED, BAD_LADDER, TrucoRules, bad_player_count, climbs
from games.truco.values import MOST_POINTS, PLAYERS

DEFAULT_SET: Final = "mineiro"

_OF_THE_MATCH: Final = frozenset({"best_of", "start_a", "start_b", *AGREED})
_OPTIONS: Final = frozenset(TrucoRules.model_fields) - _OF_THE_MATCH
_UNKNOWN_SET: Final = Problem("unknown_ruleset", "rules.preset", Text(gettext_noop("There is no such set of rules.")))
_UNKNOWN: Final = Text(gettext_noop("There is no such option."))
_BAD: Final = Text(gettext_noop("This option cannot be set to that."))
_NUMBER: Final = gettext_noop("This must be a whole number from 1 to {most}.")
_NUMBER_OR_NONE: Final = gettext_noop("This must be a whole number from 1 to {most}, or null.")
_PLAYERS: Final = Text(gettext_noop("This must be a list of 2, 4 and 6, or of some of them."))
_WANTED: Final = {
    **dict.fromkeys(("target", "special_play", "special_pass", "flor_both"), Text(_NUMBER, {"most": MOST_POINTS})),
    "special_at": Text(_NUMBER_OR_NONE, {"most": MOST_POINTS}),
    "players": _PLAYERS,
}


class Agreed(NamedTuple):
    """The rules of a case, and how many may play by them."""

    rules: TrucoRules
    players: tuple[int, ...]

    def check_players(self, count: object) -> None:
        """Refuse a table of another size; None: nobody said."""
        if count is not None and (type(count) is not int or count not in self.players):
            raise InvalidRecord((bad_player_count(self.players),))


def agreed(rules: Mapping[str, Any]) -> Agreed:
    """The rules of a case, or every problem with them."""
    return _agreed(json.dumps(dict(rules), sort_keys=True))


@lru_cache(maxsize=256)
def _agreed(text: str) -> Agreed:
    given = json.loads(text)
    name = given.pop("preset", DEFAULT_SET)
    if not isinstance(name, str) or name not in RULE_SETS:
        raise InvalidRecord((_UNKNOWN_SET,))
    players = given.pop("players", list(PLAYERS))
    if found := _problems(given, players):
        raise InvalidRecord(found)
    return Agreed(load(TrucoRules, {**RULE_SETS[name], **given}), tuple(players))


def _problems(given: Mapping[str, Any], players: object) -> tuple[Problem, ...]:
    """Unknown options first, then values that cannot be, the ladder last."""
    unknown = [Problem("unknown_option", f"rules.{name}", _UNKNOWN) for name in given if name not in _OPTIONS]
    known = [name for name in given if name in _OPTIONS]
    bad = [_bad(name) for name in known if name != "ladder" and not _possible(name, given[name])]
    if not isinstance(players, list) or not players or not all(_seated(count) for count in players):
        bad.append(_bad("players"))
    if "ladder" in given and not (_possible("ladder", given["ladder"]) and climbs(given["ladder"])):
        bad.append(BAD_LADDER)
    return (*unknown, *bad)


def _bad(name: str) -> Problem:
    return Problem("bad_option", f"rules.{name}", _WANTED.get(name, _BAD))


def _seated(count: object) -> bool:
    return type(count) is int and count in PLAYERS


def _possible(name: str, value: object) -> bool:
    try:
        load(TrucoRules, {name: value})
    except InvalidRecord:
        return False
    return True
