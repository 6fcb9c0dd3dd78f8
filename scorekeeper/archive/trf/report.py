"""Reports in FIDE's format of 2016 (Handbook C.04, annex 2, TRF16): the lines, written and read, and a stage of two as
such a report. Columns have a fixed width and are counted from 1 here as there; points are tenths of a point.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final
from uuid import UUID

from django.utils import timezone

from games.core.text import Text, Value, gettext_noop
from games.core.values import Problem
from scorekeeper.archive.reading import refused
from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import MatchPlan
from scorekeeper.tournaments.matches.play import LOSS, WIN
from scorekeeper.tournaments.matches.totals import BYE, HALF, LEFT, Cell, DuelStanding, Line, duel_standing_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.rounds.field import active, called, with_players

LONGEST_NAME: Final = 33
TOGETHER: Final = " & "  # between the two of a pair
MOST_POINTS: Final = 999  # tenths that the column has room for
FIRST_ROUND: Final = 92
A_ROUND: Final = 10  # columns
MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 60
MOST_BYTES: Final = 900_000
MOST_PROBLEMS: Final = 20
WHITE, BLACK, NO_COLOUR = "w", "b", "-"
WINS: Final = "1W+"
DRAWS: Final = "=D"
LOSSES: Final = "0L-"
BYES: Final = "HFUZ"
FORFEITS: Final = "+-"
OTHER_SIDE: Final = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D"}
ROUND_ROBIN: Final = re.compile(r"round.?robin|rundenturnier|jeder gegen jeden|berger", re.IGNORECASE)
USUAL: Final[Mapping[str, int]] = {
    "WW": 10, "BW": 10, "WD": 5, "BD": 5, "WL": 0, "BL": 0, "FW": 10, "FL": 0, "FPB": 10, "HPB": 5, "PAB": 10, "ZPB": 0,
}  # fmt: skip
"""What everything counts where no line XXS says otherwise (the extension of JaVaFo): wins, draws and defeats with white
and black, forfeits, byes of a full point, of half a point, of the pairing, of nothing."""
SEVERAL: Final = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL", "FL", "ZPB")}


@dataclass(frozen=True, slots=True)
class Result:
    """What a round was for a player: the number of the opponent (0: none), the colour, the code of the result."""

    opponent: int
    colour: str
    code: str


NOTHING: Final = Result(0, NO_COLOUR, "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A line 001. `line` is where it stands in the file."""

    number: int
    name: str
    rating: int | None = None
    points: int
    rank: int
    results: tuple[Result, ...]
    line: int = 0


@dataclass(slots=True, kw_only=True)
class TournamentReport:
    """A whole file. `rounds` is how many are played in all, `scoring` what everything counts, in tenths."""

    name: str
    city: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    is_round_robin: bool = False
    players: Sequence[Player] = ()
    rounds: int = 0
    scoring: Mapping[str, int] = field(default_factory=lambda: dict(USUAL))

    @property
    def played(self) -> int:
        """How many rounds stand in it."""
        return max((len(player.results) for player in self.players), default=0)


def lines_of(report: TournamentReport) -> Iterator[str]:
    """The lines of the file."""
    kind = "Individual: Round-Robin" if report.is_round_robin else "Individual: Swiss-System"
    heads = (
        ("012", report.name),
        ("022", report.city),
        ("042", _day(report.starts_on)),
        ("052", _day(report.ends_on)),
        ("062", str(len(report.players))),
        ("072", "0"),
        ("092", kind),
    )
    yield from (f"{code} {text}" for code, text in heads if text)
    for player in report.players:
        yield _player(player)
    yield f"XXR {report.rounds}"
    yield "XXS " + " ".join(f"{code}={_decimal(tenths)}" for code, tenths in report.scoring.items())


def file_of(report: TournamentReport) -> bytes:
    return "".join(f"{line}\r\n" for line in lines_of(report)).encode()


def _player(player: Player) -> str:
    rating = "" if player.rating is None or not 0 <= player.rating <= 9999 else str(player.rating)
    head = f"001 {player.number:>4}      {player.name[:LONGEST_NAME]:<33} {rating:>4}"
    line = f"{head:<80}{_decimal(player.points):>4} {player.rank:>4}"
    return line + "".join(f"  {_opponent(result)} {result.colour} {result.code}" for result in player.results)


def _opponent(result: Result) -> str:
    return f"{result.opponent:>4}" if result.opponent else "0000"


def _day(day: date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _decimal(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


class _Wrong(Exception):
    """What stands in a line is not what should be there."""

    def __init__(self, column: int, template: str, **values: Value) -> None:
        self.column, self.message = column, Text(template, values)
        super().__init__(str(self.message))


def read_report(data: bytes) -> TournamentReport:
    """The report in a file; UTF-8, else Latin-1.

    Raises:
        Refused: `no_report`, `report_large`, `report_line`, as `_problems`: it is none, too large, or its lines are
            wrong: the first of them, each with line, column and why.
    """
    if len(data) > MOST_BYTES:
        raise Refused([Problem("report_large", "file", Text(LARGE, {"most": MOST_BYTES // 1000}))])
    report, players, problems = TournamentReport(name=""), [], []
    for number, line in enumerate(_text(data).splitlines(), start=1):
        try:
            if line[:3] == "001":
                players.append(_read_player(line, number))
            else:
                _read_head(report, line)
        except _Wrong as wrong:
            values: dict[str, Value] = {"line": number, "column": wrong.column, "reason": wrong.message}
            problems.append(Problem("report_line", f"{number}", Text(WRONG, values)))
            if len(problems) == MOST_PROBLEMS:
                raise Refused(problems) from None
    if not players and not problems:
        raise Refused([Problem("no_report", "file", Text(NO_REPORT))])
    report.players = sorted(players, key=lambda player: player.number)
    report.rounds = max(report.rounds, report.played)
    problems += _problems(report)
    if problems:
        raise Refused(problems[:MOST_PROBLEMS])
    return report


def _text(data: bytes) -> str:
    for encoding in ("utf-8-sig", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""


def _read_head(report: TournamentReport, line: str) -> None:
    text = line[4:].strip()
    match line[:3]:
        case "012":
            report.name = text
        case "022":
            report.city = text
        case "042":
            report.starts_on = _read_day(text)
        case "052":
            report.ends_on = _read_day(text)
        case "092":
            report.is_round_robin = bool(ROUND_ROBIN.search(text))
        case "XXR" | "142":
            report.rounds = _whole(text, 5, MOST_ROUNDS)
        case "XXS":
            report.scoring = {**report.scoring, **dict(_read_scoring(text))}


def _read_day(text: str) -> date | None:
    """A day; None where somebody wrote something else: nothing counts by it."""
    found = re.match(r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})", text)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _read_scoring(text: str) -> Iterator[tuple[str, int]]:
    for part in text.split():
        code, _sign, figure = part.partition("=")
        if code not in USUAL and code not in SEVERAL:
            raise _Wrong(5, SCORING, text=part[:20])
        for each in SEVERAL.get(code, (code,)):
            yield each, _tenths(figure, 5)


def _read_player(line: str, number: int) -> Player:
    if len(line) < FIRST_ROUND - 3:
        raise _Wrong(len(line) + 1, SHORT)
    own = _whole(line[4:8], 5, 9999)
    if own == 0:
        raise _Wrong(5, NUMBER, text=line[4:8].strip(), least=1, most=9999)
    rating = line[48:52].strip()
    return Player(
        number=own,
        name=line[14:47].strip(),
        rating=_whole(rating, 49, 9999) if rating.strip("0") else None,
        points=_tenths(line[80:84], 81),
        rank=_whole(line[85:89].strip() or "0", 86, 9999),
        results=tuple(_read_results(line)),
        line=number,
    )


def _read_results(line: str) -> Iterator[Result]:
    rest = line[FIRST_ROUND - 1 :].rstrip()
    if len(rest) > MOST_ROUNDS * A_ROUND:
        raise _Wrong(FIRST_ROUND + MOST_ROUNDS * A_ROUND, ROUNDS, most=MOST_ROUNDS)
    for start in range(0, len(rest), A_ROUND):
        part, column = rest[start : start + A_ROUND].ljust(8), FIRST_ROUND + start
        opponent = _whole(part[:4].strip() or "0", column, 9999)
        colour, code = part[5].lower().replace(" ", NO_COLOUR), part[7].upper().replace(" ", "" if opponent else "Z")
        if part[4] != " " or part[6] != " " or colour not in (WHITE, BLACK, NO_COLOUR):
            raise _Wrong(column, COLUMNS, text=part.rstrip())
        if not code:
            raise _Wrong(column + 7, OPEN)
        if code not in (WINS + DRAWS + LOSSES if opponent else BYES + FORFEITS):
            raise _Wrong(column + 7, CODE, code=code)
        yield Result(opponent, colour, code)


def _whole(text: str, column: int, most: int) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and int(digits) <= most):
        raise _Wrong(column, NUMBER, text=digits[:20], least=0, most=most)
    return int(digits)


def _tenths(text: str, column: int) -> int:
    found = re.fullmatch(r"(\d{1,3})(?:[.,](\d))?", text.strip(), re.ASCII)
    if not found:
        raise _Wrong(column, POINTS, text=text.strip()[:20])
    return 10 * int(found[1]) + int(found[2] or 0)


def _problems(report: TournamentReport) -> Iterator[Problem]:
    """What contradicts itself: numbers, who met whom, and points that are not those of the rounds. Refuses
    `players_many`, `numbers`, `not_mirrored`, `points`."""
    numbers = [player.number for player in report.players]
    if len(numbers) > MOST_PLAYERS:
        yield Problem("players_many", "file", Text(MANY, {"most": MOST_PLAYERS}))
        return
    if numbers != list(range(1, len(numbers) + 1)):
        first = next(place for place, number in enumerate([*numbers, 0], start=1) if number != place)
        yield Problem("numbers", "file", Text(NUMBERS, {"number": first}))
        return
    by_number = {player.number: player for player in report.players}
    for player in report.players:
        values: dict[str, Value] = {"line": player.line}
        for round_, result in enumerate(player.results, start=1):
            other = by_number.get(result.opponent) if result.opponent else None
            if result.opponent and not _is_mirrored(player, round_, result, other):
                text = Text(NOT_MIRRORED, {**values, "round": round_, "opponent": result.opponent})
                yield Problem("not_mirrored", f"{player.line}", text)
        due = sum(worth(result, report.scoring) for result in player.results)
        if due != player.points:
            figures = {"points": _decimal(player.points), "due": _decimal(due)}
            yield Problem("points", f"{player.line}", Text(SUM, {**values, **figures}))


def _is_mirrored(player: Player, round_: int, result: Result, other: Player | None) -> bool:
    """Whether the opponent says the same of the round."""
    if other is None or other is player or len(other.results) < round_:
        return False
    theirs = other.results[round_ - 1]
    if theirs.opponent != player.number:
        return False
    if result.code in FORFEITS or theirs.code in FORFEITS:
        return theirs.code in FORFEITS and result.code in FORFEITS and "-" in (result.code, theirs.code)
    return {result.colour, theirs.colour} == {WHITE, BLACK} and OTHER_SIDE[result.code] == theirs.code


def worth(result: Result, scoring: Mapping[str, int]) -> int:
    """What a round counts, in tenths."""
    if result.code in FORFEITS:
        return scoring["FW" if result.code == "+" else "FL"]
    if result.code in BYES:
        return scoring[{"H": "HPB", "F": "FPB", "U": "PAB", "Z": "ZPB"}[result.code]]
    side = "W" if result.colour == WHITE else "B"
    kind = "W" if result.code in WINS else "D" if result.code in DRAWS else "L"
    return scoring[side + kind]


LARGE: Final = gettext_noop("This file is larger than {most} kB, which is too large for a report.")
NO_REPORT: Final = gettext_noop(
    "This is neither a Scorekeeper tournament file nor a report in FIDE’s format TRF: no line begins with 001."
)
WRONG: Final = gettext_noop("Line {line}, column {column}: {reason}")
SHORT: Final = gettext_noop("The line ends before the points and the rank.")
NUMBER: Final = gettext_noop("“{text}” must be a whole number from {least} to {most}.")
POINTS: Final = gettext_noop("“{text}” must be points, for example 3.5.")
SCORING: Final = gettext_noop("“{text}” must be a points rule, for example WW=1.0.")
ROUNDS: Final = gettext_noop("There are more than {most} rounds.")
COLUMNS: Final = gettext_noop("“{text}” must be a four-column number, a colour and a result, for example “  12 w 1”.")
OPEN: Final = gettext_noop("The result is missing. Use a report of finished rounds.")
CODE: Final = gettext_noop("“{code}” is not a valid result in this place.")
MANY: Final = gettext_noop("More than {most} players are in this file.")
NUMBERS: Final = gettext_noop("Players must be numbered from 1 without gaps. Number {number} is missing or used twice.")
NOT_MIRRORED: Final = gettext_noop(
    "Line {line}, round {round}: number {opponent} has a different result for this match."
)
SUM: Final = gettext_noop("Line {line}: the points are {points}, but the rounds come to {due}.")


TENTHS: Final = 5  # of half a point


def can_report(stage: Stage) -> bool:
    """Whether a report can say what was played: matches that give points, all in one group."""
    return format_of(stage).has_cross_table(stage.typed_plan) and stage.entrants.exists()


def report_of(stage: Stage) -> TournamentReport:
    """The stage by its official rounds.

    Raises:
        Refused: `no_report`: the format knows nothing of it; `points_many`: its columns have no room for the points.
    """
    if not can_report(stage):
        raise refused("no_report", "", UNKNOWN_TO_FORMAT)
    found = duel_standing_of(stage, official=True)
    plan = stage.typed_plan
    assert isinstance(plan, MatchPlan)  # noqa: S101 asked for stages of two alone
    scoring = _scoring(plan)
    numbers = dict(stage.entrants.values_list("entrant", "line"))
    lines = {line.entrant.pk: line for line in found.lines}
    ranked = {pk: number for pk, number in numbers.items() if pk in lines}  # of who left too early nothing counts
    entrants = with_players(stage.tournament.entrants.filter(pk__in=numbers)).in_bulk()
    players = []
    for pk, number in sorted(numbers.items(), key=lambda entry: entry[1]):
        entrant, line = entrants[pk], lines.get(pk)
        results = _results(found, line, ranked, plan) if line else (NOTHING,) * len(found.rounds)
        points = sum(worth(result, scoring) for result in results)
        if points > MOST_POINTS:
            raise refused("points_many", "", NO_ROOM)
        rank = line.rank if line else len(numbers)
        people = [player.name for player in active(entrant)]
        name = TOGETHER.join(people) if stage.tournament.of == Tournament.Of.PAIRS else called(entrant)
        players.append(
            Player(number=number, name=name, rating=entrant.rating, points=points, rank=rank, results=results)
        )
    rounds = format_of(stage).planned_rounds(stage) or len(found.rounds)
    last = max((round_.official_at for round_ in found.rounds if round_.official_at), default=None)
    return TournamentReport(
        name=stage.tournament.name,
        city=stage.tournament.venue,
        starts_on=timezone.localdate(stage.tournament.starts_at),
        ends_on=timezone.localdate(last) if last else None,
        is_round_robin=plan.is_cross,
        players=players,
        rounds=max(rounds, len(found.rounds)),
        scoring=scoring,
    )


def _scoring(plan: MatchPlan) -> dict[str, int]:
    """What everything counts, in tenths of a point. Whoever does not come gets nothing, whatever a defeat counts."""
    counts = {"W": plan.win, "D": plan.draw, "L": plan.loss}
    bye = plan.for_bye or 0
    own = {code: counts[code[1]] * TENTHS for code in ("WW", "BW", "WD", "BD", "WL", "BL")}
    own |= {"FW": plan.win * TENTHS, "FL": 0, "FPB": plan.win * TENTHS, "HPB": plan.draw * TENTHS}
    return {**USUAL, **own, "PAB": bye * TENTHS, "ZPB": 0}


def _results(found: DuelStanding, line: Line, numbers: dict[UUID, int], plan: MatchPlan) -> tuple[Result, ...]:
    opened = {round_.number for round_ in found.rounds}
    own = {cell.number: cell for cell in line.cells}
    return tuple(
        _result(own[number], numbers[line.entrant.pk], numbers, plan) if number in own else NOTHING
        for number in range(1, max(opened, default=0) + 1)
    )


def _result(cell: Cell, own: int, numbers: dict[UUID, int], plan: MatchPlan) -> Result:
    opponent = numbers.get(cell.opponent_id, 0) if cell.opponent_id else 0
    outcome = cell.match.outcome if cell.match else None
    if opponent and outcome:
        points = outcome.of_home if cell.is_home else outcome.of_away
        colour = WHITE if cell.is_home else BLACK
        if outcome.is_forfeit:
            return Result(opponent, colour, "+" if points == WIN else "-")
        return Result(opponent, colour, "1" if points == WIN else "0" if points == LOSS else "=")
    if opponent and cell.kind == LEFT:
        return Result(opponent, WHITE if own < opponent else BLACK, "+" if cell.points else "-")
    code = {BYE: "U", HALF: "H"}.get(cell.kind, "Z") if plan.for_bye is not None else "Z"
    return Result(0, NO_COLOUR, code)


UNKNOWN_TO_FORMAT: Final = gettext_noop(
    "FIDE’s format covers only single-group round-robin or Swiss events, with matches of two that give points."
)
NO_ROOM: Final = gettext_noop("FIDE’s format cannot hold more than 99.9 points.")
