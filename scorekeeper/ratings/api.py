"""The door of programs to the ratings of a club."""

from typing import Any
from uuid import UUID

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.clubs.policies import shows_pages
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import Refused, require
from scorekeeper.ratings import services
from scorekeeper.ratings.policies import OWN_ONLY
from scorekeeper.ratings.selectors import board, course_of, games_rated, is_out, is_stale, rated_games


class RatingView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]
    in_address = services.RatingsAsked

    def enter(self, request: Request, club: UUID, player: UUID | None = None) -> Membership:
        """What the caller is in the club, who may read its ratings, or those of this player.

        Raises:
            ObjectDoesNotExist: they are nothing there (404).
            PermissionDenied: the club shows members their own page only.
        """
        here = membership_of(request.user, club)
        if here.club.is_private:
            raise Club.DoesNotExist
        require(shows_pages(here.club, here.user, of=player), _(OWN_ONLY))
        return here

    def wanted(self, games: list[str]) -> str:
        """Of these games the one that is asked for, else the first. Raises Refused `game_unknown`: the club has no
        ratings in it."""
        if not self.asked.game:
            return next(iter(games), "")
        if self.asked.game not in games:
            raise Refused([Problem("game_unknown", "game", Text(NO_RATINGS))])
        return str(self.asked.game)


class ClubRatings(RatingView):
    """The ratings of a club."""

    @extend_schema(operation_id="ratings", responses={200: services.RatingsBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read the ratings of a club in a game.

        Lists everybody who has a rating, the best first. Who wants none is not there.

        Raises:
            Refused: as `RatingView.wanted`.
        """
        here = self.enter(request, club)
        games = [game.name for game in rated_games(here.club)]
        game = self.wanted(games)
        places = board(here.club, game) if game else []
        rows = [
            services.RatingBody(
                rank=place.rank,
                player=place.player.pk,
                name=place.player.name,
                points=place.points,
                sheets=place.sheets,
                is_new=place.is_new,
                at=place.at,
            )
            for place in places
        ]
        stale = bool(game) and is_stale(here.club.pk, game)
        return Response(services.RatingsBody(games=games, game=game, stale=stale, ratings=rows).model_dump())


class PlayerRating(RatingView):
    """One person's rating."""

    @extend_schema(operation_id="player_rating", responses={200: services.PlayerRatingBody, **READ_REFUSALS})
    def get(self, request: Request, player: UUID) -> Response:
        """Read how a rating came about.

        Shows the newest 100 sheets that moved somebody's rating in a game.

        Raises:
            Refused: as `RatingView.wanted`.
        """
        found = Player.objects.people().get(pk=player)
        self.enter(request, found.club_id, player)
        games = games_rated(found)
        return Response(_body(found, games, self.wanted(games)).model_dump())


class RatedPlayer(Door):
    """Acts on a person of a club that the caller belongs to, who may say whether that person is rated."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, player: UUID) -> dict[str, Any]:
        found = Player.objects.people().get(pk=player)
        here = membership_of(request.user, found.club_id)
        require(services.may_choose(here.user, here.role, found))
        return {"club": here.club, "player_id": player, "by": here.user}


def _body(player: Player, games: list[str], game: str) -> services.PlayerRatingBody:
    out = is_out(player)
    steps = course_of(player, game) if game and not out else []
    return services.PlayerRatingBody(
        player=player.pk,
        name=player.name,
        rated=not out,
        games=games,
        game=game,
        stale=bool(game) and is_stale(player.club_id, game),
        course=[
            services.RatingStepBody(sitting=step.sitting.pk, at=step.sitting.closed_at, points=step.points, by=step.by)
            for step in steps
        ],
    )


def _chosen(chosen: services.Chosen) -> services.PlayerRatingBody:
    games = games_rated(chosen.player)
    return _body(chosen.player, games, next(iter(games), ""))


NO_RATINGS = gettext_noop("This game has no ratings.")
rating_choose = Act(
    operation="player_rating_choose",
    summary="Say whether somebody is rated",
    about="Members say it for themselves, and for guests of the book whoever keeps it. All ratings they were part of "
    "are worked out anew. A repeated call changes nothing.",
    asks=services.RatingChoice,
    does=services.choose_rating,
    gives=services.PlayerRatingBody,
    shown=_chosen,
).at(RatedPlayer)


urlpatterns = [
    path("clubs/<uuid:club>/ratings", ClubRatings.as_view()),
    path("players/<uuid:player>/rating", PlayerRating.as_view()),
    path("players/<uuid:player>/rating/choose", rating_choose),
]
