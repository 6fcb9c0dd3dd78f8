"""The hands that turned a table: where the lead changed for good, and where most was moved at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from django.utils.translation import gettext as _

from games.core.amounts import InUnits
from scorekeeper.common.charts import Highlight
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.play.sheet.rows import Row, Side

FEWEST_HANDS: Final = 5  # before so many nothing has turned yet
MOST: Final = 4
USUAL: Final = 2  # where the lead does not change, so many swings
PARTS: Final = 6  # of the chart: two marks within a sixth of it would touch


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand at this place of the hands that count, from 0, and the side whose hand it was. `swing` is how far the
    sides moved apart; `change` is what that side won or lost."""

    place: int
    side: int
    change: int
    swing: int
    takes_lead: bool


def highlights_of(
    rows: Sequence[Row], sides: Sequence[Side], unit: InUnits, penalised: Collection[int]
) -> list[Highlight]:
    """The marks of the chart of these hands, in their order; `penalised` are the numbers of hands after which a
    penalty or an adjustment was given, whose swing would count for the hand."""
    found = []
    for turn in turns_of(
        [row.totals for row in rows], {rows.index(row) for row in rows if row.hand.number in penalised}
    ):
        number, name = rows[turn.place].hand.number, isolated(sides[turn.side].short)
        if turn.takes_lead:
            total = amount_words(rows[turn.place].totals[turn.side], unit)
            sentence = _("Hand {number}: the lead goes to {name} with {total}.")
            sentence = sentence.format(number=number, name=name, total=total)
        else:
            sign = "+" if turn.change > 0 else ""
            change = sign + amount_words(turn.change, unit)
            sentence = _("Hand {number}: a large swing, {change} for {name}.")
            sentence = sentence.format(number=number, change=change, name=name)
        found.append(Highlight(turn.side, turn.place + 1, number, sentence))
    return found


def turns_of(totals: Sequence[Sequence[int]], unclear: Collection[int] = ()) -> list[Turn]:
    """At most four hands of a table, in their order, from the totals of all sides after each hand.

    The last change of the lead comes first, then the largest swing, then the other changes of the lead, the larger
    swing first. A swing is large where it is larger than that of most hands; it counts neither for the first hand nor
    for one that is `unclear`. Two hands whose marks would touch are never both there.
    """
    if len(totals) < FEWEST_HANDS or len(totals[0]) < USUAL:
        return []
    turns = _turns(totals)
    leads = [turn for turn in turns if turn.takes_lead]
    usual = median(turn.swing for turn in turns)
    swings = [turn for turn in turns[1:] if turn.swing > usual and not turn.takes_lead and turn.place not in unclear]
    swings.sort(key=lambda turn: -turn.swing)
    others = sorted(leads[:-1], key=lambda turn: -turn.swing)
    chosen: list[Turn] = []
    for turn in [*leads[-1:], *swings[:1], *others, *swings[1:]]:
        enough = MOST if turn.takes_lead else USUAL
        if len(chosen) < enough and all(abs(turn.place - other.place) * PARTS >= len(totals) for other in chosen):
            chosen.append(turn)
    return sorted(chosen, key=lambda turn: turn.place)


def _turns(totals: Sequence[Sequence[int]]) -> list[Turn]:
    """Every hand; it takes the lead for a side where that side alone is in front, and another one was before."""
    found, leader = [], None
    for place, (before, after) in enumerate(pairwise([[0] * len(totals[0]), *totals])):
        changes = [now - then for then, now in zip(before, after, strict=True)]
        mover = max(range(len(changes)), key=lambda side: abs(changes[side]))
        swing = max(changes) - min(changes)
        first = [side for side, total in enumerate(after) if total == max(after)]
        takes_lead = len(first) == 1 and leader not in {None, first[0]}
        side = first[0] if takes_lead else mover
        found.append(Turn(place, side, changes[side], swing, takes_lead))
        leader = first[0] if len(first) == 1 else leader
    return found
