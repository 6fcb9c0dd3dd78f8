"""What of a tournament waits for its director: the next step as one button with all that it does; calls, disputes,
sheets, quiet tables, names and fees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import twins_to_merge
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.draws.selectors import desk
from scorekeeper.payouts.models import PoolAct
from scorekeeper.tournaments.desk.reads import DeskRounds, DeskTable, opened, stage_on, worked_out
from scorekeeper.tournaments.ending.reads import first_places
from scorekeeper.tournaments.entries.reads import IN, coming_round
from scorekeeper.tournaments.fees.reads import fees_of
from scorekeeper.tournaments.formats.at_desk import NextStep
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle
from scorekeeper.tournaments.models import DirectorCall, Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import active, called, with_players
from scorekeeper.tournaments.words import entrants_count, plan_words

DRAW, OPEN, OFFICIAL = "draw", "open", "official"
"""What the button of a step posts: draw the next round; draw matches that leave nothing to choose and open them; make
what is complete official, and draw the next round where one is left."""

MOST_SENTENCES: Final = 3  # matches that wait, each in a sentence of its own


def next_step(
    tournament: Tournament, stages: Sequence[Stage], on: DeskRounds | None, planned: int, *, may_plan: bool
) -> NextStep | None:
    """None once every stage has ended. `on` are the rounds of the stage that is on, of which there are `planned`;
    `may_plan`: the reader may make a round official."""
    stage = stage_on(stages)
    if stage is None:
        return None
    if draft := next((round_ for round_ in stage.rounds.all() if round_.is_draft), None):
        words = format_of(stage).rounds.open(draft.number)
        sentence = _("The round is drawn. You see all seats and the reasons before you open the round.")
        return NextStep(words, (sentence,), address=reverse("stage_draw", args=[stage.pk]))
    if format_of(stage).is_by_matches and (step := _next_matches(stage, on)):
        return step
    if on and on.led and on.led.step:
        return on.led.step
    if on is None or on.is_official:
        return _after_official(tournament, stages, stage, planned, may_plan=may_plan)
    return _after_open(stages, on, planned, may_plan=may_plan)


@dataclass(frozen=True, slots=True)
class StepPreview:
    """What the button of a step does, before it is tapped. `official` are the rounds that become official with it, and
    `first` who has the first places then, (place, name). `number` is that of the round that is drawn: `rule` says how,
    `shape` who sits where many, `matches` who meets where that is known already, `notes` what else is to be known of
    it, also what stops it. `lasting` says what can be taken back and what cannot."""

    official: tuple[int, ...]
    first: tuple[tuple[str, str], ...]
    number: int
    rule: tuple[str, ...]
    shape: str
    matches: tuple[tuple[str, str], ...]
    notes: tuple[Obstacle, ...]
    lasting: tuple[str, ...]

    @property
    def is_stopped(self) -> bool:
        return any(note.stops for note in self.notes)


def preview_of(stage: Stage, on: DeskRounds | None, does: str) -> StepPreview:
    """Of the step that posts `does` in this stage, whose rounds that are on are `on`."""
    format_, tournament = format_of(stage), stage.tournament
    official = [each for each in on.rounds if not each.official_at] if on and does == OFFICIAL else []
    coming = format_.next_round(stage)
    here = coming.field.here
    lasting = [_("An official round stays official. A director can still correct a result in it, with a reason.")]
    matches: list[tuple[str, str]] = []
    if does == OPEN:
        matches = [(called(home), called(away)) for home, away in zip(here[::2], here[1::2], strict=True)]
        text = _(
            "The sheets of these matches open at once, and everybody sees the pairings. You can undo this "
            "until something is recorded in them or a later round is drawn."
        )
    else:
        text = _(
            "Only the desk sees the draw. Until you open the round, you can change the draw, repeat it or delete it."
        )
    return StepPreview(
        official=tuple(each.number for each in official),
        first=tuple(first_places(stage, format_.places(stage, official=False))) if official else (),
        number=coming.number if format_.has_numbers else 0,
        rule=tuple(plan_words(stage.typed_plan, 1, tournament.plays, tournament.rules_version)),
        shape=_shape(tournament, coming) if coming.sizes else "",
        matches=tuple(matches),
        notes=coming.obstacles,
        lasting=(*lasting, text) if official else (text,),
    )


def is_last(stages: Sequence[Stage], stage: Stage) -> bool:
    """Whether the tournament ends with this stage."""
    return stage.pk == stages[-1].pk


def _next_matches(stage: Stage, on: DeskRounds | None) -> NextStep | None:
    """Of a bracket: its first round is drawn like any other, later matches leave nothing to choose. Which of them wait
    for somebody is said; where all do and nothing else is played, nothing can be done before."""
    if on is None:
        return None
    coming = format_of(stage).next_round(stage)
    waits = [each.text for each in coming.obstacles if each.code in {"match_waits", "not_checked_in"}]
    if (number := len(waits) - MOST_SENTENCES) > 0:
        more = ngettext("{number} more waits as well.", "{number} more wait as well.", number)
        waits = [*waits[:MOST_SENTENCES], more.format(number=number)]
    if coming.may_draw:
        words = ngettext("Open the next match", "Open the next {number} matches", len(coming.sizes))
        sentence = _("The pairings follow from the results so far.")
        return NextStep(words.format(number=len(coming.sizes)), (sentence, *waits), does=OPEN)
    return NextStep(_("Open the next matches"), tuple(waits), is_ready=False) if waits and not on.missing else None


def _after_official(
    tournament: Tournament, stages: Sequence[Stage], stage: Stage, planned: int, *, may_plan: bool
) -> NextStep:
    number = max((round_.number for round_ in opened(stage)), default=0) + 1
    if number <= planned:
        coming = format_of(stage).next_round(stage)
        words = format_of(stage).rounds.draw(number)
        if coming.may_draw:
            ends_at = reverse("stage_end", args=[stage.pk]) if may_plan and number > 1 else ""
            return NextStep(words, (_shape(tournament, coming),), does=DRAW, ends_at=ends_at)
        return NextStep(words, tuple(each.text for each in coming.obstacles if each.stops), is_ready=False)
    return _end(stages, stage, None, may_plan=may_plan)


def _after_open(stages: Sequence[Stage], on: DeskRounds, planned: int, *, may_plan: bool) -> NextStep:
    """Rounds that are not official yet: they become so together with what comes after them."""
    stage, number = on.stage, on.newest.number + 1
    if number > planned or format_of(stage).is_by_matches:
        return _end(stages, stage, on, may_plan=may_plan, rounds=len(on.rounds))
    words = _("Make round {number} official and draw round {next}").format(number=on.newest.number, next=number)
    if on.missing:
        return NextStep(format_of(stage).rounds.draw(number), (desk.waits_for(on.missing),), is_ready=False)
    if not may_plan:
        text = _("All results are in. A director makes round {number} official first.")
        return NextStep(format_of(stage).rounds.draw(number), (text.format(number=on.newest.number),), is_ready=False)
    sentence = _("All results are in. You see the draw before you open the round.")
    return NextStep(words, (sentence,), does=OFFICIAL, ends_at=reverse("stage_end", args=[stage.pk]))


def _end(stages: Sequence[Stage], stage: Stage, on: DeskRounds | None, *, may_plan: bool, rounds: int = 0) -> NextStep:
    last = is_last(stages, stage)
    words = _("End the tournament") if last else _("End this stage")
    if on and on.missing:
        return NextStep(words, (on.led.ends_when if on.led else desk.waits_for(on.missing),), is_ready=False)
    if not rounds and (why := format_of(stage).open_question(stage)):
        return NextStep(words, (why,), is_ready=False)
    if not may_plan:
        return NextStep(words, (_("All results are in. A director can now end the stage."),), is_ready=False)
    if rounds > 1:
        words = _("Make all {number} rounds official and end the tournament") if last else words
        words = words.format(number=rounds)
    elif rounds and last:
        words = str(format_of(stage).rounds.end)
    sentence = _("Everything is decided. You see what happens before you confirm.")
    return NextStep(words, (sentence,), address=reverse("stage_end", args=[stage.pk]))


def _shape(tournament: Tournament, coming: NextRound) -> str:
    """Who plays, at which tables."""
    people = entrants_count(tournament, len(coming.field.here))
    if all(size == 2 for size in coming.sizes):
        tables = npgettext("numbered", "{number} match", "{number} matches", len(coming.sizes)).format(
            number=len(coming.sizes)
        )
    else:
        tables = ", ".join(
            ngettext("{times} table of {size}", "{times} tables of {size}", times).format(times=times, size=size)
            for times, size in coming.shape
        )
    return pgettext("note", "{people}: {tables}.").format(people=people, tables=tables)


def needs_of(
    tournament: Tournament,
    stage: Stage | None,
    on: DeskRounds | None,
    calls: Sequence[DirectorCall],
    stamp: str,
    *,
    may_plan: bool,
) -> list[desk.Need]:
    """The most urgent first; `stage` is the one that is on."""
    tables = on.tables if on else ()
    back = reverse("tournament_desk", args=[tournament.pk])
    return [
        *desk.calls_for(
            calls, "call_answered", lambda call: pgettext("heading", "Table {number}").format(number=call.table.number)
        ),
        *desk.needs_of_sheets(tables, back=back, may_decide=may_plan),
        *_left(tables),
        *_no_winner(tables, back, may_plan=may_plan),
        *_on_paper(on, may_plan=may_plan),
        *(_not_checked_in(tournament, on) if stage and stage.typed_plan.check_in else ()),
        *(on.led.needs if on and on.led else ()),
        *desk.quiet_needs(tables),
        *_doubtful(tournament, stamp),
        *(_unpaid(tournament, stamp) if may_plan else ()),
    ]


def _left(tables: Sequence[DeskTable]) -> Iterator[desk.Need]:
    for table in tables:
        if table.left and table.state in {"playing", "quiet", "paper"}:
            yield desk.Need(
                f"left-{table.key}",
                ngettext("{names} has left table {number}", "{names} have left table {number}", len(table.left)).format(
                    names=", ".join(map(isolated, table.left)), number=table.number
                ),
                _("End its list early, or enter its result."),
                pgettext("button", "Open"),
                _address(table),
            )


def _no_winner(tables: Sequence[DeskTable], back: str, *, may_plan: bool) -> Iterator[desk.Need]:
    for table in tables:
        if table.state == "no_winner":
            yield desk.Need(
                f"winner-{table.key}",
                _("Table {number} has no winner").format(number=table.number),
                _("Its sheet is closed without a winner."),
                _("Enter the result") if may_plan else pgettext("button", "Open"),
                f"{reverse('table_result', args=[table.played.table.pk])}?next={back}" if may_plan else _address(table),
            )


def _on_paper(on: DeskRounds | None, *, may_plan: bool) -> Iterator[desk.Need]:
    """Tables without a sheet, whose results are typed in."""
    found = [table for table in on.tables if table.state == "paper"] if on else []
    if found:
        title = ngettext("{number} table has no sheet", "{number} tables have no sheet", len(found))
        yield desk.Need(
            "paper",
            title.format(number=len(found)),
            _("The desk enters their results."),
            pgettext("button", "Type results") if may_plan else pgettext("button", "See them"),
            reverse("round_results", args=[found[0].round.pk]) if may_plan else "#tables",
        )


def _not_checked_in(tournament: Tournament, on: DeskRounds | None) -> Iterator[desk.Need]:
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
        yield desk.Need("not-checked-in", title, _shortened(names), _("Check them in"), address)


def _shortened(names: Sequence[str]) -> str:
    return ", ".join(map(isolated, names[: desk.MOST_NAMED])) + (" …" if len(names) > desk.MOST_NAMED else "")


def _doubtful(tournament: Tournament, stamp: str) -> list[desk.Need]:
    """Who has entered under a name that is so like another one of the club that both may be one person; many of them
    in one line."""
    pairs = worked_out("names", tournament, stamp, lambda: _alike(tournament))
    if len(pairs) >= desk.TOGETHER:
        title = _("{number} names are very similar to another name in the club").format(number=len(pairs))
        names = _shortened(list(dict.fromkeys(gone.name for _there, gone in pairs)))
        return [
            desk.Need(
                "names", title, names, pgettext("button", "Compare"), reverse("people", args=[tournament.club_id])
            )
        ]
    return [
        desk.Need(
            f"name-{gone.pk}",
            _("{name} may be {other}").format(name=isolated(gone.name), other=isolated(there.name)),
            _("Two entries in the club’s people may be the same person."),
            pgettext("button", "Compare"),
            reverse("merge_new", args=[tournament.club_id, gone.pk, there.pk]),
        )
        for there, gone in pairs
    ]


def _unpaid(tournament: Tournament, stamp: str) -> list[desk.Need]:
    """Who is here and owes the entry."""
    if tournament.competition_id is None:
        return []
    acts = PoolAct.objects.filter(pool__competition=tournament.competition_id).count()
    names = worked_out("unpaid", tournament, f"{stamp}:{acts}", lambda: _owing(tournament))
    if not names:
        return []
    title = ngettext("{number} has not paid", "{number} have not paid", len(names))
    address = reverse("tournament_entries", args=[tournament.pk])
    return [
        desk.Need("unpaid", title.format(number=len(names)), _shortened(names), _("Tick off the payments"), address)
    ]


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
