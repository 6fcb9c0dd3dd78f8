"""The results of a round as they are typed: one row of fields for each table, each named by the number of its table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid5

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import localize_input
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.values import Problem
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import MINUS, Names, isolated, translated
from scorekeeper.play.records import LONGEST_REASON
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.play import Pair
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.results.forms import DRAW, NO_AWAY, NO_HOME, NOBODY, SIDES, Asked, amount_field
from scorekeeper.tournaments.results.reads import POINTS, ResultMoves, ResultRow, Seat
from scorekeeper.tournaments.results.records import MOST, MOST_SCORED, MatchWon
from scorekeeper.tournaments.results.rows import RowWanted
from scorekeeper.tournaments.rounds.results import unit_of

MOST_TYPED: Final = 30  # characters of a figure
FORFEITS: Final = (NO_HOME, NO_AWAY, NOBODY)


@dataclass(frozen=True, slots=True)
class Figure:
    """A field for one figure: its name, what stands in it, what is wrong with it."""

    name: str
    label: str
    value: str
    error: str
    has_decimals: bool = False
    is_points: bool = False
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields of one entrant at a table."""

    name: str
    figures: Sequence[Figure]
    has_left: bool = False


@dataclass(slots=True)
class RowEntry:
    """One table as a row of fields. `sent`: what was typed, else it shows what is known. `problems` are what is wrong,
    by field (empty: with the row). `state` is how the row came out of being sent: `saved`, `checked`, `asks` (why, or
    whether the sum is meant), `refused`, `overtaken` (somebody else has written there meanwhile). With `needs_reason`
    something known is changed, and `moves` is what that would move; `despite_sum`: the points are meant as they are."""

    row: ResultRow
    asked: Sequence[Asked]
    stage: Stage
    sent: Mapping[str, str] | None = None
    problems: dict[str, str] = field(default_factory=dict)
    state: str = ""
    needs_reason: bool = False
    despite_sum: bool = False
    moves: ResultMoves | None = None

    @property
    def number(self) -> int:
        return self.row.number

    def name(self, field_: str) -> str:
        return f"{self.number}-{field_}"

    def text(self, field_: str, before: str = "") -> str:
        """What was typed there, or else what is known; where somebody else has written meanwhile, theirs fills what was
        left empty."""
        if self.sent is None:
            return before
        typed = str(self.sent.get(self.name(field_), before)).strip()[:MOST_TYPED]
        return typed or (before if self.state == "overtaken" else "")

    @property
    def seen(self) -> str:
        """The mark of what the writer saw."""
        return self.row.seen if self.sent is None else self.text("seen")

    @property
    def stands(self) -> str:
        """The mark that goes with the row when it is sent again: whoever was shown what stands has seen it."""
        return self.row.seen if self.state == "overtaken" else self.seen

    @property
    def needs_you(self) -> bool:
        """Whether somebody has to look at it before it is saved."""
        return self.state in {"asks", "refused", "overtaken"}

    @property
    def says_below(self) -> bool:
        """Whether there is something to be read, or to be answered, below its figures."""
        return self.state in {"asks", "overtaken"} or bool(self.problems.keys() & {"", "winner"})

    @property
    def may_draw(self) -> bool:
        """Whether equal figures are a result, of a match."""
        return format_of(self.stage).may_draw(self.stage)

    @property
    def is_overtaken(self) -> bool:
        """Whether something else stands there by now, and not what was typed."""
        return self.seen != self.row.seen and self.is_changed

    @property
    def reason(self) -> str:
        return "" if self.sent is None else str(self.sent.get(self.name("reason"), ""))[: LONGEST_REASON + 1]

    @property
    def says(self) -> str:
        """A mark of the figures as they are typed: what was asked was asked of these alone."""
        return digest([*(figure.value for typed in self.people for figure in typed.figures), self.winner])[:16]

    @property
    def was_asked(self) -> bool:
        """Whether its writer has seen what these figures move."""
        return self.sent is not None and self.text("says") == self.says

    @property
    def people(self) -> list[Typed]:
        raise NotImplementedError

    @property
    def winner(self) -> str:
        """What is chosen under “Who won”, of a match."""
        return ""

    @property
    def is_changed(self) -> bool:
        """Whether anything of it is typed that is not known."""
        return any(figure.is_changed for typed in self.people for figure in typed.figures)

    def wanted(self) -> RowWanted | None:
        """What is to be written; None where nothing differs from what is known, or something can't be read
        (`problems`)."""
        raise NotImplementedError

    def refuse(self, problem: Problem) -> None:
        """Show a problem of the service."""
        if problem.code == "reason_missing":
            self.needs_reason = True
        elif problem.code == "sum_differs":
            self.problems["sum"] = translated(problem.message, Names({}, unit_of(self.stage.tournament)))
        else:
            self.problems["reason" if problem.field.endswith("reason") else ""] = translated(problem.message)
        is_question = problem.code in {"reason_missing", "sum_differs"}
        self.state = "asks" if is_question and self.state != "refused" else "refused"

    @property
    def typed_words(self) -> str:
        """What is typed, in a line."""
        return ", ".join(
            pgettext("in a line", "{name}: {figures}").format(
                name=typed.name, figures=" · ".join(each.value.replace("-", MINUS) or "–" for each in typed.figures)
            )
            for typed in self.people
        )

    @property
    def stands_words(self) -> str:
        """What stands there, in a line."""
        return replace(self, sent=None).typed_words

    @property
    def error(self) -> str:
        """What is wrong with the row as a whole."""
        return self.problems.get("", "")

    @property
    def reason_error(self) -> str:
        return self.problems.get("reason", "")

    @property
    def sum_error(self) -> str:
        """What the points come to, where somebody has to say that it is meant."""
        return self.problems.get("sum", "")

    def _read(self, field_: forms.Field, name: str) -> Any:
        """The figure that was typed there; None: nothing."""
        try:
            return field_.clean(self.text(name))
        except ValidationError as error:
            self._wrong(name, " ".join(error.messages))
            return None

    def _wrong(self, name: str, text: str) -> None:
        self.problems.setdefault(name, text)
        self.state = "refused"


class PointsEntry(RowEntry):
    """A table whose entrants have points, and what the game asks of equals. A field is named by the measure and by the
    number of the entrant on the list."""

    @property
    def people(self) -> list[Typed]:
        return [
            Typed(isolated(seat.name), [self._figure(seat, each) for each in self.asked], seat.has_left)
            for seat in self.row.seats
        ]

    def _figure(self, seat: Seat, asked: Asked) -> Figure:
        name, before, decimals = _field(seat, asked), seat.figures.get(asked.name), asked.unit.decimals
        shown = "" if before is None else localize_input(Decimal(before).scaleb(-decimals))
        value = self.text(name, shown)
        return Figure(
            name=self.name(name),
            label=asked.title,
            value=value,
            error=self.problems.get(name, ""),
            has_decimals=bool(decimals),
            is_points=asked.name == POINTS,
            is_changed=value != shown,
        )

    def wanted(self) -> RowWanted | None:
        points: dict[UUID, int] = {}
        measures: dict[UUID, dict[str, int]] = {}
        for seat in self.row.seats:
            own = dict(self._figures(seat))
            for each in self.asked:
                if each.name in seat.figures and each.name not in own:
                    self._wrong(
                        _field(seat, each), _("A result cannot be emptied. Undo the entry or take the result back.")
                    )
            if own and POINTS not in own:
                self._wrong(_field(seat, self.asked[0]), _("Enter the points too."))
            elif any(seat.figures.get(name) != figure for name, figure in own.items()):
                points[seat.entrant] = own.pop(POINTS)
                measures[seat.entrant] = own
        if self.problems or not points:
            return None
        row = self.row.table
        return RowWanted(row, self.seen, points, measures, reason=self.reason, despite_sum=self.despite_sum)

    def _figures(self, seat: Seat) -> Iterator[tuple[str, int]]:
        for each in self.asked:
            field_: forms.Field = amount_field(each.unit, label="", required=False)
            if each.name and not each.unit.unit:
                field_ = forms.IntegerField(required=False, min_value=0, max_value=MOST)
            amount = self._read(field_, _field(seat, each))
            if amount is not None:
                yield each.name, int(Decimal(amount).scaleb(each.unit.decimals))


def _field(seat: Seat, asked: Asked) -> str:
    return f"{asked.name or 'points'}-{seat.number}"


class MatchEntry(RowEntry):
    """A match of two: what each side has counted, and who has won, which the figures say where they differ."""

    @property
    def counts(self) -> list[str]:
        duel = self.stage.tournament.plays.duel
        by_points = duel is not None and duel.by == "points"
        counts = (("sets", duel and duel.sets), ("scored", by_points or (duel and duel.scored)))
        return [name for name, is_known in counts if is_known]

    @property
    def people(self) -> list[Typed]:
        shown = []
        for nth, (side, seat) in enumerate(zip(SIDES, self.row.seats, strict=True)):
            figures = []
            for name in self.counts:
                pair = self._known(name)
                before = "" if pair is None else str(pair[nth])
                value = self.text(f"{name}_{side}", before)
                figures.append(
                    Figure(
                        name=self.name(f"{name}_{side}"),
                        label=pgettext("field", "Sets") if name == "sets" else pgettext("field", "Points"),
                        value=value,
                        error=self.problems.get(f"{name}_{side}", ""),
                        is_changed=value != before,
                    )
                )
            shown.append(Typed(isolated(seat.name), figures, seat.has_left))
        return shown

    @property
    def _least(self) -> int:
        duel = self.stage.tournament.plays.duel
        return -MOST_SCORED if duel is not None and duel.by == "points" else 0

    def _known(self, name: str) -> Pair | None:
        """What was counted by each side, as far as somebody has."""
        outcome = self.row.outcome
        if outcome is None or outcome.is_forfeit:
            return None
        if outcome.act is not None:
            pair = outcome.act.detail.get(name)
            return (pair[0], pair[1]) if pair else None
        return outcome.sets if name == "sets" else outcome.scored

    @property
    def winner(self) -> str:
        return self.text("winner", self._known_winner)

    @property
    def _known_winner(self) -> str:
        """What stands under “Who won”; empty where the figures say it."""
        outcome = self.row.outcome
        if outcome is None:
            return ""
        if outcome.is_forfeit:
            return {outcome.home: NO_AWAY, outcome.away: NO_HOME, None: NOBODY}[outcome.winner]
        if outcome.winner is None:
            return DRAW
        return "home" if outcome.winner == outcome.home else "away"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What can be said of who has won; the first key of each chooses it."""
        home, away = (isolated(seat.name) for seat in self.row.seats)
        found = [
            ("", pgettext("choice", "as the figures say") if self.counts else "–"),
            ("home", _("1: {name} won").format(name=home)),
            ("away", _("2: {name} won").format(name=away)),
        ]
        if self.may_draw:
            found.append((DRAW, _("0: a draw")))
        return [
            *found,
            (NO_HOME, _("{name} did not come").format(name=home)),
            (NO_AWAY, _("{name} did not come").format(name=away)),
            (NOBODY, pgettext("choice", "neither came")),
        ]

    @property
    def is_changed(self) -> bool:
        changed = any(figure.is_changed for typed in self.people for figure in typed.figures)
        return changed or self.winner != self._known_winner

    @property
    def typed_words(self) -> str:
        figures = super().typed_words if self.counts else ""
        return "; ".join(filter(None, (figures, dict(self.choices).get(self.winner, ""))))

    @property
    def winner_error(self) -> str:
        return self.problems.get("winner", "")

    def wanted(self) -> RowWanted | None:
        if not self.is_changed:
            return None
        pairs = {name: self._pair(name) for name in self.counts}
        chosen = self.winner
        if chosen not in {value for value, _text in self.choices}:
            self._wrong("winner", _("Choose who has won."))
        winner = chosen or self._by_figures(pairs)
        if not winner and not self.problems:
            self._wrong("winner", _("Choose who has won. The figures do not show it."))
        if self.problems:
            return None
        home, away = (seat.entrant for seat in self.row.seats)
        result = MatchWon(
            winner={"home": home, NO_AWAY: home, "away": away, NO_HOME: away}.get(winner),
            forfeit=winner in FORFEITS,
            sets=pairs.get("sets"),
            scored=pairs.get("scored"),
        )
        return RowWanted(self.row.table, self.seen, match=result, reason=self.reason)

    def _by_figures(self, pairs: Mapping[str, Pair | None]) -> str:
        """The first figures that differ decide; where points do, equal ones are a draw."""
        for name in self.counts:
            if (pair := pairs[name]) and pair[0] != pair[1]:
                return "home" if pair[0] > pair[1] else "away"
        return DRAW if any(pairs.values()) and self.may_draw else ""

    def _pair(self, name: str) -> Pair | None:
        number = forms.IntegerField(required=False, min_value=self._least, max_value=MOST_SCORED)
        home, away = (self._read(number, f"{name}_{side}") for side in SIDES)
        if (home is None) != (away is None) and not self.problems:
            self._wrong(f"{name}_{SIDES[home is not None]}", _("Fill in both, or neither."))
        return None if home is None or away is None else (home, away)


def entry_of(row: ResultRow, stage: Stage, asked: Sequence[Asked], sent: Mapping[str, str] | None = None) -> RowEntry:
    """The fields of a table: with what was `sent` where its row was, else with what is known."""
    if sent is not None and f"{row.number}-seen" not in sent:
        sent = None
    kind = MatchEntry if format_of(stage).is_of_matches else PointsEntry
    return kind(row, asked, stage, sent)


def key_of(page: UUID, entries: Iterable[RowEntry], *more: str) -> UUID:
    """The key of what is sent from a page: the same for the same figures on the same ground, and only for them."""
    return uuid5(page, digest([*more, *([entry.number, entry.seen, entry.says, entry.reason] for entry in entries)]))
