"""Who of those that a list brought into the book may leave it again: whoever has done nothing yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import INVITED, with_acts
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.journal.models import Entry
from scorekeeper.transfer.models import Upload


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
