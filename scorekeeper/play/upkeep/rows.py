"""Recompute what a table says of itself, what was said of its hands, the roles of a club and its book."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from heapq import merge
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q

from scorekeeper.accounts.models import GIVEN_UP, User
from scorekeeper.chains.models import with_salts
from scorekeeper.clubs.models import Club, Membership, Merge, Player, Role
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.ledger import Walk
from scorekeeper.play.models import Act, Hand, HandMark, Sitting
from scorekeeper.standings.models import SeasonAct

OF_ROLES = (
    Kind.CLUB_FOUNDED,
    Kind.MEMBER_JOINED,
    Kind.ROLE_CHANGED,
    Kind.HANDED_OVER,
    Kind.MEMBER_LEFT,
    Kind.MEMBER_REMOVED,
)


def table_differences(sitting: Sitting) -> Iterator[str]:
    """When it ended and was closed, how often it was opened again, whether it awaits acceptance, and who sits there:
    as its acts have left it."""
    acts = sorted(sitting.acts.all(), key=attrgetter("pk"))
    ended: datetime | None = None
    closed: datetime | None = None
    awaits: bool | None = False  # None: it was closed before that was kept
    reopenings = 0
    for act in acts:
        match act.kind:
            case Act.Kind.ENDED:
                ended = act.at
            case Act.Kind.RESUMED:
                ended = None
            case Act.Kind.CLOSED:
                closed, awaits = act.at, act.detail.get("awaits_acceptance")
            case Act.Kind.ACCEPTED:
                awaits = False
            case Act.Kind.REOPENED:
                closed, awaits, reopenings = None, False, reopenings + 1
    if sitting.ended_at != ended:
        yield f"it ended at {sitting.ended_at}, by its acts at {ended}"
    if sitting.closed_at != closed:
        yield f"it was closed at {sitting.closed_at}, by its acts at {closed}"
    if sitting.reopenings != reopenings:
        yield f"it was opened again {sitting.reopenings} times, by its acts {reopenings}"
    if sitting.awaits_acceptance and awaits is False:
        yield "it awaits acceptance, by its acts it does not"
    if awaits and not sitting.awaits_acceptance:
        yield "it awaits no acceptance, by its acts it does"
    yield from _seats(sitting, acts)


def withdrawal_differences(sitting: Sitting) -> Iterator[str]:
    """Whether it was withdrawn, as its acts say; if it was, it has no hand, and nobody sits there."""
    withdrawn = next((act.at for act in sitting.acts.all() if act.kind == Act.Kind.WITHDRAWN), None)
    if sitting.withdrawn_at != withdrawn:
        yield f"it was withdrawn at {sitting.withdrawn_at}, by its acts at {withdrawn}"
    if sitting.withdrawn_at is None:
        return
    if sitting.hands.all() or sitting.next_number != 1 or sitting.is_over:
        yield "it was withdrawn, and hands stand on its sheet"
    for seat in sitting.seats.all():
        yield f"it was withdrawn, and somebody sits at seat {seat.number}"


def counted_late(of_club: Q) -> dict[str, set[UUID]]:
    """{id of a sitting: the seasons for which directors have counted it in after it was opened}."""
    found: dict[str, set[UUID]] = {}
    acts = SeasonAct.objects.filter(of_club, kind=SeasonAct.Kind.COUNTED)
    for season, detail in acts.values_list("competition", "detail"):
        sheets = detail.get("sheets") if isinstance(detail, dict) else None
        for sheet in sheets if isinstance(sheets, list) else ():  # else the act is a difference of its own
            found.setdefault(str(sheet), set()).add(season)
    return found


def season_differences(sitting: Sitting, counted: set[UUID]) -> Iterator[str]:
    """It counts for the seasons that it was opened for, and for those it was counted in for; one that was withdrawn for
    none."""
    opened = next((act for act in sitting.acts.all() if act.kind == Act.Kind.OPENED), None)
    if opened is None:
        yield "nobody has opened it"
    elif "seasons" in opened.detail:  # acts of before don't say it
        due = {UUID(season) for season in opened.detail["seasons"]} | counted if sitting.withdrawn_at is None else set()
        for season in sorted({season.pk for season in sitting.competitions.all()} ^ due):
            does = "does not count" if season in due else "counts"
            yield f"it {does} for {season}, other than by its opening and by who counted it in"


def _seats(sitting: Sitting, acts: list[Act]) -> Iterator[str]:
    """Whether somebody still sits there belongs to the place, whoever is swapped to it."""
    walk = Walk(sitting)
    empty: set[int] = set()
    for act in acts:
        if act.kind == Act.Kind.SWAPPED:
            walk.swap(act)
        elif act.seat_id not in walk.numbers:
            continue  # of nobody, or of a place that was taken back
        elif act.kind == Act.Kind.LEFT:
            empty.add(walk.numbers[act.seat_id])
        elif act.kind == Act.Kind.JOINED:
            empty.discard(walk.numbers[act.seat_id])
    for seat in sitting.seats.all():
        if seat.is_active and seat.number in empty:
            yield f"somebody sits at seat {seat.number}, by its acts they left"
        if not seat.is_active and seat.number not in empty:
            yield f"nobody sits at seat {seat.number}, by its acts somebody does"


def role_differences(club: Club) -> Iterator[str]:
    """Each member has the role that the log gives them; who owns a sheet without a club has taken it over. Who has
    given up their account has none any more: earlier versions wrote that into the logs of clubs alone."""
    due = roles_by_log(club)
    has = dict(Membership.objects.filter(club=club).values_list("user", "role"))
    gone = User.objects.filter(pk__in=due.keys() - has.keys(), is_active=False, email__endswith=GIVEN_UP)
    for pk in gone.values_list("pk", flat=True):
        del due[pk]
    for user in sorted(due.keys() | has.keys()):
        if has.get(user) != due.get(user):
            yield f"user {user} is {has.get(user, 'no member')}, by the log {due.get(user, 'no member')}"


def roles_by_log(club: Club) -> dict[UUID, str]:
    """{user: role}."""
    roles: dict[UUID | None, str] = {}
    entries = Entry.objects.filter(club=club, kind__in=OF_ROLES).order_by("pk")
    claims = Act.objects.filter(club=club, kind=Act.Kind.CLAIMED).order_by("pk")
    acts: Iterator[Any] = merge(entries.iterator(), claims.iterator(), key=attrgetter("pk"))
    for row in acts:
        match row.kind:
            case Kind.CLUB_FOUNDED | Act.Kind.CLAIMED:
                roles[row.by_user_id] = Role.OWNER
            case Kind.MEMBER_JOINED:
                roles.pop(row.user_id, None)  # an account that came with an archive, whose line this is now
                roles[row.by_user_id] = row.detail["role"]
            case Kind.ROLE_CHANGED:
                roles[row.user_id] = row.detail["role"]
            case Kind.HANDED_OVER:
                roles[row.by_user_id], roles[row.user_id] = Role.DIRECTOR, Role.OWNER
            case Kind.MEMBER_LEFT:
                roles.pop(row.by_user_id, None)
            case Kind.MEMBER_REMOVED:
                roles.pop(row.user_id, None)
    return {user: str(role) for user, role in roles.items() if user}


MarkKind = HandMark.Kind


def mark_differences(sitting: Sitting, versions: Sequence[Hand], marks: Sequence[HandMark]) -> Iterator[str]:
    """Both in order of seq."""
    yield from _chain(sitting, with_salts(marks))
    there = {"", *(mark.hash for mark in marks)}
    anchored = [anchor.marks_head for anchor in sitting.anchors.all()]
    if not there.issuperset(anchored):
        yield "what was said of hands when it was sealed is no longer there"
    if not sitting.is_open and sitting.marks_head and sitting.marks_head not in anchored:
        yield "it is closed, but no anchor seals what was said of its hands"
    yield from _history(sitting, versions, marks)


def _chain(sitting: Sitting, marks: Sequence[HandMark]) -> Iterator[str]:
    previous = ""
    for place, mark in enumerate(marks, start=1):
        if mark.seq != place or mark.previous != previous:
            yield f"the chain of what was said of hands breaks at {place}"
            return
        if mark.content_hash() != mark.hash:
            yield f"what was said as number {place} was changed afterwards"
            return
        previous = mark.hash
    if (sitting.marks_head, sitting.marked) != (previous, len(marks)):
        yield f"what was said of hands ends at {len(marks)}, the sitting says {sitting.marked}"


def _history(sitting: Sitting, versions: Sequence[Hand], marks: Sequence[HandMark]) -> Iterator[str]:
    """Everything in the order in which it happened: a mark is of the version in force, and a disputed hand is changed
    by nobody before it is decided."""
    in_force: dict[int, Hand] = {}
    disputes: dict[int, set[UUID | None]] = {}
    events: list[Hand | HandMark] = [*versions, *marks]
    for event in sorted(events, key=_moment):
        if isinstance(event, HandMark):
            yield from _said(event, in_force, disputes)
            continue
        if disputes.get(event.number) and event.kind != Hand.Kind.FOLLOWED:
            yield f"hand {event.number} was changed while it was disputed (seq {event.seq})"
        in_force[event.number] = event
    found = sum(map(bool, disputes.values()))
    if sitting.disputed != found:
        yield f"{found} hands are disputed, the sitting says {sitting.disputed}"
    if found and not sitting.is_open:
        yield "it is closed, but a hand is disputed"


def _moment(event: Hand | HandMark) -> tuple[int, int]:
    return (event.after, event.seq) if isinstance(event, HandMark) else (event.seq, 0)


def _said(mark: HandMark, in_force: dict[int, Hand], disputes: dict[int, set[UUID | None]]) -> Iterator[str]:
    number = next((number for number, hand in in_force.items() if hand.pk == mark.hand_id), None)
    if number is None:
        yield f"what was said as number {mark.seq} is of a version that did not stand"
        return
    of_hand = disputes.setdefault(number, set())
    if mark.kind in {MarkKind.WITHDRAWN, MarkKind.DECIDED} and not of_hand:
        yield f"what was said as number {mark.seq} ends a dispute that was none"
    match mark.kind:
        case MarkKind.DISPUTED:
            of_hand.add(mark.seat_id)
        case MarkKind.WITHDRAWN:
            of_hand.discard(mark.seat_id)
        case MarkKind.DECIDED:
            of_hand.clear()


def book_differences(club: Club) -> Iterator[str]:
    """Every merged line that does not stand for the person that the merges in force make it."""
    lines = {line.pk: line for line in Player.objects.filter(club=club)}
    into = {merge.gone_id: merge.kept_id for merge in Merge.objects.filter(club=club, undone_at=None)}
    for line in lines.values():
        person, passed = line.pk, {line.pk}
        while person in into and into[person] not in passed:
            person = into[person]
            passed.add(person)
        due = None if person == line.pk else person
        if line.merged_into_id != due:
            yield f"the line {line.pk} stands for {line.merged_into_id}, its merges say {due}"
        elif due and (line.name, line.user_id) != (lines[due].name, lines[due].user_id):
            yield f"the line {line.pk} has another name or account than {due}, into which it was merged"
