"""Enter people into a tournament, seed and change them, and what all acts on entrants share."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.policies import at_least
from scorekeeper.clubs.selectors import line_of
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.notices.models import Kind as NoticeKind
from scorekeeper.notices.selectors import moment
from scorekeeper.notices.services import News, tell
from scorekeeper.play.opening.services import Sitter, players_of
from scorekeeper.tournaments import acting
from scorekeeper.tournaments.entries import records
from scorekeeper.tournaments.entries.reads import coming_round, seeded, takes_entries
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk

LONGER: Final = timedelta(days=1)


def tell_moved_up(tournament: Tournament, entrant: Entrant, now: datetime) -> int:
    """Whoever plays for the entrant and has an account; how many were told."""
    playing = entrant.players.filter(is_active=True).values("player__user")
    people = User.objects.filter(pk__in=playing, is_active=True)
    return tell(partial(_moved_up, tournament, entrant, now), people, now)


def _moved_up(tournament: Tournament, entrant: Entrant, now: datetime) -> News:
    words = {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "when": moment(tournament.club, tournament.starts_at),
    }
    return News(
        kind=NoticeKind.MOVED_UP,
        club=tournament.club,
        key=f"moved_up:{entrant.pk}:{int(now.timestamp())}",
        thing=tournament.pk,
        link=reverse("tournament_detail", args=[tournament.pk]),
        until=max(tournament.starts_at, now) + LONGER,
        subject=_("{tournament}: you have a place").format(**words),
        body=_("{tournament} of {club}, {when}: somebody has cancelled, and you have moved up.").format(**words),
        values={"tournament": tournament.name},
    )


Kind, State = DeskAct.Kind, Entrant.State
IN = (State.ENTERED, State.HERE)  # who has one of the places


def at_desk(tournament_id: UUID, by: User | None) -> Tournament:
    """The locked tournament, for whoever may work at its desk.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a scorer.
    """
    found = acting.locked(tournament_id)
    require(can_desk(acting.role_at(by, found)))
    acting.require_not_ended(found)
    return found


def entrant_at_desk(entrant_id: UUID, by: User | None) -> Entrant:
    """The entrant, its tournament locked.

    Raises:
        Entrant.DoesNotExist: there is none; else as `at_desk`.
    """
    tournament = at_desk(Entrant.objects.values_list("tournament", flat=True).get(pk=entrant_id), by)
    found = Entrant.objects.get(pk=entrant_id)
    found.tournament = tournament
    return found


def act_for(entrant: Entrant, kind: str, by: User | None, now: datetime, **more: Any) -> DeskAct:
    """The act, which nobody has written down yet."""
    return DeskAct(
        club_id=entrant.club_id, tournament_id=entrant.tournament_id, entrant=entrant, kind=kind, at=now, by=by, **more
    )


def note(entrant: Entrant, kind: str, by: User | None, now: datetime, **more: Any) -> DeskAct:
    """Write the act down."""
    act = act_for(entrant, kind, by, now, **more)
    act.save(force_insert=True)
    return act


def become(entrant: Entrant, state: str, kind: str, by: User | None, now: datetime, **more: Any) -> None:
    """The entrant stands otherwise from now on, by this act."""
    entrant.state = state
    entrant.save(update_fields=["state"])
    note(entrant, kind, by, now, **more)


def has_room(tournament: Tournament) -> bool:
    """Whether somebody else can enter without waiting."""
    return tournament.entrants.filter(state__in=IN).count() < tournament.most


def next_number(tournament: Tournament) -> int:
    return (tournament.entrants.aggregate(most=Max("number"))["most"] or 0) + 1


def has_played(entrant: Entrant) -> bool:
    """Whether a round that was published has them, or has had a seat for them since."""
    if DeskAct.objects.filter(entrant=entrant, kind=Kind.SEATED, taken_back_by=None).exists():
        return True
    places = RoundPlace.objects.filter(entrant=entrant).exclude(kind=RoundPlace.Kind.ABSENT)
    return places.exclude(round__state="draft").exists()


def require_not_played(entrant: Entrant) -> None:
    """Raises Conflict `has_played`."""
    if has_played(entrant):
        text = _("They have already played, and those results stay. Mark them as having left instead.")
        raise Conflict("has_played", text)


def require_entries_open(tournament: Tournament) -> None:
    """Raises Conflict `entries_closed`: what is being played takes nobody new."""
    if not takes_entries(tournament):
        raise Conflict("entries_closed", _("The stage in play takes no new entries."))


def fill_up(tournament: Tournament, by: User | None, now: datetime) -> list[Entrant]:
    """Whoever has waited longest moves up into the places that are free; they are told. Nobody does where what is
    being played takes nobody new."""
    if not takes_entries(tournament):
        return []
    free = tournament.most - tournament.entrants.filter(state__in=IN).count()
    waiting = tournament.entrants.filter(state=State.WAITING).order_by("entered_at", "number")
    moved = list(waiting[: max(0, free)])
    for entrant in moved:
        move_up(tournament, entrant, by, now)
    return moved


def move_up(tournament: Tournament, entrant: Entrant, by: User | None, now: datetime) -> None:
    """From the waiting list into the tournament."""
    become(entrant, State.ENTERED, Kind.MOVED_UP, by, now)
    tell_moved_up(tournament, entrant, now)


SIGN_UP_CLOSED = gettext_noop("You cannot enter by yourself now. Ask at the desk.")
NO_LINE = gettext_noop("Your name is not in the club’s people. Ask a director to add it.")


@dataclass(frozen=True, kw_only=True)
class EntryWanted:
    """Who enters: the players in their order; a team has a `name`, a pair may have one. `origin` is the club they
    come from."""

    who: Sequence[Sitter]
    name: str = ""
    origin: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """The entrant; not `is_new` where it was sent before."""

    entrant: Entrant
    is_new: bool


@transaction.atomic
def enter(entry: records.NewEntry, *, tournament_id: UUID, by: User, now: datetime, key: UUID | None = None) -> Entered:
    """At the desk: somebody enters, or waits where there is no room; late too, as far as what is played takes them.
    Who did not come and enters again has the number they had. Who is `here` is checked in at once, unless they wait.

    Raises:
        Conflict: `tournament_ended`, `entries_closed`, `key_used`.
        PermissionDenied: not a scorer.
        Refused: as `enter_one`; every problem with its field: "name", "player", "who.0", "rating".
    """
    found = at_desk(tournament_id, by)
    who = [person.sitter for person in entry.who]
    wanted = EntryWanted(who=who, name=entry.name, origin=entry.origin, rating=entry.rating)
    if before := acting.earlier_act(found.club_id, key):
        if before.tournament_id != found.pk or before.entrant is None or before.kind not in {Kind.ENTERED, Kind.WAITS}:
            raise acting.key_used(before)
        acting.require_same(before, acting.asked(key, wanted))
        return Entered(before.entrant, is_new=False)
    require_entries_open(found)
    made = enter_one(found, wanted, by, now, key)
    if entry.here and made.state == State.ENTERED:
        coming = coming_round(found)
        become(made, State.HERE, Kind.CAME, by, now, **(coming.mark if coming else {}))
    return Entered(made, is_new=True)


@transaction.atomic
def enter_several(*, tournament_id: UUID, by: User, several: Sequence[EntryWanted], now: datetime) -> list[Entrant]:
    """All of these, or none.

    Raises:
        Conflict: as `enter`. PermissionDenied: not a scorer.
        Refused: as `enter_one`; every problem, its field with the place of the entrant before it, from 0: "3.name".
    """
    found = at_desk(tournament_id, by)
    require_entries_open(found)
    made: list[Entrant] = []
    problems: list[Problem] = []
    for place, wanted in enumerate(several):
        try:
            with transaction.atomic():
                made.append(enter_one(found, wanted, by, now))
        except Refused as error:
            problems += [replace(problem, field=f"{place}.{problem.field}") for problem in error.problems]
    if problems:
        raise Refused(problems)
    return made


@transaction.atomic
def sign_up(asked_for: records.SignUp, *, tournament_id: UUID, by: User, now: datetime) -> Entrant:
    """A member enters, with whom they name. Said twice it is said once.

    Raises:
        Conflict: `tournament_ended`, `sign_up_closed`.
        PermissionDenied: not a member.
        Refused: `no_player`; as `enter_one`.
    """
    found = acting.locked(tournament_id)
    require(at_least(acting.role_at(by, found), Role.MEMBER))
    acting.require_not_ended(found)
    if not found.takes_sign_ups:
        raise Conflict("sign_up_closed", _(SIGN_UP_CLOSED))
    me = line_of(found.club, by)
    if me is None:
        raise acting.refused("no_player", "", NO_LINE)
    if mine := entrant_of(found, me):
        return mine
    who = (Sitter(me.pk), *(person.sitter for person in asked_for.others))
    return enter_one(found, EntryWanted(who=who, name=asked_for.name), by, now)


@transaction.atomic
def sign_off(*, tournament_id: UUID, by: User, now: datetime) -> Entrant | None:
    """A member, or their pair or team, does not come; whoever waits moves up. None where they had not entered.

    Raises:
        Conflict: `tournament_ended`, `sign_up_closed`, `has_played`.
        PermissionDenied: not a member.
    """
    found = acting.locked(tournament_id)
    require(at_least(acting.role_at(by, found), Role.MEMBER))
    acting.require_not_ended(found)
    if not found.is_planned:
        raise Conflict("sign_up_closed", _("The tournament has begun. Tell the desk."))
    me = line_of(found.club, by)
    mine = entrant_of(found, me) if me else None
    if mine:
        require_not_played(mine)
        become(mine, State.CANCELLED, Kind.CANCELLED, by, now)
        fill_up(found, by, now)
    return mine


def entrant_of(tournament: Tournament, player: Player) -> Entrant | None:
    """The entrant that a player of the club is in the tournament with, waiting or not."""
    return _live(tournament).filter(players__player__in=_lines(player), players__is_active=True).first()


def entered_together(tournament: Tournament) -> dict[frozenset[UUID], Entrant]:
    """Each entrant of the tournament, waiting or not, by its people."""
    people: dict[Entrant, set[UUID]] = defaultdict(set)
    playing = EntrantPlayer.objects.filter(entrant__in=_live(tournament), is_active=True)
    for entry in playing.select_related("player", "entrant"):
        people[entry.entrant].add(entry.player.person.pk)
    return {frozenset(persons): entrant for entrant, persons in people.items()}


def require_free(tournament: Tournament, players: Collection[Player], but: Entrant | None = None) -> None:
    """Raises Refused `entered_already`: one of these plays for another entrant."""
    lines = {line.pk: player for player in players for line in _lines(player)}
    there = EntrantPlayer.objects.filter(entrant__in=_live(tournament), is_active=True, player__in=list(lines))
    found = there.exclude(entrant=but).first() if but else there.first()
    if found:
        text = gettext_noop("{name} has entered already.")
        raise acting.refused("entered_already", "name", text, name=lines[found.player_id].name)


def enter_one(found: Tournament, wanted: EntryWanted, by: User, now: datetime, key: UUID | None = None) -> Entrant:
    """They are on the list, or wait where there is no room; the caller has locked the tournament and asks whether that
    may be. Raises Refused `rating_out_of_range`, `team_unnamed`, as `_require_number`, as `_players`, as `clean_name`,
    as `require_free`."""
    _require_number(found, wanted)
    if wanted.rating is not None and not records.LEAST_RATING <= wanted.rating <= records.MOST_RATING:
        raise acting.refused("rating_out_of_range", "rating", gettext_noop("This rating is not possible."))
    name = clean_name(wanted.name, "name") if wanted.name.strip() else ""
    if found.of == Tournament.Of.TEAMS and not name:
        raise acting.refused("team_unnamed", "name", gettext_noop("Type the name of the team."))
    players = _players(found, wanted, now)
    require_free(found, players)
    mark = acting.asked(key, wanted)
    state, kind = (State.ENTERED, Kind.ENTERED) if has_room(found) else (State.WAITING, Kind.WAITS)
    if before := _same(found, players):
        before.name, before.entered_at = name or before.name, now
        before.save(update_fields=["name", "entered_at"])
        become(before, state, kind, by, now, key=key, detail=mark)
        return before
    entrant = Entrant.objects.create(
        club=found.club,
        tournament=found,
        number=next_number(found),
        name=name if found.of != Tournament.Of.PLAYERS else "",
        origin=clean_name(wanted.origin, "origin") if wanted.origin.strip() else "",
        rating=wanted.rating,
        state=state,
        entered_at=now,
    )
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(club=found.club, entrant=entrant, player=player, order=order)
        for order, player in enumerate(players)
    )
    note(entrant, kind, by, now, key=key, detail=mark)
    return entrant


def _require_number(found: Tournament, wanted: EntryWanted) -> None:
    """Raises Refused `players_missing`, `players_many`, `list_full`."""
    least = found.team_size if found.of != Tournament.Of.TEAMS else 1
    if len(wanted.who) < least:
        text = gettext_noop("Type the name of the partner.") if least > 1 else gettext_noop("Type a name.")
        raise acting.refused("players_missing", f"who.{len(wanted.who)}", text)
    if len(wanted.who) > found.team_size:
        text = gettext_noop("At most {most} can play here.")
        raise acting.refused("players_many", f"who.{found.team_size}", text, most=found.team_size)
    if found.entrants.count() >= records.MOST_ON_LIST:
        raise acting.refused(
            "list_full", "name", gettext_noop("The list is full: {most} are on it."), most=records.MOST_ON_LIST
        )


def _players(found: Tournament, wanted: EntryWanted, now: datetime) -> list[Player]:
    """The people; guests are made on the spot. Raises Refused as `players_of`, at the field "who.0" and so on."""
    try:
        return players_of(found.club, wanted.who, now)
    except Refused as error:
        problems = [replace(problem, field=problem.field.replace("seats.", "who.")) for problem in error.problems]
        raise Refused(problems) from None


def _same(found: Tournament, players: Sequence[Player]) -> Entrant | None:
    """The entrant of just these players that does not come."""
    wanted = {player.pk for player in players}
    gone = found.entrants.filter(state=State.CANCELLED, players__player__in=wanted).distinct()
    for entrant in gone.prefetch_related("players"):
        if {member.player_id for member in entrant.players.all()} == wanted:
            return entrant
    return None


def _live(tournament: Tournament) -> QuerySet[Entrant]:
    return Entrant.objects.filter(tournament=tournament, state__in=(*IN, State.WAITING, State.WITHDRAWN))


def _lines(player: Player) -> list[Player]:
    """Every line of the person: two that were merged are one."""
    return list(Player.objects.lines_of(player.person))


@transaction.atomic
def change_entrant(change: records.EntrantChange, *, entrant_id: UUID, by: User, now: datetime) -> Entrant:
    """What an entrant is called, where they come from, and the rating that makes their seed. Each change is an act,
    which keeps what stood before; none changes a result.

    Raises:
        Conflict: `tournament_ended`.
        Refused: as `clean_name`; `team_unnamed`, `rating_out_of_range`.
    """
    entrant = entrant_at_desk(entrant_id, by)
    before = _facts(entrant)
    name = entrant.name if change.name is None else change.name
    origin = entrant.origin if change.origin is None else change.origin
    if entrant.tournament.of != Tournament.Of.PLAYERS:
        entrant.name = clean_name(name, "name") if name.strip() else ""
    if entrant.tournament.of == Tournament.Of.TEAMS and not entrant.name:
        raise acting.refused("team_unnamed", "name", gettext_noop("Type the name of the team."))
    entrant.origin = clean_name(origin, "origin") if origin.strip() else ""
    if "rating" in change.model_fields_set:
        entrant.rating = change.rating
    entrant.save(update_fields=["name", "origin", "rating"])
    changed = {fact: [before[fact], is_] for fact, is_ in _facts(entrant).items() if before[fact] != is_}
    if "rating" in changed:
        was, rating = changed.pop("rating")
        note(entrant, Kind.SEEDED, by, now, detail={"rating": rating, "before": was})
    if changed:
        note(entrant, Kind.CHANGED, by, now, detail={"changed": changed})
    return entrant


def _facts(entrant: Entrant) -> dict[str, Any]:
    return {"name": entrant.name, "origin": entrant.origin, "rating": entrant.rating}


@transaction.atomic
def set_seed(seed: records.SeedPlace, *, entrant_id: UUID, by: User, now: datetime) -> list[Entrant]:
    """Put an entrant at this place of the seeds, from 1; the others close up. From then on the order is the one that
    was set by hand.

    Raises:
        Conflict: `tournament_ended`, `seeds_drawn`.
        Refused: `seed_unknown`.
    """
    entrant = entrant_at_desk(entrant_id, by)
    _require_not_drawn(entrant.tournament)
    order = seeded(entrant.tournament)
    if entrant not in order or seed.place > len(order):
        raise acting.refused("seed_unknown", "place", gettext_noop("This place does not exist."))
    order.remove(entrant)
    order.insert(seed.place - 1, entrant)
    return _write(order, by, now)


@transaction.atomic
def set_seeds(seeds: records.SeedOrder, *, tournament_id: UUID, by: User, now: datetime) -> list[Entrant]:
    """The seeds in this order, the strongest first; whoever is not named follows as before. Where nobody is named, what
    was set by hand is forgotten: the seeds are by rating again, then by number.

    Raises:
        Conflict: `tournament_ended`, `seeds_drawn`.
        Refused: `seed_unknown`, `seed_twice`.
    """
    found = at_desk(tournament_id, by)
    _require_not_drawn(found)
    if not seeds.order:
        for entrant in found.entrants.exclude(seed=None):
            before, entrant.seed = entrant.seed, None
            entrant.save(update_fields=["seed"])
            note(entrant, Kind.SEEDED, by, now, detail={"seed": None, "before_seed": before})
        return seeded(found)
    by_id = {entrant.pk: entrant for entrant in seeded(found)}
    if any(entrant_id not in by_id for entrant_id in seeds.order):
        raise acting.refused("seed_unknown", "order", gettext_noop("One of these entries is not in the tournament."))
    if len(set(seeds.order)) < len(seeds.order):
        raise acting.refused("seed_twice", "order", gettext_noop("Name everybody exactly once."))
    named = [by_id.pop(entrant_id) for entrant_id in seeds.order]
    return _write([*named, *by_id.values()], by, now)


def _write(order: Sequence[Entrant], by: User, now: datetime) -> list[Entrant]:
    for place, entrant in enumerate(order, 1):
        if entrant.seed != place:
            before, entrant.seed = entrant.seed, place
            entrant.save(update_fields=["seed"])
            note(entrant, Kind.SEEDED, by, now, detail={"seed": place, "before_seed": before})
    return list(order)


def _require_not_drawn(tournament: Tournament) -> None:
    """Raises Conflict `seeds_drawn`."""
    if tournament.stages.exclude(state=Stage.State.PLANNED).exists():
        raise Conflict("seeds_drawn", _("The first stage has begun, so its seeds cannot change."))
