"""What a format calls its rounds, wherever pages and papers name them: by their numbers, or, where there is one round
alone, by its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scorekeeper.common.tables.values import Table, without_empty
from scorekeeper.common.texts import isolated
from scorekeeper.draws.words import TableWords
from scorekeeper.standings.standing import Standing, file_of_standing
from scorekeeper.tournaments.models import Stage, Tournament


def moment_words(moment: datetime | None) -> str:
    return date_format(localtime(moment), "DATETIME_FORMAT") if moment else ""


@dataclass(frozen=True, slots=True)
class RoundLink:
    """The words of a link to the page of a round, and the part of it that it leads to."""

    words: Promise
    part: str


class RoundWords:
    """Of rounds that follow each other and have numbers."""

    link: ClassVar[RoundLink] = RoundLink(pgettext_lazy("link", "Draw and reasons"), "why")
    """How the desk leads to a round that is on."""
    end: ClassVar[Promise] = gettext_lazy("Make the last round official and end the tournament")
    """What stands on the button of the desk that does so."""

    def title(self, number: int, stage_name: str = "") -> str:
        """A round in a list; of one stage among several with its name, where it has one."""
        if stage_name:
            return _("{name}, round {number}").format(name=isolated(stage_name), number=number)
        return pgettext("heading", "Round {number}").format(number=number)

    def short(self, number: int) -> str:
        """The same where there is little room."""
        return str(number)

    def mine(self, number: int, *, is_over: bool) -> str:
        """What the table of the reader stands under; `is_over`: for them."""
        return _("Round {number} is over for you").format(number=number) if is_over else self.title(number)

    def on_card(self, number: int) -> str:
        """What stands on the card of a table beside the stage."""
        return pgettext("numbered", "round {number}").format(number=number)

    def cards(self, number: int) -> str:
        """What the cards for its tables are called."""
        return _("Cards for the tables of round {number}").format(number=number)

    def cards_file(self, number: int) -> str:
        return pgettext("heading", "cards of round {number}").format(number=number)

    def draw(self, number: int) -> str:
        """What stands on the button that draws a round."""
        return _("Draw round {number}").format(number=number)

    def draft(self, number: int) -> str:
        return _("Draft of round {number}").format(number=number)

    def open(self, number: int) -> str:
        """What stands on the button that leads to a draft, to open it."""
        return _("Open round {number}").format(number=number)

    def opened(self, tables: int, left: int, moment: datetime | None, words: TableWords) -> str:
        """So many tables since when; `left` are those of a knock-out at tables that are not broken yet."""
        return words.opened.format(number=tables, moment=moment_words(moment))

    def here(self, number: int, *, has_begun: bool) -> str:
        """How many could play the next round; empty where it does not wait for all who are here."""
        text = ngettext("{number} is here for this round.", "{number} are here for this round.", number)
        return text.format(number=number)

    def become_official(self, numbers: Sequence[int]) -> str:
        """What becomes official with the end of a stage."""
        text = ngettext("Round {numbers} becomes official.", "Rounds {numbers} become official.", len(numbers))
        return text.format(numbers=", ".join(map(str, numbers)))

    def end_with(self, numbers: Sequence[int], *, goes_on: bool) -> str:
        """What stands on the button that ends a stage with these rounds; `goes_on`: another one comes after it."""
        if goes_on:
            return ngettext(
                "Make it official and end this stage", "Make them official and end this stage", len(numbers)
            )
        return ngettext(
            "Make it official and end the tournament", "Make them official and end the tournament", len(numbers)
        )

    def no_standing(self, *, official: bool) -> str:
        """What stands in the place of a standing that has nobody yet."""
        if official:
            return _("No round is official yet.")
        return _("The standings appear here once the first round is open.")


class MatchRounds(RoundWords):
    """Of a bracket, whose rounds are whatever matches can be opened."""

    def open(self, number: int) -> str:
        return _("Open the drawn matches")

    def here(self, number: int, *, has_begun: bool) -> str:
        return "" if has_begun else super().here(number, has_begun=False)


class OneRound(RoundWords):
    """Of a stage that has one round, so that its number says nothing."""

    link = RoundLink(gettext_lazy("Who goes out and who moves"), "tables")
    end = gettext_lazy("Make the places official and end the tournament")

    def title(self, number: int, stage_name: str = "") -> str:
        return isolated(stage_name) if stage_name else pgettext("heading", "The tables")

    def short(self, number: int) -> str:
        return self.title(number)

    def mine(self, number: int, *, is_over: bool) -> str:
        return pgettext("heading", "My table")

    def on_card(self, number: int) -> str:
        return ""

    def cards(self, number: int) -> str:
        return _("Cards for the tables")

    def cards_file(self, number: int) -> str:
        return pgettext("heading", "cards for the tables")

    def draw(self, number: int) -> str:
        return _("Draw the tables")

    def draft(self, number: int) -> str:
        return _("Draft of the tables")

    def open(self, number: int) -> str:
        return _("Open the tables")

    def opened(self, tables: int, left: int, moment: datetime | None, words: TableWords) -> str:
        text = ngettext("{number} table left, begun on {moment}", "{number} tables left, begun on {moment}", left)
        return text.format(number=left, moment=moment_words(moment))

    def become_official(self, numbers: Sequence[int]) -> str:
        return _("The places become official.")

    def end_with(self, numbers: Sequence[int], *, goes_on: bool) -> str:
        return _("Make the places official and end this stage") if goes_on else str(self.end)

    def no_standing(self, *, official: bool) -> str:
        if official:
            return _("The places are not official yet.")
        return _("The standings appear here once the tables are open.")


NUMBERED: Final = RoundWords()
BY_MATCHES: Final = MatchRounds()
THE_TABLES: Final = OneRound()


def named(tournament: Tournament, what: str) -> str:
    """The title of a list."""
    return pgettext("in a line", "{tournament}: {what}").format(tournament=tournament.name, what=what)


def titled(stage: Stage, what: str) -> str:
    """The title of a list of a stage."""
    title = named(stage.tournament, what)
    return f"{title}, {isolated(stage.name)}" if stage.name else title


def over(tournament: Tournament, *more: str) -> list[str]:
    """What stands under the title: when and where, and what else has to be said."""
    when = date_format(timezone.localtime(tournament.starts_at), "DATETIME_FORMAT")
    return [*(part for part in (tournament.club.name, when, tournament.venue) if part), *more]


def state_words(rounds: int | None, *, official: bool) -> list[str]:
    """What a standing counts, in sentences; None: it has no rounds to be counted."""
    after = []
    if rounds is not None:
        after.append(ngettext("After {number} round.", "After {number} rounds.", rounds).format(number=rounds))
    return [*after, *([] if official else [_("If it ended now; not official.")])]


def list_of(stage: Stage, standing: Standing, *, has_rounds: bool) -> Table:
    """A standing as it was made for a file, for paper and for other programs."""
    sentences = state_words(standing.rounds if has_rounds else None, official=standing.official)
    sentences += [sentence for group in standing.groups for sentence in (*group.notes, *group.warnings)]
    title = titled(
        stage, pgettext("heading", "official standings") if standing.official else pgettext("heading", "standing")
    )
    return without_empty(file_of_standing(standing, title, over(stage.tournament, *sentences)))
