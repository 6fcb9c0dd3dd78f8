"""Team events of two to five teams: their tables follow from the squares of team leagues, not from a search."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.teams import FEWEST, SIZE, TEAMS, Seating, seating
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.formats.tables.ahead import played
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import Field, absent_in, new_lines
from scorekeeper.tournaments.rounds.units import key_of


def squares_of(stage: Stage, field: Field) -> list[Seated]:
    """The tables of this round and of those after it, in no order of seats, with these people, as far as the squares
    have a place for them: not for fewer than two teams or more than five, for one of other than three or four people,
    for tables that the game does not have. Empty where that is this round."""
    plan, tournament = stage.typed_plan, stage.tournament
    if not isinstance(plan, TablesPlan) or plan.style != "team" or tournament.of != Tournament.Of.TEAMS:
        return []
    teams, before = _teams(stage, field), played(stage, field.number)
    allowed = {*sizes(tournament.plays, tournament.typed_rules)}
    found: list[Seated] = []
    for number in range(field.number, plan.rounds + 1):
        missing = absent_in(stage, number) if number > field.number else {entrant.pk for entrant in field.absent}
        one = _round(teams, missing, [*before, *found])
        if one is None or not {*map(len, one.tables)} <= allowed:
            break
        found.append(one)
    return found


def squares_to_the_end(stage: Stage, field: Field) -> list[Seated]:
    """The same where they have a place in all rounds that are left; else none, for those are drawn together."""
    found, plan = squares_of(stage, field), stage.typed_plan
    return found if isinstance(plan, TablesPlan) and len(found) > plan.rounds - field.number else []


def _teams(stage: Stage, field: Field) -> list[Entrant | None]:
    """The teams by their numbers in the squares, which are those of their lines, so that each keeps its own. The place
    of one that has left stays empty, until another one that comes late takes it."""
    lines = dict(stage.entrants.values_list("entrant", "line"))
    lines |= {entrant.pk: line for entrant, _group, line in new_lines(stage, field)}
    here = {entrant.pk: entrant for entrant in (*field.here, *field.absent)}
    places = TEAMS if len(here) == TEAMS else SIZE
    first, more = (ordered := sorted(lines, key=lines.__getitem__))[:places], ordered[places:]
    late = [here[pk] for pk in more if pk in here]
    teams = [here.get(pk) or (late.pop(0) if late else None) for pk in first]
    return [*teams, *late]


def _round(teams: list[Entrant | None], missing: set[UUID], before: Sequence[Seated]) -> Seated | None:
    slots = _in_places([{} if one is None or one.pk in missing else _slots(one) for one in teams])
    if not 1 < sum(map(bool, slots)) <= len(slots) <= TEAMS or any(_is_odd(own) for own in slots):
        return None
    squares = seating(slots, [_as_now(slots, one) for one in before])
    in_order = sorted(squares.tables, key=len, reverse=True)  # the largest first, as wherever tables are drawn
    tables = tuple(tuple(slots[team][slot] for team, slot in table) for table in in_order)
    return Seated(tables, tuple(slots[team][slot] for team, slot in squares.out)) if tables else None


def _in_places(slots: Sequence[dict[int, str]]) -> list[dict[int, str]]:
    """The teams that play: whoever comes after the fourth takes the place of one that does not, for this round; five
    that play have five places."""
    places = TEAMS if sum(map(bool, slots)) == TEAMS else SIZE
    first, more = slots[:places], [own for own in slots[places:] if own]
    return [*(own or (more.pop(0) if more else own) for own in first), *more]


def _as_now(slots: Sequence[Mapping[int, str]], seated: Seated) -> Seating:
    """Where those of these teams sat in a round, by the places that they have now."""
    place = {key: (team, slot) for team, own in enumerate(slots) for slot, key in own.items()}
    tables = tuple(tuple(place[key] for key in table if key in place) for table in seated.tables)
    return Seating(tables, tuple(place[key] for key in seated.out if key in place))


def _slots(entrant: Entrant) -> dict[int, str]:
    """{the place in the line-up: who has it}"""
    active = [player for player in entrant.players.all() if player.is_active]
    return {one.order: key_of(entrant.pk, one.player.person.pk) for one in active}


def _is_odd(slots: Mapping[int, str]) -> bool:
    return bool(slots) and not (FEWEST <= len(slots) <= SIZE and max(slots) < SIZE)
