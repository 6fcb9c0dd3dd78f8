"""Keep entrants apart, or have them meet; and each list by name, as the director sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.accounts.models import User
from scorekeeper.clubs.keeping_apart import ONE, OTHER, apart_in, list_full, people_apart, two_of
from scorekeeper.clubs.models import KeepApart, Player
from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.common.errors import require
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.journal.models import Kind
from scorekeeper.tournaments.acting import locked, note_act, refused, require_not_ended, role_at
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, PairRule, Tournament
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import PersonBody
from scorekeeper.tournaments.rounds.field import active, called, with_players

OFF_THE_LIST = (Entrant.State.CANCELLED, Entrant.State.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pair as a list shows it; `gone` are those of the two who do not play here now; `are_partners`: they play for
    one entrant now, and nothing follows for draws."""

    row: PairRule | KeepApart
    one: Player
    other: Player
    gone: tuple[Player, ...]
    are_partners: bool


@dataclass(frozen=True, slots=True)
class PairList:
    """`apart` and `together` are the tournament's own; `club` those of the club's list who both play here."""

    apart: tuple[PairLine, ...]
    together: tuple[PairLine, ...]
    club: tuple[PairLine, ...]


def pair_list(tournament: Tournament) -> PairList:
    """Three statements, however many there are."""
    playing = playing_for(tournament)
    rules = PairRule.objects.filter(tournament=tournament).select_related("one__merged_into", "other__merged_into")
    own = [
        (rule.kind, _line(rule, playing))
        for rule in rules.order_by(Alphabetical("one__name"), Alphabetical("other__name"), "pk")
    ]
    club = (_line(row, playing) for row in apart_in(tournament.club_id))

    def those(kind: str) -> tuple[PairLine, ...]:
        return tuple(line for which, line in own if which == kind)

    shown = tuple(line for line in club if not line.gone)
    return PairList(those(PairRule.Kind.APART), those(PairRule.Kind.TOGETHER), shown)


def people_in(tournament: Tournament) -> list[tuple[Player, str]]:
    """Everybody who plays for an entrant that has not left, by name: (the person, what lists call them: of a pair or a
    team with its name)."""
    entrants = with_players(Entrant.objects.filter(tournament=tournament).exclude(state__in=OFF_THE_LIST))
    alone = tournament.of == Tournament.Of.PLAYERS
    found = [
        (player, player.name if alone or not entrant.name else f"{isolated(player.name)} ({isolated(called(entrant))})")
        for entrant in entrants
        for player in active(entrant)
    ]
    return sorted(found, key=lambda pair: (alphabetical(pair[1]), pair[0].pk))


def playing_for(tournament: Tournament) -> dict[UUID, set[UUID]]:
    """{person: the entrants they play for now}, of those that have not left."""
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, is_active=True)
    found: dict[UUID, set[UUID]] = {}
    for row in rows.exclude(entrant__state__in=OFF_THE_LIST).select_related("player"):
        found.setdefault(row.player.identity, set()).add(row.entrant_id)
    return found


def _line(row: PairRule | KeepApart, playing: Mapping[UUID, set[UUID]]) -> PairLine:
    one, other = sorted((row.one.person, row.other.person), key=lambda player: alphabetical(player.name))
    gone: Sequence[Player] = [player for player in (one, other) if player.pk not in playing]
    are_partners = not gone and not playing[one.pk].isdisjoint(playing[other.pk])
    return PairLine(row, one, other, tuple(gone), are_partners)


InDraws = Annotated[
    str,
    OneOf(PairRule.Kind.values),
    Field(
        description="`apart`: never together while there is any other way; `together`: should meet, at tables "
        "of rounds."
    ),
]


class PairWanted(Asked):
    """Two people who play in the tournament, and what draws do with them."""

    kind: InDraws
    one: UUID = Field(description="A player of the club who plays here.")
    other: UUID = Field(description="Another one.")


class PairOut(Asked):
    """A pair of the tournament's own list."""

    pair: UUID


class ClubPairBody(Answer):
    """Two people of the club's list who both play here."""

    people: list[PersonBody]

    @classmethod
    def of(cls, value: PairLine) -> "ClubPairBody":
        return cls(people=_people(value))


class PairBody(ClubPairBody):
    """Two people of the tournament's own list."""

    id: UUID
    kind: InDraws
    made_at: datetime
    gone: list[UUID] = Field(description="Who of them does not play here now.")

    @classmethod
    def of(cls, value: PairLine) -> "PairBody":
        rule = value.row
        assert isinstance(rule, PairRule)  # noqa: S101 a line of the tournament's own list
        gone = [player.pk for player in value.gone]
        return cls(people=_people(value), id=rule.pk, kind=rule.kind, made_at=rule.made_at, gone=gone)


class PairsBody(Answer):
    """Who is kept apart in a tournament, and who should meet."""

    pairs: list[PairBody] = Field(description="The tournament's own list.")
    club: list[ClubPairBody] = Field(description="Who is kept apart by the club's list, and so here too.")

    @classmethod
    def of(cls, value: PairList) -> "PairsBody":
        own = [PairBody.of(line) for line in (*value.apart, *value.together)]
        return cls(pairs=own, club=[ClubPairBody.of(line) for line in value.club])


def _people(line: PairLine) -> list[PersonBody]:
    return [PersonBody.of(player) for player in (line.one, line.other)]


MOST_PAIRS: Final = 100  # of a tournament
TOLD: Final = {PairRule.Kind.APART: Kind.PAIR_APART, PairRule.Kind.TOGETHER: Kind.PAIR_TOGETHER}


@transaction.atomic
def keep_pair(wanted: PairWanted, *, tournament_id: UUID, by: User, now: datetime) -> PairRule:
    """From the next draw on these two people are never together, or should meet, whichever entrants they play for.
    Said twice it is said once.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a director.
        Refused: `player_unknown`, at the field of who does not play; `player_twice`; `said_otherwise`:
            the other of the two stands there; `play_together`: for one entrant, which no draw parts; `kept_apart`: by
            the club's list; `list_full`.
    """
    found = _planned_at(tournament_id, by)
    playing = Player.objects.filter(pk__in=[player.pk for player, _name in people_in(found)])
    first, second = two_of(playing, wanted.one, wanted.other)
    people = frozenset((first.pk, second.pk))
    rules = PairRule.objects.filter(tournament=found)
    by_people = {frozenset(pair): rule for rule, *pair in rules.values_list("pk", ONE, OTHER)}
    if people in by_people:
        rule = rules.get(pk=by_people[people])
        if rule.kind != wanted.kind:
            text = gettext_noop("The list says the opposite about these two. Remove that first.")
            raise refused("said_otherwise", "kind", text)
        return rule
    _require_no_partners(found, first, second)
    if wanted.kind == PairRule.Kind.TOGETHER and people in people_apart(found.club_id):
        raise refused(
            "kept_apart", "kind", gettext_noop("The club’s list keeps these two apart, and that also counts here.")
        )
    if len(by_people) >= MOST_PAIRS:
        raise list_full(MOST_PAIRS)
    note_act(found, TOLD[PairRule.Kind(wanted.kind)], by, now, player=first, other=second)
    made = PairRule(tournament=found, kind=wanted.kind, one=first, other=second, made_by=by, made_at=now)
    made.club_id = found.club_id
    made.save()
    return made


@transaction.atomic
def let_pair(out: PairOut, *, tournament_id: UUID, by: User, now: datetime) -> None:
    """From the next draw on the draw decides about these two as about all others. Said twice it is said once.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a director.
    """
    found = _planned_at(tournament_id, by)
    rule = PairRule.objects.filter(tournament=found, pk=out.pair).first()
    if rule:
        rule.delete()
        note_act(found, Kind.PAIR_LET, by, now, player_id=rule.one_id, other_id=rule.other_id)


def _planned_at(tournament_id: UUID, by: User) -> Tournament:
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    require_not_ended(found)
    return found


def _require_no_partners(found: Tournament, player: Player, other: Player) -> None:
    playing = playing_for(found)
    if playing[player.identity] & playing[other.identity]:
        text = gettext_noop(
            "{one} and {other} play for the same entrant, so no draw can separate them. Choose somebody of "
            "another entrant. Or first let somebody else play for one of the two."
        )
        raise refused("play_together", "other", text, one=player.name, other=other.name)
