"""What each option of the rules does, in a sentence."""

from typing import Final

from games.core.effects import Group, Option
from games.core.text import gettext_noop as _

EFFECTS: Final = (
    Group(
        _("What a deal counts"),
        (
            Option(
                "mode",
                _("What a deal counts"),
                {
                    "wdl": _("Each player gets the points of a win, a draw or a loss; the most are best."),
                    "losses": _("Whoever is left with cards has one against them; the fewest are best."),
                    "cards_left": _("Whoever is left has as many against them as cards in hand; the fewest are best."),
                },
            ),
            Option("win", _("Points for a win"), given=_("Where win, draw and loss count, a win is {value}.")),
            Option("draw", _("Points for a draw"), given=_("Where win, draw and loss count, a draw is {value}.")),
            Option("loss", _("Points for a loss"), given=_("Where win, draw and loss count, a loss is {value}.")),
        ),
    ),
    Group(
        _("The series"),
        (
            Option(
                "max_deals",
                _("Deals of the series"),
                given=_("The series ends after {value} deals."),
                empty=_("The series has no fixed number of deals."),
            ),
            Option(
                "first_to",
                _("Wins that end the series"),
                given=_("The series ends when somebody has won {value} deals; only a table of two plays so."),
                empty=_("The series goes to no number of wins."),
            ),
            Option(
                "players",
                _("Players at a table"),
                {"2": _("two"), "3": _("three"), "4": _("four")},
                given=_("These rules are for tables of so many players: {value}."),
                several=True,
            ),
        ),
    ),
    Group(
        _("The cards"),
        (
            Option(
                "deck",
                _("Cards in the pack"),
                {
                    "24": _("24 cards: from nine to ace."),
                    "28": _("28 cards: from eight to ace."),
                    "32": _("32 cards: from seven to ace."),
                    "36": _("36 cards: from six to ace."),
                    "40": _("40 cards: from five to ace."),
                    "52": _("52 cards: the whole pack."),
                },
            ),
            Option(
                "pickup",
                _("Who does not beat picks up"),
                {
                    "house": _("Three cards, five, or the whole pile, by the card that lies on top."),
                    "all": _("Always the whole pile."),
                },
            ),
        ),
    ),
)
