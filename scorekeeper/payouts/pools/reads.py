"""A prize pool: what came in, what is kept out of it, who would get what, and who has which mark."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop, pgettext

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.pairing.prizes import (
    Deduction,
    Grouped,
    Places,
    Rule,
    Special,
    Takings,
    Terms,
    group_problems,
    grouped_prizes,
    pool_problems,
    prize_problems,
    usual_weights,
)
from scorekeeper.pairing.prizes import Pool as Sums
from scorekeeper.payouts.models import PoolAct, PrizeMark, PrizePool
from scorekeeper.payouts.sources import Entrant, Ranking, ranks_of
from scorekeeper.standings.models import Competition

DONE = PoolAct.Kind
PAID: Final = (DONE.ENTRY, DONE.REBUY, DONE.ADDON)


@dataclass(frozen=True, slots=True)
class Got:
    """What somebody gets for the places `first` to `last`, which those who are equal share; `is_alone`: no other of
    them gets anything, because their club has its prize already."""

    player: UUID
    first: int
    last: int
    amount: int
    is_alone: bool = False

    @property
    def is_shared(self) -> bool:
        return self.first < self.last and self.amount > 0 and not self.is_alone


@dataclass(frozen=True, slots=True)
class Won:
    """A special prize, or one of a group: then of its `members` who are ranked they have the places `first` to `last`,
    and where `is_instead` it is larger than their prize of a place, which went to the next."""

    cause: str
    amount: int
    player: UUID | None
    first: int = 0
    last: int = 0
    members: int = 0
    is_instead: bool = False

    @property
    def is_of_group(self) -> bool:
        return self.members > 0

    def to_json(self) -> list[Any]:
        """Plain values; of a prize that is of no group only what it always had."""
        group = [self.first, self.last, self.members, self.is_instead] if self.is_of_group else []
        return [self.cause, self.amount, str(self.player), *group]


@dataclass(frozen=True, slots=True)
class Given:
    """What is given out of a pool: the prizes of places in their order (nothing for who gets none), special prizes,
    what is kept out of it as (cause, amount, account), and what the club adds. `is_deal`: the shares were agreed on.
    `passed_over`: whose club has its one prize already."""

    prizes: tuple[Got, ...]
    specials: tuple[Won, ...]
    kept: tuple[tuple[str, int, str], ...]
    overlay: int
    is_deal: bool = False
    passed_over: tuple[UUID, ...] = ()

    @property
    def paid(self) -> list[Got]:
        return [prize for prize in self.prizes if prize.amount]

    @property
    def for_places(self) -> int:
        """What the places get together."""
        return sum(prize.amount for prize in self.prizes)

    @property
    def total(self) -> int:
        """The whole pool."""
        return self.for_places + sum(special.amount for special in self.specials)

    def amounts(self) -> dict[UUID, int]:
        """What each gets for their place."""
        return {prize.player: prize.amount for prize in self.prizes if prize.amount}

    def to_json(self) -> dict[str, Any]:
        """Plain values for an act."""
        return {
            "prizes": [
                [str(prize.player), prize.first, prize.last, prize.amount, prize.is_alone] for prize in self.prizes
            ],
            "specials": [special.to_json() for special in self.specials],
            "kept": [list(deduction) for deduction in self.kept],
            "overlay": self.overlay,
            "is_deal": self.is_deal,
            "passed_over": [str(player) for player in self.passed_over],
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> "Given":
        """Read what `to_json` wrote; older awards name nobody who was passed over."""
        return cls(
            tuple(Got(UUID(player), *places) for player, *places in plain["prizes"]),
            tuple(Won(cause, amount, UUID(player), *group) for cause, amount, player, *group in plain["specials"]),
            tuple((cause, amount, to) for cause, amount, to in plain["kept"]),
            plain["overlay"],
            plain["is_deal"],
            tuple(UUID(player) for player in plain.get("passed_over", ())),
        )


class PoolNow:
    """A pool with everything that was done to it. One query."""

    def __init__(self, pool: PrizePool) -> None:
        self.pool = pool
        acts = pool.acts.select_related("player", "by", "taken_back_by__by").order_by("pk")
        self.acts = list(acts.exclude(kind=DONE.TAKEN_BACK))

    @cached_property
    def standing(self) -> list[PoolAct]:
        """What was paid in and not taken back."""
        return [act for act in self.acts if act.kind in PAID and not is_taken_back(act)]

    @cached_property
    def collected(self) -> list[PoolAct]:
        """What lies in the club's box of it, and was not taken back."""
        return [act for act in self.acts if act.kind == DONE.COLLECTED and not is_taken_back(act)]

    @cached_property
    def owing(self) -> dict[UUID, int]:
        """{person: what they still owe of what is booked}, in the smallest unit; less than nothing where they have paid
        what was taken back since. Who is even is left out."""
        found: dict[UUID, int] = {}
        for acts, sign in ((self.standing, 1), (self.collected, -1)):
            for act in acts:
                if act.player:
                    found[act.player.identity] = found.get(act.player.identity, 0) + sign * act.amount
        return {person: amount for person, amount in found.items() if amount}

    @cached_property
    def award(self) -> PoolAct | None:
        """The award that stands."""
        return next((act for act in self.acts if act.kind == DONE.AWARDED and not is_taken_back(act)), None)

    @cached_property
    def entrants(self) -> dict[UUID, Player]:
        """Who has an entry, by person."""
        return {act.player.identity: act.player for act in self.standing if act.kind == DONE.ENTRY and act.player}

    def count(self, player: UUID, kind: str) -> int:
        """How often a person has entered, bought again or added on."""
        return sum(
            act.kind == kind and act.player is not None and act.player.identity == player for act in self.standing
        )

    @cached_property
    def sums(self) -> Sums:
        """What came in by cause and price, what is kept out of it, what the prizes come to at least."""
        paid = sorted(self.standing, key=lambda act: (PAID.index(DONE(act.kind)), act.amount))
        takings = [
            Takings(kind, len(list(acts)), each)
            for (kind, each), acts in groupby(paid, key=lambda a: (a.kind, a.amount))
        ]
        return Sums(takings, [deduction for deduction, _to in deductions(self.pool)], self.pool.guarantee)

    @property
    def kept(self) -> tuple[tuple[str, int, str], ...]:
        """What is kept out of it: (cause, amount, account); what comes to nothing is left out."""
        taken = self.sums.taken
        found = ((deduction.cause, deduction.of(taken), to) for deduction, to in deductions(self.pool))
        return tuple(cut for cut in found if cut[1])

    @cached_property
    def specials(self) -> tuple[Won, ...]:
        """The special prizes."""
        return tuple(
            Won(special["cause"], special["amount"], UUID(special["player"]) if special["player"] else None)
            for special in self.pool.specials
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who would get what by the standings; without `given` the problems say why nobody can be told. `places` is the
    table of places, `number` how many entrants it was made for."""

    problems: tuple[Problem, ...]
    given: Given | None
    places: Places | None
    number: int


def deductions(pool: PrizePool) -> list[tuple[Deduction, str]]:
    """What is kept out of a pool, and the account that gets it."""
    return [
        (Deduction(deduction["cause"], deduction["amount"], deduction["per_mille"]), deduction["to"])
        for deduction in pool.deductions
    ]


def is_taken_back(act: PoolAct) -> bool:
    """Whether somebody has taken it back."""
    return hasattr(act, "taken_back_by")


def is_awarded(competition: Competition) -> bool:
    """Whether the prizes of a season are awarded. One query."""
    return PoolAct.objects.filter(pool__competition=competition, kind=DONE.AWARDED, taken_back_by=None).exists()


def ranking_of(competition: Competition, only: Collection[UUID], *, official: bool) -> Ranking:
    """Who stands where: of the entrants with one of these people, or of all where there are none."""
    return ranks_of(competition).ranking(competition, only, official=official)


def groups_of(pool: PrizePool) -> Mapping[Entrant, str] | None:
    """Which entrants come from one club; None where nobody says so."""
    return ranks_of(pool.competition).groups(pool.competition)


def outlook(now: PoolNow, ranking: Ranking) -> Outlook:
    """Share out the pool by this ranking. What a pair or a team gets is divided among its people. Refuses
    `nothing_to_win`, as `pool_problems`, as `prize_problems`, as `group_problems`."""
    # How many entrants there are: pairs and teams of the ranking once, and whoever paid and is not in it
    number = sum(map(len, ranking)) + len(not_ranked(now, ranking))
    terms = Terms(
        weights=now.pool.weights or usual_weights(max(number, 1)), unit=now.pool.round_to, tie_unit=now.pool.tie_unit
    )
    won: list[Special[Entrant | None]] = [
        Special(special.cause, special.amount, (special.player,) if special.player else None)
        for special in now.specials
    ]
    problems = pool_problems(now.sums)
    if not problems:
        ranked: Sequence[Sequence[Entrant | None]] = ranking
        problems = prize_problems(now.sums.amount, terms, ranked, won)
        rules = rules_of(now.pool, ranking)
        if not problems:
            problems = tuple(group_problems(now.sums.amount, rules, sum(special.amount for special in now.specials)))
        if now.sums.amount == 0:
            problems = (*problems, Problem("nothing_to_win", "pool", Text(NOTHING)))
    if problems:
        return Outlook(tuple(problems), None, None, number)
    belong = (groups_of(now.pool) or {}) if now.pool.one_each else {}
    groups: dict[Entrant | None, str] = {entrant: club for entrant, club in belong.items()}  # noqa: C416 another type
    whole: Grouped[Entrant | None] = grouped_prizes(now.sums.amount, terms, ranked, rules, won, groups)
    shared = whole.main
    got = tuple(_got(ranking, lambda entrant: divided(shared.by_place[entrant], len(entrant))))
    passed_over = tuple(who for entrant in shared.passed_over if entrant for who in entrant)
    specials = (*now.specials, *_of_groups(now.pool, whole))
    given = Given(got, specials, now.kept, now.sums.overlay, passed_over=passed_over)
    return Outlook((), given, shared.places, number)


def rules_of(pool: PrizePool, ranking: Ranking) -> list[Rule[Entrant | None]]:
    """The prizes of groups with those of this ranking who are in each: whose people all have its mark, or who come
    from its club."""
    if not pool.groups:
        return []
    marked = marks_of(pool.club_id)
    origins = groups_of(pool) or {}
    entrants = [entrant for tied in ranking for entrant in tied]
    return [
        Rule(
            members={entrant for entrant in entrants if _is_in(group, entrant, marked, origins)},
            weights=group["weights"],
            amount=group["amount"],
            per_mille=group["per_mille"],
            wins=group["wins"],
        )
        for group in pool.groups
    ]


def _is_in(
    group: Mapping[str, Any], entrant: Entrant, marked: Mapping[str, Collection[UUID]], origins: Mapping[Entrant, str]
) -> bool:
    if group["mark"]:
        return set(entrant) <= set(marked.get(group["mark"], ()))
    return origins.get(entrant) == str(group["origin"]).casefold()


def _of_groups(pool: PrizePool, whole: Grouped[Entrant | None]) -> Iterator[Won]:
    """What the groups give to whom; what a pair or a team gets is divided among its people."""
    for group, prizes in zip(pool.groups, whole.groups, strict=True):
        for win in prizes.winners:
            people_of = win.who or ()
            for who, amount in zip(people_of, divided(win.amount, len(people_of)), strict=True):
                if amount:
                    yield Won(group["name"], amount, who, win.first, win.last, win.members, win.instead)


def not_ranked(now: PoolNow, ranking: Ranking) -> list[Player]:
    """Who has an entry and is not in the standings, nor is played for by somebody who is."""
    ranked = {who for tied in ranking for entrant in tied for who in entrant}
    missing = [player for person, player in now.entrants.items() if person not in ranked]
    if not missing:
        return []
    replaced = set(ranks_of(now.pool.competition).replaced(now.pool.competition))
    return [player for player in missing if player.identity not in replaced]


def divided(amount: int, people: int) -> tuple[int, ...]:
    """An amount for so many people, who get the same; what cannot be divided goes to the first of them, one each."""
    each, rest = divmod(amount, people)
    return tuple(each + (number < rest) for number in range(people))


def _got(ranking: Ranking, amounts: Callable[[Entrant], Sequence[int]]) -> Iterable[Got]:
    place = 1
    for tied in ranking:
        shares = [(entrant, amounts(entrant)) for entrant in tied]
        is_alone = len(tied) > 1 and sum(any(share) for _entrant, share in shares) == 1
        for entrant, share in shares:
            for who, amount in zip(entrant, share, strict=True):
                yield Got(who, place, place + len(tied) - 1, amount, is_alone and amount > 0)
        place += len(tied)


def dealt(given: Given, ranking: Ranking, amounts: Mapping[UUID, int]) -> Given:
    """The pool by shares that were agreed on; special prizes and those of groups stay as they are `given`."""
    ranked = tuple(_got(ranking, lambda entrant: [amounts.get(who, 0) for who in entrant]))
    others = [who for who in amounts if not any(got.player == who for got in ranked) and amounts[who]]
    behind = tuple(Got(who, 0, 0, amounts[who]) for who in others)
    return replace(given, prizes=(*ranked, *behind), is_deal=True, passed_over=())


def not_final(competition: Competition) -> tuple[Problem, ...]:
    """Why the standings are not official yet."""
    return ranks_of(competition).not_final(competition)


def people(club_id: UUID, wanted: Iterable[UUID | None]) -> dict[UUID, Player]:
    """These lines of the book by id, with the name of the person each is."""
    ids = {pk for pk in wanted if pk}
    found = Player.objects.filter(club=club_id, pk__in=ids) if ids else ()
    return {player.pk: player for player in found}


def changed_since(now: PoolNow, award: Given, ranking: Ranking) -> bool:
    """Whether somebody stands elsewhere than when the prizes were awarded."""
    players = people(now.pool.club_id, (prize.player for prize in award.prizes))
    then = {
        players[prize.player].identity: (prize.first, prize.last)
        for prize in award.prizes
        if prize.first and prize.player in players
    }
    places = _got(ranking, lambda entrant: [0] * len(entrant))
    return then != {place.player: (place.first, place.last) for place in places}


NOTHING = gettext_noop("The pool is empty. Book the entry fees or set a guarantee.")


MARK, ORIGIN = "mark:", "from:"
"""How a form says whose prize of a group is: of those with a mark, or of those from a club."""


def marks_of(club_id: UUID) -> dict[str, set[UUID]]:
    """{mark: who has it, by person}, in the order of the alphabet."""
    found: dict[str, set[UUID]] = defaultdict(set)
    for mark in PrizeMark.objects.filter(club=club_id).select_related("player"):
        found[mark.name].add(mark.player.identity)
    return dict(sorted(found.items(), key=lambda pair: alphabetical(pair[0])))


def asked_people(competition: Competition) -> list[tuple[UUID, str]]:
    """Who can be marked: those who take part, while nobody does the whole book; by name."""
    there = ranks_of(competition).took_part(competition)
    book = Player.objects.people().filter(club=competition.club_id).order_by(Alphabetical("name"), "pk")
    people = list(book.values_list("pk", "name"))
    return [person for person in people if person[0] in there] or people


def members_of(competition: Competition) -> list[tuple[str, str]]:
    """The groups that a prize can be for, as (value, words): each mark, and each club that entrants come from."""
    found = [
        (f"{MARK}{name}", pgettext("in a line", "marked “{mark}”").format(mark=name))
        for name in marks_of(competition.club_id)
    ]
    origins = sorted(set(ranks_of(competition).origins(competition)), key=alphabetical)
    return found + [
        (f"{ORIGIN}{origin}", pgettext("in a line", "from {club}").format(club=origin)) for origin in origins
    ]
