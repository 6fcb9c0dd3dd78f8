"""Settling up: who pays whom, so that everybody is even."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.settling import MOST_EXACT
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.common.tables.values import Table
from scorekeeper.payouts.care.reads import seen_plan, sight_of
from scorekeeper.payouts.forms import THE_CLUB, CoinForm, SettleForm, unit_key
from scorekeeper.payouts.kinds import Scope, of_period, signed
from scorekeeper.payouts.payments.reads import payments_of
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.settling.reads import Settled, Transfer, coin_unit, paid_elsewhere, settled_of
from scorekeeper.payouts.tables import payments_table
from scorekeeper.play.forms import written

LEFT, RIGHT = 126, 244  # the posts that ribbons lead from and to, in a picture 366 wide
FLAT = 60  # so far a ribbon leaves its post straight: its amount stands there
TOP: Final = 24  # below the heads of both sides
THICKEST, ALL = 110.0, 280.0  # the thickest ribbon, and all together, where amounts allow it
THINNEST: Final = 1.5
INSIDE: Final = 17.0  # a ribbon as thick as this has room for its amount; a thinner one has it above
LONGEST: Final = 15  # letters of a line
LINE: Final = 15  # from one to the next
LINES: Final = 3  # of a name; the list of payments has the whole
APART: Final = 10  # between two people


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A payment: its outline as a path, its post on the left, its amount and where that stands."""

    amount: int
    outline: str
    post: str
    amount_y: str


@dataclass(frozen=True, slots=True)
class Person:
    """A side of the picture: the lines of the name with their heights, and the balance below them, None where the
    reader may not see it."""

    name: tuple[tuple[str, str], ...]
    balance: int | None
    balance_y: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Who pays stands on the left, who receives on the right; `posts` are those of the right side."""

    height: int
    ribbons: tuple[Ribbon, ...]
    payers: tuple[Person, ...]
    getters: tuple[Person, ...]
    posts: tuple[str, ...]


def picture_of(
    transfers: Sequence[Transfer], club: str, balances: Iterable[tuple[Player | None, int]] = ()
) -> Picture | None:
    """None where nobody pays. `club` is what the club is called; `balances` are those that the reader may see."""
    if not transfers:
        return None
    stands = {_key(player): amount for player, amount in balances}
    scale = min(
        THICKEST / max(transfer.amount for transfer in transfers), ALL / sum(transfer.amount for transfer in transfers)
    )
    thick = [max(transfer.amount * scale, THINNEST) for transfer in transfers]
    tops, payers, low = _left(transfers, thick, club, stands)
    ends, getters, posts, lower = _right(transfers, thick, tops, club, stands)
    ribbons = tuple(
        Ribbon(
            amount=transfer.amount,
            outline=_outline(tops[nth], ends[nth], thick[nth]),
            post=f"M{LEFT} {tops[nth]:.1f}v{thick[nth]:.1f}",
            amount_y=f"{tops[nth] + thick[nth] / 2 + 4.5 if thick[nth] >= INSIDE else tops[nth] - 3:.1f}",
        )
        for nth, transfer in enumerate(transfers)
    )
    return Picture(int(max(low, lower)) + 8, ribbons, payers, getters, posts)


def _left(
    transfers: Sequence[Transfer], thick: Sequence[float], club: str, stands: Mapping[UUID | None, int]
) -> tuple[dict[int, float], tuple[Person, ...], float]:
    """Where each ribbon begins, who pays, and how low that reaches: room for the name beside each post, and above a
    thin ribbon for its amount."""
    tops: dict[int, float] = {}
    people, cursor = [], float(TOP)
    for own in _grouped([_key(transfer.payer) for transfer in transfers]).values():
        slots = [thick[nth] if thick[nth] >= INSIDE else thick[nth] + INSIDE for nth in own]
        lines = _lines(_name(transfers[own[0]].payer, club))
        high = max(sum(slots), (len(lines) + 1) * LINE)
        at = cursor + (high - sum(slots)) / 2
        for nth, slot in zip(own, slots, strict=True):
            at += slot
            tops[nth] = at - thick[nth]
        people.append(_person(lines, cursor + high / 2, stands.get(_key(transfers[own[0]].payer))))
        cursor += high + APART
    return tops, tuple(people), cursor


def _right(
    transfers: Sequence[Transfer],
    thick: Sequence[float],
    tops: Mapping[int, float],
    club: str,
    stands: Mapping[UUID | None, int],
) -> tuple[dict[int, float], tuple[Person, ...], tuple[str, ...], float]:
    """Where each ribbon ends, who receives, their posts, and how low that reaches: as near as can be to where the
    ribbons come from."""
    ends: dict[int, float] = {}
    people, posts, cursor = [], [], float(TOP)
    groups = _grouped([_key(transfer.getter) for transfer in transfers]).values()
    for own in sorted(groups, key=lambda own: sum(tops[nth] for nth in own) / len(own)):
        whole = sum(thick[nth] for nth in own)
        lines = _lines(_name(transfers[own[0]].getter, club))
        high = max(whole, (len(lines) + 1) * LINE)
        middle = (tops[own[0]] + tops[own[-1]] + thick[own[-1]]) / 2
        cursor = max(cursor, middle - high / 2)
        at = cursor + (high - whole) / 2
        posts.append(f"M{RIGHT} {at:.1f}v{whole:.1f}")
        for nth in own:
            ends[nth] = at
            at += thick[nth]
        people.append(_person(lines, cursor + high / 2, stands.get(_key(transfers[own[0]].getter))))
        cursor += high + APART
    return ends, tuple(people), tuple(posts), cursor


def _grouped(keys: Sequence[UUID | None]) -> dict[UUID | None, list[int]]:
    groups: dict[UUID | None, list[int]] = {}
    for nth, key in enumerate(keys):
        groups.setdefault(key, []).append(nth)
    return groups


def _outline(start: float, end: float, thick: float) -> str:
    flat, bend = LEFT + FLAT, (LEFT + FLAT + RIGHT) // 2
    return (
        f"M{LEFT} {start:.1f}H{flat}C{bend} {start:.1f} {bend} {end:.1f} {RIGHT} {end:.1f}v{thick:.1f}"
        f"C{bend} {end + thick:.1f} {bend} {start + thick:.1f} {flat} {start + thick:.1f}H{LEFT}z"
    )


def _person(lines: Sequence[str], middle: float, balance: int | None) -> Person:
    """A name around this height, its balance below it."""
    rows = len(lines) + (balance is not None)
    first = middle - (rows - 1) * LINE / 2 + 4.5
    name = tuple((line, f"{first + nth * LINE:.1f}") for nth, line in enumerate(lines))
    return Person(name, balance, f"{first + len(lines) * LINE:.1f}")


def _name(player: Player | None, club: str) -> str:
    return player.name if player else club


def _key(player: Player | None) -> UUID | None:
    return player.pk if player else None


def _lines(name: str) -> list[str]:
    """A name in lines; only the last of them is cut, where there is no room at all."""
    return wrap(name, LONGEST, max_lines=LINES, placeholder="…") or [name]


@require_safe
@login_required
def money_settle(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """For where everybody stands, or for what was booked between two days."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    form = SettleForm(request.GET or None, unit=coin_unit(here.club))
    scope = Scope()
    if form.is_valid() and form.cleaned_data["since"]:
        scope = of_period(form.cleaned_data["since"], form.cleaned_data["until"])
    return settle_page(request, here, scope, form=form, file=(table, kind))


def settle_page(
    request: AuthedRequest,
    here: Membership,
    scope: Scope,
    *,
    form: CoinForm,
    file: tuple[str, str] = ("", ""),
    **more: object,
) -> HttpResponse:
    """The page for any of these; `form` has been asked whether it is valid. `more` is for the page of an evening;
    `file` is the table and the kind of file that the address names."""
    coin, reads_all = form.coin_chosen, can_read_accounts(role_kept(request.user, here.club))
    sight = sight_of(here.club, request.user, reads_all=reads_all)
    seen = [seen_plan(whole, sight) for whole in settled_of(here.club, scope, coin)]
    waiting = [transfer.waits.pk for plan in seen for transfer in plan.transfers if transfer.waits]
    opens = payments_of(here.club, request.user, all_of_them=can_keep_money(here.role)).filter(pk__in=waiting)
    readable = set(opens.values_list("pk", flat=True)) if waiting else set()
    plans: list[dict[str, Any]] = [
        {
            "plan": plan,
            "picture": picture_of(plan.transfers, here.club.name, plan.people),
            "rows": [
                (
                    transfer,
                    _link(request, here, scope, plan, transfer),
                    bool(transfer.waits and transfer.waits.pk in readable),
                )
                for transfer in plan.transfers
            ],
            "elsewhere": paid_elsewhere(here.club, scope, plan),
        }
        for plan in seen
    ]
    tables: dict[str, Callable[[], Table]] = {}
    for place, club_plan in enumerate(plans, 1):
        club_plan["between"] = [row for row in club_plan["rows"] if row[0].getter]
        club_plan["to_club"] = [row for row in club_plan["rows"] if not row[0].getter]
        make = partial(payments_table, here.club, club_plan["plan"], place)
        club_plan["file"] = f"payments-{place}"
        tables[club_plan["file"]] = make
    page = {
        "club": here.club,
        "scope": scope,
        "form": form,
        "plans": plans,
        "coin": coin,
        "coined": coin_unit(here.club) if coin > 1 else None,
        "most": MOST_EXACT,
        **more,
    }
    status = 422 if form.errors else 200
    return page_or_file(request, "payouts/settle.html", page, tables, table=file[0], kind=file[1], status=status)


def _link(request: AuthedRequest, here: Membership, scope: Scope, plan: Settled, transfer: Transfer) -> str:
    """Where it is said that this was paid, filled in; nothing for those who can't say so."""
    sides = [side for side in (transfer.payer, transfer.getter) if side]
    if here.club.is_closed or transfer.left <= 0:
        return ""
    if not can_keep_money(here.role) and request.user.pk not in {side.user_id for side in sides}:
        return ""
    filled = QueryDict(mutable=True)
    filled["payer"] = str(transfer.payer.pk) if transfer.payer else THE_CLUB
    filled["getter"] = str(transfer.getter.pk) if transfer.getter else THE_CLUB
    filled["amount"] = written(transfer.left, plan.unit.decimals)
    filled["unit"] = unit_key(plan.unit)
    filled["about"] = signed(here.club, scope)
    return f"{reverse('money_pay', args=[here.club.pk])}?{filled.urlencode()}"
