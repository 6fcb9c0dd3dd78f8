"""Why somebody stands where they do: every result, what was dropped, what was given, each tie-break that was asked; as
values, and in words as the chain of a row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

import games
from games.core.values import SumLine
from scorekeeper.clubs.models import Player
from scorekeeper.common.tables.drawing import figure_html
from scorekeeper.common.tables.values import Kind
from scorekeeper.common.texts import amount_words, fraction_figure, in_sentence, isolated, translated
from scorekeeper.pairing.keys import HALF
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.counting import sheets
from scorekeeper.standings.models import Competition, ImportedResult, Result
from scorekeeper.standings.ranking import KEYS, LOSS, LOT, POINTS, WIN, Met, Ranked, games_of
from scorekeeper.standings.selectors.table import Given, Line, Lines, LotShown, lots_of
from scorekeeper.standings.standing import Chain, Part, Questions, Source, Step, Term
from scorekeeper.standings.words import SHORT_TITLES, SPECIAL_TITLES, called, called_in_sentence, lack_words, tie_figure

RESULTS = {
    WIN: pgettext_lazy("in a line", "won against {names} ({points})"),
    HALF: pgettext_lazy("in a line", "drew with {names} ({points})"),
    LOSS: pgettext_lazy("in a line", "lost to {names} ({points})"),
}


@dataclass(frozen=True, slots=True)
class SignedFor:
    """Somebody who keeps a sheet signed it for a seat: what both are called."""

    player: str
    by: str


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One sitting of somebody's total: its result, how the season's system makes points of it, how many of the season's
    points one of those is, whether the season drops it, whether a scorer or director still has to accept it, and
    whether a file has corrected it."""

    result: Result
    lines: tuple[SumLine, ...]
    factor: int
    is_dropped: bool
    awaits_acceptance: bool = False
    is_corrected: bool = False

    @property
    def by_system(self) -> int:
        """The points by the game's system, before it is weighed."""
        return self.result.points // self.factor


@dataclass(frozen=True, slots=True)
class Asked:
    """What one key said of two people: of the one above and of this one. None: it could not be asked."""

    name: str
    theirs: Figure | None
    mine: Figure | None
    of: int  # how many were equal when it was asked

    @property
    def decides(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class Why:
    """The chain behind one row. `found` is None for who is not ranked and lacks `missing`; `above` is None for who
    leads; `asked` ends with the key that decided; `lots` are those drawn between this person and others,
    `met` whom they have played, where a key that was asked looks at it."""

    line: Line
    found: Ranked[Line] | None
    above: Ranked[Line] | None
    parts: list[SheetPart]
    given: list[Given]
    asked: list[Asked]
    missing: int
    lots: list[LotShown]
    met: list[Met[UUID]]


def why(competition: Competition, rows: Lines, player_id: UUID, *, official: bool) -> Why | None:
    """Why a person of these rows stands where they do; None when they are not among them. A query for the results, one
    for what their sheets wait for."""
    place = next((place for place, row in enumerate(rows.ranked) if row.row.player_id == player_id), None)
    lacking = next((lack for lack in rows.lacking if lack[0].player_id == player_id), None)
    if place is None and lacking is None:
        return None
    found = rows.ranked[place] if place is not None else None
    line, missing = (found.row, 0) if found else lacking or (rows.ranked[0].row, 0)
    above = rows.ranked[place - 1] if place else None
    asked = asked_of(above, found, competition.tie_breaks) if above and found else []
    return Why(
        line,
        found,
        above,
        _parts(competition, line, rows.book.only, official=official),
        [act for act in rows.book.given if act.person == player_id],
        asked,
        missing,
        [lot for lot in lots_of(rows) if player_id in lot.drawn.order and (lot.holds or not official)],
        _met(rows, player_id, [asked_duel.name for asked_duel in asked] or _told_to(found)),
    )


def _told_to(found: Ranked[Line] | None) -> list[str]:
    """The keys that were asked of who leads and of those equal with them."""
    return [counted.name for counted in found.told] if found else []


def _met(rows: Lines, player_id: UUID, asked: Sequence[str]) -> list[Met[UUID]]:
    """Whom this person has played, where a key that was asked looks at it."""
    names = [name for name in asked if name in KEYS]
    if not names:
        return []
    accounts = {line.player_id: line.account for line in rows.all_of_them}
    return games_of(player_id, accounts, sheets(rows.book.held, accounts), names)


def _parts(competition: Competition, line: Line, only: frozenset[UUID] | None, *, official: bool) -> list[SheetPart]:
    """What each sitting brought this person, by any of their lines, newest first. In order here and not by the
    database, which would look through everybody's results because they lie in this order."""
    lines = Player.objects.lines_of(Player(pk=line.player_id)).values("pk")
    results = Result.objects.filter(club=competition.club_id, competition=competition, player__in=lines)
    if official:
        results = results.filter(is_sealed=True)
    dropped = {result.source for result in line.account.dropped}
    found = [result for result in results if result.measures and (only is None or result.source in only)]
    sheets_of_it = competition.sittings.filter(pk__in=[result.source for result in found])
    awaiting = set(sheets_of_it.filter(awaits_acceptance=True).values_list("pk", flat=True))
    corrected = _corrected([result for result in found if result.is_imported])
    return [
        SheetPart(
            result,
            games.game(result.game).summary(result.measures, competition.weights_of(result.game)),
            competition.factor_of(result.game),
            result.source in dropped,
            result.source in awaiting,
            (result.source, result.player_id) in corrected,
        )
        for result in sorted(
            found, key=lambda counted_result: (counted_result.played_on, counted_result.pk), reverse=True
        )
    ]


def _corrected(results: Sequence[Result]) -> set[tuple[UUID, UUID]]:
    """Which of these results of old lists were said otherwise before: source and player."""
    if not results:
        return set()
    rows = ImportedResult.objects.filter(club=results[0].club_id, source__in=[result.source for result in results])
    later = rows.filter(player__in={result.player_id for result in results}, version__gt=0)
    return set(later.filter(imported__taken_back_at=None).values_list("source", "player"))


def signed_for(sheets_of_it: "QuerySet[Any]") -> dict[UUID, list[SignedFor]]:
    """Of each sheet that was signed, as it stands, for somebody who did not sign: for whom, and by whom."""
    in_force = sheets_of_it.filter(
        signatures__on_behalf=True, signatures__head=F("head"), signatures__reopenings=F("reopenings")
    )
    names = ("signatures__seat__player__name", "signatures__by_user__name", "signatures__by_device__name")
    found: dict[UUID, list[SignedFor]] = {}
    for pk, player, user, phone in in_force.order_by("signatures__seat__number").values_list("pk", *names):
        found.setdefault(pk, []).append(SignedFor(player, user or phone or ""))
    return found


def asked_of(above: Ranked[Line], found: Ranked[Line], tie_breaks: Sequence[tuple[str, int]]) -> list[Asked]:
    """Each key that was asked of both, in order, with the sign of a measure of which fewer is better taken off."""
    signs = dict(tie_breaks)
    asked = []
    for counted in found.told:
        sign = signs.get(counted.name, 1)
        if counted.figures is None and counted.name == LOT:
            continue
        if counted.figures is None:
            asked.append(Asked(counted.name, None, None, 0))
        elif above.at in counted.figures:
            theirs, mine = counted.figures[above.at] * sign, counted.figures[found.at] * sign
            asked.append(Asked(counted.name, theirs, mine, len(counted.figures)))
            if theirs != mine:
                break
    return asked


def chain_of(season: Competition, found: Lines, person: UUID, *, official: bool) -> Chain:
    """The same in words, as the chain of this person's row.

    Raises:
        Competition.DoesNotExist: they are not among these rows.
    """
    opened = why(season, found, person, official=official)
    if opened is None:
        raise Competition.DoesNotExist(person)
    sentence = decision(season, opened)
    return Chain(
        [Part([*(_sheet_step(season, part) for part in opened.parts), *_given_steps(season, opened.given)])],
        total=_total(season, opened),
        asked=list(_questions(season, opened, found.book.names)),
        reasons=[sentence] if sentence else [],
        notes=[lot.sentence for lot in opened.lots],
    )


def _total(season: Competition, opened: Why) -> str:
    account = opened.line.account
    points = format_html("<b>{}</b>", figure_html(account.points, Kind.AMOUNT, season.in_unit))
    if account.dropped or account.bonus:
        return format_html(_("{points} comes from the counted part of:"), points=points)
    sheets_ = len(opened.parts)
    words = ngettext("{points} comes from one sheet.", "{points} is the sum of {number} sheets.", sheets_)
    return format_html(words, points=points, number=sheets_)


def _sheet_step(season: Competition, part: SheetPart) -> Step:
    """A sheet with its arithmetic."""
    result, unit = part.result, season.in_unit
    terms = [
        Term(translated(line.label), figure_html(line.amount, Kind.CHANGE if number else Kind.AMOUNT, unit))
        for number, line in enumerate(part.lines)
        if not number or (line.amount and not line.subtotal)
    ]
    if part.factor > 1:
        by_system = figure_html(part.by_system, Kind.AMOUNT, unit)
        equals = format_html("= {}", figure_html(result.points, Kind.AMOUNT, unit))
        terms.append(Term(format_html("{} × {}", by_system, part.factor), equals))
    dropped = ""
    if part.is_dropped:
        is_best = season.counts.best
        dropped = (
            pgettext("in a line", "dropped: not among the best")
            if is_best
            else pgettext("in a line", "dropped: among the worst")
        )
    return Step(
        label=date_format(result.played_on, "SHORT_DATE_FORMAT"),
        figure=figure_html(result.points, Kind.AMOUNT, unit),
        terms=tuple(terms),
        sources=(_source(result, is_corrected=part.is_corrected),),
        state=_state(part),
        is_official=result.is_sealed,
        dropped=dropped,
    )


def _source(result: Result, *, is_corrected: bool) -> Source:
    if result.is_imported:
        address = reverse("import_evening", args=[result.club_id, result.source])
        return Source(_("From an old list, corrected") if is_corrected else _("From an old list"), link=address)
    return Source(_("To the sheet with all hands"), sitting=result.source)


def _state(part: SheetPart) -> str:
    if part.result.is_sealed:
        return pgettext("in a line", "official")
    return (
        pgettext("in a line", "signed by code, not official yet")
        if part.awaits_acceptance
        else pgettext("in a line", "not signed yet")
    )


def _given_steps(season: Competition, given: Sequence[Given]) -> Iterator[Step]:
    for act in given:
        kind = pgettext("button", "Penalty") if act.points < 0 else pgettext("button", "Bonus")
        yield Step(
            label=date_format(act.act.day, "SHORT_DATE_FORMAT"),
            text=f"{kind}: {act.act.reason}",
            figure=figure_html(act.points, Kind.CHANGE, season.in_unit),
        )


def _questions(season: Competition, opened: Why, names: Mapping[UUID, str]) -> Iterator[Questions]:
    """Each tie-break that was asked of both, and whom this person has played."""
    ties = [_answer(season, asked) for asked in opened.asked if asked.name != POINTS]
    if ties and opened.above:
        above = isolated(opened.above.row.name)
        yield Questions(_("Tie-breaks in order, against {name}").format(name=above), ties)
    if opened.met:
        words = _("Opponents of {name}, with their points from these games in brackets")
        met = [met_told(met, names) for met in opened.met]
        yield Questions(words.format(name=isolated(opened.line.name)), met)


def _answer(season: Competition, asked: Asked) -> SafeString:
    """What a tie-break said of the one above and of this one."""
    name = capfirst(called(season, asked.name))
    if asked.theirs is None or asked.mine is None:
        return format_html("{}: {}", name, pgettext("in a line", "not used, because not all equal players have met"))
    theirs, mine = (tie_figure(season, asked.name, amount) for amount in (asked.theirs, asked.mine))
    if asked.decides:
        both = _("{theirs} to {mine}").format(theirs=theirs, mine=mine)
        return format_html("{}: <b>{}</b>, {}", name, both, pgettext("in a line", "this decides"))
    return format_html("{}: {}", name, pgettext("in a line", "both {both}").format(both=mine))


def met_told(met: Met[UUID], names: Mapping[UUID, str]) -> SafeString:
    """One game against others, in words, with what it brought to each key that was asked."""
    against = pgettext("between two words", " and ").join(isolated(names[opponent]) for opponent in met.opponents)
    sentence = RESULTS[met.points].format(names=against, points=fraction_figure(met.theirs))
    terms = (_met_term(name, term.amount, is_cut=term.is_cut) for name, term in met.terms.items())
    address = reverse("sitting_detail", args=[met.source])
    return format_html('<a href="{}">{}</a>: {}', address, capfirst(sentence), format_html_join("; ", "{} {}", terms))


def _met_term(name: str, amount: Figure, *, is_cut: bool) -> tuple[str, SafeString]:
    figure = fraction_figure(amount)
    left_out = format_html("<s>{}</s> ({})", figure, pgettext("in a line", "left out"))
    title = in_sentence(str(SHORT_TITLES.get(name, SPECIAL_TITLES[name])))
    return title, left_out if is_cut else format_html("<b>{}</b>", figure)


def decision(season: Competition, opened: Why) -> str:
    """What put the row behind the one above, in a sentence."""
    if opened.found is None:
        return _("Not ranked yet: {lack}.").format(lack=lack_words(season.counts, opened.missing))
    if opened.above is None:
        return ""
    above, decided = opened.above.row, opened.found.decided_by
    if decided is None:
        return _("Equal with {name} in everything that counts, so they share the rank.").format(name=above.name)
    if not decided:
        return _behind(season, above, opened.line)
    if decided == LOT:
        lot = next(drawn_lot.drawn.act for drawn_lot in opened.lots if drawn_lot.holds)
        return _("Equal with {name} in everything that counts. The lot of {day} put {name} ahead.").format(
            name=above.name, day=date_format(lot.day, "DATE_FORMAT")
        )
    last = opened.asked[-1]
    theirs, mine = (tie_figure(season, last.name, amount or 0) for amount in (last.theirs, last.mine))
    return _("Level with {name} on points. The tie-break “{measure}” decides: {theirs} to {mine}.").format(
        name=above.name, measure=called_in_sentence(season, last.name), theirs=theirs, mine=mine
    )


def _behind(season: Competition, above: Line, line: Line) -> str:
    many = above.points - line.points
    gap = amount_words(many, season.in_unit)
    if season.in_unit.unit:
        return _("{gap} behind {name}.").format(gap=gap, name=above.name)
    return ngettext("{gap} point behind {name}.", "{gap} points behind {name}.", many).format(gap=gap, name=above.name)
