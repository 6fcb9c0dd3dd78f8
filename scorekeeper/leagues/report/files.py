"""An evening to take along: its tables for pages and other programs, and the picture of a game to share.

Whoever is sent the picture need not be of the club: everybody has their short name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.names import file_name, public_names
from scorekeeper.common.tables.drawing import figure_html
from scorekeeper.common.tables.serving import answer_once
from scorekeeper.common.tables.values import Cell, Column, Kind, Piece, RichCell, Table, joined
from scorekeeper.common.texts import Names, amount_words, rank_words, rules_title, translated
from scorekeeper.common.typesetting import Part, picture
from scorekeeper.leagues.evenings.reads import Line, game_names
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.money.reads import Dues, Owing, Sum
from scorekeeper.leagues.report.reads import Evenings, Outcome
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import weighed

BEFORE: Final = RichCell(None, html=SafeString('<span class="muted">–</span>'))  # they had not sat down yet


def evenings_out(club: Club, evenings: Iterable[Evening]) -> Table:
    """The evenings of a club."""
    heads = [
        pgettext("column", "Begins"),
        pgettext("column", "Name"),
        pgettext("column", "Venue"),
        pgettext("column", "Game"),
        pgettext("column", "Rules"),
        pgettext("column", "State"),
    ]
    rows: Iterable[list[Cell]] = (
        [
            evening.starts_at,
            evening.name,
            evening.venue,
            game_names(evening),
            ", ".join(rules_title(game.rules_name) for game in evening.line_up),
            str(evening.get_state_display()),
        ]
        for evening in evenings
    )
    return Table(_("Evenings of {club}").format(club=club.name), heads, rows)


def course_table(title: str, course: Evenings) -> Table:
    """Everybody's running score: one line a hand, one column a person."""
    columns = [
        Column("hand", pgettext("column", "Hand"), heads_rows=True),
        *(
            Column(str(person_course.person), person_course.name, Kind.AMOUNT, course.unit, says_unit=False)
            for person_course in course.courses
        ),
    ]
    rows = [(mark, *(BEFORE if score is None else score for score in scores)) for mark, scores in course.steps]
    name = _("{evening}: running score").format(evening=title)
    return Table(name, columns, rows, key="course", caption=_("Everybody’s score after each hand"))


def people_out(evening: Evening, people: Mapping[str, Sequence[Attendance]]) -> Table:
    """Who came and who did not."""
    heads = [
        pgettext("column", "Name"),
        pgettext("column", "State"),
        pgettext("column", "Came"),
        pgettext("column", "Last change"),
    ]
    rows: list[list[Cell]] = [
        [attendance.player.name, str(attendance.get_state_display()), attendance.came_at, attendance.at]
        for group in people.values()
        for attendance in group
    ]
    if evening.is_mixed:
        heads = [*heads, pgettext("column", "Game")]
        everybody = (attendance for group in people.values() for attendance in group)
        rows = [
            [*row, translated(attendance.comes_for.plays.title)]
            for row, attendance in zip(rows, everybody, strict=True)
        ]
    return Table(pgettext("heading", "{evening}: people").format(evening=evening.name), heads, rows)


def money_table(dues: Dues, total: Sum, owing: Iterable[Owing]) -> Table:
    """Who owes what in one unit. A page has buttons where a file has what was collected."""
    unit = total.unit
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("fee", pgettext("column", "Fee"), Kind.AMOUNT, unit, says_unit=False, classes="part"),
        Column("lost", pgettext("column", "Lost games"), Kind.AMOUNT, unit, says_unit=False, classes="part"),
        Column("due", pgettext("column", "Due"), Kind.AMOUNT, unit, says_unit=False),
        Column("tick", pgettext("column", "Collected"), only="page"),
        Column("collected", pgettext("column", "Collected"), Kind.AMOUNT, unit, only="file"),
        Column("paid", _("Paid under Payments"), Kind.AMOUNT, unit, only="file"),
    ]
    rows = [
        (
            _owing(due),
            due.fee,
            due.lost,
            RichCell(due.due, strong=True),
            RichCell(None, piece=Piece("leagues/_collecting.html", "owing", due)),
            due.collected,
            due.paid or None,
        )
        for due in owing
    ]
    collected = SafeString("") if dues.is_partly_hidden else figure_html(total.collected, Kind.AMOUNT, unit)
    got = RichCell(None, html=collected, classes="got")
    foot = (_("For the treasurer"), total.fee, total.lost, total.due, got, total.collected, total.paid)
    return Table(_("Amounts owed in {unit}").format(unit=unit.unit), columns, rows, foot=[foot], classes="collecting")


def _owing(owing: Owing) -> RichCell:
    """Who owes, with the parts of what is due, for phones."""
    fee, lost = (figure_html(amount, Kind.AMOUNT, owing.unit) for amount in (owing.fee, owing.lost))
    parts = format_html(pgettext("in a line", "fee {fee}, lost games {lost}"), fee=fee, lost=lost)
    html = format_html('<bdi>{}</bdi><small class="parts">{}</small>', owing.player.name, parts)
    return RichCell(owing.player.name, html=html)


def money_out(evening: Evening, dues: Dues) -> Table:
    """The same of all units."""
    parts = [((total.unit.unit,), money_table(dues, total, owing)) for total, owing in dues.by_unit]
    return joined(
        _("{evening}: to collect").format(evening=evening.name), [Column("unit", pgettext("column", "Unit"))], parts
    )


def results_table(evening: Evening, outcome: Outcome, *, among: int = 0) -> Table:
    """How a game of the evening came out. A file has a column for each sheet; in that of several games as many as
    anybody has of any of them (`among`)."""
    unit, sheets, has_several = outcome.unit, among or outcome.most, outcome.most > 1 and not among
    columns = [
        Column("rank", pgettext("column", "Rank"), Kind.ORDINAL, classes="rk"),
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True, classes="who"),
        *([Column("sheets", pgettext("column", "Sheets"), classes="num", only="page")] if has_several else []),
        *(
            Column(
                f"sheet-{number}",
                pgettext("column", "Sheet {number}").format(number=number),
                Kind.AMOUNT,
                unit,
                only="file",
            )
            for number in range(1, sheets + 1)
        ),
        Column(
            "total",
            pgettext("column", "Total") if among else unit.unit or pgettext("column", "Points"),
            Kind.AMOUNT,
            unit,
            says_unit=False,
        ),
    ]
    rows = [
        (
            line.rank,
            line.player.name,
            *([_sheets(line, unit)] if has_several else []),
            *line.totals,
            *[None] * (sheets - len(line.totals)),
            RichCell(line.total, strong=True),
        )
        for line in outcome.lines
    ]
    title = _("Results of the evening")
    if evening.is_mixed:
        title = _("Results of the evening, {game}").format(game=translated(outcome.game.plays.title))
    sums = outcome.sums
    over = [text for text in (sums.note, sums.warning) if text] if sums else []
    return Table(
        pgettext("heading", "{evening}: results").format(evening=evening.name), columns, rows, over, caption=title
    )


def _sheets(line: Line, unit: InUnits) -> RichCell:
    figures = ((figure_html(total, Kind.AMOUNT, unit),) for total in line.totals)
    return RichCell(None, html=format_html_join(", ", "{}", figures))


def results_out(evening: Evening, outcomes: Sequence[Outcome]) -> Table:
    """How the evening came out; of several games each line names its game and what it is counted in."""
    if len(outcomes) == 1:
        return results_table(evening, outcomes[0])
    most = max((outcome.most for outcome in outcomes), default=0)
    parts = [
        (
            (translated(outcome.game.plays.title), outcome.unit.unit or pgettext("heading", "Points")),
            results_table(evening, outcome, among=most),
        )
        for outcome in outcomes
    ]
    over = [
        f"{translated(outcome.game.plays.title)}: {text}"
        for outcome, (_part, table) in zip(outcomes, parts, strict=True)
        for text in table.over
    ]
    heads = [Column("game", pgettext("column", "Game")), Column("unit", pgettext("column", "Unit"))]
    return joined(pgettext("heading", "{evening}: results").format(evening=evening.name), heads, parts, over=over)


FIRST: Final = 3


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on the picture, in words; `places` are rank, name and points of who is first."""

    club: str
    evening: str
    facts: str
    places: tuple[tuple[str, str, str], ...]
    hands: str
    best: str


def card_of(evening: Evening, outcome: Outcome) -> Card:
    """The card of a game of an evening with its club, in one statement."""
    called = public_names({line.player.pk: line.player.name for line in outcome.lines})
    hands = _hands(outcome.sittings)
    best = _best(hands, {sitting.pk: sitting for sitting in outcome.sittings}, called)
    number = npgettext("picture", "{number} hand", "{number} hands", len(hands)).format(number=len(hands))
    day = date_format(timezone.localtime(evening.starts_at), "DATE_FORMAT")
    state = _state(evening, outcome)
    return Card(
        club=evening.club.name,
        evening=evening.name,
        facts=", ".join([translated(outcome.game.plays.title), day, *([state] if state else [])]),
        places=tuple(
            (rank_words(line.rank), called[line.player.pk], amount_words(line.total, outcome.unit))
            for line in outcome.lines[:FIRST]
        ),
        hands=number,
        best=_("Best hand: {sentence}").format(sentence=best) if best else "",
    )


def _state(evening: Evening, outcome: Outcome) -> str:
    """What can still change, in words."""
    if not evening.is_closed:
        return pgettext("state", "not finished yet")
    is_final = all(sitting.is_official for sitting in outcome.sittings)
    return "" if is_final else pgettext("state", "not official yet")


def _hands(sittings: Sequence[Sitting]) -> list[Hand]:
    """The hands that count, table by table."""
    order = {sitting.pk: (place, sitting.next_number) for place, sitting in enumerate(sittings)}
    found = Hand.objects.filter(sitting__in=order).standing().only("sitting", "number", "kind", "outcome")
    kept = [hand for hand in found if hand.number < order[hand.sitting_id][1]]
    return sorted(kept, key=lambda hand: (order[hand.sitting_id], hand.number))


def _best(hands: Sequence[Hand], sittings: dict[UUID, Sitting], called: dict[UUID, str]) -> str:
    """What is said of the hand that brought somebody most, of equal ones the first; nothing where all brought alike."""
    brought = [_brought(hand, sittings[hand.sitting_id]) for hand in hands]
    if not brought or max(brought) == min(brought):
        return ""
    best = hands[brought.index(max(brought))]
    sitting = sittings[best.sitting_id]
    names = {seat.number: called.get(seat.player.identity, seat.player.name) for seat in sitting.seats.all()}
    return translated(best.said, Names(names, sitting.unit))


def _brought(hand: Hand, sitting: Sitting) -> int:
    weights = sitting.plays.weights(sitting.typed_rules)
    by_seat: dict[int, dict[str, int]] = {}
    for (seat, measure), amount in hand.moved.items():
        by_seat.setdefault(seat, {})[measure] = amount
    return max((weighed(measures, weights) for measures in by_seat.values()), default=0)


def drawn(card: Card) -> bytes:
    """The card as PNG of 1200 x 630 pixels, which messengers show whole."""
    return picture(Part("/leagues/report/card.typ", "A4", asdict(card), title="Scorekeeper"))


def card_answer(request: HttpRequest, evening: Evening, outcome: Outcome) -> HttpResponse:
    """The picture, drawn only for whoever has not got the one of these facts already."""
    card = card_of(evening, outcome)

    def image() -> HttpResponse:
        response = HttpResponse(drawn(card), content_type="image/png")
        response["Content-Disposition"] = content_disposition_header(False, file_name(f"{evening.name[:80]}.png")) or ""  # noqa: FBT003
        return response

    return answer_once(request, asdict(card), image)
