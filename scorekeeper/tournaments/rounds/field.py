"""Who takes part in the rounds of a stage: what entrants are called and who plays for them, who is not to meet and who
should (by the club's list and by the tournament's own), and who is here for the next round."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import F, Max, Prefetch, QuerySet
from django.db.models.expressions import OrderBy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.clubs.keeping_apart import ONE, OTHER, people_apart
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.models import (
    DeskAct,
    Entrant,
    EntrantPlayer,
    PairRule,
    Round,
    RoundPlace,
    Stage,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """Who has one place in a draw: an entrant, with all who sit down for it (`people`), or of a pair or a team each of
    its players (`player`). `key` is what a draw calls them."""

    entrant: Entrant
    player: Player | None
    people: tuple[Player, ...]

    @property
    def key(self) -> str:
        return key_of(self.entrant.pk, self.player.pk if self.player else None)

    @property
    def name(self) -> str:
        return called_at_table(self.entrant, self.player)


def key_of(entrant: UUID, player: UUID | None) -> str:
    """What a draw calls an entrant, or a player of one."""
    return str(player or entrant)


def club_of(entrant: Entrant) -> str:
    """What those share who come from one club, in whatever case it was written; empty where nobody said."""
    return entrant.origin.casefold()


def with_players(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """These entrants with everybody who plays or has played for them."""
    return entrants.prefetch_related(Prefetch("players", queryset=people()))


def people() -> QuerySet[EntrantPlayer]:
    """Who plays or has played for entrants, with their names, in one statement however many they are."""
    return EntrantPlayer.objects.select_related("player__merged_into").order_by("order", "pk")


def active(entrant: Entrant) -> list[Player]:
    """Who plays for an entrant now, in its order."""
    return [player.player.person for player in entrant.players.all() if player.is_active]


def replaced(entrant: Entrant, players: Sequence[EntrantPlayer] | None = None) -> Player | None:
    """Who has entered as a single player and is played for now; None where nobody else plays for them. `players` are
    all who play or have played, where they are read already."""
    players = list(entrant.players.all()) if players is None else players
    if entrant.name or len(players) < 2 or sum(player.is_active for player in players) != 1:
        return None
    first = min(players, key=lambda member: member.pk)
    return None if first.is_active else first.player.person


def called(entrant: Entrant) -> str:
    """Its name; without one those of its players, of a single one who is played for both."""
    players = list(entrant.players.all())  # once: of a thousand it is half of what a list of names costs
    names = [player.player.person.name for player in players if player.is_active]
    if first := replaced(entrant, players):
        return _("{name} (for {entered})").format(name=isolated(names[0]), entered=isolated(first.name))
    return entrant.name or " & ".join(names) or pgettext("in a line", "entrant {number}").format(number=entrant.number)


def names_in(tournament: UUID) -> dict[str, str]:
    """What everybody is called who has entered, by what draws call them: entrants, and each player of theirs."""
    found = {}
    for entrant in with_players(Entrant.objects.filter(tournament=tournament)):
        for player in entrant.players.all():
            found[str(player.player_id)] = found[str(player.player.person.pk)] = player.player.person.name
        found[str(entrant.pk)] = called(entrant)
    return found


def called_at_table(entrant: Entrant, player: Player | None) -> str:
    """Who has a seat: the entrant, or a player with the name of the team."""
    if player is None:
        return called(entrant)
    return pgettext("in a line", "{name} ({team})").format(
        name=isolated(player.person.name), team=isolated(called(entrant))
    )


def units_of(tournament: Tournament, entrants: Iterable[Entrant]) -> list[Unit]:
    """Everybody of these entrants who has a seat of their own, where all sit at tables by themselves."""
    if tournament.of == Tournament.Of.PLAYERS:
        return [Unit(entrant, None, (active(entrant)[0],)) for entrant in entrants if active(entrant)]
    return [Unit(entrant, player, (player,)) for entrant in entrants for player in active(entrant)]


def sides(entrants: Iterable[Entrant]) -> list[Unit]:
    """Each of these entrants, as a side of a match with all who play for it."""
    return [Unit(entrant, None, tuple(active(entrant))) for entrant in entrants]


def name_of(place: RoundPlace) -> str:
    """Who has this place."""
    return called_at_table(place.entrant, place.player)


def place_words(first: int, last: int) -> str:
    """A place, or the first and the last of those that are shared."""
    return f"{first}–{last}" if first < last else str(first)


MOST: Final = 6  # pairs that a sentence names
People = frozenset[UUID]
"""Two people, by the ids of their lines in the club's book, whichever lines they have played under."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Of those who are drawn, by what a draw calls them (`Unit.key`): the pairs that are never to meet (H4 of the
    shared specification of pairing), and those that should (O5). No pair is in both. Each in one order, whatever the
    order they were said in."""

    forbidden: tuple[Pair, ...] = ()
    wanted: tuple[Pair, ...] = ()


class Rules(NamedTuple):
    """What was said of people, whoever of them plays: who is never together, by either list; who should meet."""

    apart: frozenset[People]
    together: frozenset[People]


def pair_rules(tournament: Tournament) -> Rules:
    """What holds in a tournament, in two statements. Who is kept apart need not meet, whatever else was said; two
    lines that have become one person are no pair."""
    own: dict[str, set[People]] = {kind: set() for kind in PairRule.Kind.values}
    for kind, one, other in PairRule.objects.filter(tournament=tournament).values_list("kind", ONE, OTHER):
        if one != other:
            own[kind].add(frozenset((one, other)))
    apart = own[PairRule.Kind.APART] | people_apart(tournament.club_id)
    return Rules(frozenset(apart), frozenset(own[PairRule.Kind.TOGETHER] - apart))


def pairs_of(tournament: Tournament, units: Iterable[Unit]) -> Kept:
    """Of these, who is not to meet and who should, whoever of them sits down: an entrant with anybody who plays for it
    now, substitutes too, or of a team each player. Those of one entrant are no pair of either kind."""
    return kept_by(pair_rules(tournament), units)


def kept_by(rules: Rules, units: Iterable[Unit]) -> Kept:
    """As `pairs_of`, by rules that were read already."""
    seats: dict[UUID, list[Unit]] = {}
    for unit in units:
        for person in unit.people:
            seats.setdefault(person.identity, []).append(unit)
    forbidden = _between(rules.apart, seats)
    return Kept(_in_order(forbidden), _in_order(_between(rules.together, seats) - forbidden))


def names_of(units: Iterable[Unit]) -> dict[str, str]:
    """What each is called, by what a draw calls them."""
    return {unit.key: unit.name for unit in units}


def listed(pairs: Iterable[Pair], names: Mapping[str, str]) -> str:
    """Pairs by name ({key: what it is called}), of many the first ones."""
    found = sorted(
        (sorted((names[key] for key in pair), key=alphabetical) for pair in pairs),
        key=lambda two: [*map(alphabetical, two)],
    )
    named = [_("{one} and {other}").format(one=isolated(one), other=isolated(other)) for one, other in found[:MOST]]
    if (more := len(found) - MOST) > 0:
        named.append(ngettext("{number} more pair", "{number} more pairs", more).format(number=more))
    return "; ".join(named)


def all_apart(pairs: Iterable[Pair]) -> list[str]:
    """Many of whom no two may meet, in their order: found greedily, so that there may be more elsewhere."""
    beside: dict[str, set[str]] = {}
    for pair in pairs:
        for who in pair:
            beside.setdefault(who, set()).update(pair - {who})
    in_order = sorted(beside, key=lambda who: (-len(beside[who]), who))
    found: list[str] = []
    for first in in_order:
        group = [first]
        for who in in_order:
            if beside[who].issuperset(group):
                group.append(who)
        found = max(found, group, key=len)
    return sorted(found)


def _between(rules: Collection[People], seats: dict[UUID, list[Unit]]) -> set[Pair]:
    found: set[Pair] = set()
    for rule in rules:
        one, other = (seats.get(person, []) for person in rule)
        found.update(
            frozenset((first.key, second.key))
            for first in one
            for second in other
            if first.entrant.pk != second.entrant.pk
        )
    return found


def _in_order(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(pairs, key=sorted))


Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Field:
    """For one round: who plays, who is in the tournament and misses it, who has entered and not checked in. All in
    the order of their lines: that of the stage, late ones last. Where everybody checks in before each round, who has
    not (`unseen`) is among the absent."""

    number: int
    here: tuple[Entrant, ...]
    absent: tuple[Entrant, ...]
    expected: tuple[Entrant, ...]
    unseen: tuple[Entrant, ...] = ()

    @property
    def excused(self) -> tuple[Entrant, ...]:
        """Who has said that they miss the round."""
        return tuple(entrant for entrant in self.absent if entrant not in self.unseen)


def field_of(stage: Stage, number: int | None = None) -> Field:
    """Of the next round of the stage, or of the one with this number."""
    number = number or next_number(stage)
    missing = absent_in(stage, number)
    entrants = in_line(stage)
    checked_in = checked_in_for(attendance(stage, number)) if asks_check_in(stage, number) else None
    here = [entrant for entrant in entrants if entrant.state == Entrant.State.HERE]
    plays = [
        entrant for entrant in here if entrant.pk not in missing and (checked_in is None or entrant.pk in checked_in)
    ]
    expected = (entrant for entrant in entrants if entrant.state == Entrant.State.ENTERED and entrant.pk not in missing)
    absent = [entrant for entrant in here if entrant not in plays]
    unseen = tuple(entrant for entrant in absent if entrant.pk not in missing)
    return Field(number, tuple(plays), tuple(absent), tuple(expected), unseen)


def asks_check_in(stage: Stage, number: int) -> bool:
    """Whether everybody checks in for this round by itself: the plan asks for it, and it is not the first round of
    all, for which being here is enough."""
    return stage.typed_plan.check_in and (number, stage.number) != (1, 1)


def attendance(stage: Stage, number: int) -> dict[UUID, DeskAct]:
    """Of each who has checked in for this round, or was said not to come, the last act on it. The act names the round
    by its number. Where a round is whatever matches can be opened, it counts until they have had a match: who has
    checked in and waits for somebody else has not to do it again."""
    is_by_matches = stage.typed_plan.is_by_matches
    played = _last_played(stage, number) if is_by_matches else {}
    found: dict[UUID, DeskAct] = {}
    for act in acts_in_force(stage, Kind.CAME, Kind.RETURNED, Kind.NOT_HERE, Kind.FORFEITS):
        of_round = act.detail.get("round", 0)
        is_of_match = is_by_matches and played.get(act.entrant_id, 0) < of_round <= number
        if act.entrant_id and (of_round == number or is_of_match):
            found[act.entrant_id] = act
    return found


def checked_in_for(acts: Mapping[UUID, DeskAct]) -> set[UUID]:
    """Who has checked in by the last act on each."""
    return {entrant for entrant, act in acts.items() if act.kind in {Kind.CAME, Kind.RETURNED}}


def _last_played(stage: Stage, number: int) -> dict[UUID | None, int]:
    """The last round before this one in which each had a table."""
    seats = RoundPlace.objects.filter(round__stage=stage.pk, round__number__lt=number, kind=RoundPlace.Kind.SEAT)
    return dict(seats.order_by().values_list("entrant").annotate(last=Max("round__number")))


def next_number(stage: Stage) -> int:
    """Of the round after the last one that was published."""
    published = stage.rounds.exclude(state=Round.State.DRAFT).aggregate(newest=Max("number"))
    return (published["newest"] or 0) + 1


def acts_in_force(stage: Stage, *kinds: str, until: datetime | None = None) -> QuerySet[DeskAct]:
    """The acts of these kinds in a stage that were not taken back, in the order they were done; those done `until`
    then."""
    found = DeskAct.objects.filter(tournament=stage.tournament_id, kind__in=kinds, taken_back_by=None)
    if until:
        found = found.filter(at__lte=until)
    return found.filter(stage=stage.pk).order_by("at", "pk")


def given_in(stage: Stage, rounds: Iterable[Round], until: datetime | None = None) -> dict[UUID, list[DeskAct]]:
    """The penalties and bonuses of each: those of these rounds, and those of the stage as a whole, as far as they were
    given `until` then."""
    numbers = {round_.pk for round_ in rounds}
    found: dict[UUID, list[DeskAct]] = defaultdict(list)
    for act in acts_in_force(stage, Kind.PENALTY, until=until):
        if act.entrant_id and (act.round_id is None or act.round_id in numbers):
            found[act.entrant_id].append(act)
    return found


def absent_in(stage: Stage, number: int) -> set[UUID]:
    """Who has said that they miss this round: of each the last word counts. The act names the round by its number
    (`detail`), for it is said before there is one."""
    reasons: dict[UUID, str] = {}
    for act in acts_in_force(stage, Kind.ABSENT, Kind.PRESENT):
        if act.detail.get("round") == number and act.entrant_id:
            reasons[act.entrant_id] = act.kind
    return {entrant for entrant, kind in reasons.items() if kind == Kind.ABSENT}


def in_line(stage: Stage) -> list[Entrant]:
    """Who can play in a stage, in the order of its lines; who has none yet comes after them: as seeded by
    hand, by rating, the strongest first, and without one in the order of the list. A later stage takes nobody new."""
    lines = dict(stage.entrants.values_list("entrant", "line"))
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
    if stage.number > 1:
        entrants = entrants.filter(pk__in=list(lines))
    found = list(entrants.order_by(*by_seed()))
    return sorted(found, key=lambda entrant: lines.get(entrant.pk, len(lines) + 1))


def new_lines(stage: Stage, field: Field) -> list[tuple[Entrant, int, int]]:
    """Those of a round who have no line yet, with the next ones of group 1: (who, group, line)."""
    in_stage = set(stage.entrants.values_list("entrant", flat=True))
    last = stage.entrants.aggregate(last=Max("line"))["last"] or 0
    late = [entrant for entrant in (*field.here, *field.absent) if entrant.pk not in in_stage]
    return [(entrant, 1, line) for line, entrant in enumerate(late, last + 1)]


def by_seed() -> tuple[OrderBy, OrderBy, str]:
    """The order of the seeds, for `order_by`: as set by hand, by rating, by number."""
    return F("seed").asc(nulls_last=True), F("rating").desc(nulls_last=True), "number"


def has_begun(stage: Stage) -> bool:
    """Whether a round of it was published."""
    return stage.rounds.exclude(state=Round.State.DRAFT).exists()


def rounds_played(stage: Stage, *, before: int | None = None, official: bool = False) -> list[Round]:
    """The published rounds in order: all of them, those before a round, or those whose results stand."""
    rounds = stage.rounds.exclude(state=Round.State.DRAFT)
    if official:
        rounds = rounds.filter(state=Round.State.OFFICIAL)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    return list(rounds.order_by("number"))
