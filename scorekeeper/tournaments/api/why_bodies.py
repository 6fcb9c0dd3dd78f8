"""Why a round was drawn as it is, as plain values: `rules/pairing.md` section 7."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.draws.report import Concession, OffPoints, Report, ScheduleFigures, Together
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.units import key_of

BROKEN_KINDS: Final = ["forbidden", "apart", "met", "small", "bye"]
PARTED_BY: Final = ["forbidden", "apart", "met"]
REPEAT_REASONS: Final = ["bound", "club", "frozen", "lock", "keep", "style", "search"]
PLAIN: Final = {
    *("lower_bound", "repeats", "max_meetings", "small_spread", "locks_honoured", "few_changes"),
    *("mates_changed", "seats_changed", "seats_changed_later", "iterations", "stopped_early", "last"),
}
HOME_BY: Final = ["balance", "turns", "board", "rules", "hand"]
Seats = Mapping[str, Mapping[str, Any]]


class SeatRefBody(Answer):
    """Somebody of a draw."""

    entrant: UUID
    player: UUID | None = Field(description="Of a team who sits there.")


class TogetherBody(Answer):
    """Rounds that were drawn together."""

    first: int = Field(description="The first of these rounds.")
    rounds: int = Field(description="The last one.")
    repeats: int = Field(description="Meetings with somebody met before, in all of them.")
    lower_bound: int = Field(description="No schedule has fewer.")


class BrokenBody(Answer):
    """What a draw of tables could not avoid."""

    kind: Annotated[str, OneOf(BROKEN_KINDS)] = Field(
        description="`forbidden`: they are never to sit together (the desk alone is told); `apart`: they are "
        "to be kept "
        "apart; `met`: they meet again; `small`: again at a smaller table; "
        "`bye`: sits out again."
    )
    who: list[SeatRefBody]
    table: int | None = Field(description="By its number.")
    times: int = Field(description="This round counted in.")


class PartedBody(Answer):
    """Whom somebody would have sat with by points."""

    who: SeatRefBody
    why: Annotated[str, OneOf(PARTED_BY)] = Field(
        description="`forbidden`: they are never to sit together (the desk alone is told); `apart`: of one club; "
        "`met`: they have met."
    )


class OffPointsBody(Answer):
    """Who sits at another table than the points say, which is the next one at most."""

    who: SeatRefBody
    home: int = Field(description="The table where the points put them, by its number.")
    table: int = Field(description="The table where they sit.")
    parted_from: list[PartedBody] = Field(description="None: they make room, so that others are parted.")


class RepeatBody(Answer):
    """A pair that meets more than once."""

    who: list[SeatRefBody]
    rounds: list[int] = Field(description="In which they do.")
    times: int = Field(description="With the stages before.")
    reason: Annotated[str, OneOf(REPEAT_REASONS)] = Field(
        description="`bound`: no draw has fewer; `club`: none that keeps clubs apart; `frozen`: it was so before; "
        "`lock`; `keep`: little was to change; `style`: this way to draw does not avoid it; "
        "`search`: none better was found."
    )


class TogetherInBody(Answer):
    """A pair at one table."""

    round: int
    who: list[SeatRefBody]


class CountBody(SeatRefBody):
    """How often somebody has had something."""

    times: int


class SpreadBody(Answer):
    """How even the seats of tables of one size are."""

    size: int
    spread: int = Field(description="The largest difference between two seats of one person.")


class ScheduleBody(Answer):
    """How good all rounds at tables are, those played and those planned, and why they are no better."""

    last: int = Field(description="The last round that is counted here.")
    lower_bound: int = Field(description="No draw has fewer repeats.")
    repeats: int = Field(description="Meetings after the first, summed over pairs.")
    max_meetings: int = Field(description="Of the pair that meets most often.")
    repeated: list[RepeatBody]
    small_above: list[SeatRefBody] = Field(description="Who sits at smaller tables more often than an even share.")
    small_below: list[SeatRefBody]
    small_spread: int
    club_meetings: list[TogetherInBody] = Field(description="Of one club, in the rounds drawn now.")
    clubs_too_large: list[SeatRefBody] = Field(description="Of clubs that `hard` can’t keep apart: more than tables.")
    seat_spread: list[SpreadBody]
    byes: list[CountBody]
    locks_honoured: int
    breaches: list[TogetherInBody] = Field(description="Never to sit together, and put so by hand: for the desk alone.")
    wanted_unmet: list[TogetherInBody] = Field(description="To meet, and they never do; `round` 0. For the desk alone.")
    few_changes: bool = Field(description="It was drawn to change little of what people had seen.")
    mates_changed: int | None = Field(description="People with others at their table than seen.")
    seats_changed: int | None = Field(description="Of this round. Null: nothing had been seen.")
    seats_changed_later: int | None = Field(description="Of the rounds after it.")
    iterations: int = Field(description="How many changes the search has tried.")
    stopped_early: bool


class PairedBody(Answer):
    """Why two meet in a Swiss round; what is said of both is of who is at home and who is away."""

    home: UUID = Field(description="An entrant.")
    away: UUID = Field(description="An entrant.")
    group: int = Field(description="The score group, in half points.")
    scores: list[int] = Field(description="In half points.")
    floats: list[int] = Field(description="1: up, -1: down, 0: neither.")
    again: list[bool] = Field(description="The same as in the last round.")
    met: int = Field(description="How often they had met before.")
    mates: bool = Field(description="Both come from one club.")
    apart: bool = Field(description="Never to meet, and set so by hand. Told to the desk alone.")
    off: int = Field(description="How many places from the ideal opponent.")
    balance: list[int] = Field(description="How much more often at home than away, with this match.")
    home_by: Annotated[str, OneOf(HOME_BY)] = Field(description="What said who is at home.")


class ByeWhyBody(Answer):
    """Why somebody has the bye in a Swiss round."""

    entrant: UUID
    byes: int = Field(description="How many they had before.")
    had_more: list[UUID] = Field(description="Who stand below and have had more.")
    needed: list[UUID] = Field(description="Who stand below, and without whom the others could not be paired.")


class WhyBody(Answer):
    """Why a round is as it is."""

    by_hand: bool = Field(description="People have changed places by hand since it was drawn.")
    by_points: bool = Field(description="The draw looked at the points.")
    is_best: bool | None = Field(description="No draw asks less of anybody. Null: not known.")
    steps: int | None = Field(description="How many changes the search has tried.")
    together: TogetherBody | None
    schedule: ScheduleBody | None = Field(description="Of tables.")
    broken: list[BrokenBody] = Field(description="Of tables.")
    moved: list[OffPointsBody] = Field(description="Of tables by points, in their order.")
    matches: list[PairedBody] = Field(description="Of a Swiss round.")
    bye: ByeWhyBody | None
    is_thinned: bool = Field(description="Of so many, only those near by rank were looked at.")
    fell_back: bool = Field(description="Clubs were never to meet, and that left no way.")


def why_of(one: Round, *, for_desk: bool) -> WhyBody:
    """What the draw has kept of it; a bracket and a round robin follow from their plan and have kept nothing. Who is
    never to sit together, or to meet, is for the desk alone."""
    report = one.typed_report
    seats = _seats(one, report)
    facts = {
        **report.model_dump(include={"by_points", "by_hand", "is_best", "steps", "bye", "is_thinned", "fell_back"}),
        "together": _together(report.together) if report.together else None,
        "schedule": _schedule(report.schedule, seats, for_desk=for_desk) if report.schedule else None,
        "broken": [_broken(each, seats) for each in report.asked_at_tables(for_desk=for_desk)],
        "moved": [_moved(each, seats, for_desk=for_desk) for each in report.moved if each.player in seats],
        "matches": [each.model_dump(exclude={"kind"}) for each in report.matches(for_desk=for_desk)],
    }
    return WhyBody.model_validate(facts)


def _seats(one: Round, report: Report) -> Seats:
    """Who has a place in the stage up to this round, and in a draft, by what draws call them."""
    if report.schedule:
        places = RoundPlace.objects.filter(round__stage__tournament=one.stage.tournament_id)
    else:
        places = one.places.all()
    rows = places.values_list("entrant", "player").distinct()
    return {key_of(entrant, player): {"entrant": entrant, "player": player} for entrant, player in rows}


def _schedule(figures: ScheduleFigures, seats: Seats, *, for_desk: bool) -> dict[str, Any]:
    return {
        **figures.model_dump(include=PLAIN),
        "repeated": [
            {**each.model_dump(exclude={"players"}), "who": list(_who(each.players, seats))}
            for each in figures.repeated
        ],
        "small_above": list(_who(figures.small_above, seats)),
        "small_below": list(_who(figures.small_below, seats)),
        "clubs_too_large": list(_who(chain.from_iterable(figures.clubs_too_large), seats)),
        "club_meetings": _pairs(figures.club_meetings, seats),
        "breaches": _pairs(figures.breaches if for_desk else (), seats),
        "wanted_unmet": _pairs([(0, *pair) for pair in figures.wanted_unmet] if for_desk else (), seats),
        "seat_spread": [{"size": int(size), "spread": spread} for size, spread in figures.seat_spread.items()],
        "byes": [{**who, "times": times} for key, times in figures.byes.items() for who in _who([key], seats)],
    }


def _pairs(pairs: Iterable[tuple[int, str, str]], seats: Seats) -> list[dict[str, Any]]:
    return [{"round": number, "who": list(_who(pair, seats))} for number, *pair in pairs]


def _together(together: Together) -> dict[str, int]:
    return {"lower_bound": together.bound, **together.model_dump(include={"first", "rounds", "repeats"})}


def _broken(each: Concession, seats: Seats) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "who": list(_who(each.players, seats)),
        "table": None if each.table is None else each.table + 1,
        "times": each.times,
    }


def _moved(each: OffPoints, seats: Seats, *, for_desk: bool) -> dict[str, Any]:
    parted = [
        {"who": dict(seats[mate.player]), "why": mate.why}
        for mate in each.parted
        if mate.player in seats and (for_desk or mate.why != "forbidden")
    ]
    who = dict(seats[each.player])
    return {"who": who, "home": each.home + 1, "table": each.table + 1, "parted_from": parted}


def _who(keys: Iterable[str], seats: Seats) -> Iterator[dict[str, Any]]:
    for key in keys:
        if key in seats:
            yield dict(seats[key])
