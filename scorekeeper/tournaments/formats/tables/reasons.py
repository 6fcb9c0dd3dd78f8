"""Why tables were drawn as they are, in the reader's language: the short of it, and what it takes to check it; and
what corrections made after a draw would have moved in it, which changes nothing by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final
from uuid import UUID

from django.db.models import Prefetch
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.texts import isolated
from scorekeeper.draws.drawn import (
    DrawRequest,
    Parted,
    Repeated,
    Report,
    ScheduleFigures,
    Together,
    held_in,
    places_of,
    report_of,
)
from scorekeeper.draws.selectors.why import Detail, Names, about_pairs, asked_of_people, folded, unfolded
from scorekeeper.pairing.schedules.instance import Impossible, Unfit
from scorekeeper.tournaments.formats.next_round import Corrected, Elsewhere, changed_in
from scorekeeper.tournaments.formats.tables.draw import SQUARES, drawn_tables
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.field import Field, key_of, name_of, people
from scorekeeper.tournaments.rounds.results import Read, nameless

FULL: Final = 4  # teams, and players of each


def reasons_of_tables(round_: Round, report: Report, names: Names, origins: Names, *, for_desk: bool) -> list[str]:
    """In short; `origins` are what those in the draw come from. Who is never to sit together is for the desk alone."""
    figures, together = report.schedule, report.together
    return [
        *_of_style(round_, report),
        *folded(list(_of_moved(report, names, for_desk=for_desk)), _many_moved),
        *sentences_of_tables(report, names, for_desk=for_desk),
        *([_of_together(together, is_even=figures is not None and figures.is_even)] if together else ()),
        *(_of_schedule(round_, figures, origins) if figures else ()),
    ]


def sentences_of_tables(report: Report, names: Names, *, for_desk: bool) -> list[str]:
    """What a round asks of people, in short."""
    return asked_of_people(report.asked_at_tables(for_desk=for_desk), names, _many)


def _of_schedule(round_: Round, figures: ScheduleFigures, origins: Names) -> Iterator[str]:
    yield from _of_clubs(round_, figures, origins)
    if number := figures.locks_honoured:
        text = ngettext("{number} lock was honoured.", "{number} locks were honoured.", number)
        yield text.format(number=number)
    yield from _of_changes(figures)


def _of_squares(sizes: Sequence[int]) -> str:
    """What holds of four full teams is not said of others."""
    if list(sizes) == [FULL] * FULL:
        return _(
            "The seats follow the squares of team leagues. Four full teams meet in four rounds, and everybody "
            "meets every opponent once."
        )
    return _(
        "The seats follow the squares of team leagues. One player of each team is at a table, with new opponents "
        "each round as far as possible."
    )


def details_of_tables(report: Report, names: Names, *, for_desk: bool) -> list[Detail]:
    """What is folded away."""
    hidden = [
        *unfolded(_("Moved away from the table by points"), list(_of_moved(report, names, for_desk=for_desk))),
        *unfolded(_("In this round"), about_pairs(report.asked_at_tables(for_desk=for_desk), names)),
    ]
    found: list[tuple[str, list[str]]] = []
    if schedule := report.schedule:
        found += [
            (
                _("Repeated meetings in all rounds"),
                [_again(each, names, is_even=schedule.is_even) for each in schedule.repeated],
            ),
            (_("Club mates at one table"), [_at(number, pair, names) for number, *pair in schedule.club_meetings]),
            (pgettext("heading", "Smaller tables"), list(_turns(schedule, names))),
            (
                pgettext("heading", "Sitting out"),
                [f"{names.get(who, '')}: {times}" for who, times in schedule.byes.items()],
            ),
            (pgettext("heading", "Seats"), list(_seats(schedule))),
            (_("How the draw was found"), list(_search(schedule))),
        ]
    if schedule and for_desk:
        found += [
            (_("Pairs that should meet but do not"), [_pair(pair, names) for pair in schedule.wanted_unmet]),
            (
                _("Never together, but at one table"),
                [_at(number, pair, names) for number, *pair in schedule.breaches],
            ),
        ]
    return [*hidden, *(Detail(title, tuple(lines)) for title, lines in found if lines)]


def _of_style(round_: Round, report: Report) -> Iterator[str]:
    """What a style leaves to chance, to the points or to the director."""
    plan = round_.stage.typed_plan
    style = plan.style if isinstance(plan, TablesPlan) else ""
    if report.by_points:
        yield _("The tables follow the points: leaders play leaders.")
    elif style == "random":
        yield _("The tables are drawn purely by chance. Earlier meetings do not matter.")
    elif round_.engine.startswith(SQUARES.split()[0]):
        yield _of_squares([len(table.places.all()) for table in round_.tables.prefetch_related("places")])
    elif style == "manual":
        yield _("Everybody sits in the order of the list until somebody is moved by hand.")


def _of_moved(report: Report, names: Names, *, for_desk: bool) -> Iterator[str]:
    """Who sits at another table than the points say, and for what. That a list keeps them apart is for the desk."""
    for each in report.moved:
        text = _("{name} sits at table {table} instead of table {home} by points: {reasons}.")
        reasons = [*_parted(each.parted, names, for_desk=for_desk)] or [pgettext("in a line", "to separate others")]
        values = {"table": each.table + 1, "home": each.home + 1, "reasons": ", ".join(reasons)}
        yield text.format(name=isolated(names.get(each.player, pgettext("in a line", "somebody"))), **values)


def _parted(parted: Iterable[Parted], names: Names, *, for_desk: bool) -> Iterator[str]:
    texts = {
        "forbidden": pgettext("in a line", "to be kept apart from {names}, as the list asks"),
        "apart": pgettext("in a line", "to be kept apart from {names} of the same club"),
        "met": pgettext("in a line", "to avoid {names} a second time"),
    }
    for why, text in texts.items():
        mates = [
            isolated(names.get(mate.player, pgettext("in a line", "somebody"))) for mate in parted if mate.why == why
        ]
        if mates and (for_desk or why != "forbidden"):
            yield text.format(names=" & ".join(mates) if len(mates) < 3 else ", ".join(mates))


def _many_moved(number: int) -> str:
    text = _("{number} people sit one table away from their place by points, to keep some people apart: see below.")
    return text.format(number=number)


def _many(number: int) -> str:
    text = _("{number} repeated meetings, repeated sit-outs or club mates at one table: see below.")
    return text.format(number=number)


def _of_together(together: Together, *, is_even: bool) -> str:
    """How good the schedule is that a round is part of; that none has fewer than nothing is not said."""
    rounds = _("Rounds {first} to {last} were drawn together.").format(first=together.first, last=together.rounds)
    if together.first == together.rounds:
        rounds = _("The draw took all earlier rounds into account.")
    if not together.repeats:
        return rounds + " " + _("Over all rounds nobody meets the same person twice.")
    met = ngettext(
        "Over all rounds one pair meets a second time.",
        "Over all rounds {number} meetings are repeated.",
        together.repeats,
    )
    sentences = [rounds, met.format(number=together.repeats)]
    if is_even:
        sentences.append(_("They cannot be spread more evenly."))
    elif together.bound:
        sentences.append(_("It cannot be done with fewer than {number}.").format(number=together.bound))
    return " ".join(sentences)


def _of_clubs(round_: Round, schedule: ScheduleFigures, origins: Names) -> Iterator[str]:
    """Where the rule that keeps clubs apart could not hold."""
    plan = round_.stage.typed_plan
    is_hard = isinstance(plan, TablesPlan) and plan.apart == "hard"
    for members in schedule.clubs_too_large if round_.tables.count() > 1 else ():
        text = _("{number} come from {origin}, more than there are tables. They are kept apart as far as possible.")
        yield text.format(number=len(members), origin=isolated(origins.get(members[0], "")))
    if is_hard and schedule.club_meetings and not schedule.clubs_too_large:
        yield _("No draw was found that keeps all clubs apart. They are apart as far as possible.")


def _of_changes(schedule: ScheduleFigures) -> Iterator[str]:
    if schedule.stopped_early:
        yield _("The search was stopped early. Another draw may be better.")
    if (seats := schedule.seats_changed) is None:
        return
    text = ngettext(
        "In this round {number} seat has changed since it was announced, and {mates} have different table mates.",
        "In this round {number} seats have changed since they were announced, and {mates} have different table mates.",
        seats,
    )
    yield text.format(number=seats, mates=schedule.mates_changed)
    if later := schedule.seats_changed_later:
        text = ngettext(
            "In later rounds {number} seat changes too.", "In later rounds {number} seats change too.", later
        )
        yield text.format(number=later)
    if schedule.few_changes:
        yield _("The draw changed as little as possible of what was announced.")


def _pair(pair: Sequence[str], names: Names) -> str:
    one, other = (isolated(names.get(who, pgettext("in a line", "somebody"))) for who in pair)
    return _("{one} and {other}").format(one=one, other=other)


def _at(number: int, pair: Sequence[str], names: Names) -> str:
    return _("Round {number}: {pair}").format(number=number, pair=_pair(pair, names))


def _again(each: Repeated, names: Names, *, is_even: bool) -> str:
    reasons = {
        "bound": pgettext("in a line", "unavoidable, no draw spreads meetings more evenly")
        if is_even
        else pgettext("in a line", "unavoidable, no draw has fewer"),
        "club": pgettext("in a line", "because clubs are kept apart"),
        "frozen": pgettext("in a line", "it was so before"),
        "lock": pgettext("in a line", "because of a lock"),
        "keep": pgettext("in a line", "to change little"),
        "style": pgettext("in a line", "this kind of draw does not avoid it"),
        "search": pgettext("in a line", "no better draw was found"),
    }
    rounds = ", ".join(map(str, each.rounds))
    text = _("{pair}: round {rounds} ({reason})") if rounds else _("{pair}: before ({reason})")
    return text.format(pair=_pair(each.players, names), rounds=rounds, reason=reasons[each.reason])


def _turns(schedule: ScheduleFigures, names: Names) -> Iterator[str]:
    texts = (_("More often than others: {names}"), _("Less often: {names}"))
    for players, text in zip((schedule.small_above, schedule.small_below), texts, strict=True):
        if players:
            yield text.format(
                names=", ".join(isolated(names.get(who, pgettext("in a line", "somebody"))) for who in players)
            )
    if spread := schedule.small_spread:
        text = ngettext(
            "The difference between any two people is at most {number} turn.",
            "The difference between any two people is at most {number} turns.",
            spread,
        )
        yield text.format(number=spread)


def _seats(schedule: ScheduleFigures) -> Iterator[str]:
    for size, spread in schedule.seat_spread.items():
        text = _("At tables of {size}, the number of times in each seat differs by at most {spread}.")
        yield text.format(size=size, spread=spread)


def _repeats(schedule: ScheduleFigures) -> str:
    """How many meet again, and what is known of how few could; that they could not be fewer than none says nothing."""
    repeats, bound = schedule.repeats, schedule.lower_bound
    if not repeats:
        return _("Repeated meetings: none.")
    text = _("Repeated meetings: {repeats}.")
    if schedule.is_even:
        text = _("Repeated meetings: {repeats}, and no draw spreads them more evenly.")
    elif repeats == bound:
        text = _("Repeated meetings: {repeats}, and no draw has fewer.")
    elif bound:
        text = _("Repeated meetings: {repeats}, and no draw has fewer than {bound}.")
    most = ngettext(
        "The same pair meets at most {most} time.",
        "The same pair meets at most {most} times.",
        schedule.max_meetings,
    )
    return f"{text} {most}".format(repeats=repeats, bound=bound, most=schedule.max_meetings)


def _search(schedule: ScheduleFigures) -> Iterator[str]:
    yield _repeats(schedule)
    text = ngettext("{number} change was tried.", "{number} changes were tried.", schedule.iterations)
    yield text.format(number=number_format(schedule.iterations, force_grouping=True))


Tables = Sequence[Sequence[str]]
Points = Mapping[str, int]


def corrected(round_: Round, read: Read = nameless) -> Corrected | None:
    """Of a published round of tables; None where nothing has changed since its draw."""
    if not isinstance(round_.stage.typed_plan, TablesPlan):
        return None
    now = standing_of(round_.stage, before=round_.number, until=round_.made_at, read=read)
    changed = changed_in(round_.before.get("points", {}), now.totals)
    if not changed:
        return None
    by_points = report_of(round_.report).by_points
    return Corrected(changed, by_points, _moved(round_, now.order) if by_points else ())


def points_of(round_: Round, read: Read = nameless) -> dict[str, int]:
    """{entrant: what this round has brought}, as it is now."""
    standing = standing_of(round_.stage, read=read)
    place = next(nth for nth, other in enumerate(standing.rounds) if other.pk == round_.pk)
    return {str(line.entrant.pk): line.cells[place].points or 0 for line in standing.lines if line.cells[place].kind}


def _moved(round_: Round, order: Sequence[UUID]) -> tuple[Elsewhere, ...]:
    """Drawn again from the same seed for the same people, with the points that the draw knew and with those of now, in
    whose `order` they stand."""
    places = list(
        round_.places.exclude(kind=RoundPlace.Kind.ABSENT)
        .select_related("entrant", "player__merged_into", "table")
        .prefetch_related(Prefetch("entrant__players", queryset=people()))
    )
    lines = dict(round_.stage.entrants.values_list("entrant", "line"))
    ordered = sorted(places, key=lambda place: (lines.get(place.entrant_id, 0), str(place.player_id)))
    field = Field(round_.number, tuple(dict.fromkeys(place.entrant for place in ordered)), (), ())
    asked = DrawRequest(seed=round_.seed, held=held_in(round_))
    knew = [UUID(pk) for pk in round_.before.get("order", round_.before["points"])]
    try:
        then, now = (drawn_tables(round_.stage, field, asked, order) for order in (knew, order))
    except (Impossible, Unfit):
        return ()
    was, would = _numbers(*places_of(round_)), _numbers([table.keys for table in now.tables], now.out)
    before, after = (_mates([table.keys for table in drawn.tables]) for drawn in (then, now))
    found = []
    for place in ordered:
        key = key_of(place.entrant_id, place.player_id)
        if before.get(key) != after.get(key):
            found.append(Elsewhere(place.entrant_id, place.player_id, name_of(place), was[key], would.get(key)))
    return tuple(found)


def _numbers(tables: Tables, out: Sequence[str]) -> dict[str, int | None]:
    found: dict[str, int | None] = dict.fromkeys(out)
    for number, table in enumerate(tables, 1):
        found.update(dict.fromkeys(table, number))
    return found


def _mates(tables: Tables) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table in tables:
        for one, other in combinations(table, 2):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found
