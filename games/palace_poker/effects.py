"""What each option of the rules does, in a sentence."""

from typing import Final

from games.core.effects import UNIT, Group, Option
from games.core.text import gettext_noop as _

EFFECTS: Final = (
    Group(
        _("What is played for"),
        (
            Option("small_bet", _("Small bet"), given=_("The small bet is {value}.")),
            Option(
                "big_bet",
                _("Big bet"),
                given=_("The big bet is {value}."),
                empty=_("The big bet is two small bets."),
            ),
            Option(
                "ante",
                _("Ante"),
                given=_("Each player puts {value} into the pot before the deal."),
                empty=_("Each player puts half a small bet into the pot before the deal, rounded down."),
            ),
            *UNIT,
        ),
    ),
    Group(
        _("A battle"),
        (
            Option(
                "limit",
                _("Betting in a battle"),
                {
                    "limit": _("Each bet is exactly its minimum, and each raise a fixed amount."),
                    "no_limit": _("Bets and raises may be higher than their minimum."),
                },
            ),
            Option(
                "max_raises",
                _("Raises in one battle, at most"),
                given=_("A battle has at most this many raises: {value}."),
                empty=_("A battle may have any number of raises."),
            ),
            Option(
                "uncalled_bet",
                _("A bet to which the other folds"),
                {"stays": _("It stays in the pot."), "returned": _("It goes back to the one who made it.")},
            ),
            Option(
                "foreign_suit",
                _("Cards of the opponent’s banner suit"),
                {
                    "void": _("They do not count in the battle, on either side."),
                    "off": _("They count like any other card."),
                },
            ),
            Option(
                "captured_banner",
                _("A captured banner"),
                {
                    "soldier": _("It becomes a soldier of the winner, if it is kept."),
                    "discard": _("It is discarded."),
                },
            ),
        ),
    ),
    Group(
        _("The pot"),
        (
            Option(
                "odd_chips",
                _("Odd chips of a split pot"),
                {
                    "left_of_dealer": _("They go one by one to the winners, from the dealer’s left on."),
                    "carry": _("They stay on the table for the next hand."),
                },
            ),
            Option(
                "rake_bp",
                _("What the house takes, in hundredths of a percent"),
                given=_("The house takes {value} hundredths of a percent of all pots; 250 are 2.5 percent."),
            ),
            Option(
                "rake_cap",
                _("What the house takes, at most"),
                given=_("The house takes no more than {value} of a hand."),
                empty=_("What the house takes has no upper limit."),
            ),
            Option(
                "wheel",
                _("The lowest straight"),
                {
                    "true": _("Ace, 2, 3, 4, 5 is the lowest straight."),
                    "false": _("Ace, 2, 3, 4, 5 is no straight."),
                },
            ),
        ),
    ),
)
