"""The draft of a round as it is read: where people sit, what it was drawn from, whom nobody has said are wanted
together, and what was corrected since."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scorekeeper.draws.drawn import DrawRequest, Report, held_in, report_of
from scorekeeper.draws.selectors.why import ExplainedDraw, Explanation, tables_of
from scorekeeper.pairing.drawing import Pair
from scorekeeper.pairing.schedules.files import instance_of as read_from
from scorekeeper.pairing.schedules.instance import ENGINE, VERSION, Instance, Lock, Unfit, input_hash
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import Changed, Corrected, LateMatch, changed_in
from scorekeeper.tournaments.formats.tables.draw import ways_of
from scorekeeper.tournaments.formats.tables.instances import instance_of, is_by_list, shown_before
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds import field
from scorekeeper.tournaments.rounds.results import Read, nameless


def explained(round_: Round, *, for_desk: bool = False, with_reasons: bool = True) -> ExplainedDraw:
    """A round with its people, and its reasons in the reader's language; some are for the desk alone. Without reasons
    for who may not read the standing that it was drawn from."""
    found = round_.places.select_related("entrant", "table", "held_by", "player__merged_into")
    found = found.prefetch_related(Prefetch("entrant__players", queryset=field.people()))
    places = list(found.order_by("table__number", "seat", "entrant__number"))
    report, kinds, format_ = report_of(round_.report), RoundPlace.Kind, format_of(round_.stage)
    names = _names(round_, report, places)
    drawn_with = _(
        "Drawn by “{version}” with the number {seed}. The same number gives the same draw if people, clubs, "
        "pairs, plan, locks and earlier rounds are the same."
    )
    return ExplainedDraw(
        draw=round_,
        report=report,
        tables=tables_of(places, format_.match_titles(round_)),
        out=tuple(place for place in places if place.kind == kinds.BYE),
        absent=tuple(place for place in places if place.kind == kinds.ABSENT),
        names=names,
        explanation=format_.explanation(round_, places, names, for_desk=for_desk) if with_reasons else Explanation(()),
        drawn_with=drawn_with.format(version=round_.engine, seed=round_.seed),
        words=format_.words,
    )


def _names(round_: Round, report: Report, places: Sequence[RoundPlace]) -> Mapping[str, str]:
    """What everybody is called of whom its report tells: also those who play other rounds."""
    here = {field.key_of(place.entrant_id, place.player_id): field.name_of(place) for place in places}
    named = report.schedule.named() if report.schedule else set()
    return here if named <= here.keys() else {**field.names_in(round_.stage.tournament_id), **here}


def draw_entry(round_: Round) -> dict[str, Any] | None:
    """Of a round at tables, or of the first that it was drawn together with; None where what is known now does not lead
    to its fingerprint, or where it was not drawn by a search, or by that of an earlier release."""
    if round_.engine != f"{ENGINE} {VERSION}":
        return None
    first = round_.stage.rounds.filter(facts=round_.facts, number__lte=round_.number).earliest("number")
    first.stage = round_.stage
    for found in _candidates(first):
        if plain := _exactly(found, round_.facts):
            return {"id": _about(round_, found_players=plain["players"]), **plain}
    return None


def _candidates(round_: Round) -> Iterator[Instance]:
    """What it may have been drawn from, by what is known now."""
    report = report_of(round_.report)
    for smaller in (False, True):
        asked = DrawRequest(
            seed=round_.seed,
            held=held_in(round_),
            shown=shown_before(round_.stage, round_.number),
            few_changes=report.schedule is not None and report.schedule.few_changes,
            smaller=smaller,
        )
        knew = round_.before.get("order", list(round_.before["points"]))
        order = [UUID(pk) for pk in knew] if report.by_points else None
        yield from ways_of(instance_of(round_.stage, _field(round_), asked, order))


def _field(round_: Round) -> field.Field:
    """Who it was drawn for."""
    places = round_.places.exclude(kind=RoundPlace.Kind.ABSENT)
    lines = dict(round_.stage.entrants.values_list("entrant", "line"))
    found = field.with_players(Entrant.objects.filter(pk__in=places.values("entrant"))).order_by("number")
    here = sorted(found, key=lambda entrant: lines.get(entrant.pk, len(lines) + 1))
    return field.Field(round_.number, tuple(here), (), ())


def _exactly(instance: Instance, facts: str) -> dict[str, Any] | None:
    """The file, if whoever reads it draws from just this."""
    if input_hash(instance) != facts:
        return None
    plain = _plain(instance)
    try:
        read, _limit = read_from(plain)
    except Unfit:
        return None
    return plain if input_hash(read) == facts else None


def _plain(instance: Instance) -> dict[str, Any]:
    """Every key of the file that says something."""
    found: dict[str, Any] = {
        "players": sorted(instance.players),
        **{name: getattr(instance, name) for name in ("rounds", "seed", "mode", "style", "preferred", "clubs_rule")},
        "sizes": sorted(instance.sizes),
        "keep": instance.keep,
        "tables": dict(instance.tables),
        "tables_in": {number: dict(sizes) for number, sizes in instance.tables_in.items()},
        **{name: dict(getattr(instance, name)) for name in ("clubs", "from_round", "until_round", "points")},
        **{name: sorted(map(list, getattr(instance, name))) for name in ("forbidden", "wanted")},
        "absent": {number: sorted(away) for number, away in instance.absent.items() if away},
        "history": sorted([*pair, times] for pair, times in instance.history.items()),
        "locks": [_lock(lock) for lock in instance.locks],
        **{
            name: [
                {"tables": [list(table) for table in instance_round.tables], "out": sorted(instance_round.out)}
                for instance_round in getattr(instance, name)
            ]
            for name in ("done", "published")
        },
    }
    return {key: value for key, value in found.items() if value not in (None, {}, [])}


def _lock(lock: Lock) -> dict[str, Any]:
    named = {("with" if name == "together" else name): value for name, value in asdict(lock).items()}
    return {name: value for name, value in named.items() if value not in (None, ())}


def _about(round_: Round, found_players: list[str]) -> dict[str, Any]:
    """What the file is, and who is called how in it; no draw reads it."""
    names = field.names_in(round_.stage.tournament_id)
    numbers = {str(pk): number for pk, number in round_.stage.tournament.entrants.values_list("pk", "number")}
    named = {key: f"{numbers[key]} {names[key]}" if key in numbers else names.get(key, "") for key in found_players}
    return {
        "tournament": round_.stage.tournament.name,
        "round": round_.number,
        "fingerprint": round_.facts,
        "players": named,
    }


def unsaid_in(stage: Stage, draft: Round) -> str:
    """These pairs by name; empty where the draft says of all that they are together."""
    unsaid = unsaid_pairs(stage, draft)
    return field.listed(unsaid, field.names_in(stage.tournament_id)) if unsaid else ""


def why_unsaid(stage: Stage, draft: Round) -> str:
    """Who of them stands in the way of opening the draft, and what to do about it, in a sentence; empty: nobody."""
    pairs = unsaid_in(stage, draft)
    if not pairs:
        return ""
    text = _("Since this draw, these pairs were set to “never together”: {pairs}. Draw again.")
    if is_by_list(stage):
        text = _(
            "These pairs should never be together, but the seating list puts them at one table: {pairs}. Move one of "
            "them, or draw anyway."
        )
    return text.format(pairs=pairs)


def unsaid_pairs(stage: Stage, draft: Round) -> list[Pair]:
    """That two of one club sit together, or two who have met before, does not say that a list keeps them apart; nor
    does a report that was written anew because of a change by hand elsewhere."""
    format_, report = format_of(stage), report_of(draft.report)
    explained_pairs = dict(_said(report))
    still = {frozenset(pair) for pair in report.unsaid}
    pairs = [frozenset(pair) for pair in format_.never_together(stage, draft)]
    if not pairs:
        return []
    kept = set(field.pairs_of(stage.tournament, format_.seated(stage, field.field_of(stage, draft.number))).forbidden)
    return [
        pair
        for pair in pairs
        if pair in still or pair not in explained_pairs or (pair in kept and not explained_pairs[pair])
    ]


def _said(report: Report) -> Iterator[tuple[Pair, bool]]:
    """(who are together though they are not to be, whether it is a list that keeps them apart), as the draft says."""
    for each in report.matches(for_desk=True):
        if each.met or each.apart or each.mates:
            yield frozenset((each.home, each.away)), each.apart
    for asked in report.asked_at_tables(for_desk=True):
        if asked.kind in {"forbidden", "apart"}:
            yield frozenset(asked.players), asked.kind == "forbidden"


@dataclass(frozen=True, slots=True)
class Corrections:
    """`counts`: what the rounds of the stage bring. `since_draw`: None where nothing has changed. `matches` are those
    of a bracket that this round goes by and that would have brought it somebody else. `since_official`: whose result is
    another one than when it was made official."""

    counts: str
    since_draw: Corrected | None
    matches: tuple[LateMatch, ...]
    since_official: tuple[Changed, ...]


def corrections_of(round_: Round, read: Read = nameless) -> Corrections:
    """Of a published round."""
    format_, stood = format_of(round_.stage), report_of(round_.report).official
    now = format_.points(round_, read) if stood else {}
    return Corrections(
        counts=format_.counts,
        since_draw=format_.corrected(round_, read),
        matches=format_.late_matches(round_),
        since_official=changed_in(stood, now, in_halves=format_.in_halves) if stood else (),
    )
