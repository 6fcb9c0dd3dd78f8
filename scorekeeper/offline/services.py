"""Writing down where a phone and the server did not agree."""

from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Asked
from scorekeeper.common.errors import Refused
from scorekeeper.offline.models import Difference
from scorekeeper.play.models import Sitting

log = structlog.get_logger("scorekeeper.offline")

MOST_LINES = 400  # of one hand
LARGEST = 2**63 - 1
NO_LINES = Text(gettext_noop("Send what the phone shows of a hand: lines of seat, measure and amount."))


class Shown(Asked):
    """What a phone had shown for the hand of this key, by its copy of the rules of this version."""

    key: UUID
    version: str
    lines: Any
    dealer: Any


def note_difference(shown: Shown, *, sitting: Sitting, now: datetime) -> bool:
    """Keep what a phone had shown for a hand, if it is not what the rules say; whether it was.

    Raises:
        Hand.DoesNotExist: no hand of this sitting has the key.
        Refused: `lines_unknown`: these are no lines of a hand.
    """
    hand = sitting.hands.get(key=shown.key)
    if not _are_lines(shown.lines) or type(shown.dealer) is not int:
        raise Refused([Problem("lines_unknown", "lines", NO_LINES)])
    sums: dict[tuple[int, str], int] = {}
    for seat, measure, amount in shown.lines:
        sums[seat, measure] = sums.get((seat, measure), 0) + amount
    if {place: amount for place, amount in sums.items() if amount} == hand.moved:
        return False
    _row, is_new = Difference.objects.get_or_create(
        club_id=sitting.club_id,
        hand=hand,
        defaults={
            "sitting": sitting,
            "version": shown.version[:20],
            "shown": {"lines": list(shown.lines), "dealer": shown.dealer},
            "at": now,
        },
    )
    if is_new:
        total = Difference.objects.count()
        log.warning(
            "offline_difference",
            game=sitting.game,
            hand=str(hand.pk),
            phone=shown.version[:20],
            server=hand.rules_version,
            total=total,
        )
    return True


def _are_lines(lines: Any) -> bool:
    return isinstance(lines, list) and len(lines) <= MOST_LINES and all(_is_line(line) for line in lines)


def _is_line(line: Any) -> bool:
    match line:
        case [int() as seat, str() as measure, int() as amount]:
            return 0 <= seat <= 11 and len(measure) <= 20 and abs(amount) <= LARGEST
    return False
