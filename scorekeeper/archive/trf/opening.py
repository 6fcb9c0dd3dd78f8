"""Open a report in FIDE's format as a tournament of a club: its players, rounds and results."""

import secrets
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Final, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

import games
from games.core.record import dump, load
from games.core.text import Text, Value, gettext_noop
from games.core.values import Problem
from scorekeeper.archive.reading import Opening, OpeningTerms, called_apart, doubled, lines_in_book
from scorekeeper.archive.tournament.opening import opened_id
from scorekeeper.archive.trf.report import (
    BLACK,
    DRAWS,
    FORFEITS,
    TOGETHER,
    WHITE,
    WINS,
    Player,
    Result,
    TournamentReport,
    read_report,
)
from scorekeeper.clubs.models import Player as BookLine
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST, clean_name
from scorekeeper.draws.drawn import SEED_BITS
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.house_rules.reads import said_before
from scorekeeper.spreadsheets.cells import turned
from scorekeeper.spreadsheets.matching import match
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import Entering
from scorekeeper.tournaments.formats.plan import MatchPlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.play import schedule_of
from scorekeeper.tournaments.models import (
    DeskAct,
    Entrant,
    EntrantPlayer,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    StageEntrant,
    Tournament,
)
from scorekeeper.tournaments.policies import can_plan

TENTHS: Final = 5  # of half a point
MOST_COUNTED: Final = 500  # tenths that a plan has room for
LEGS: Final[tuple[Literal[1, 2], ...]] = (1, 2)
ENGINE: Final = "TRF"
BEGINS: Final = time(12)


def open_report(data: bytes, asked: OpeningTerms, *, keep: bool) -> Opening:
    """What opening the report does; without `keep` all of it is done and taken back.

    Raises:
        PermissionDenied: not a director, or the club is closed.
        Refused: as `read_report`, as `called_apart`: it is no report. What contradicts itself in it is said in the
            answer.
    """
    require(can_plan(role_in(asked.by, asked.club)))
    require_running(asked.club)
    report = read_report(data)
    is_of_pairs = bool(report.players) and all(player.name.count(TOGETHER) == 1 for player in report.players)
    names = [
        turned(name)
        for player in report.players
        for name in (player.name.split(TOGETHER) if is_of_pairs else [player.name])
    ]
    matching = match(asked.club, called_apart(names), asked.said)
    pk = opened_id(asked.club.pk, f"{report.name}\n{report.starts_on}\n{report.city}")
    opening = Opening(
        name=clean_name(report.name[:LONGEST] or report.city[:LONGEST] or "TRF", "file"),
        source="",
        made_at="",
        starts_at=_moment(report.starts_on, asked),
        matching=matching,
        facts=[Text(PLAYED, {"rounds": report.played, "players": len(report.players)})],
        stays=[Text(SAYS_NOT), Text(ITS_ORDER), Text(GOES_ON)],
        there=Tournament.objects.filter(pk=pk, club=asked.club).first(),
        games=games_for(is_of_pairs=is_of_pairs),
    )
    opening.game = asked.game if asked.game in opening.games else ""
    opening.problems += [*doubled(matching), *_scoring_problems(report)]
    if opening.game and opening.there is None and not opening.problems:
        with transaction.atomic():
            made = _Making(report, opening, asked, is_of_pairs).make(pk)
            opening.problems += _contradictions(made, report)
            keep = keep and opening.is_ready
            if not keep:
                transaction.set_rollback(True)
        opening.tournament = made if keep else None
    return opening


def games_for(*, is_of_pairs: bool) -> list[str]:
    """The games in which two such entrants can play a match."""
    of, size = (Tournament.Of.PAIRS, 2) if is_of_pairs else (Tournament.Of.PLAYERS, 1)
    return [name for name, game in games.all_games().items() if Entering(game, game.rules(), of, size).duels]


def _moment(day: date | None, asked: OpeningTerms) -> datetime:
    """Noon of the first day, by the clock of the club; today where no day is said."""
    zone = ZoneInfo(asked.club.time_zone)
    return datetime.combine(day or asked.now.astimezone(zone).date(), BEGINS, zone)


class _Making:
    """The rows of a report, one kind after the other."""

    def __init__(self, report: TournamentReport, opening: Opening, asked: OpeningTerms, is_of_pairs: bool) -> None:
        self.report, self.opening, self.asked, self.is_of_pairs = report, opening, asked, is_of_pairs
        self.club, self.by, self.now = asked.club, asked.by, asked.now
        self.acts: list[DeskAct] = []

    def make(self, pk: UUID) -> Tournament:
        lock_book(self.club)
        self.book = iter(lines_in_book(self.club, self.opening.matching, self.now).values())
        self.tournament = self._tournament(pk)
        seed = secrets.randbits(SEED_BITS)
        plan = self._plan()
        self.stage = Stage.objects.create(
            club=self.club, tournament=self.tournament, number=1, plan=dump(plan), seed=seed, state=Stage.State.RUNNING
        )
        self.entrants = [self._entrant(player) for player in self.report.players]
        for number in range(1, self.report.played + 1):
            self._round(number)
        self._bonuses(plan)
        DeskAct.objects.bulk_create(self.acts)
        book_changed(self.club)
        write(Kind.TOURNAMENT_BROUGHT, self.club.pk, at=self.now, by_user=self.by, thing=self.tournament.pk)
        return self.tournament

    def _tournament(self, pk: UUID) -> Tournament:
        game = games.game(self.asked.game)
        return Tournament.objects.create(
            pk=pk,
            club=self.club,
            name=self.opening.name,
            game=self.asked.game,
            rules=dump(load(game.rules, {**said_before(self.club, game), **game.presets[0].rules})),
            rules_name=str(game.presets[0].title)[:80],
            of=Tournament.Of.PAIRS if self.is_of_pairs else Tournament.Of.PLAYERS,
            team_size=2 if self.is_of_pairs else 1,
            starts_at=_moment(self.report.starts_on, self.asked),
            venue=clean_name(self.report.city[:LONGEST], "file") if self.report.city else "",
            signs_up=False,
            state=Tournament.State.RUNNING,
            made_by=self.by,
            made_at=self.now,
            brought={"club": "", "made_at": "", "at": self.now.isoformat()},
        )

    def _plan(self) -> MatchPlan:
        """All against all only where the rounds are those that are drawn here; else a Swiss system says the same."""
        scoring = self.report.scoring
        win, draw, loss = (scoring[code] // TENTHS for code in ("WW", "WD", "WL"))
        once, twice = (RoundRobinPlan(legs=legs, win=win, draw=draw, loss=loss) for legs in LEGS)
        for plan in (once, twice) if self.report.is_round_robin else ():
            if _is_scheduled(self.report, plan):
                return plan
        return SwissPlan(
            rounds=self.report.rounds or None,
            bye=scoring["PAB"] // TENTHS,
            late="half" if is_late_half(self.report) else "zero",
            win=win,
            draw=draw,
            loss=loss,
        )

    def _entrant(self, player: Player) -> Entrant:
        made = Entrant.objects.create(
            club=self.club,
            tournament=self.tournament,
            number=player.number,
            rating=player.rating,
            seed=player.number,
            state=Entrant.State.HERE,
            entered_at=self.now,
        )
        for order in range(self.tournament.team_size):
            line: BookLine = next(self.book)
            EntrantPlayer.objects.create(club=self.club, entrant=made, player=line, order=order)
        StageEntrant.objects.create(club=self.club, stage=self.stage, entrant=made, line=player.number)
        self._act(DeskAct.Kind.ENTERED, entrant=made)
        return made

    def _round(self, number: int) -> None:
        starts = self.tournament.starts_at
        one = Round.objects.create(
            club=self.club,
            stage=self.stage,
            number=number,
            seed=0,
            engine=ENGINE,
            facts="",
            report={"broken": []},
            state=Round.State.OFFICIAL,
            made_by=self.by,
            made_at=self.now,
            published_by=self.by,
            published_at=starts,
            official_by=self.by,
            official_at=starts,
        )
        places = []
        for player in self.report.players:
            result = player.results[number - 1] if number <= len(player.results) else None
            if result is None or not result.opponent:
                kind = RoundPlace.Kind.BYE if result and result.code in "UF" else RoundPlace.Kind.ABSENT
                places.append(
                    RoundPlace(club=self.club, round=one, entrant=self.entrants[player.number - 1], kind=kind)
                )
            elif is_first(player, result, self.report.players[result.opponent - 1].results[number - 1]):
                places += self._match(one, player.number, result)
        RoundPlace.objects.bulk_create(places)

    def _match(self, round_: Round, number: int, result: Result) -> Iterator[RoundPlace]:
        sides = [self.entrants[number - 1], self.entrants[result.opponent - 1]]
        table = RoundTable.objects.create(club=self.club, round=round_, number=round_.tables.count() + 1)
        theirs = self.report.players[result.opponent - 1].results[round_.number - 1]
        winner = sides[0] if result.code in WINS else sides[1] if theirs.code in WINS else None
        detail = {"winner": str(winner.pk) if winner else None, "forfeit": result.code in FORFEITS}
        self._act(DeskAct.Kind.RESULT, stage=self.stage, round=round_, table=table, detail=detail, reason=REASON)
        for seat, side in enumerate(sides):
            yield RoundPlace(club=self.club, round=round_, table=table, seat=seat, entrant=side)

    def _bonuses(self, plan: MatchPlan) -> None:
        """Half a point for a round that somebody asked to miss, which nothing else here says."""
        for player in self.report.players:
            first = first_round(player)
            for number, result in enumerate(player.results, start=1):
                if result.code == "H" and not (plan.gives_half_bye and number == first - 1):
                    half = self.report.scoring["HPB"] // TENTHS
                    entrant = self.entrants[player.number - 1]
                    reason = HALF_BYE.format(round=number)
                    self._act(DeskAct.Kind.PENALTY, stage=self.stage, entrant=entrant, points=half, reason=reason)

    def _act(self, kind: str, **more: object) -> None:
        act: DeskAct = DeskAct(
            club=self.club, tournament=self.tournament, kind=kind, at=self.tournament.starts_at, by=self.by, **more
        )
        self.acts.append(act)


def is_first(player: Player, mine: Result, theirs: Result) -> bool:
    """Whether a player sits at home: with white; where the colours say nothing, the smaller number."""
    if {mine.colour, theirs.colour} == {WHITE, BLACK}:
        return mine.colour == WHITE
    return player.number < mine.opponent


def first_round(player: Player) -> int:
    """The first round in which a player had a match or the bye; one after the last where they had none."""
    for number, result in enumerate(player.results, start=1):
        if result.opponent or result.code in "UF":
            return number
    return len(player.results) + 1


def is_late_half(report: TournamentReport) -> bool:
    """Whether everybody who began late got half a point for the last round they missed, as a plan can say it."""
    late = [player for player in report.players if 1 < first_round(player) <= len(player.results)]
    return bool(late) and all(player.results[first_round(player) - 2].code == "H" for player in late)


def _is_scheduled(report: TournamentReport, plan: RoundRobinPlan) -> bool:
    """Whether the rounds of a report are those in which everybody meets everybody here, every match of them."""
    stage = Stage(plan=dump(plan))
    schedule = schedule_of(stage, range(1, len(report.players) + 1))
    if report.played > len(schedule):
        return False
    for number in range(1, report.played + 1):
        met = {
            frozenset((player.number, player.results[number - 1].opponent))
            for player in report.players
            if number <= len(player.results) and player.results[number - 1].opponent
        }
        if met != {frozenset(pair) for pair in schedule[number - 1]}:
            return False
    return all(result.code not in "UFH" for player in report.players for result in player.results)


def _contradictions(made: Tournament, report: TournamentReport) -> list[Problem]:
    """What this club's game or this installation counts otherwise than the report. Refuses `no_draw`, `points`."""
    stage = made.stages.get()
    stage.tournament = made
    found = []
    is_drawn = any(result.code in DRAWS for player in report.players for result in player.results)
    if is_drawn and not format_of(stage).may_draw(stage):
        found.append(Problem("no_draw", "game", Text(NO_DRAW)))
        return found
    due = {player.number: player.points // TENTHS for player in report.players}
    numbers = dict(made.entrants.values_list("pk", "number"))
    for row in format_of(stage).standing(stage, official=True).rows:
        if row.total != due[numbers[row.entrant]]:
            values: dict[str, Value] = {"name": row.name, "due": due[numbers[row.entrant]], "total": row.total or 0}
            found.append(Problem("points", "", Text(OTHERWISE, values)))
    return found[:20]


def _scoring_problems(report: TournamentReport) -> Iterator[Problem]:
    """That it counts otherwise than a plan can say: both colours alike, halves, nothing for who does not come. Refuses
    `scoring`."""
    if any(tenths % TENTHS or tenths > MOST_COUNTED for tenths in report.scoring.values()) or not _is_plain(report):
        yield Problem("scoring", "", Text(SCORING))


def _is_plain(report: TournamentReport) -> bool:
    own = report.scoring
    alike = all(own[f"W{code}"] == own[f"B{code}"] for code in "WDL")
    fpb = any(result.code == "F" for player in report.players for result in player.results)
    return alike and own["FW"] == own["WW"] and own["FL"] == own["ZPB"] == 0 and (not fpb or own["FPB"] == own["PAB"])


REASON: Final = "TRF"
HALF_BYE: Final = "TRF: H {round}"
PLAYED: Final = gettext_noop("Rounds: {rounds}, players or pairs: {players}.")
SAYS_NOT: Final = gettext_noop(
    "FIDE’s format lists who met and who won. It leaves out hands, points within a match, "
    "penalties, lots and fees. Names are cut after 33 letters."
)
ITS_ORDER: Final = gettext_noop(
    "The points are those of the file. Ties are broken by the usual rules here, so the order can differ."
)
GOES_ON: Final = gettext_noop("All rounds are official here. The tournament stays open until a director ends it.")
NO_DRAW: Final = gettext_noop("The file contains draws, but a match in this game needs a winner. Choose another game.")
SCORING: Final = gettext_noop(
    "This file uses scoring that no tournament here supports. It has quarter points, points that depend on the "
    "colour, or points for absent players."
)
OTHERWISE: Final = gettext_noop("{name}: the file says {due} half points, but the rounds come to {total}.")
