"""Everything of a tournament that can be printed, and what of it is new: what each paper says is compared with what it
said when it was printed last."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_name
from scorekeeper.common.tables.files import on_paper
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import StandingPaper, format_of
from scorekeeper.tournaments.models import PrintedPaper, Round, Stage, Tournament
from scorekeeper.tournaments.papers.reads import (
    Awarded,
    awarded,
    blanks_of,
    cards_of,
    entries_out,
    names_out,
    of_stage,
    places_out,
    prizes_out,
    seats_out,
)
from scorekeeper.tournaments.words import stage_title

Kind = PrintedPaper.Kind
Key = tuple[str, UUID]
"""The kind of a paper, and the round, the stage or the tournament that it is of."""
NEW: Final = "new"
CHANGED: Final = "changed"
PRINTED: Final = "printed"


@dataclass(frozen=True, slots=True)
class State:
    """Whether a paper is `new`, was `printed` as it stands, or has `changed` since; `last` is how it was printed."""

    name: str
    last: PrintedPaper | None = None

    @property
    def is_new(self) -> bool:
        return self.name != PRINTED

    @property
    def words(self) -> str:
        if self.last is None:
            return pgettext("state", "new")
        moment = _moment(self.last.at)
        if self.name == CHANGED:
            return pgettext("state", "changed since {time}").format(time=moment)
        return pgettext("state", "printed {time} by {name}").format(time=moment, name=public_name(self.last.by.name))


@dataclass(frozen=True, slots=True)
class Paper:
    """Something to print: of a round, of a stage, or of the whole tournament. The desk keeps no account of the printing
    of a paper without a `kind`; its `state` is None where that was not asked."""

    title: str
    address: str
    tournament: Tournament
    kind: str = ""
    note: str = ""
    stage: Stage | None = None
    round: Round | None = None
    state: State | None = None

    @property
    def of_round(self) -> Round:
        """Its round, of a paper that has one."""
        assert self.round  # noqa: S101 of the tables of a round
        return self.round

    @property
    def of_stage(self) -> Stage:
        """Its stage, of a paper that has one."""
        assert self.stage  # noqa: S101 of a stage
        return self.stage

    @property
    def key(self) -> Key:
        return self.kind, (self.round or self.stage or self.tournament).pk

    @property
    def name(self) -> str:
        """The key as a form sends it."""
        return f"{self.kind}:{self.key[1]}"

    @property
    def full_title(self) -> str:
        """The title with the round or the stage."""
        part = (
            round_title(self.round)
            if self.round
            else isolated(stage_title(self.stage))
            if self.stage and self.stage.name
            else ""
        )
        text = pgettext("title of a paper, and of what", "{paper}, {part}")
        return text.format(paper=self.title, part=part) if part else self.title


@dataclass(frozen=True, slots=True)
class PaperGroup:
    """Papers that belong together, under a title."""

    title: str
    papers: Sequence[Paper]


@dataclass(frozen=True, slots=True)
class Batch:
    """Papers that were printed together."""

    pk: UUID
    papers: Sequence[Paper]
    at: datetime
    by: str

    @property
    def words(self) -> str:
        """When, by whom and how many."""
        text = ngettext(
            "Last printed by {name}: {number} paper, {time}.",
            "Last printed by {name}: {number} papers, {time}.",
            len(self.papers),
        )
        return text.format(number=len(self.papers), time=_moment(self.at), name=self.by)

    @property
    def noted(self) -> str:
        """When and by whom."""
        return _("Printed by {name}, {time}.").format(time=_moment(self.at), name=self.by)


@dataclass(frozen=True, slots=True)
class PrintMenu:
    """The papers of this moment by their groups, the `rest` of them, and those of the tournament that are new; None
    where that was not asked. `last` is what was printed last as one file."""

    groups: Sequence[PaperGroup]
    rest: Sequence[PaperGroup] = ()
    fresh: Sequence[Paper] | None = None
    last: Batch | None = None

    @property
    def also(self) -> list[Paper]:
        """What is new beside the papers of this moment."""
        shown = {paper.address for group in self.groups for paper in group.papers}
        return [paper for paper in self.fresh or () if paper.address not in shown]


def round_title(round_: Round) -> str:
    """The round, of a stage with a name with that; where there is only one its tables."""
    return format_of(round_.stage).rounds.title(round_.number, round_.stage.name)


def papers_of_round(round_: Round) -> list[Paper]:
    """Everything for the tables of a round. Asks nothing of the database."""
    format_ = format_of(round_.stage)
    sheets = format_.refuses(StageAct.WRITE_RESULT) is None

    def paper(kind: str, title: str, address: str, note: str = "") -> Paper:
        url = reverse(address, args=[round_.pk])
        return Paper(title, url, round_.stage.tournament, kind, note, round_.stage, round_)

    large = pgettext("in a line", "large, for the wall")
    found = [
        paper(Kind.SEATS, str(format_.words.plan), "seats_print", large),
        paper(Kind.NAMES, _("Seat plan by name"), "names_print", large),
    ]
    if sheets:
        found.append(paper(Kind.SHEETS, _("Empty score sheets"), "sheets_print"))
    code = pgettext("in a line", "with the code that leads to the sheet") if sheets else ""
    return [*found, paper(Kind.CARDS, _("Cards for the tables"), "cards_print", code)]


def official_paper(stage: Stage) -> Paper:
    """The standing of a stage by what is official."""
    return _standing_paper(stage, format_of(stage).official_on_paper(stage))


def papers_of_stage(stage: Stage) -> list[Paper]:
    """Its standing by what is official, and until it has ended as it would be now."""
    return [_standing_paper(stage, standing) for standing in format_of(stage).standings_on_paper(stage)]


def _standing_paper(stage: Stage, standing: StandingPaper) -> Paper:
    address = reverse("standing_print", args=[stage.pk])
    if standing.is_official:
        kind, address = Kind.STANDING, f"{address}?official=1"
    return Paper(standing.title, address, stage.tournament, kind if standing.is_official else "", standing.note, stage)


def entries_paper(tournament: Tournament) -> Paper:
    """Everybody on the list."""
    return Paper(
        pgettext("heading", "Entry list"), reverse("entries_print", args=[tournament.pk]), tournament, Kind.ENTRIES
    )


def _places_paper(tournament: Tournament) -> Paper:
    return Paper(pgettext("heading", "Places"), reverse("places_print", args=[tournament.pk]), tournament, Kind.PLACES)


def _prize_papers(tournament: Tournament, prizes: Awarded) -> list[Paper]:
    number = len(prizes.receipts)
    note = npgettext("numbered", "{number} prize", "{number} prizes", number).format(number=number)
    return [
        Paper(
            pgettext("heading", "Prize list"), reverse("prizes_print", args=[tournament.pk]), tournament, Kind.PRIZES
        ),
        Paper(_("Receipts to sign"), reverse("receipts_print", args=[tournament.pk]), tournament, Kind.RECEIPTS, note),
    ]


def begun_stages(tournament: Tournament) -> list[Stage]:
    """Every stage that has begun with its rounds, in order. Two statements."""
    rounds = Prefetch("rounds", queryset=Round.objects.order_by("number"))
    stages = list(tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number").prefetch_related(rounds))
    for stage in stages:
        stage.tournament = tournament
        for round_ in stage.rounds.all():
            round_.stage = stage
    return stages


def _published(stage: Stage) -> list[Round]:
    return [round_ for round_ in stage.rounds.all() if not round_.is_draft]


def groups_of_now(tournament: Tournament, stages: Sequence[Stage]) -> list[PaperGroup]:
    """What is printed at this moment: everything of the rounds that are on, else of the newest one, and the official
    standing; before the first one the entry list; of what has ended nothing. `stages` are read with their rounds;
    nothing is asked of the database."""
    begun = [stage for stage in stages if stage.state != Stage.State.PLANNED]
    if tournament.is_ended:
        return []
    stage = next((stage for stage in begun if stage.state != Stage.State.ENDED), begun[-1] if begun else None)
    published = sorted(_published(stage), key=lambda round_: round_.number) if stage else []
    if stage is None or not (published or stage.state == Stage.State.ENDED):
        return [PaperGroup(_("Before the first round"), [entries_paper(tournament)])]
    if stage.state == Stage.State.ENDED:
        return [PaperGroup(isolated(stage_title(stage)), [official_paper(stage)])]
    rounds = [published_round for published_round in published if not published_round.official_at] or published[-1:]
    groups = [PaperGroup(round_title(round_), papers_of_round(round_)) for round_ in rounds]
    return [*groups[:-1], PaperGroup(groups[-1].title, [*groups[-1].papers, official_paper(stage)])]


def _all_groups(tournament: Tournament, stages: Sequence[Stage], *, reads_accounts: bool) -> list[PaperGroup]:
    """Everything there is, the newest first."""
    papers = [entries_paper(tournament)]
    if stages:
        papers.append(_places_paper(tournament))
    if not tournament.is_ended:
        papers.append(Paper(_("Code for the door"), reverse("tournament_door", args=[tournament.pk]), tournament))
    if reads_accounts and (prizes := awarded(tournament)):
        papers += _prize_papers(tournament, prizes)
    groups = [PaperGroup(pgettext("heading", "The tournament"), papers)]
    for stage in reversed(stages):
        groups.append(PaperGroup(isolated(stage_title(stage)), papers_of_stage(stage)))
        groups += [PaperGroup(round_title(round_), papers_of_round(round_)) for round_ in reversed(_published(stage))]
    return groups


def print_menu(tournament: Tournament, now: datetime, *, reads_accounts: bool) -> PrintMenu:
    """Everything there is, each paper once and with what became of it. What nobody needs any more is not compared: it
    is as it was printed, or nothing is said of it."""
    stages, last = begun_stages(tournament), last_printed(tournament)
    found = states_of(wanted_papers(tournament, stages, reads_accounts=reads_accounts), last, now)

    def stated(groups: Iterable[PaperGroup], without: Collection[str] = ()) -> list[PaperGroup]:
        kept = [(group.title, [paper for paper in group.papers if paper.address not in without]) for group in groups]
        return [
            PaperGroup(title, [replace(paper, state=_state(paper, found, last)) for paper in papers])
            for title, papers in kept
            if papers
        ]

    groups = stated(groups_of_now(tournament, stages))
    rest = _all_groups(tournament, stages, reads_accounts=reads_accounts)
    return PrintMenu(
        groups,
        stated(rest, {paper.address for group in groups for paper in group.papers}),
        [paper for paper in found.values() if paper.state and paper.state.is_new],
        _last_batch(tournament, last.values(), reads_accounts=reads_accounts),
    )


def wanted_papers(tournament: Tournament, stages: Sequence[Stage], *, reads_accounts: bool) -> list[Paper]:
    """The papers that somebody needs now: the entry list, everything of the rounds that are on, standings of which
    something is official; once all is over the places, and what is to be signed. `stages` are those that have begun."""
    found: list[Paper] = []
    if tournament.is_ended:
        found.append(_places_paper(tournament))
    elif tournament.entrants.exists():
        found.append(entries_paper(tournament))
    for stage in stages:
        published, is_ended = _published(stage), stage.state == Stage.State.ENDED
        for published_round in published:
            if not published_round.official_at and not is_ended:
                found += papers_of_round(published_round)
        if is_ended or any(round_.official_at for round_ in published):
            found.append(official_paper(stage))
    if reads_accounts and (prizes := awarded(tournament)):
        found += _prize_papers(tournament, prizes)
    return found


def _state(paper: Paper, found: Mapping[Key, Paper], last: Mapping[Key, PrintedPaper]) -> State | None:
    if not paper.kind:
        return None
    if paper.key in found:
        return found[paper.key].state
    return State(PRINTED, last[paper.key]) if paper.key in last else None


def last_printed(tournament: Tournament) -> dict[Key, PrintedPaper]:
    """How each paper was printed last. One statement."""
    rows = PrintedPaper.objects.filter(tournament=tournament).select_related("by").order_by("at", "pk")
    return {_key(row): row for row in rows}


def states_of(papers: Sequence[Paper], last: Mapping[Key, PrintedPaper], now: datetime) -> dict[Key, Paper]:
    """The papers with their states: what each says is worked out and compared with what was printed."""
    found = {}
    for paper in papers:
        before = last.get(paper.key)
        name = NEW
        if before:
            name = PRINTED if before.content == content_of(paper, now) else CHANGED
        found[paper.key] = replace(paper, state=State(name, before))
    return found


def content_of(paper: Paper, now: datetime) -> str:
    """The fingerprint of what a paper says, whoever reads it in whichever language; not of the file, which says when it
    was made."""
    with translation.override("en"), timezone.override("UTC"):
        if paper.kind == Kind.CARDS:
            return _of_cards(paper.of_round, now)
        if paper.kind == Kind.SHEETS:
            # How many lines they have goes by the rules, which do not change while a round is on.
            round_ = paper.of_round
            sides = [
                [blank.table.number, blank.table.code, [[side.name, side.team] for side in blank.sides]]
                for blank in blanks_of(round_)
            ]
            return digest([of_stage(round_.stage), round_.number, round_.stage.tournament.rules_name, sides])
        table = table_of(paper)
        heads, rows = table.as_values()
        return digest([table.name, list(table.over), heads, [[on_paper(cell) for cell in row] for row in rows]])


def table_of(paper: Paper) -> Table:
    """What a list says; receipts say what the list of the prizes does.

    Raises:
        KeyError: it is no list.
    """
    return _TABLES[paper.kind](paper)


def _of_prizes(paper: Paper) -> Table:
    prizes = awarded(paper.tournament)
    assert prizes  # noqa: S101 else there is no such paper
    return prizes_out(paper.tournament, prizes)


_TABLES: Final[Mapping[str, Callable[[Paper], Table]]] = {
    Kind.ENTRIES: lambda paper: entries_out(paper.tournament),
    Kind.PLACES: lambda paper: places_out(paper.tournament),
    Kind.PRIZES: _of_prizes,
    Kind.RECEIPTS: _of_prizes,
    Kind.STANDING: lambda paper: format_of(paper.of_stage).standing_list(paper.of_stage, official=True),
    Kind.SEATS: lambda paper: seats_out(paper.of_round),
    Kind.NAMES: lambda paper: names_out(paper.of_round),
}


def _of_cards(round_: Round, now: datetime) -> str:
    cards = [
        [
            card.table.number,
            [[seat.number, seat.name] for seat in card.seats],
            str(card.table_pass.pk) if card.table_pass else "",
        ]
        for card in cards_of(round_, now)
    ]
    return digest([of_stage(round_.stage), round_.number, cards])


def paper_called(name: str, tournament: Tournament, *, reads_accounts: bool) -> Paper | None:
    """The paper with this key, as a form sends it; None where the tournament has no such paper."""
    return next((paper for paper in _kept_papers(tournament, reads_accounts) if paper.name == name), None)


def batch_of(tournament: Tournament, batch: UUID, *, reads_accounts: bool) -> Batch | None:
    """What was printed together, as far as it still is there and the reader may see it; None where nothing is."""
    rows = list(PrintedPaper.objects.filter(tournament=tournament, batch=batch).select_related("by"))
    if not rows:
        return None
    keys = {_key(row) for row in rows}
    papers = [paper for paper in _kept_papers(tournament, reads_accounts) if paper.key in keys]
    return Batch(batch, papers, rows[0].at, public_name(rows[0].by.name)) if papers else None


def _kept_papers(tournament: Tournament, reads_accounts: bool) -> list[Paper]:
    """All papers of whose printing account is kept."""
    groups = _all_groups(tournament, begun_stages(tournament), reads_accounts=reads_accounts)
    return [paper for group in groups for paper in group.papers if paper.kind]


def _key(row: PrintedPaper) -> Key:
    return row.kind, row.round_id or row.stage_id or row.tournament_id


def _last_batch(tournament: Tournament, printed: Iterable[PrintedPaper], *, reads_accounts: bool) -> Batch | None:
    last = max(printed, key=lambda row: (row.at, row.pk), default=None)
    return batch_of(tournament, last.batch, reads_accounts=reads_accounts) if last else None


def _moment(at: datetime) -> str:
    """The time of a moment of today, else its day too."""
    there = timezone.localtime(at)
    is_today = there.date() == timezone.localdate()
    return date_format(there, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")
