"""Make what a month comes to anew, of its digests: only rows that say something else are written."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from scorekeeper.ratings.models import ClubMonth, Month
from scorekeeper.ratings.selectors.months import due_months, kept_months


def sum_months(club_id: UUID, game: str, months: Iterable[date]) -> None:
    """Have the sums of these months, for each person and for the club. The board is locked."""
    for month in sorted(months):
        due, kept = due_months(club_id, game, month), kept_months(club_id, game, month)
        of_all = {"club_id": club_id, "game": game, "month": month}
        wrong = {person: pk for person, (pk, values) in kept.items() if values != due.get(person)}
        Month.objects.filter(pk__in=wrong.values()).delete()
        ClubMonth.objects.filter(pk__in=wrong.values()).delete()
        new = {person: values for person, values in due.items() if person in wrong or person not in kept}
        of_club = new.pop(None, None)
        Month.objects.bulk_create(
            [Month(player_id=person, **of_all, **values) for person, values in new.items() if person]
        )
        if of_club:
            ClubMonth(**of_all, **of_club).save(force_insert=True)
