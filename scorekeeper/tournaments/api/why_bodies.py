"""Why a round was drawn as it is, as plain values: `rules/pairing.md` section 7."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from rest_framework import serializers

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


class SeatRefBody(serializers.Serializer[Any]):
    """Somebody of a draw."""

    entrant = serializers.UUIDField()
    player = serializers.UUIDField(allow_null=True, help_text="Of a team who sits there.")


class TogetherBody(serializers.Serializer[Any]):
    """Rounds that were drawn together."""

    first = serializers.IntegerField(help_text="The first of these rounds.")
    rounds = serializers.IntegerField(help_text="The last one.")
    repeats = serializers.IntegerField(help_text="Meetings with somebody met before, in all of them.")
    lower_bound = serializers.IntegerField(help_text="No schedule has fewer.")


class BrokenBody(serializers.Serializer[Any]):
    """What a draw of tables could not avoid."""

    kind = serializers.ChoiceField(
        choices=BROKEN_KINDS,
        help_text="`forbidden`: they are never to sit together (the desk alone is told); `apart`: they are to be kept "
        "apart; `met`: they meet again; `small`: again at a smaller table; "
        "`bye`: sits out again.",
    )
    who = SeatRefBody(many=True)
    table = serializers.IntegerField(allow_null=True, help_text="By its number.")
    times = serializers.IntegerField(help_text="This round counted in.")


class PartedBody(serializers.Serializer[Any]):
    """Whom somebody would have sat with by points."""

    who = SeatRefBody()
    why = serializers.ChoiceField(
        choices=PARTED_BY,
        help_text="`forbidden`: they are never to sit together (the desk alone is told); `apart`: of one club; "
        "`met`: they have met.",
    )


class OffPointsBody(serializers.Serializer[Any]):
    """Who sits at another table than the points say, which is the next one at most."""

    who = SeatRefBody()
    home = serializers.IntegerField(help_text="The table where the points put them, by its number.")
    table = serializers.IntegerField(help_text="The table where they sit.")
    parted_from = PartedBody(many=True, help_text="None: they make room, so that others are parted.")


class RepeatBody(serializers.Serializer[Any]):
    """A pair that meets more than once."""

    who = SeatRefBody(many=True)
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="In which they do.")
    times = serializers.IntegerField(help_text="With the stages before.")
    reason = serializers.ChoiceField(
        choices=REPEAT_REASONS,
        help_text="`bound`: no draw has fewer; `club`: none that keeps clubs apart; `frozen`: it was so before; "
        "`lock`; `keep`: little was to change; `style`: this way to draw does not avoid it; "
        "`search`: none better was found.",
    )


class TogetherInBody(serializers.Serializer[Any]):
    """A pair at one table."""

    round = serializers.IntegerField()
    who = SeatRefBody(many=True)


class CountBody(SeatRefBody):
    """How often somebody has had something."""

    times = serializers.IntegerField()


class SpreadBody(serializers.Serializer[Any]):
    """How even the seats of tables of one size are."""

    size = serializers.IntegerField()
    spread = serializers.IntegerField(help_text="The largest difference between two seats of one person.")


class ScheduleBody(serializers.Serializer[Any]):
    """How good all rounds at tables are, those played and those planned, and why they are no better."""

    last = serializers.IntegerField(help_text="The last round that is counted here.")
    lower_bound = serializers.IntegerField(help_text="No draw has fewer repeats.")
    repeats = serializers.IntegerField(help_text="Meetings after the first, summed over pairs.")
    max_meetings = serializers.IntegerField(help_text="Of the pair that meets most often.")
    repeated = RepeatBody(many=True)
    small_above = SeatRefBody(many=True, help_text="Who sits at smaller tables more often than an even share.")
    small_below = SeatRefBody(many=True)
    small_spread = serializers.IntegerField()
    club_meetings = TogetherInBody(many=True, help_text="Of one club, in the rounds drawn now.")
    clubs_too_large = SeatRefBody(many=True, help_text="Of clubs that `hard` can’t keep apart: more than tables.")
    seat_spread = SpreadBody(many=True)
    byes = CountBody(many=True)
    locks_honoured = serializers.IntegerField()
    breaches = TogetherInBody(many=True, help_text="Never to sit together, and put so by hand: for the desk alone.")
    wanted_unmet = TogetherInBody(many=True, help_text="To meet, and they never do; `round` 0. For the desk alone.")
    few_changes = serializers.BooleanField(help_text="It was drawn to change little of what people had seen.")
    mates_changed = serializers.IntegerField(allow_null=True, help_text="People with others at their table than seen.")
    seats_changed = serializers.IntegerField(allow_null=True, help_text="Of this round. Null: nothing had been seen.")
    seats_changed_later = serializers.IntegerField(allow_null=True, help_text="Of the rounds after it.")
    iterations = serializers.IntegerField(help_text="How many changes the search has tried.")
    stopped_early = serializers.BooleanField()


class PairedBody(serializers.Serializer[Any]):
    """Why two meet in a Swiss round; what is said of both is of who is at home and who is away."""

    home = serializers.UUIDField(help_text="An entrant.")
    away = serializers.UUIDField(help_text="An entrant.")
    group = serializers.IntegerField(help_text="The score group, in half points.")
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="In half points.")
    floats = serializers.ListField(child=serializers.IntegerField(), help_text="1: up, -1: down, 0: neither.")
    again = serializers.ListField(child=serializers.BooleanField(), help_text="The same as in the last round.")
    met = serializers.IntegerField(help_text="How often they had met before.")
    mates = serializers.BooleanField(help_text="Both come from one club.")
    apart = serializers.BooleanField(help_text="Never to meet, and set so by hand. Told to the desk alone.")
    off = serializers.IntegerField(help_text="How many places from the ideal opponent.")
    balance = serializers.ListField(
        child=serializers.IntegerField(), help_text="How much more often at home than away, with this match."
    )
    home_by = serializers.ChoiceField(choices=HOME_BY, help_text="What said who is at home.")


class ByeWhyBody(serializers.Serializer[Any]):
    """Why somebody has the bye in a Swiss round."""

    entrant = serializers.UUIDField()
    byes = serializers.IntegerField(help_text="How many they had before.")
    had_more = serializers.ListField(child=serializers.UUIDField(), help_text="Who stand below and have had more.")
    needed = serializers.ListField(
        child=serializers.UUIDField(), help_text="Who stand below, and without whom the others could not be paired."
    )


class WhyBody(serializers.Serializer[Any]):
    """Why a round is as it is."""

    by_hand = serializers.BooleanField(help_text="People have changed places by hand since it was drawn.")
    by_points = serializers.BooleanField(help_text="The draw looked at the points.")
    is_best = serializers.BooleanField(allow_null=True, help_text="No draw asks less of anybody. Null: not known.")
    steps = serializers.IntegerField(allow_null=True, help_text="How many changes the search has tried.")
    together = TogetherBody(allow_null=True)
    schedule = ScheduleBody(allow_null=True, help_text="Of tables.")
    broken = BrokenBody(many=True, help_text="Of tables.")
    moved = OffPointsBody(many=True, help_text="Of tables by points, in their order.")
    matches = PairedBody(many=True, help_text="Of a Swiss round.")
    bye = ByeWhyBody(allow_null=True)
    is_thinned = serializers.BooleanField(help_text="Of so many, only those near by rank were looked at.")
    fell_back = serializers.BooleanField(help_text="Clubs were never to meet, and that left no way.")


def why_body(one: Round, *, for_desk: bool) -> dict[str, Any]:
    """What the draw has kept of it; a bracket and a round robin follow from their plan and have kept nothing. Who is
    never to sit together, or to meet, is for the desk alone."""
    report = one.typed_report
    seats = _seats(one, report)
    return {
        **report.model_dump(include={"by_points", "by_hand", "is_best", "steps", "bye", "is_thinned", "fell_back"}),
        "together": _together(report.together) if report.together else None,
        "schedule": _schedule(report.schedule, seats, for_desk=for_desk) if report.schedule else None,
        "broken": [_broken(each, seats) for each in report.asked_at_tables(for_desk=for_desk)],
        "moved": [_moved(each, seats, for_desk=for_desk) for each in report.moved if each.player in seats],
        "matches": [each.model_dump(exclude={"kind"}) for each in report.matches(for_desk=for_desk)],
    }


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
