"""The door of programs to the draw of an evening's tables."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.drawing import services
from scorekeeper.leagues.drawing.reads import draft_of, here_for, is_stale
from scorekeeper.leagues.evenings.api import AtEvening, EveningView
from scorekeeper.leagues.evenings.services import game_of
from scorekeeper.leagues.models import EveningGame, Place, TableDraw
from scorekeeper.leagues.policies import can_run


class EveningDraft(EveningView):
    """The draft of the tables of a game."""

    in_address = services.DraftAsked

    rights = {"GET": can_run}

    @extend_schema(operation_id="evening_draft", responses={200: services.DraftBody, **READ_REFUSALS})
    def get(self, request: Request, evening: UUID) -> Response:
        """Read the draft of tables of an evening.

        Shows the draft of a game to those who run the evening, with what it asks of people.

        Raises:
            Refused: as `game_of`.
        """
        found, asked = self.evening(evening), self.asked
        return Response(draft_body(game_of(found, asked.game)).model_dump())


class AtDraw(AtEvening):
    """Acts on the draft of an evening."""

    def shown(self, found: TableDraw | EveningGame) -> services.DraftBody:  # type: ignore[override]  # another answer
        game = found.evening_game_id if isinstance(found, TableDraw) else found.pk
        return draft_body(EveningGame.objects.select_related("evening").get(pk=game))


def draft_body(game: EveningGame) -> services.DraftBody:
    """The draft of a game; none where there is none."""
    draft = draft_of(game)
    if draft is None:
        return services.DraftBody(draft=None)
    return services.DraftBody(
        draft=services.TablesDraftBody(
            draw=draft.draw.pk,
            revision=draft.draw.revision,
            game=game.pk,
            number=draft.draw.number,
            seed=draft.draw.seed,
            engine=draft.draw.engine,
            tables=[
                services.DraftTableBody(number=table.table.number, places=_places(table.places, draft.names))
                for table in draft.tables
            ],
            out=_places(draft.out, draft.names),
            reasons=list(draft.explanation.reasons),
            is_stale=is_stale(draft, here_for(game)),
        )
    )


def _places(places: Iterable[Place], names: Any) -> list[services.DraftPlaceBody]:
    return [
        services.DraftPlaceBody(id=place.pk, player=place.player_id, name=names[place.key], by_hand=place.by_hand)
        for place in places
    ]


def _opened(draw: TableDraw) -> services.OpenedDrawBody:
    sittings = draw.tables.order_by("number").values_list("sitting", flat=True)
    return services.OpenedDrawBody(draw=draw.pk, number=draw.number, sittings=list(sittings))


draft_make = Act(
    operation="evening_draw",
    summary="Draw the tables of an evening",
    about="A scorer draws a new draft of a game from everybody who is here for it, in place of the draft there was.",
    asks=services.TablesDraw,
    does=services.draw_tables,
    gives=services.DraftBody,
).at(AtDraw)
draft_swap = Act(
    operation="evening_draft_swap",
    summary="Let two people of a draft change places",
    about="A scorer swaps two places; both people stay where they are put when the draft is drawn again.",
    asks=services.EveningPlacesSwap,
    does=services.swap_places,
    gives=services.DraftBody,
).at(AtDraw)
draft_hold = Act(
    operation="evening_draft_hold",
    summary="Hold a place of a draft",
    about="A scorer says that somebody stays at their table when the draft is drawn again, or may sit elsewhere again.",
    asks=services.PlaceHold,
    does=services.hold_place,
    gives=services.DraftBody,
).at(AtDraw)
draft_undo = Act(
    operation="evening_draft_undo",
    summary="Undo the last draw or change by hand",
    about="A scorer gets the draft back as it was before.",
    asks=services.SeenTables,
    does=services.undo_draft,
    gives=services.DraftBody,
).at(AtDraw)
draft_drop = Act(
    operation="evening_draft_drop",
    summary="Let go of a draft",
    about="A scorer lets go of the draft of a game.",
    asks=services.SeenTables,
    does=services.drop_draft,
    gives=services.DraftBody,
).at(AtDraw)
draft_publish = Act(
    operation="evening_draft_publish",
    summary="Open the tables of a draft",
    about="A scorer opens every table of the draft at once. Sent twice, the tables are opened once. Where people sit "
    "at other tables, or other evenings still play, it is refused unless `elsewhere` says that this is known.",
    asks=services.TablesOpening,
    does=services.publish_draw,
    gives=services.OpenedDrawBody,
    shown=_opened,
).at(AtDraw)
