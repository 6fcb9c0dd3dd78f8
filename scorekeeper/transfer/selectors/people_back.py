"""Who of those that a list brought into the book may leave it again: whoever has done nothing yet."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from scorekeeper.clubs.models import Apart, Invitation, Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.transfer.models import Upload

OF_NO_ACCOUNT = (Apart,)  # says of two people only that they are two
INVITED = Q(kind__in=[Kind.INVITED, Kind.INVITATION_WITHDRAWN])
PASSED_OVER: dict[Any, Q] = {Invitation: Q(used_at=None), Entry: INVITED}
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class WrittenIn:
    """The people that a list brought into the book: who may leave it, who may be retired only as the journal says that
    they were invited, who stays as they came, played, were booked, or anything else names them, and how many have
    left."""

    may_leave: Sequence[Player]
    may_retire: Sequence[Player]
    stay: Sequence[Player]
    left: int

    @property
    def may_go(self) -> list[Player]:
        return [*self.may_leave, *self.may_retire]


def written_in_by(upload: Upload) -> WrittenIn:
    """The people of a list that was taken over."""
    ids = [UUID(text) for text in upload.said.get("written_in", [])]
    people = list(Player.objects.filter(club=upload.club_id, pk__in=ids).order_by(Alphabetical("name"), "pk"))
    lines = [player.pk for player in people]
    acted = with_acts(lines)
    stay = [one for one in people if one.pk in acted or one.user_id or one.merged_into_id or one.retired_at]
    invited = set(Entry.objects.filter(INVITED, player__in=lines).values_list("player", flat=True))
    others = [one for one in people if one not in stay]
    may_leave = [one for one in others if one.pk not in invited]
    return WrittenIn(may_leave, [one for one in others if one.pk in invited], stay, len(ids) - len(people))


def with_acts(players: Collection[UUID]) -> set[UUID]:
    """Those of these lines that a row of any table names, but for open invitations, for the journal that says of them,
    and for who is kept apart."""
    found: set[UUID] = set()
    for field in Player._meta.get_fields(include_hidden=True):  # noqa: SLF001 Django's own way to what points at a model
        if not (field.auto_created and not field.concrete and field.is_relation):
            continue
        relation: Any = field
        model, name = relation.related_model, relation.field.name
        if model in OF_NO_ACCOUNT:
            continue
        passed_over = PASSED_OVER.get(model, Q(pk=None))
        ids = list(players)
        for start in range(0, len(ids), AT_ONCE):
            rows = model._base_manager.filter(**{f"{name}__in": ids[start : start + AT_ONCE]})  # noqa: SLF001
            found |= set(rows.exclude(passed_over).order_by().values_list(name, flat=True))
    return found
