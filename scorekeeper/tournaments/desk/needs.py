"""What of a tournament waits for its director: calls, disputes, sheets, quiet tables, names and fees."""

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import twins_to_merge
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.draws.selectors.desk import MOST_NAMED, TOGETHER, Need, calls_for, needs_of_sheets, quiet_needs
from scorekeeper.payouts.models import PoolAct
from scorekeeper.tournaments.desk.reads import DeskRounds, DeskTable, worked_out
from scorekeeper.tournaments.entries.reads import IN, coming_round
from scorekeeper.tournaments.fees.reads import fees_of
from scorekeeper.tournaments.models import DirectorCall, Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import active, called, with_players


def needs_of(
    tournament: Tournament,
    stage: Stage | None,
    on: DeskRounds | None,
    calls: Sequence[DirectorCall],
    stamp: str,
    *,
    may_plan: bool,
) -> list[Need]:
    """The most urgent first; `stage` is the one that is on."""
    tables = on.tables if on else ()
    back = reverse("tournament_desk", args=[tournament.pk])
    return [
        *calls_for(
            calls, "call_answered", lambda call: pgettext("heading", "Table {number}").format(number=call.table.number)
        ),
        *needs_of_sheets(tables, back=back, may_decide=may_plan),
        *_left(tables),
        *_no_winner(tables, back, may_plan=may_plan),
        *_on_paper(on, may_plan=may_plan),
        *(_not_checked_in(tournament, on) if stage and stage.typed_plan.check_in else ()),
        *(on.led.needs if on and on.led else ()),
        *quiet_needs(tables),
        *_doubtful(tournament, stamp),
        *(_unpaid(tournament, stamp) if may_plan else ()),
    ]


def _left(tables: Sequence[DeskTable]) -> Iterator[Need]:
    for table in tables:
        if table.left and table.state in {"playing", "quiet", "paper"}:
            yield Need(
                f"left-{table.key}",
                ngettext("{names} has left table {number}", "{names} have left table {number}", len(table.left)).format(
                    names=", ".join(map(isolated, table.left)), number=table.number
                ),
                _("End its list early, or enter its result."),
                pgettext("button", "Open"),
                _address(table),
            )


def _no_winner(tables: Sequence[DeskTable], back: str, *, may_plan: bool) -> Iterator[Need]:
    for table in tables:
        if table.state == "no_winner":
            yield Need(
                f"winner-{table.key}",
                _("Table {number} has no winner").format(number=table.number),
                _("Its sheet is closed without a winner."),
                _("Enter the result") if may_plan else pgettext("button", "Open"),
                f"{reverse('table_result', args=[table.played.table.pk])}?next={back}" if may_plan else _address(table),
            )


def _on_paper(on: DeskRounds | None, *, may_plan: bool) -> Iterator[Need]:
    """Tables without a sheet, whose results are typed in."""
    found = [table for table in on.tables if table.state == "paper"] if on else []
    if found:
        title = ngettext("{number} table has no sheet", "{number} tables have no sheet", len(found))
        yield Need(
            "paper",
            title.format(number=len(found)),
            _("The desk enters their results."),
            pgettext("button", "Type results") if may_plan else pgettext("button", "See them"),
            reverse("round_results", args=[found[0].round.pk]) if may_plan else "#tables",
        )


def _not_checked_in(tournament: Tournament, on: DeskRounds | None) -> Iterator[Need]:
    """Who has still to check in for the next round once the one before it is played, or for a match that can be
    opened."""
    coming = coming_round(tournament)
    if coming is None or not coming.asks or (coming.has_number and on and on.missing):
        return
    here = with_players(tournament.entrants.filter(state=Entrant.State.HERE)).order_by("number")
    names = [called(entrant) for entrant in here if coming.is_unseen(entrant)]
    if names:
        if coming.has_number:
            text = ngettext(
                "{number} is not checked in for round {round}",
                "{number} are not checked in for round {round}",
                len(names),
            )
        else:
            text = ngettext(
                "{number} is not checked in, and their match waits",
                "{number} are not checked in, and their matches wait",
                len(names),
            )
        title = text.format(number=len(names), round=coming.number)
        address = reverse("tournament_entries", args=[tournament.pk])
        yield Need("not-checked-in", title, _shortened(names), _("Check them in"), address)


def _shortened(names: Sequence[str]) -> str:
    return ", ".join(map(isolated, names[:MOST_NAMED])) + (" …" if len(names) > MOST_NAMED else "")


def _doubtful(tournament: Tournament, stamp: str) -> list[Need]:
    """Who has entered under a name that is so like another one of the club that both may be one person; many of them
    in one line."""
    pairs = worked_out("names", tournament, stamp, lambda: _alike(tournament))
    if len(pairs) >= TOGETHER:
        title = _("{number} names are very similar to another name in the club").format(number=len(pairs))
        names = _shortened(list(dict.fromkeys(gone.name for _there, gone in pairs)))
        return [
            Need("names", title, names, pgettext("button", "Compare"), reverse("people", args=[tournament.club_id]))
        ]
    return [
        Need(
            f"name-{gone.pk}",
            _("{name} may be {other}").format(name=isolated(gone.name), other=isolated(there.name)),
            _("Two entries in the club’s people may be the same person."),
            pgettext("button", "Compare"),
            reverse("merge_new", args=[tournament.club_id, gone.pk, there.pk]),
        )
        for there, gone in pairs
    ]


def _unpaid(tournament: Tournament, stamp: str) -> list[Need]:
    """Who is here and owes the entry."""
    if tournament.competition_id is None:
        return []
    acts = PoolAct.objects.filter(pool__competition=tournament.competition_id).count()
    names = worked_out("unpaid", tournament, f"{stamp}:{acts}", lambda: _owing(tournament))
    if not names:
        return []
    title = ngettext("{number} has not paid", "{number} have not paid", len(names))
    address = reverse("tournament_entries", args=[tournament.pk])
    return [Need("unpaid", title.format(number=len(names)), _shortened(names), _("Tick off the payments"), address)]


def _owing(tournament: Tournament) -> list[str]:
    fees = fees_of(tournament)
    here = with_players(tournament.entrants.filter(state=Entrant.State.HERE)).order_by("number") if fees else ()
    return [called(entrant) for entrant in here if fees and fees.of(entrant).owes > 0]


def _alike(tournament: Tournament) -> list[tuple[Player, Player]]:
    entrants = with_players(tournament.entrants.filter(state__in=IN))
    there = {player.pk for entrant in entrants for player in active(entrant)}
    people = Player.objects.people().filter(club=tournament.club_id, retired_at=None)
    book = sorted(people, key=lambda person: (alphabetical(person.name), person.pk))
    return [pair for pair in twins_to_merge(tournament.club, book) if there & {pair[0].pk, pair[1].pk}]


def _address(table: DeskTable) -> str:
    if table.sitting:
        return reverse("sitting_detail", args=[table.sitting.pk])
    return reverse("round_results", args=[table.round.pk])
