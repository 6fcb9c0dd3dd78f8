"""Rounds with their draws and tables as the API says them, why they are so, and what was corrected since."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.draws.drawn import Concession, OffPoints, ScheduleFigures, report_of
from scorekeeper.tournaments.draft.reads import corrections_of, explained
from scorekeeper.tournaments.ending.reads import tables_for_others
from scorekeeper.tournaments.formats.format import all_formats, format_of
from scorekeeper.tournaments.formats.next_round import Changed, LateMatch
from scorekeeper.tournaments.formats.tables.instances import coming_of
from scorekeeper.tournaments.matches.reasons import HOME_BY
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.rounds.field import called, key_of, name_of
from scorekeeper.tournaments.rounds.results import Played, asked_of_equals, unsigned_of

BROKEN_KINDS: Final = ["forbidden", "apart", "met", "small", "bye"]
PARTED_BY: Final = ["forbidden", "apart", "met"]
REPEAT_REASONS: Final = ["bound", "club", "frozen", "lock", "keep", "style", "search"]
PLAIN: Final = {
    *("lower_bound", "repeats", "max_meetings", "small_spread", "locks_honoured", "few_changes"),
    *("mates_changed", "seats_changed", "seats_changed_later", "iterations", "stopped_early", "last"),
}
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
    """Why two meet in a round that is drawn by points; what is said of both is of who is at home and who is away."""

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
    home_by: Annotated[str, OneOf([*HOME_BY])] = Field(description="What said who is at home.")


class ByeWhyBody(Answer):
    """Why somebody has the bye in a round that is drawn by points."""

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
    matches: list[PairedBody] = Field(description="Of rounds of two that are drawn by points.")
    bye: ByeWhyBody | None
    is_thinned: bool = Field(description="Of so many, only those near by rank were looked at.")
    fell_back: bool = Field(description="Clubs were never to meet, and that left no way.")


def why_of(round_: Round, *, for_desk: bool) -> WhyBody:
    """What the draw has kept of it; a bracket and a round robin follow from their plan and have kept nothing. Who is
    never to sit together, or to meet, is for the desk alone."""
    report = report_of(round_.report)
    # Who has a place in the stage up to this round, and in a draft, by what draws call them.
    if report.schedule:
        places = RoundPlace.objects.filter(round__stage__tournament=round_.stage.tournament_id)
    else:
        places = round_.places.all()
    rows = places.values_list("entrant", "player").distinct()
    seats = {key_of(entrant, player): {"entrant": entrant, "player": player} for entrant, player in rows}
    facts = {
        **report.model_dump(include={"by_points", "by_hand", "is_best", "steps", "bye", "is_thinned", "fell_back"}),
        "together": {
            "lower_bound": report.together.bound,
            **report.together.model_dump(include={"first", "rounds", "repeats"}),
        }
        if report.together
        else None,
        "schedule": _schedule(report.schedule, seats, for_desk=for_desk) if report.schedule else None,
        "broken": [_broken(each, seats) for each in report.asked_at_tables(for_desk=for_desk)],
        "moved": [_moved(each, seats, for_desk=for_desk) for each in report.moved if each.player in seats],
        "matches": [each.model_dump(exclude={"kind"}) for each in report.matches(for_desk=for_desk)],
    }
    return WhyBody.model_validate(facts)


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


IN_UNIT = "In the smallest unit of the tournament; null: nothing is known yet."
TABLE_STATES: Final = ["draft", "playing", "unsigned", "to_be_accepted", "closed", "desk"]


class PlaceBody(Answer):
    """What a round has for an entrant, or for a player of a team."""

    id: UUID = Field(description="Of the place: what a swap names.")
    entrant: UUID
    player: UUID | None = Field(description="Of a team who sits there.")
    called: str
    seat: int | None = Field(description="From 0; the first deals.")
    by_hand: bool = Field(description="A lock: put there by hand, or held there.")
    held_by: str | None = Field(description="The name of who has put it on.")
    held_at: datetime | None
    holds_seat: bool = Field(description="The lock is on this seat of the table too.")

    @classmethod
    def of(cls, value: RoundPlace) -> "PlaceBody":
        return cls(
            id=value.pk,
            entrant=value.entrant_id,
            player=value.player_id,
            called=name_of(value),
            seat=value.seat,
            by_hand=value.by_hand,
            held_by=value.held_by.name if value.held_by else None,
            held_at=value.held_at,
            holds_seat=value.holds_seat,
        )


class GotBody(Answer):
    """What a table has brought an entrant."""

    entrant: UUID
    points: int | None = Field(description=f"What counts. {IN_UNIT}")
    sheet: int | None = Field(description=f"What the sheet says. {IN_UNIT}")
    measures: dict[str, int] = Field(description="What the game asks of equals, as far as it is known.")
    act: UUID | None = Field(description="Written at the desk by this act.")


class MatchBody(Answer):
    """What a match of two has come to, at the desk or by its sheet."""

    winner: UUID | None = Field(description="An entrant; null: a draw, or neither came.")
    forfeit: bool = Field(description="Not played: somebody did not come.")
    sets: list[int] = Field(description="Of who is at home and who is away.")
    scored: list[int]
    act: UUID | None = Field(description="Written at the desk by this act.")


class RoundTableBody(Answer):
    """A table of a round; in rounds of two a match."""

    id: UUID
    number: int
    group: int
    code: str = Field(description="In a bracket.")
    sitting: UUID | None = Field(description="Its sheet.")
    state: Annotated[str, OneOf(TABLE_STATES)] = Field(description="`desk`: every result was written there.")
    is_final: bool = Field(description="Its result waits for nobody.")
    extra_seconds: int = Field(description="What its clock has more than the others’.")
    unsigned: list[str] = Field(description="Who has not signed the sheet yet.")
    places: list[PlaceBody]
    results: list[GotBody]
    match: MatchBody | None = Field(description="Of rounds of two; null while nothing is decided.")


class ComingBody(Answer):
    """A round that was drawn together with one before it, as it is planned."""

    number: int
    tables: list[list[str]]
    out: list[str]


class RoundBody(Answer):
    """A round: who sits where, why it is so, results as they come."""

    id: UUID
    tournament: UUID
    stage: UUID
    number: int
    state: Annotated[str, OneOf(Round.State.values)]
    revision: int = Field(description="Of the draft: send it with what is done to it.")
    seed: str = Field(description="The whole number it was drawn with, of up to 63 bits.")
    engine: str = Field(description="What has drawn it, with its version.")
    facts: str = Field(description="The hash of all that the draw started from.")
    changed_by_hand: bool = Field(
        description="People have changed places by hand since: `seed` and `facts` are those of the draw before that."
    )
    can_undo: bool = Field(description="Of a draft: there was another draw before it.")
    reasons: list[str] = Field(description="Why it is so, in sentences.")
    why: WhyBody | None = Field(description="The same as plain values; null: held back until the ceremony.")
    made_at: datetime
    published_at: datetime | None
    official_at: datetime | None
    tables: list[RoundTableBody]
    byes: list[PlaceBody] = Field(description="Who sit out.")
    absent: list[PlaceBody] = Field(description="Who miss it.")
    coming: list[ComingBody] = Field(description="Of a draft: the rounds that were drawn together with it.")


class EntryOfDrawBody(Answer):
    """What a round was drawn from."""

    facts: str = Field(description="Its fingerprint, the hash of the entry.")
    entry: dict[str, Any] | None = Field(description="A file for `manage.py draw`; `id` in it says who is called how.")


def round_now(
    round_id: UUID, *, for_desk: bool = True, with_reasons: bool = True, with_results: bool = True
) -> RoundBody:
    """A round as it stands; some of its reasons are for the desk alone. While the standing is held back others read
    neither reasons nor results."""
    one = Round.objects.select_related("stage__tournament__club").get(pk=round_id)
    why, tables, missing = (
        explained(one, for_desk=for_desk, with_reasons=with_reasons),
        format_of(one.stage).tables_now(one) if with_results else tables_for_others(one),
        format_of(one.stage).missing(one),
    )
    unsigned = unsigned_of([table.sitting for table in tables if table.sitting and table.sitting.awaits_signatures])
    facts = {
        "id": one.pk,
        "tournament": one.stage.tournament_id,
        "stage": one.stage_id,
        "number": one.number,
        "state": one.state,
        "revision": one.revision,
        "seed": str(one.seed),
        "engine": one.engine,
        "facts": one.facts,
        "changed_by_hand": why.is_changed,
        "can_undo": bool(one.undo),
        "reasons": list(why.explanation.reasons),
        "why": why_of(one, for_desk=for_desk) if with_reasons else None,
        "made_at": one.made_at,
        "published_at": one.published_at,
        "official_at": one.official_at,
        "tables": [
            {**_table(table, one, unsigned), "is_final": not one.is_draft and table.number not in missing}
            for table in tables
        ],
        "byes": [PlaceBody.of(place) for place in why.out],
        "absent": [PlaceBody.of(place) for place in why.absent],
        "coming": [
            {"number": each.number, "tables": [list(table) for table in each.tables], "out": list(each.out)}
            for each in (coming_of(one) if one.is_draft else ())
        ],
    }
    return RoundBody.model_validate(facts)


def _table(table: Played, round_: Round, unsigned: Mapping[UUID, list[str]]) -> dict[str, Any]:
    row, tournament = table.table, round_.stage.tournament
    return {
        "id": row.pk,
        "number": row.number,
        "group": row.group,
        "code": row.code,
        "sitting": row.sitting_id,
        "state": "draft" if round_.is_draft else table.state,
        "extra_seconds": row.extra_seconds,
        "unsigned": unsigned.get(row.sitting_id, []) if row.sitting_id else [],
        "places": [PlaceBody.of(place) for place in table.places],
        "results": [
            {
                "entrant": entrant,
                "points": got.points,
                "sheet": got.sheet,
                "measures": {name: got.measures[name] for name in asked_of_equals(tournament) if name in got.measures},
                "act": got.act.pk if got.act else None,
            }
            for entrant, got in table.got.items()
        ],
        "match": _match(table, round_),
    }


def _match(table: Played, round_: Round) -> dict[str, Any] | None:
    found = None if round_.is_draft else format_of(round_.stage).outcome(round_.stage, table)
    if found is None:
        return None
    return {
        "winner": found.winner,
        "forfeit": found.is_forfeit,
        "sets": list(found.sets),
        "scored": list(found.scored),
        "act": found.act.pk if found.act else None,
    }


COUNTED: Final = sorted({format_.counts for format_ in all_formats().values()})
COUNTED_HELP: Final = (
    "What the numbers are. `points`: in the smallest unit of the tournament; `half_points`: 3 is 1½; `wins`: 1 for who "
    "goes on in the bracket, 0 for who does not; `places`: of a knock-out at tables."
)


class ChangedBody(Answer):
    """Whose points are others than they were."""

    entrant: UUID
    called: str
    before: int
    now: int


class WhoBody(Answer):
    """An entrant."""

    entrant: UUID
    called: str


class MovedBody(Answer):
    """Who would sit elsewhere."""

    entrant: UUID
    player: UUID | None = Field(description="Of a team who sits there.")
    called: str
    table: int | None = Field(description="By its number; null: sits out.")
    would_be: int | None
    met: WhoBody | None = Field(description="Of matches: the opponent there was.")
    would_meet: WhoBody | None = Field(description="Of matches: the opponent there would have been.")


class LateMatchBody(Answer):
    """A match of a bracket that was corrected after the one that follows was opened."""

    code: str = Field(description="The match whose result is another one.")
    then: WhoBody | None = Field(description="Who was said to have won; null: neither.")
    now: WhoBody | None = Field(description="Who has won by what is known now; null: neither.")
    into: str = Field(description="The match of this round that was opened from it.")
    sits: WhoBody | None = Field(description="Who sits there.")
    would_be: WhoBody | None = Field(description="Who would sit there.")


class CorrectionsBody(Answer):
    """What corrections made later would have changed; they change nothing by themselves."""

    counts: Annotated[str, OneOf(COUNTED)] = Field(description=COUNTED_HELP)
    by_points: bool = Field(description="The draw looked at points that are others now.")
    since_draw: list[ChangedBody] = Field(description="Whose points are others than when it was drawn.")
    moved: list[MovedBody] = Field(description="Drawn again with the same number and the points of now.")
    matches: list[LateMatchBody] = Field(description="Of a bracket.")
    since_official: list[ChangedBody] = Field(description="Whose result is another one than when it was made official.")


def corrections(round_: Round) -> CorrectionsBody:
    """Of a round; of a draft, which follows what is known when it is drawn again, nothing."""
    if round_.is_draft:
        nothing: dict[str, Any] = {"since_draw": [], "moved": [], "matches": [], "since_official": []}
        return CorrectionsBody(counts=format_of(round_.stage).counts, by_points=False, **nothing)
    found = corrections_of(round_)
    since = found.since_draw
    facts = {
        "counts": found.counts,
        "by_points": bool(since and since.by_points),
        "since_draw": _changed(since.changed if since else ()),
        "moved": [
            {
                "entrant": who.entrant,
                "player": who.player,
                "called": who.name,
                "table": who.table,
                "would_be": who.would_be,
                "met": _named_entrant(who.met),
                "would_meet": _named_entrant(who.would_meet),
            }
            for who in (since.moved if since else ())
        ],
        "matches": [_late_match(each) for each in found.matches],
        "since_official": _changed(found.since_official),
    }
    return CorrectionsBody.model_validate(facts)


def _changed(who: Sequence[Changed]) -> list[dict[str, Any]]:
    return [
        {"entrant": change.entrant, "called": change.name, "before": change.before, "now": change.now} for change in who
    ]


def _late_match(late_match: LateMatch) -> dict[str, Any]:
    people = {"then": late_match.then, "now": late_match.now, "sits": late_match.sits, "would_be": late_match.would}
    return {
        "code": late_match.name,
        "into": late_match.into,
        **{name: _named_entrant(entrant) for name, entrant in people.items()},
    }


def _named_entrant(entrant: Entrant | None) -> dict[str, Any] | None:
    return {"entrant": entrant.pk, "called": called(entrant)} if entrant else None
