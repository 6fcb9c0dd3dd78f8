"""Somebody wants no rating, or one again."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Min, OuterRef, Q, QuerySet, Subquery
from pydantic import Field

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import require
from scorekeeper.common.tasks import run_soon
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.models import Sitting
from scorekeeper.ratings.models import Board, ClubMonth, Digest, Month, OptOut, Played, Rated, Rating, Stale
from scorekeeper.ratings.policies import can_choose_for_guests
from scorekeeper.ratings.selectors import (
    current,
    digested,
    due_months,
    kept_months,
    months_in,
    rated,
    sheets_of,
    with_hands,
    without_rating,
)
from scorekeeper.ratings.skill import Skill, changes


class RatingsAsked(Asked):
    """Of which game ratings are wanted."""

    game: str = Field(default="", description="Empty: the one with the most of them.")


class RatingChoice(Asked):
    """Whether somebody is rated."""

    wants: bool


class RatingBody(Answer):
    """A row of the list."""

    rank: int = Field(description="Equal ones share a rank, the next one skips.")
    player: UUID
    name: str
    points: int
    sheets: int = Field(description="How many sheets it is made of.")
    is_new: bool = Field(description="There are too few of them for the figure to say much.")
    at: datetime = Field(description="When the last of them was closed.")


class RatingsBody(Answer):
    """The ratings of a club in a game, the best first."""

    games: list[str] = Field(description="In which somebody has a rating.")
    game: str = Field(description="Empty: there is none yet.")
    stale: bool = Field(description="Something is being worked out anew.")
    ratings: list[RatingBody]


class RatingStepBody(Answer):
    """What one sheet made of a rating."""

    sitting: UUID
    at: datetime | None = Field(description="When it was closed.")
    points: int
    by: int = Field(description="By how much it moved.")


class PlayerRatingBody(Answer):
    """Whether somebody is rated, and how the rating in a game came about."""

    player: UUID
    name: str
    rated: bool = Field(description="False: this person wants no rating.")
    games: list[str] = Field(description="In which sheets of theirs move ratings.")
    game: str = Field(description="Empty: there is none.")
    stale: bool = Field(description="Something is being worked out anew.")
    course: list[RatingStepBody] = Field(description="The newest 100 sheets, the oldest of them first.")


# Read closed sheets and rate them anew from where something has changed; in pieces, each a transaction of its own that
# leaves the next place to go on. So it may be stopped at any time, done twice, and done by several at once.

A_PIECE = 100  # sittings


def replay_stale(pieces: int | None = None) -> int:
    """Do what is to be done, at most so many pieces; returns how many were."""
    _begin_months()
    done = 0
    while pieces is None or done < pieces:
        waiting = Stale.objects.order_by("club", "game").values_list("club", "game").distinct()
        did = 0
        for club_id, game in list(waiting):
            did += replay_piece(club_id, game)
        done += did
        if not did:
            break
    return done


def _begin_months() -> None:
    """Boards that have no months yet are read anew from their first sheet on."""
    for board in Board.objects.filter(has_months=False):
        first = Digest.objects.filter(club=board.club_id, game=board.game).order_by("at").first()
        with transaction.atomic():
            begun = Board.objects.filter(pk=board.pk, has_months=False).update(has_months=True)
            if begun and first:
                Stale.objects.create(club_id=board.club_id, game=board.game, since=first.at)


@transaction.atomic
def replay_piece(club_id: UUID, game: str) -> bool:
    """The next sheets of one board; whether there was anything to do, and nobody else was at it."""
    Board.objects.get_or_create(club_id=club_id, game=game)
    if not Board.objects.select_for_update(skip_locked=True).filter(club=club_id, game=game).first():
        return False
    marks = list(Stale.objects.filter(club=club_id, game=game))
    if not marks:
        return False
    since = min(mark.since for mark in marks)
    sittings, until = _piece(club_id, game, since)
    gone = _digest(club_id, game, sittings, _window(since, until))
    sum_months(club_id, game, gone | months_in(Digest.objects.filter(_window(since, until), club=club_id, game=game)))
    _rate(club_id, game, since, _window(since, until))
    Stale.objects.filter(pk__in=[mark.pk for mark in marks]).delete()
    if until:
        Stale.objects.create(club_id=club_id, game=game, since=until)
    return True


def _window(since: datetime, until: datetime | None) -> Q:
    return Q(at__gte=since, at__lt=until) if until else Q(at__gte=since)


def _piece(club_id: UUID, game: str, since: datetime) -> tuple[Sequence[Sitting], datetime | None]:
    """The sittings closed from then on, as many as make a piece, and where the next one begins. Those closed at the
    same moment stay together."""
    closed = Sitting.objects.rated().filter(club=club_id, game=game, closed_at__gte=since)
    after = closed.order_by("closed_at").values_list("closed_at", flat=True)[A_PIECE : A_PIECE + 1].first()
    if after == since:
        after = closed.filter(closed_at__gt=since).order_by("closed_at").values_list("closed_at", flat=True).first()
    if after:
        closed = closed.filter(closed_at__lt=after)
    return list(closed.select_related("club")), after


def _digest(club_id: UUID, game: str, sittings: Sequence[Sitting], window: Q) -> set[date]:
    """Have a digest of each of these sittings as it was closed, and of nothing else in this stretch of time; the months
    of those that went."""
    kept = Digest.objects.filter(club=club_id, game=game).filter(
        window | Q(sitting__in=[sitting.pk for sitting in sittings])
    )
    found = {digest.sitting_id: digest for digest in kept}
    wanted = {sitting.pk: sitting for sitting in sittings}
    right = {pk for pk, digest in found.items() if pk in wanted and _is_of(digest, wanted[pk])}
    wrong = Digest.objects.filter(pk__in=[digest.pk for pk, digest in found.items() if pk not in right])
    gone = months_in(wrong)
    wrong.delete()
    made = [digested(sitting) for sitting in with_hands(pk for pk in wanted if pk not in right)]
    Digest.objects.bulk_create([digest for digest, _played in made])
    Played.objects.bulk_create([row for _digest, played in made for row in played])
    return gone


def _is_of(digest: Digest, sitting: Sitting) -> bool:
    return (digest.at, digest.head) == (sitting.closed_at, sitting.head)


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


def _rate(club_id: UUID, game: str, since: datetime, window: Q) -> None:
    of_board = Rated.objects.filter(club=club_id, game=game)
    before = of_board.filter(window)
    touched = set(before.order_by().values_list("player", flat=True))
    before.delete()
    digests = Digest.objects.filter(window, club=club_id, game=game)
    sheets = sheets_of(digests, without_rating(club_id))
    people = {person for sheet in sheets for side in sheet.sides for person in side if person is not None}
    start = {row.player_id: Skill(row.mu, row.sigma, row.nth) for row in _last(of_board.filter(at__lt=since), people)}
    of_board.bulk_create([rated(change) for change in changes(sheets, start)])
    touched |= people
    Rating.objects.filter(club=club_id, game=game, player__in=touched).delete()
    Rating.objects.bulk_create([current(row) for row in _last(of_board, touched)])


def _last(of_board: QuerySet[Rated], people: Collection[UUID]) -> QuerySet[Rated]:
    """The newest of these changes of each person."""
    newest = of_board.filter(player=OuterRef("pk")).order_by("-at", "-sitting").values("pk")[:1]
    each = Player.objects.filter(pk__in=people).annotate(newest=Subquery(newest)).filter(newest__isnull=False)
    return Rated.objects.filter(pk__in=each.values("newest"))


# Say that something must be worked out anew, and wake whoever does it.

TASK = "ratings.replay"


def stale(club_id: UUID, game: str, since: datetime) -> None:
    """Whatever was closed since then is read and rated anew, after this transaction. Waits for nobody."""
    Stale.objects.create(club_id=club_id, game=game, since=since)
    transaction.on_commit(partial(run_soon, TASK))


def people_changed(club_id: UUID, lines: Collection[UUID]) -> None:
    """These lines of the book are somebody else's from now on, or want a rating no more, or again: rate anew from the
    first sheet of theirs in each game."""
    theirs = Digest.objects.filter(club=club_id, played__player__in=lines)
    for game, first in theirs.order_by().values_list("game").annotate(Min("at")):
        stale(club_id, game, first)


def lines_of(player: Player) -> list[UUID]:
    """The ids of a person's lines in the book."""
    return list(Player.objects.lines_of(player).values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class Chosen:
    """Whose choice it is; `is_new` where it is another one than before."""

    player: Player
    is_new: bool


@transaction.atomic
def choose_rating(choice: RatingChoice, *, club: Club, by: User, player_id: UUID, now: datetime) -> Chosen:
    """Whether this person is rated from now on; all ratings they were part of are worked out anew.

    Without one they are still there for those they played with, as somebody of whom nothing is known.

    Raises:
        Player.DoesNotExist: there is no such person in this club.
    """
    player = Player.objects.people().select_for_update().get(club=club, pk=player_id)
    require(may_choose(by, role_in(by, club), player))
    lines = lines_of(player)
    opted_out = OptOut.objects.filter(club=club, player__in=lines)
    if opted_out.exists() == (not choice.wants):
        return Chosen(player, is_new=False)
    if choice.wants:
        opted_out.delete()
    else:
        OptOut.objects.create(club=club, player=player, at=now)
    people_changed(club.pk, lines)
    if player.user_id != by.pk:  # what members choose for themselves is no act of who runs the club
        write(Kind.RATED if choice.wants else Kind.NOT_RATED, club.pk, at=now, by_user=by, player=player)
    return Chosen(player, is_new=True)


def may_choose(user: User, role: str | None, player: Player) -> bool:
    """Whether this user says if the person is rated: themselves, and for guests who keeps the book."""
    if player.user_id is not None:
        return role is not None and player.user_id == user.pk
    return can_choose_for_guests(role)
