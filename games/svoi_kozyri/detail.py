"""How a deal came out: what a sheet and an explanation need to know."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Strict

from games.core.record import Record

Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]


class DealDetail(Record):
    """The result of a deal.

    `winners` are seats in the order they went out. `drawn` is empty, or the seat that went out last and the one that
    was left; then there is no `loser`. `points` stand in the order of `seats`, by the mode of the sitting.
    """

    kind: Literal["deal"] = "deal"
    seats: Numbers
    dealer: int
    winners: Numbers
    drawn: Numbers
    loser: int | None
    cards_left: int | None
    points: Numbers


DETAILS: dict[str, type[DealDetail]] = {"deal": DealDetail}
