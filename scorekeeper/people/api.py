"""The door of programs to the people of a club's book."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.api import ClubView
from scorekeeper.clubs.models import Membership, Merge, Player
from scorekeeper.clubs.policies import can_keep_book, can_score
from scorekeeper.common.api import READ_REFUSALS, Act, Preview
from scorekeeper.common.texts import translated
from scorekeeper.people import services
from scorekeeper.people.selectors import A_PAGE, Line, MergePreview, book, line_of, merges_into


class People(ClubView):
    """The book of a club."""

    in_address = services.PeopleAsked

    @extend_schema(operation_id="club_people", responses={200: services.PeopleBody, **READ_REFUSALS})
    def get(self, _request: Request, club: UUID) -> Response:
        """List the people of a club.

        Lists the book of a club of the caller by name, a page at a time: everybody, or whoever a name finds.
        """
        here, asked = self.enter(club), self.asked
        found = book(here.club, asked.q, asked.kind, keeps=can_score(here.role))
        shown = Paginator(found.found, A_PAGE).get_page(asked.page)
        body = services.PeopleBody(
            people=[
                services.BookLineBody(**_facts(line, keeps=can_score(here.role)))
                for line in found.lines(shown.object_list)
            ],
            page=shown.number,
            pages=shown.paginator.num_pages,
            count=shown.paginator.count,
        )
        return Response(body.model_dump())


class Person(ClubView):
    """One person of a club of the caller."""

    @extend_schema(operation_id="person", responses={200: services.BookPersonBody, **READ_REFUSALS})
    def get(self, _request: Request, player: UUID) -> Response:
        """Read a person of a club.

        Shows somebody of the book, with the lines that are part of them. A line that was merged shows whose it is.
        """
        found = Player.objects.select_related("merged_into").get(pk=player)
        keeps = can_score(self.enter(found.club_id).role)
        return Response(person_body(found.merged_into or found, keeps=keeps).model_dump())


class InBook(ClubView):
    """Acts of who keeps the book of a club."""

    rights = {"POST": can_keep_book}

    def place(self, _request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(club)
        return {"club": here.club, "by": here.user}


class OnPerson(ClubView):
    """Acts of who keeps the book on a person of it."""

    rights = {"POST": can_keep_book}

    def place(self, _request: Request, player: UUID) -> dict[str, Any]:
        found = Player.objects.people().get(pk=player)
        here = self.enter(found.club_id)
        return {"club": here.club, "by": here.user, "player": found}


class OnGoingLine(OnPerson):
    """Acts that make a line part of another."""

    def place(self, request: Request, player: UUID) -> dict[str, Any]:
        place = super().place(request, player)
        return {"club": place["club"], "by": place["by"], "gone": place["player"].pk}


class OnMerge(ClubView):
    """Acts of who keeps the book on a merge."""

    rights = {"POST": can_keep_book}

    def place(self, _request: Request, merge: UUID) -> dict[str, Any]:
        here = self.enter(Merge.objects.values_list("club", flat=True).get(pk=merge))
        return {"club": here.club, "by": here.user, "merge": merge}


def person_body(player: Player, *, keeps: bool = True) -> services.BookPersonBody:
    """Somebody of the book, what they have played, and which lines are part of them; with whole names for whoever
    `keeps` sheets and books."""
    member = Membership.objects.filter(club=player.club_id, user=player.user_id) if player.user_id else None
    role = member.values_list("role", flat=True).first() if member else None
    merges = [
        services.MergeBody(id=merge.pk, name=merge.name, at=merge.at) for merge in merges_into(player, keeps=keeps)
    ]
    return services.BookPersonBody(**_facts(line_of(player, role), keeps=keeps), merges=merges)


def _facts(line: Line, *, keeps: bool) -> dict[str, Any]:
    """The fields of somebody in the book."""
    return {
        "id": line.player.pk,
        "name": line.player.name,
        "full_name": (line.player.full_name or None) if keeps else None,
        "role": line.role.value if line.role else None,
        "retired_at": line.player.retired_at,
        "tables": line.tables,
        "last": line.last,
        "lists": line.lists,
    }


def _alike(players: list[Player]) -> services.LikeNamesBody:
    return services.LikeNamesBody(alike=[services.LikeNameBody(id=player.pk, name=player.name) for player in players])


def _moves(found: MergePreview) -> services.MergePreviewBody:
    return services.MergePreviewBody(
        obstacles=[
            services.MergeObstacleBody(code=each.code, text=translated(each.message)) for each in found.obstacles
        ],
        tables=found.tables,
        lists=found.lists,
        seasons=[
            services.MovedSeasonBody(
                season=season.competition.pk,
                name=season.competition.name,
                points=season.kept.points if season.kept else None,
                rank=season.kept.rank if season.kept else None,
                points_then=season.after.points,
                rank_then=season.after.rank,
                others=season.others,
            )
            for season in found.seasons
        ],
        ended=found.ended,
    )


LIKE_NAMES = "With `preview`: whose names are much like it."

person_add = Act(
    operation="person_add",
    summary="Write somebody into the book",
    about="A director writes a guest into the book of the club. `preview` shows who has a name much like theirs.",
    asks=services.PersonName,
    does=services.write_in,
    gives=services.BookPersonBody,
    shown=person_body,
    status=201,
    preview=Preview(
        name="AddedOrAlike", does=services.alike_in_book, gives=services.LikeNamesBody, shown=_alike, about=LIKE_NAMES
    ),
).at(InBook)
person_rename = Act(
    operation="person_rename",
    summary="Rename a person",
    about="A director writes a name anew: it stands so on every sheet of the club, old ones too. `preview` shows who "
    "else has a name much like it.",
    asks=services.PersonName,
    does=services.rename_player,
    gives=services.BookPersonBody,
    shown=person_body,
    preview=Preview(
        name="RenamedOrAlike", does=services.others_alike, gives=services.LikeNamesBody, shown=_alike, about=LIKE_NAMES
    ),
).at(OnPerson)
person_call = Act(
    operation="person_call",
    summary="Say by which name others see a person",
    about="A director says by which name somebody is shown: on every page, file, print and projector, on old sheets "
    "too. Scorers, directors and owners read the whole name in the book of people alone.",
    asks=services.CalledBy,
    does=services.call_player,
    gives=services.BookPersonBody,
    shown=person_body,
).at(OnPerson)
person_retire = Act(
    operation="person_retire",
    summary="Offer a person no longer for new tables",
    about="A director retires somebody: all they have played stays, and `person_return` brings them back.",
    does=services.retire_player,
    gives=services.BookPersonBody,
    shown=person_body,
).at(OnPerson)
person_return = Act(
    operation="person_return",
    summary="Offer a retired person again",
    about="A director has somebody who retired offered for new tables again.",
    does=services.return_player,
    gives=services.BookPersonBody,
    shown=person_body,
).at(OnPerson)
person_merge = Act(
    operation="person_merge",
    summary="Make two lines of the book one person",
    about="A director makes the line of the address a part of the person who is `kept`: all it has played counts for "
    "them and carries their name. `preview` shows what would move. It can be undone.",
    asks=services.Merging,
    does=services.merge_players,
    gives=services.BookPersonBody,
    shown=lambda merge: person_body(merge.kept),
    preview=Preview(
        name="MergedOrPreview",
        does=services.preview_merge,
        gives=services.MergePreviewBody,
        shown=_moves,
        about="With `preview`: what would move, and nothing is written.",
    ),
).at(OnGoingLine)
person_keep_two = Act(
    operation="person_keep_two",
    summary="Say that two lines are two people",
    about="A director says that the line of the address and another are two people, however alike their names: the "
    "book asks no more.",
    asks=services.KeptTwo,
    does=services.keep_two,
    gives=None,
    status=204,
).at(OnPerson)
merge_undo = Act(
    operation="merge_undo",
    summary="Undo a merge",
    about="A director makes the line that was merged a person of its own again, with its own name and all it has "
    "played. A merge that was undone before stays as it is.",
    does=services.undo_merge,
    gives=services.BookPersonBody,
    shown=lambda merge: person_body(merge.gone),
).at(OnMerge)


of_a_person = [
    path("rename", person_rename),
    path("call", person_call),
    path("retire", person_retire),
    path("return", person_return),
    path("merge", person_merge),
    path("keep-two", person_keep_two),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("clubs/<uuid:club>/people", People.as_view()),
    path("clubs/<uuid:club>/people/add", person_add),
    path("players/<uuid:player>", Person.as_view()),
    path("players/<uuid:player>/", include(of_a_person)),
    path("merges/<uuid:merge>/undo", merge_undo),
]
