"""A prize pool as its pages show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.common.ids import digest
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.texts import translated
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.models import Account, PoolAct
from scorekeeper.payouts.pools import reads
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.standings.models import Competition


@dataclass(frozen=True, slots=True)
class Shown:
    """A prize with the name of who gets it; `player` is the person. `note` says how one of a group came about."""

    name: str
    player: UUID | None
    amount: int
    first: int = 0
    last: int = 0
    cause: str = ""
    is_shared: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class GivenShown:
    """All that is given out, with names; those who get nothing are left out, but for who was passed over because
    their club has its prize already."""

    prizes: list[Shown]
    specials: list[Shown]
    overlay: int
    is_deal: bool
    total: int
    passed_over: list[Shown]

    @property
    def has_shared(self) -> bool:
        """Whether places share what they get together; a deal says who gets what."""
        return not self.is_deal and any(prize.is_shared for prize in self.prizes)


def given_shown(now: reads.PoolNow, given: reads.Given | None) -> GivenShown | None:
    """With names. One query."""
    if given is None:
        return None
    players = reads.people(
        now.pool.club_id, [*(prize.player for prize in given.prizes), *(special.player for special in given.specials)]
    )
    passed_over = set(given.passed_over)
    return GivenShown(
        [_prize(prize, players) for prize in given.paid],
        [
            Shown(
                players[special.player].name if special.player else "",
                special.player,
                special.amount,
                cause=special.cause,
                note=_note(special, given) if special.is_of_group else "",
            )
            for special in given.specials
        ],
        given.overlay,
        given.is_deal,
        given.total,
        [_prize(prize, players) for prize in given.prizes if prize.player in passed_over],
    )


def _note(won: reads.Won, given: reads.Given) -> str:
    """How somebody won a prize of a group: "place 5, best of 4"."""
    found = []
    if place := next((got for got in given.prizes if got.player == won.player and got.first), None):
        found.append(_places(place.first, place.last))
    if (won.first, won.last) == (1, 1):
        found.append(pgettext("in a line", "best of {number}").format(number=won.members))
    else:
        words = _("{places} of {number} in the group")
        found.append(words.format(places=_places(won.first, won.last), number=won.members))
    if won.is_instead:
        found.append(pgettext("in a line", "instead of the smaller prize of the place"))
    return ", ".join(found)


def _places(first: int, last: int) -> str:
    if first == last:
        return pgettext("in a line", "place {number}").format(number=first)
    return pgettext("in a line", "places {first} to {last}").format(first=first, last=last)


def _prize(got: reads.Got, players: Mapping[UUID, Player]) -> Shown:
    who = players[got.player]
    return Shown(who.name, who.identity, got.amount, got.first, got.last, is_shared=got.is_shared)


def seen_of(given: reads.Given) -> str:
    """What of an award is shown before it is done, so that nothing else is done."""
    return digest(given.to_json())


def told_page(now: reads.PoolNow, season: Competition) -> dict[str, Any]:
    """What the page of the prizes says: where the money comes from, and who gets what."""
    ranking = reads.ranking_of(season, now.entrants, official=False)
    found = reads.outlook(now, ranking)
    given = reads.Given.from_json(now.award.detail) if now.award else None
    # How many places the table has been cut to; 0 where it has not
    ranked = sum(map(len, ranking))
    return {
        "now": now,
        "unit": now.pool.in_unit,
        "takings": [
            (str(reads.DONE(taking.cause).label), taking.times, taking.each, taking.amount)
            for taking in now.sums.takings
        ],
        "kept": [
            (cause, amount, str(Account.Kind(to).label)) for cause, amount, to in (given.kept if given else now.kept)
        ],
        "award": now.award,
        "given": given_shown(now, given or found.given),
        "would_be": given_shown(now, found.given) if given else None,
        "is_changed": given is not None and reads.changed_since(now, given, ranking),
        "problems": [translated(problem.message) for problem in found.problems],
        "waits": [translated(problem.message) for problem in reads.not_final(season)],
        "cut": ranked if 0 < ranked < len(now.pool.weights) else 0,
        "merged": found.places.merged if found.places else (),
        "usual_for": 0 if now.pool.weights else found.number,
        "not_ranked": sorted((player.name for player in reads.not_ranked(now, ranking)), key=alphabetical),
    }


def is_hidden(now: reads.PoolNow, given: Iterable[reads.Given | None], sight: Sight) -> bool:
    """Whether somebody hidden has an entry or gets something: then every amount of the pool would tell theirs."""
    got = [
        who
        for part in given
        if part
        for who in (*(it.player for it in part.paid), *(it.player for it in part.specials))
    ]
    players = reads.people(now.pool.club_id, got) if sight.is_narrow else {}
    return sight.hides_any({*now.entrants, *(line.identity for line in players.values())})


def seen_page(now: reads.PoolNow, season: Competition, sight: Sight) -> dict[str, Any]:
    """What the page says to this reader: all of it, or no more than their own."""
    given = reads.Given.from_json(now.award.detail) if now.award else None
    if not sight.is_narrow or not is_hidden(
        now, (given, reads.outlook(now, reads.ranking_of(season, (), official=False)).given), sight
    ):
        return told_page(now, season)
    shown = given_shown(now, given)
    mine = [prize for prize in (*shown.prizes, *shown.specials) if prize.player in sight.mine] if shown else []
    paid = [act for act in now.standing if sight.is_mine(act.player)]
    own = [(act.get_kind_display(), -act.amount) for act in paid] + [
        (prize.cause or pgettext("in a line", "prize"), prize.amount) for prize in mine
    ]
    return {"unit": now.pool.in_unit, "award": now.award, "is_hidden": True, "own": own}


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody of the book: what is `booked` for their entry, what of all that is booked they have `paid` into the
    box, and what they still owe; less than nothing where they have paid more than is booked by now."""

    player: Player
    booked: int
    rebuys: int
    addons: int
    paid: int
    owes: int

    @property
    def too_much(self) -> int:
        """What the club has of them beyond what is booked."""
        return max(0, -self.owes)


def entry_lists(now: reads.PoolNow, season: Competition) -> dict[str, Any]:
    """Who has an entry, who has played without one, everybody else of the book; what is booked and paid, newest first;
    and what those with an entry still owe together."""
    played = ranks_of(season).took_part(season)
    book = list(Player.objects.filter(club=season.club_id, merged_into=None).order_by(Alphabetical("name"), "pk"))
    entered = [_entrant(now, player) for player in book if player.pk in now.entrants]
    others = [player for player in book if player.pk not in now.entrants]
    booked: list[PoolAct] = [act for act in reversed(now.acts) if act.kind != reads.DONE.AWARDED]
    return {
        "entered": entered,
        "played": [other for other in others if other.pk in played],
        "others": [other for other in others if other.pk not in played],
        "booked": booked,
        "owing": sum(entrant.owes for entrant in entered if entrant.owes > 0),
        "debtors": sum(entrant.owes > 0 for entrant in entered),
    }


def _entrant(now: reads.PoolNow, player: Player) -> Entrant:
    own = (act for act in now.standing if act.player and act.player.identity == player.pk)
    booked = sum(act.amount for act in own if act.kind == reads.DONE.ENTRY)
    paid = sum(act.amount for act in now.collected if act.player and act.player.identity == player.pk)
    owes = now.owing.get(player.pk, 0)
    again = {"rebuys": now.count(player.pk, reads.DONE.REBUY), "addons": now.count(player.pk, reads.DONE.ADDON)}
    return Entrant(player, booked, paid=paid, owes=owes, **again)
