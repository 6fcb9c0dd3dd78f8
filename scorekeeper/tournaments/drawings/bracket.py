"""A bracket on paper, cut into sections where it is large."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.common.typesetting import Paper, Part, typeset
from scorekeeper.pairing.brackets import THIRD
from scorekeeper.tournaments.drawings.shapes import Frame, Line, Picture, Text, fitted, pictures_part
from scorekeeper.tournaments.formats.standing import BracketMatch, BracketPaper, BracketPart, BracketRound, BracketSide

BELOW = 1.6  # slots from the final to the match for the third place
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds that stand side by side, each of as many matches as the one before or of half as many. `third` is the
    match for the third place, below the final."""

    title: str
    rounds: tuple[BracketRound, ...]
    third: BracketRound | None = None

    @property
    def slots(self) -> float:
        """How many matches high it is."""
        first = len(self.rounds[0].matches)
        return max(first, first * HALF + BELOW + HALF) if self.third else first


def sections_of(part: BracketPart, across: int, down: int) -> list[Section]:
    """The pieces of a part, those of its last rounds last. Each goes on with the round the ones before it end with."""
    rounds = [round_ for round_ in part.rounds if round_.name != THIRD]
    found: list[Section] = []
    begin = 0
    while not found or begin < len(rounds) - 1:
        shown, pieces = _together(rounds[begin:], across, down)
        found += [Section(part.title, tuple(_piece(round_, pieces, nth) for round_ in shown)) for nth in range(pieces)]
        begin += max(len(shown) - 1, 1)
    third = next((round_ for round_ in part.rounds if round_.name == THIRD), None)
    found[-1] = replace(found[-1], third=third)
    if len(found) == 1:
        return found
    title = _("{part}, {number} of {all}")
    return [
        replace(section, title=title.format(part=part.title, number=nth, all=len(found)))
        for nth, section in enumerate(found, 1)
    ]


def _together(rounds: Sequence[BracketRound], across: int, down: int) -> tuple[Sequence[BracketRound], int]:
    """The next rounds that fit side by side, and into how many pieces they fall."""
    first = len(rounds[0].matches)
    pieces = -(-first // down)
    sheets = max(1, -(-(len(rounds) - 1) // (across - 1)))
    most = -(-(len(rounds) - 1) // sheets) + 1
    return [round_ for round_ in rounds[:most] if len(round_.matches) >= pieces], pieces


def _piece(bracket_round: BracketRound, pieces: int, nth: int) -> BracketRound:
    each = len(bracket_round.matches) // pieces
    return replace(bracket_round, matches=bracket_round.matches[nth * each : (nth + 1) * each])


def middles(section: Section) -> Iterator[list[tuple[BracketMatch, float]]]:
    """Of each round its matches with where the middle of each is, in slots from the top."""
    before: list[float] = []
    for round_ in section.rounds:
        if not before:
            before = [number + HALF for number in range(len(round_.matches))]
        elif len(round_.matches) < len(before):
            before = [(up + low) / 2 for up, low in zip(before[::2], before[1::2], strict=True)]
        yield list(zip(round_.matches, before, strict=True))


SAID: Final = frozenset(("bye", "walkover", "level"))  # states that are told in words beside the name of a match
TITLE: Final = 1.5  # of the height of a line, like all that follow
HEADS: Final = 1.6
BETWEEN: Final = 1.4
STROKE: Final = 0.5  # mm, so that the last frames have their edge
LINES: Final = 2.9  # of a match with its name, and the room below it


@dataclass(frozen=True, slots=True)
class Sheet:
    """The room of a page for a bracket, which lies on its side: mm, how many rounds go `across` and matches `down`, the
    `least` and `most` height of a line with a name, and how wide a round can become."""

    wide: float
    high: float
    across: int
    down: int
    least: float
    most: float
    widest: float
    gap: float


SHEETS: Final = {
    "A4": Sheet(276.5, 158, 6, 16, 3.1, 6, 85, 7),
    "A5": Sheet(193.5, 108, 5, 8, 3.1, 4.6, 60, 5),
}


def bracket_pictures(parts: Sequence[BracketPart], paper: Paper) -> list[Picture]:
    """All of it, the finals last."""
    sheet = SHEETS[paper]
    sections = [section for part in parts for section in sections_of(part, sheet.across, sheet.down)]
    if len(sections) == 1:
        sections = [replace(sections[0], title="")]
    return [_Drawn(sheet, page).picture for page in _pages(sections, sheet)]


def _pages(sections: Iterable[Section], sheet: Sheet) -> list[list[Section]]:
    """As many below one another as fit."""
    pages: list[list[Section]] = []
    for section in sections:
        if pages and _lines([*pages[-1], section]) * sheet.least <= sheet.high:
            pages[-1].append(section)
        else:
            pages.append([section])
    return pages


def _lines(sections: Sequence[Section]) -> float:
    """How high they are together, in lines."""
    return sum(TITLE + HEADS + section.slots * LINES + BETWEEN for section in sections) - BETWEEN


def bracket_pdf(bracket: BracketPaper, paper: Paper, now: datetime) -> bytes:
    """The file."""
    return typeset([bracket_part(bracket, paper)], bracket.title, now)


def bracket_part(bracket: BracketPaper, paper: Paper, bookmark: str = "") -> Part:
    """The bracket in a file."""
    return pictures_part(bracket.title, bracket.over, bracket_pictures(bracket.parts, paper), paper, bookmark)


class _Drawn:
    """A page while it is drawn."""

    def __init__(self, sheet: Sheet, sections: Sequence[Section]) -> None:
        self.line = max(sheet.least, min(sheet.most, sheet.high / _lines(sections)))
        self.column = min(sheet.widest, (sheet.wide + sheet.gap) / max(len(part_.rounds) for part_ in sections))
        self.gap, self.letters = sheet.gap, self.line * 0.72
        self.picture = Picture(sheet.wide + STROKE, sheet.high)
        top = 0.0
        for section in sections:
            top = self._section(section, top) + BETWEEN * self.line

    def _section(self, section: Section, top: float) -> float:
        """Gives where it ends."""
        if section.title:
            size = self.letters * 1.15
            self.picture.texts.append(Text(0, top, self.picture.wide, size, section.title, bold=True, level=2))
            top += TITLE * self.line
        heads = top
        top += HEADS * self.line
        before: list[float] = []
        for number, matches in enumerate(middles(section)):
            self._head(section, section.rounds[number], (number * self.column, heads))
            now = [top + middle * LINES * self.line for _match, middle in matches]
            self._joined(before, now, number * self.column)
            for (match, _middle), at in zip(matches, now, strict=True):
                self._match(match, (number * self.column, at))
            before = now
        if section.third:
            self._third(section, (len(section.rounds) - 1) * self.column, before[0])
        return top + section.slots * LINES * self.line

    def _third(self, section: Section, left: float, final: float) -> None:
        assert section.third  # noqa: S101 asked for
        middle = final + BELOW * LINES * self.line
        self._head(section, section.third, (left, middle - 2.9 * self.line))
        self._match(section.third.matches[0], (left, middle))

    def _joined(self, before: Sequence[float], now: Sequence[float], left: float) -> None:
        """Lines from the matches of the round before."""
        if not before:
            return
        each = len(before) // len(now)
        start, halfway = left - self.gap, left - self.gap / 2
        for number, at in enumerate(before):
            to = now[number // each]
            self.picture.lines.append(Line(((start, at), (halfway, at), (halfway, to), (left, to))))

    def _match(self, match: BracketMatch, at: tuple[float, float]) -> None:
        """Its name, and below it a frame with its sides; nothing where nobody comes."""
        if match.state == "none":
            return
        left, middle = at
        wide, top = self.column - self.gap, middle - self.line
        title = f"{match.name}, {match.words}" if match.state in SAID else match.name
        size = self.letters * 0.75
        self.picture.texts.append(Text(left, top - size * 1.25, wide, size, title, light=True))
        self.picture.frames.append(Frame(left, top, wide, 2 * self.line, light=match.state in {"bye", "waits"}))
        self.picture.lines.append(Line(((left, middle), (left + wide, middle))))
        for number, side in enumerate(match.sides):
            self._side(side, (left, top + number * self.line + self.line * 0.12), wide)

    def _side(self, side: BracketSide, at: tuple[float, float], wide: float) -> None:
        """The seed, the name, and what was won."""
        left, top = at
        seed, figure = self.letters * 1.6, self.letters * (1.6 if side.figure else 0)
        is_light = side.entrant is None or side.is_out
        if side.seed:
            small = self.letters * 0.8
            self.picture.texts.append(Text(left, top + small * 0.15, seed, small, str(side.seed), "R", light=True))
        begin = left + seed + self.letters * 0.4
        room = wide - (begin - left) - figure - 0.5
        name = fitted(side.name, room, self.letters, self.line)
        above = (self.letters - name.size) / 2 if len(name.lines) == 1 else -self.line * 0.08
        for number, line in enumerate(name.lines):
            at_line = top + above + number * name.size * 1.05
            self.picture.texts.append(Text(begin, at_line, room, name.size, line, bold=side.has_won, light=is_light))
        if figure:
            at_right = left + wide - figure - 0.5
            self.picture.texts.append(
                Text(at_right, top, figure, self.letters, side.figure, "R", bold=side.has_won, light=is_light)
            )

    def _head(self, section: Section, round_: BracketRound, at: tuple[float, float]) -> None:
        """The name of a round, over its matches."""
        room, level = self.column - self.gap, 3 if section.title else 2
        self.picture.texts.append(Text(*at, room, self.letters, round_.short, light=True, level=level))
