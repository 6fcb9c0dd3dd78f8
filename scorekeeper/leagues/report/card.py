"""How a game of an evening came out, as one picture to share: the first three, how many hands, and the best of them.

Whoever is sent it need not be of the club: everybody has their short name.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.formats import date_format
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from scorekeeper.common.ids import digest
from scorekeeper.common.names import file_name, public_names
from scorekeeper.common.texts import Names, amount_words, translated
from scorekeeper.common.typesetting import Part, picture
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.report.reads import Outcome
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import weighed

FIRST: Final = 3


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on the picture, in words; `places` are rank, name and points of who is first."""

    club: str
    evening: str
    facts: str
    places: tuple[tuple[str, str, str], ...]
    hands: str
    best: str


def card_of(evening: Evening, outcome: Outcome) -> Card:
    """The card of a game of an evening with its club, in one statement."""
    called = public_names({line.player.pk: line.player.name for line in outcome.lines})
    hands = _hands(outcome.sittings)
    best = _best(hands, {sitting.pk: sitting for sitting in outcome.sittings}, called)
    number = npgettext("picture", "{number} hand", "{number} hands", len(hands)).format(number=len(hands))
    day = date_format(timezone.localtime(evening.starts_at), "DATE_FORMAT")
    state = _state(evening, outcome)
    return Card(
        club=evening.club.name,
        evening=evening.name,
        facts=", ".join([translated(outcome.game.plays.title), day, *([state] if state else [])]),
        places=tuple(
            (f"{line.rank}.", called[line.player.pk], amount_words(line.total, outcome.unit))
            for line in outcome.lines[:FIRST]
        ),
        hands=number,
        best=_("Best hand: {sentence}").format(sentence=best) if best else "",
    )


def _state(evening: Evening, outcome: Outcome) -> str:
    """What can still change, in words."""
    if not evening.is_closed:
        return pgettext("state", "not finished yet")
    is_final = all(sitting.is_official for sitting in outcome.sittings)
    return "" if is_final else pgettext("state", "not official yet")


def _hands(sittings: Sequence[Sitting]) -> list[Hand]:
    """The hands that count, table by table."""
    order = {sitting.pk: (place, sitting.next_number) for place, sitting in enumerate(sittings)}
    found = Hand.objects.filter(sitting__in=order).standing().only("sitting", "number", "kind", "outcome")
    kept = [hand for hand in found if hand.number < order[hand.sitting_id][1]]
    return sorted(kept, key=lambda hand: (order[hand.sitting_id], hand.number))


def _best(hands: Sequence[Hand], sittings: dict[UUID, Sitting], called: dict[UUID, str]) -> str:
    """What is said of the hand that brought somebody most, of equal ones the first; nothing where all brought alike."""
    brought = [_brought(hand, sittings[hand.sitting_id]) for hand in hands]
    if not brought or max(brought) == min(brought):
        return ""
    best = hands[brought.index(max(brought))]
    sitting = sittings[best.sitting_id]
    names = {seat.number: called.get(seat.player.identity, seat.player.name) for seat in sitting.seats.all()}
    return translated(best.said, Names(names, sitting.unit))


def _brought(hand: Hand, sitting: Sitting) -> int:
    weights = sitting.plays.weights(sitting.typed_rules)
    by_seat: dict[int, dict[str, int]] = {}
    for (seat, measure), amount in hand.moved.items():
        by_seat.setdefault(seat, {})[measure] = amount
    return max((weighed(measures, weights) for measures in by_seat.values()), default=0)


def drawn(card: Card) -> bytes:
    """The card as PNG of 1200 x 630 pixels, which messengers show whole."""
    return picture(Part("/leagues/report/card.typ", "A4", asdict(card), title="Scorekeeper"))


def card_answer(request: HttpRequest, evening: Evening, outcome: Outcome) -> HttpResponse:
    """The picture, drawn only for whoever has not got the one of these facts already."""
    card = card_of(evening, outcome)
    tag = quote_etag(digest(asdict(card))[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(drawn(card), content_type="image/png")
        response["Content-Disposition"] = content_disposition_header(False, file_name(f"{evening.name[:80]}.png")) or ""  # noqa: FBT003
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response
