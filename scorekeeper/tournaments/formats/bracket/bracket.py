"""A bracket as it stands: its seeds, the matches that were opened, who has won them, and who has left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from scorekeeper.common.ids import digest
from scorekeeper.pairing.brackets import (
    FINAL,
    NOBODY,
    RESET,
    SECOND,
    THIRD,
    Bracket,
    Met,
    crossed,
    double,
    followed,
    places,
    single,
    waited_for,
)
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.next_round import LateMatch
from scorekeeper.tournaments.matches.play import Outcome, outcome_of
from scorekeeper.tournaments.matches.totals import Level, level_before, stage_before
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundTable, Stage
from scorekeeper.tournaments.rounds.field import (
    absent_in,
    asks_check_in,
    attendance,
    field_of,
    in_line,
    rounds_played,
    with_players,
)
from scorekeeper.tournaments.rounds.results import Played, Read, tables_of

ENGINE: Final = "bracket 1"
GONE: Final = (Entrant.State.WITHDRAWN, Entrant.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class State:
    """A bracket of at least two. `seeds`: who is in it, the first seed first. `tables` are the matches that were
    opened, `told` who has won them by what is known now (NOBODY: neither came). `fixed` are those that a later match
    was opened from, with who had won then: corrections do not change them. `met` follows from all of that. With
    `is_official` it is by the rounds alone whose results stand."""

    stage: Stage
    bracket: Bracket
    seeds: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    tables: Mapping[str, Played]
    outcomes: Mapping[str, Outcome | None]
    told: Mapping[str, int]
    fixed: Mapping[str, int]
    gone: frozenset[int]
    met: Mapping[str, Met]
    is_official: bool = False

    def entrant(self, seed: int) -> Entrant:
        return self.seeds[seed - 1]

    @property
    def known(self) -> dict[str, int]:
        """Who has won each match between two, as a draw keeps what it knew."""
        return {name: met.winner for name, met in self.met.items() if met.is_played and met.winner is not None}

    @property
    def openable(self) -> list[Met]:
        """Both are known, and nobody has opened it yet."""
        return [met for name, met in self.met.items() if met.is_open and name not in self.tables]

    @property
    def played_now(self) -> list[Met]:
        """Opened, and not decided."""
        return [met for name, met in self.met.items() if met.is_open and name in self.tables]

    @property
    def waiting(self) -> list[Met]:
        """Somebody of it is not known yet. The second final is not waited for while it need not come."""
        return [met for name, met in self.met.items() if met.winner is None and not met.is_played and name != RESET]

    @property
    def is_decided(self) -> bool:
        return all(met.winner is not None for met in self.met.values())

    @property
    def places(self) -> dict[int, int]:
        """{seed: place} of each who is out, and of the winner."""
        return places(self.bracket, {**self.told, **self.fixed}, self.gone)

    @property
    def ranges(self) -> dict[int, tuple[int, int]]:
        """{seed: (first place, last place)} of each who is out, and of the winner. Who goes out in the same round
        shares its places, however many have lost in it so far."""
        lost = {match.out for match in self.bracket.matches if match.out}
        won = {match.out - 1 for match in self.bracket.matches if match.out == SECOND or match.name == THIRD}
        firsts = sorted(lost | won)
        following = dict(zip(firsts, [*firsts[1:], len(self.seeds) + 1], strict=True))
        most = len(self.seeds)
        return {seed: (place, max(place, min(following[place] - 1, most))) for seed, place in self.places.items()}

    def is_walkover(self, name: str) -> bool:
        """Whether it was decided between two without being played, because somebody has left."""
        met = self.met[name]
        return met.is_played and met.winner is not None and name not in self.told


def bracket_of(stage: Stage, *, official: bool = False, named: bool = True, read: Read | None = None) -> State | None:
    """As it is now; or by the rounds alone whose results stand. Before its first round is published it is that of
    those who are here; None where there are fewer than two. `named`: with everybody's names at its tables; what only
    reckons asks for none. `read`: how its tables are read otherwise."""
    rounds = rounds_played(stage)
    seeds = _drawn_seeds(rounds[0]) if rounds else would_seed(stage)
    if len(seeds) < 2:
        return None
    if official:
        rounds = [round_ for round_ in rounds if round_.state == Round.State.OFFICIAL]
    bracket = bracket_for(stage, len(seeds))
    opened = {played.table.code: played for played in (read(rounds) if read else tables_of(rounds, named=named))}
    game = stage.tournament.plays
    outcomes = {name: outcome_of(played, game) for name, played in opened.items()}
    seed_of = {entrant.pk: seed for seed, entrant in enumerate(seeds, 1)}
    winners = {
        name: winner
        for name, played in opened.items()
        if (winner := _winner(played, outcomes[name], seed_of)) is not None
    }
    fixed = _fixed(bracket, rounds, opened)
    gone = frozenset(seed for seed, entrant in enumerate(seeds, 1) if entrant.state in GONE)
    met = followed(bracket, {**winners, **fixed}, gone)
    return State(stage, bracket, tuple(seeds), tuple(rounds), opened, outcomes, winners, fixed, gone, met, official)


def bracket_for(stage: Stage, entrants: int) -> Bracket:
    """The bracket that the plan of a stage asks for."""
    plan = stage.typed_plan
    if isinstance(plan, SinglePlan):
        return single(entrants, third=plan.third_place)
    assert isinstance(plan, DoublePlan)  # noqa: S101 asked for brackets alone
    return double(entrants, reset=plan.reset)


def would_seed(stage: Stage) -> list[Entrant]:
    """Who would be in it if it began now, the first seed first: those who are here, in the order of the seeds. In a
    later stage the winners of groups, the best first, stand before all who are second, and those of one group are
    crossed."""
    here = present_in(stage)
    groups = dict(_groups_before(stage))
    if len(here) < 2 or not groups:
        return here
    return [here[place] for place in crossed([groups.get(entrant.pk, 0) for entrant in here])]


def present_in(stage: Stage) -> list[Entrant]:
    """Who comes into it with its first round, in the order of the seeds. Nobody comes in later: so who has still to
    check in for a match is in it too."""
    field = field_of(stage, 1)
    if not field.unseen:
        return list(field.here)
    there = {entrant.pk for entrant in (*field.here, *field.unseen)}
    return [entrant for entrant in in_line(stage) if entrant.pk in there]


def _groups_before(stage: Stage) -> Sequence[tuple[UUID, int]]:
    before = stage_before(stage)
    return list(before.entrants.values_list("entrant", "group")) if before else []


def _drawn_seeds(first: Round) -> list[Entrant]:
    order = [UUID(text) for text in first.before["seeds"]]
    entrants = with_players(Entrant.objects.filter(pk__in=order)).in_bulk()
    return [entrants[pk] for pk in order]


def _winner(played: Played, outcome: Outcome | None, seed_of: Mapping[UUID, int]) -> int | None:
    """Once the sheet is over, signed or not, or the result written at the desk. Nobody has won a draw: a director says
    who goes on."""
    if outcome is None or played.state == "playing":
        return None
    if outcome.winner is not None:
        return seed_of[outcome.winner]
    return NOBODY if outcome.is_forfeit else None


def _fixed(bracket: Bracket, rounds: Sequence[Round], opened: Mapping[str, Played]) -> dict[str, int]:
    """Who had won the matches that opened ones come from, when those were drawn."""
    found: dict[str, int] = {}
    for round_ in rounds:
        codes = [code for code, played in opened.items() if played.table.round_id == round_.pk]
        winners: dict[str, int] = round_.before["winners"]
        for name in waited_for(bracket, codes) & winners.keys():
            found.setdefault(name, winners[name])
    return found


def is_waited_for(round_: Round) -> bool:
    """Whether a match of a later round comes from one of this round."""
    rows = RoundTable.objects.filter(round__stage=round_.stage, round__number__gt=round_.number)
    later, first = list(rows.values_list("code", flat=True)), rounds_played(round_.stage)[0]
    bracket = bracket_for(round_.stage, len(first.before["seeds"]))
    return not waited_for(bracket, later).isdisjoint(round_.tables.values_list("code", flat=True))


def basis_of(stage: Stage, number: int) -> dict[str, Any]:
    """What a draw of this round knows: who has won what, and with the first one the seeds, and which of them came with
    a place that they share."""
    found = bracket_of(stage, named=False)
    winners = found.known if found else {}
    if number > 1:
        return {"winners": winners}
    seeds = [str(entrant.pk) for entrant in found.seeds] if found else []
    return {"winners": winners, "seeds": seeds, "level": level_before(stage)}


def level_of(state: State) -> list[Level]:
    """Which of the seeds came with a place that they share, as the first draw knew it."""
    return state.rounds[0].before.get("level", []) if state.rounds else level_before(state.stage)


def ready(state: State, number: int) -> tuple[list[Met], list[Met]]:
    """Of the matches that can be opened those that nobody is waited for in, and the others."""
    away = away_in(state, number)
    both = [met for met in state.openable if not any(entrant.pk in away for entrant in sides_of(state, met))]
    return both, [met for met in state.openable if met not in both]


def away_in(state: State, number: int) -> dict[UUID, bool]:
    """Who of the matches that can be opened is waited for in this round; true: they have still to check in for it."""
    missing = absent_in(state.stage, number)
    acts = attendance(state.stage, number) if asks_check_in(state.stage, number) else None
    found = {}
    for entrant in (entrant for met in state.openable for entrant in sides_of(state, met)):
        if entrant.state != Entrant.State.HERE or entrant.pk in missing:
            found[entrant.pk] = False
        elif acts is not None and (entrant.pk not in acts or acts[entrant.pk].kind == DeskAct.Kind.NOT_HERE):
            found[entrant.pk] = True
    return found


def sides_of(state: State, met: Met) -> tuple[Entrant, Entrant]:
    return state.entrant(met.one or 0), state.entrant(met.two or 0)


def facts_of(state: State, drawn: Sequence[Met]) -> str:
    """The hash of all that the next matches follow from: the seeds, and what those before them have brought."""
    before = waited_for(state.bracket, [met.match.name for met in drawn])
    winners = sorted((name, who) for name, who in state.known.items() if name in before)
    matches = [(met.match.name, met.one, met.two) for met in drawn]
    return digest([repr((state.bracket.entrants, [str(seed.pk) for seed in state.seeds], winners, matches))])


def late_matches(state: State) -> list[LateMatch]:
    """What corrections made after the next matches were opened would have moved. They change nothing by themselves."""
    found = []
    for name, then in state.fixed.items():
        now = state.told.get(name)
        if now is None or now == then:
            continue
        met = state.met[name]
        for kind, sits in (("winner", then), ("loser", met.loser or NOBODY)):
            into = _came_to(state, name, kind)
            would = now if kind == "winner" else _other(met, now)
            if into and sits != would:
                who = (state.entrant(number) if number else None for number in (then, now, sits, would))
                first, second, third, fourth = who
                found.append(LateMatch(name, first, second, into, third, fourth))
    return found


def _other(met: Met, who: int) -> int:
    return (met.two if who == met.one else met.one) or NOBODY if who else NOBODY


def _came_to(state: State, name: str, kind: str) -> str:
    """The first match that was opened with who came from this one, past those without an opponent; empty while it was
    not opened."""
    while True:
        ahead = [
            met
            for met in state.met.values()
            for side in (met.match.one, met.match.two)
            if side.of == name and side.kind in {kind, "again"}
        ]
        if not ahead:
            return ""
        following = ahead[0]
        if following.match.name in state.tables:
            return following.match.name
        if following.winner is None or following.is_played:
            return ""
        name, kind = following.match.name, "winner"


def decides(state: State) -> tuple[str, ...]:
    """The matches that come last: the finals, and that for the third place."""
    return tuple(name for name in (*_finals(state.bracket), THIRD) if name in state.met)


def _finals(bracket: Bracket) -> tuple[str, ...]:
    names = [match.name for match in bracket.matches]
    return tuple(name for name in names if name in {FINAL, RESET}) or (names[-1],)
