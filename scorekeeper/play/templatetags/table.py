"""Boxes of a recording form, and the tables of this app from what the templates have of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from django import template
from django.template import Context
from django.template.loader import select_template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from games.core.values import rank_name
from scorekeeper.common.templatetags.scorekeeper import at
from scorekeeper.common.texts import signed, translated
from scorekeeper.play import tables
from scorekeeper.play.forms import written
from scorekeeper.play.models import Hand
from scorekeeper.play.opening.slots import is_placeholder
from scorekeeper.play.recording.forms import Entry
from scorekeeper.play.sheet.reads import Sheet
from scorekeeper.play.sheet.rows import Side

register = template.Library()
for make in (
    tables.about_table,
    tables.cards_table,
    tables.chart_table,
    tables.dues_table,
    tables.lists_table,
    tables.moved_table,
    tables.official_table,
    tables.reasons_table,
    tables.sums_table,
    tables.tried_table,
):
    register.filter(make.__name__, make)


LONGEST_AMOUNT = 18  # digits; Python refuses to read numbers of thousands


@register.simple_tag
def radio(entry: Entry, name: str, *value: Any) -> SafeString:
    """One of several; chosen and impossible as the entry says. The value may be given in parts."""
    return _box("radio", entry, name, "".join(str(part) for part in value))


@register.simple_tag
def tick(entry: Entry, name: str, value: str = "true") -> SafeString:
    """Yes or nothing."""
    return _box("checkbox", entry, name, value)


@register.simple_tag(takes_context=True)
def problem(context: Context, entry: Entry, *fields: str) -> SafeString:
    """The line under a group for what is wrong with its fields; it has the ids that their `wrong` points to."""
    page: Any = context.render_context
    given: set[str] = page.setdefault("ids of problems", set())
    found = [field for field in fields if field in entry.problems]
    text = conditional_escape(entry.problems[found[0]] if found else "")
    for field in found:
        if field not in given:
            text = format_html('<span id="err-{}">{}</span>', field, text)
            given.add(field)
    return format_html('<p class="err" data-err="{}"{}>{}</p>', " ".join(fields), "" if found else _HIDDEN, text)


@register.simple_tag
def wrong(entry: Entry, name: str, nth: int | str = "") -> SafeString:
    """The attributes of a field with which something is wrong; `nth` of a row."""
    return _wrong(entry, [f"{name}.{nth}", name] if nth != "" else [name])


@register.simple_tag
def wrong_group(entry: Entry, *fields: str) -> SafeString:
    """The attributes of a group of buttons, with one of whose fields something is wrong; `problem` of the same fields
    stands below it. Of a plain group it can't be said that it is wrong, so its role becomes that of a choice."""
    marked = _wrong(entry, fields)
    return format_html('role="radiogroup" {}', marked) if marked else marked


@register.simple_tag(takes_context=True)
def step(context: Mapping[str, Any], value: object, reason: str = "") -> SafeString:
    """The attributes of a button that takes one step of the game's own screen; `reason`: why it can't be taken now."""
    why = format_html(' aria-disabled="true" data-why="{}"', reason) if reason else ""
    sent = json.dumps(value, separators=(",", ":"))
    return format_html('name="step" value="{}" formaction="{}"{}', sent, context["step"], why)


@register.simple_tag(takes_context=True)
def own_side(context: Mapping[str, Any]) -> int | None:
    """The number of the side that the reader sits on, by the account or by the phone; None for an onlooker."""
    who = context.get("who")
    if who is None:
        return None
    member = who.seat if who.role is not None else None
    phone = who.device.seat_id if who.device else None
    for side in context["sheet"].sides:
        for column in side.columns:
            if column.seat.number == member or (phone is not None and column.seat.pk == phone):
                number: int = side.number
                return number
    return None


@register.simple_tag(takes_context=True)
def hand_marks(context: Mapping[str, Any], hand: Hand) -> str:
    """The classes of a hand's row on the sheet: struck, disputed, or the hand that was just saved."""
    is_disputed = at(context.get("states"), hand.number) == "disputed"
    marks = {"void": hand.is_void, "held": is_disputed, "last": hand.number == context.get("marked")}
    return "".join(f" {mark}" for mark, holds in marks.items() if holds)


@register.filter
def side(sheet: Sheet, letter: str) -> Side:
    """The side that a game of two sides calls A or B."""
    return sheet.sides[0 if letter == "A" else 1]


@register.filter
def opponents(sheet: Sheet, letter: str) -> Side:
    """The side that plays against the one of this letter."""
    return sheet.sides[1 if letter == "A" else 0]


@register.filter
def loser(sheet: Sheet, detail: Mapping[str, Any]) -> Side:
    """The side that lost the hand, or gave the game up."""
    return side(sheet, detail["side"]) if detail["kind"] == "forfeit" else opponents(sheet, detail["winner"])


@register.simple_tag
def game_head(game: str) -> SafeString:
    """What the screens of a game need in the head of the page: its own styles, where it has some."""
    head: SafeString = select_template([f"games/{game}/_head.html", "games/_head.html"]).render({})
    return head


@register.filter
def typed(entry: Entry, name: str) -> str:
    """What stands in a field."""
    return entry.fields.get(name, "")


@register.filter
def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


_HIDDEN = SafeString(" hidden")


def _box(kind: str, entry: Entry, name: str, value: str) -> SafeString:
    chosen = SafeString(" checked") if entry.has(name, value) else ""
    reason = entry.why_not(name, value)
    why = format_html(' aria-disabled="true" data-why="{}"', reason) if reason and not chosen else ""
    fields = (
        [field for field, _value in parse_qsl(value)] if name.startswith("set-") else [name, name.partition(".")[0]]
    )
    marked = format_html(" {}", _wrong(entry, fields)) if any(field in entry.problems for field in fields) else ""
    return format_html('<input type="{}" name="{}" value="{}"{}{}{}>', kind, name, value, chosen, why, marked)


def _wrong(entry: Entry, fields: Iterable[str]) -> SafeString:
    field = next((field for field in fields if field in entry.problems), None)
    return format_html('aria-invalid="true" aria-describedby="err-{}"', field) if field is not None else SafeString("")


@register.filter
def place(seats: Sequence[int], seat: int) -> int:
    """Which of them it is, from 0."""
    return list(seats).index(seat)


@register.filter
def count_left(detail: Mapping[str, Any], seat: int) -> int | None:
    """What the cards of a player of Tonk counted; None where nobody looked, or somebody had none left."""
    if detail["result"] in {"tonk_out", "discard_out"}:
        return None
    total: int | None = detail["totals"][place(detail["seats"], seat)]
    return total


@register.filter
def without(seats: Sequence[int], finished: Sequence[int]) -> list[int]:
    """The seats that are still in."""
    return [seat for seat in seats if seat not in finished]


@register.filter
def nth(values: Sequence[int], place: int) -> int:
    """The one at this place, from 0."""
    return values[place]


@register.simple_tag
def typed_at(entry: Entry, name: str, nth: int) -> str:
    """What stands in one field of a row."""
    return entry.fields.get(f"{name}.{nth}", "")


@register.filter
def dotted(name: str, place: int) -> str:
    """The name of a box that fills one place of a list."""
    return f"{name}.{place}"


@register.filter
def as_typed(amount: int | str, decimals: int) -> str:
    """An amount as it stands in a box: with its decimals, and what is none as it was typed."""
    text = str(amount)
    return written(int(text), decimals) if text.isdecimal() and len(text) <= LONGEST_AMOUNT else text


@register.filter
def rank(letter: str) -> str:
    """The rank of a card, as the cards of the reader have it."""
    name = rank_name(letter)
    return name if isinstance(name, str) else translated(name)


@register.filter
def weight(amount: int) -> str:
    """A factor as it is written after the times sign."""
    return f"({signed(amount)})" if amount < 0 else str(amount)


@register.simple_tag
def rule(rules: Mapping[str, str], name: str, value: str) -> SafeString:
    """One choice of a house rule, a radio box; the value "" is none."""
    chosen = SafeString(" checked") if rules.get(name, "") == value else ""
    return format_html('<input type="radio" name="rules.{}" value="{}"{}>', name, value, chosen)


@register.filter(name="json")
def as_json(values: Mapping[str, str] | Sequence[str]) -> str:
    """For an attribute that a script reads; escaped like any text."""
    return json.dumps(values)


@register.simple_tag
def seat_name(column: Any) -> dict[str, str]:
    """The field in which the name of a seat is written, and its id."""
    number = column.seat.number
    return {"name": f"names.{number}", "ident": f"seat-name-{number}"}


@register.filter
def unnamed(sheet: Sheet) -> bool:
    """Whether somebody at a table without a club has no name on the sheet yet."""
    return any(column.seat.player.user_id is None and is_placeholder(column.name) for column in sheet.columns)
