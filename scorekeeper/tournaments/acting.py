"""What the acts of tournaments share: the locked tournament, stage, round or draft, what makes sending twice
harmless, and the refusals they have in common."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.acts import Asked
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.draws.services.drafts import seen_draft
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.tournaments.models import ASKED, DeskAct, Round, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk


def locked(tournament_id: UUID) -> Tournament:
    """The tournament's row, locked: what happens at one desk happens one after the other.

    Raises:
        Tournament.DoesNotExist: there is none.
        PermissionDenied: its club is closed.
    """
    found = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    require_running(found.club)
    return found


def locked_stage(stage_id: UUID) -> Stage:
    """The stage, with its tournament's row locked: what happens in one tournament happens one after the other.

    Raises:
        Stage.DoesNotExist: there is none.
    """
    tournament = locked(Stage.objects.values_list("tournament", flat=True).get(pk=stage_id))
    stage = Stage.objects.get(pk=stage_id)
    stage.tournament = tournament
    return stage


def locked_round(round_id: UUID) -> Round:
    """The round, with its tournament's row locked.

    Raises:
        Round.DoesNotExist: there is none.
    """
    stage = locked_stage(Round.objects.values_list("stage", flat=True).get(pk=round_id))
    one = Round.objects.get(pk=round_id)
    one.stage = stage
    return one


def role_at(user: User | None, tournament: Tournament) -> str | None:
    return role_in(user, tournament.club)


def require_not_ended(tournament: Tournament) -> None:
    """Raises Conflict `tournament_ended`."""
    if tournament.is_ended:
        raise Conflict("tournament_ended", _("This tournament has ended. What was played stands as it is."))


def require_planned(tournament: Tournament) -> None:
    """Raises Conflict `tournament_ended` or `tournament_running`."""
    require_not_ended(tournament)
    if tournament.is_running:
        raise Conflict("tournament_running", _("This tournament has begun: a round was published."))


def require_seen(tournament: Tournament, version: int) -> None:
    """Nobody changes a plan that they have not seen. Raises Conflict `changed_meanwhile`."""
    if tournament.version != version:
        text = _("Somebody else has changed the tournament in the meantime. Check it again.")
        raise Conflict("changed_meanwhile", text)


def note_act(tournament: Tournament, kind: Kind, by: User | None, now: datetime | None = None, **more: Any) -> None:
    """Write into the club's journal what was done to the tournament."""
    write(kind, tournament.club_id, at=now, by_user=by, thing=tournament.pk, **more)


def refused(code: str, field: str, template: str, **values: str | int) -> Refused:
    """One problem, as a refusal; `template` is marked by the caller."""
    return Refused([Problem(code, field, Text(template, values))])


def said(code: str, field: str, sentence: str) -> Refused:
    """One problem in a sentence that is translated already."""
    return Refused([Problem(code, field, Text("{sentence}", {"sentence": sentence}))])


def stage_at_desk(stage_id: UUID, by: User) -> Stage:
    """The stage, locked, for somebody at its desk.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied
    """
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage.tournament)))
    require_not_ended(stage.tournament)
    return stage


def draft_at_desk(stage_id: UUID, by: User, draft: UUID, revision: int) -> Round:
    """The draft that was seen, under the lock of its tournament, for somebody at its desk.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        PermissionDenied
    """
    stage = stage_at_desk(stage_id, by)
    seen = seen_draft(stage.rounds.all(), draft, revision)
    seen.stage = stage
    return seen


FACTS: Final = ("kind", "tournament_id", "stage_id", "round_id", "table_id", "entrant_id", "points", "of_id", "reason")
Mark: TypeAlias = dict[str, str]


def once(act: DeskAct) -> DeskAct:
    """Saved, or the one that was saved under its key before. The tournament is locked: nobody is faster.

    Raises:
        Conflict: `key_used`: something else was said under this key.
    """
    earlier = earlier_act(act.club_id, act.key)
    if earlier is None:
        act.save()
        act.is_new = True
        return act
    if _facts(earlier) != _facts(act):
        raise key_used(earlier)
    return earlier


def once_together(acts: Sequence[DeskAct], keys: Collection[UUID]) -> list[DeskAct]:
    """The same of what is said of several at once; `keys` are all under which it may have been said before."""
    earlier = list(DeskAct.objects.filter(club=acts[0].club_id, key__in=keys).order_by("pk"))
    if not earlier:
        return written(acts)
    if sorted(map(_facts, earlier), key=str) != sorted(map(_facts, acts), key=str):
        raise key_used(earlier[0])
    return earlier


def written(acts: Iterable[DeskAct]) -> list[DeskAct]:
    """Saved, all at once."""
    made = DeskAct.objects.bulk_create(acts)
    for act in made:
        act.is_new = True
    return made


def earlier_act(club_id: UUID, key: UUID | None) -> DeskAct | None:
    """What was done under this key."""
    return DeskAct.objects.filter(club=club_id, key=key).first() if key else None


def asked(key: UUID | None, *facts: object) -> Mark:
    """For the detail of an act: a mark of what was asked for, by which nobody but this installation can tell whether
    it was that: names that are removed later can't be guessed from it. Empty without a key."""
    if key is None:
        return {}
    facts_text = json.dumps([str(key), *map(_plain, facts)], default=str)
    return {ASKED: salted_hmac("tournaments.asked", facts_text, algorithm="sha256").hexdigest()}


def _plain(fact: Any) -> Any:
    """A record without what is as usual, so that what it can say more one day changes no mark."""
    if isinstance(fact, Asked):
        return fact.model_dump(exclude_defaults=True)
    if not is_dataclass(fact) or isinstance(fact, type):
        return fact
    usual = {each.name: each.default for each in fields(fact)}
    return {name: said for name, said in asdict(fact).items() if said != usual[name]}


def mark_in(detail: Mapping[str, Any]) -> Mark:
    """The mark in the detail of an act, or among the arguments of a job; empty where there is none."""
    return {ASKED: detail[ASKED]} if ASKED in detail else {}


def is_same(detail: Mapping[str, Any], mark: Mark) -> bool:
    """Whether this was asked for; what has no mark is older than these are."""
    return mark_in(detail) in ({}, mark)


def require_same(earlier: DeskAct, mark: Mark) -> None:
    """Raises Conflict `key_used` where the earlier act was asked for by something else."""
    if not is_same(earlier.detail, mark):
        raise key_used(earlier)


def key_used(earlier: DeskAct | None = None) -> Conflict:
    text = _(
        "This was already sent with a different content. Check the current state and try again. A program "
        "makes a new key for each act."
    )
    return Conflict("key_used", text, standing={"act": str(earlier.pk)} if earlier else None)


def _facts(act: DeskAct) -> list[Any]:
    """What was said; the order that lots come to is drawn, not said, and nor is the seed of it."""
    facts = sorted(act.detail["order"]) if act.kind == DeskAct.Kind.LOT else act.detail
    return [*(getattr(act, name) for name in FACTS), facts]
