"""What digests and ratings must say: what the closed sheets make of them, rated one after the other from the first."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import TypeAlias
from uuid import UUID

from django.db.models import Min, Model, Q

from scorekeeper.play.models import Sitting
from scorekeeper.ratings.models import Board, ClubMonth, Digest, Month, Played, Rated, Rating, Stale
from scorekeeper.ratings.selectors.months import due_months, kept_months
from scorekeeper.ratings.selectors.sheets import (
    current,
    digested,
    months_in,
    rated,
    sheets_of,
    with_hands,
    without_rating,
)
from scorekeeper.ratings.skill import changes

Found: TypeAlias = Iterator[tuple[str, str]]
BATCH = 100  # sittings read at once
DIGEST = ("game", "at", "head", "played_on", "hands", "counts", "unit", "decimals")
PLAYED = ("player_id", "seat", "side", "rank", "won", "total", "hands", "facts", "peaks")
RATED = ("player_id", "sitting_id", "at", "nth", "mu_before", "sigma_before", "mu", "sigma")
RATING = ("player_id", "mu", "sigma", "sheets", "at")


def differences(club_id: UUID | None = None) -> Found:
    """Where they say something else, anywhere or in one club: (where, what). What waits to be worked out anew is not
    looked at. Reads only."""
    of_club = Q(club=club_id) if club_id else Q()
    stale = Stale.objects.filter(of_club).order_by().values_list("club", "game").annotate(Min("since"))
    waiting = {(club, game): since for club, game, since in stale}
    for club, game in _boards(of_club):
        where = f"club {club}, ratings in {game}"
        until = waiting.get((club, game))
        for what in (*_digests(club, game, until), *_months(club, game, until), *_ratings(club, game, until)):
            yield where, what


def _boards(of_club: Q) -> list[tuple[UUID, str]]:
    """Each club and game of which there is anything."""
    closed = Sitting.objects.rated().filter(of_club).order_by().values_list("club", "game").distinct()
    digests = Digest.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    moved = Rated.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    stand = Rating.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    months = ClubMonth.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    return sorted({*closed, *digests, *months, *moved, *stand})


def _before(until: datetime | None, field: str = "at") -> Q:
    return Q(**{f"{field}__lt": until}) if until else Q()


def _digests(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    closed = Sitting.objects.rated().filter(_before(until, "closed_at"), club=club, game=game)
    pks = iter(list(closed.order_by("pk").values_list("pk", flat=True)))
    kept = set(Digest.objects.filter(_before(until), club=club, game=game).values_list("sitting", flat=True))
    while some := list(islice(pks, BATCH)):
        found = {digest.sitting_id: digest for digest in Digest.objects.filter(sitting__in=some)}
        played = _played(found.values())
        for sitting in with_hands(some):
            kept.discard(sitting.pk)
            due, rows = digested(sitting)
            digest = found.get(sitting.pk)
            if digest is None or _values([digest], DIGEST) != _values([due], DIGEST):
                yield f"the digest of sitting {sitting.pk} is not what its sheet says"
            elif _values(played.get(digest.pk, ()), PLAYED) != _values(rows, PLAYED):
                yield f"what is kept of those who sat at sitting {sitting.pk} is not what its sheet says"
    for pk in sorted(kept):
        yield f"sitting {pk} has a digest and is not closed"


def _months(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    """What each month comes to; not looked at while any sheet waits, which may be of any month."""
    if until is not None or Board.objects.filter(club=club, game=game, has_months=False).exists():
        return
    of_board = Q(club=club, game=game)
    kept = {*Month.objects.filter(of_board).order_by().values_list("month", flat=True).distinct()}
    kept |= {*ClubMonth.objects.filter(of_board).values_list("month", flat=True)}
    for month in sorted(kept | months_in(Digest.objects.filter(of_board, hands__gt=0))):
        has = {person: values for person, (_pk, values) in kept_months(club, game, month).items()}
        if has != due_months(club, game, month):
            yield f"what is kept of {month:%Y-%m} is not what its closed sheets come to"


def _played(digests: Iterable[Digest]) -> dict[UUID, list[Played]]:
    found: dict[UUID, list[Played]] = {}
    for row in Played.objects.filter(digest__in=list(digests)):
        found.setdefault(row.digest_id, []).append(row)
    return found


def _ratings(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    sheets = sheets_of(Digest.objects.filter(_before(until), club=club, game=game), without_rating(club))
    due = [rated(change) for change in changes(sheets, {})]
    kept = list(Rated.objects.filter(_before(until), club=club, game=game))
    if _values(kept, RATED) != _values(due, RATED):
        yield "they are not what the closed sheets make from the first one on"
    if until is None:
        newest = {row.player_id: current(row) for row in due}
        if _values(Rating.objects.filter(club=club, game=game), RATING) != _values(newest.values(), RATING):
            yield "where people stand is not where their last sheet left them"


def _values(rows: Iterable[Model], fields: Iterable[str]) -> list[str]:
    """Rows as texts to be compared; databases keep the keys of JSON in an order of their own."""
    names = list(fields)
    return sorted(json.dumps([getattr(row, name) for name in names], sort_keys=True, default=repr) for row in rows)
