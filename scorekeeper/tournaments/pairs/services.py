"""Keep two people of a tournament apart, or say that they should meet; and let the draw decide again."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.clubs.keeping_apart import ONE, OTHER, list_full, people_apart, two_of
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.tournaments.acting import locked, note_act, refused, require_not_ended, role_at
from scorekeeper.tournaments.models import PairRule, Tournament
from scorekeeper.tournaments.pairs.reads import people_in, playing_for
from scorekeeper.tournaments.pairs.records import PairOut, PairWanted
from scorekeeper.tournaments.policies import can_plan

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
            "another entrant. Or let somebody else play for one of the two first."
        )
        raise refused("play_together", "other", text, one=player.name, other=other.name)
