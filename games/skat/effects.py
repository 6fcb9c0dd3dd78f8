"""What each option of the rules does, in a sentence."""

from typing import Final

from games.core.effects import Group, Option
from games.core.text import gettext_noop as _

EFFECTS: Final = (
    Group(
        _("The list"),
        (
            Option(
                "system",
                _("How the list is counted"),
                {
                    "seeger_fabian": _(
                        "Seeger-Fabian: 50 more for each game won, 50 less for each lost, and 40 (at four: 30) for "
                        "each game that another player loses."
                    ),
                    "seeger": _("Seeger: 50 more for each game won, 50 less for each lost."),
                    "classic": _("Leipzig: only the points of the games count."),
                    "bierlachs": _("Bierlachs: only minus points count, and the first to reach the limit has lost."),
                },
            ),
            Option(
                "turns",
                _("How often everybody deals"),
                {
                    "12": _("Everybody deals twelve times: 36 hands at three, 48 at four."),
                    "10": _("Everybody deals ten times: 30 hands at three, 40 at four."),
                    "8": _("Everybody deals eight times: 24 hands at three, 32 at four."),
                    "6": _("Everybody deals six times: 18 hands at three, 24 at four."),
                },
                given=_("Everybody deals {value} times, at three and at four."),
            ),
            Option(
                "list_length",
                _("Hands of the list"),
                given=_("The list is complete after {value} hands, at three and at four."),
                empty=_("As many hands as everybody has turns to deal."),
            ),
            Option(
                "bierlachs_limit",
                _("Limit of Bierlachs"),
                given=_("In Bierlachs the list is over when somebody stands at minus {value}."),
            ),
        ),
    ),
    Group(
        _("When all pass"),
        (
            Option(
                "passed",
                _("When all pass"),
                {
                    "next_dealer": _("The hand counts as played, and the next player deals."),
                    "redeal_same_dealer": _("The hand does not count, and the same dealer deals again."),
                    "ramsch": _("Ramsch is played: whoever takes the most points loses them."),
                    "dealer_bonus_30": _("The hand counts as played, and the dealer is credited 30."),
                    "lowest_ramsch_null": _("Ramsch is played, and the fewest points are credited a null game won."),
                },
            ),
            Option(
                "ramsch_skat_to",
                _("The skat in Ramsch"),
                {
                    "loser": _("The points of the skat are added to those of the loser."),
                    "last_trick": _("The points of the skat go to whoever makes the last trick."),
                },
            ),
            Option(
                "ramsch_tie",
                _("Equal most points in Ramsch"),
                {
                    "all": _("All who have equally the most points lose."),
                    "last_trick": _("Of those with equally the most points, whoever made the last trick loses."),
                },
            ),
        ),
    ),
    Group(
        _("What a game costs or brings"),
        (
            Option(
                "overbid_loss",
                _("An overbid game"),
                {
                    "raised_multiple": _("It costs twice the next multiple of its base value that reaches the bid."),
                    "double_base": _("It costs twice its base value."),
                },
            ),
            Option(
                "null_overbid",
                _("A null game below the bid"),
                {
                    "own_multiple": _("It costs twice the next multiple of its own value that reaches the bid."),
                    "base23_multiple": _("It costs twice the next multiple of 23 that reaches the bid."),
                    "reject": _("It cannot be recorded."),
                },
            ),
            Option(
                "lost_hand_single",
                _("A lost hand game"),
                {
                    "false": _("It costs twice its value, like any other lost game."),
                    "true": _("It costs its value once."),
                },
            ),
            Option(
                "missed_announcement_single",
                _("Schneider or schwarz announced and missed"),
                {
                    "false": _("It costs twice its value, like any other lost game."),
                    "true": _("It costs its value once, with all that was announced, unless it was overbid."),
                },
            ),
            Option(
                "matadors_cap",
                _("Matadors"),
                {"": _("All of them count, up to eleven."), "4": _("At most four of them count.")},
            ),
            Option(
                "grand_ouvert_36",
                _("Grand ouvert"),
                {"false": _("Its base value is 24, like any grand."), "true": _("Its base value is 36.")},
            ),
        ),
    ),
    Group(
        _("What is played"),
        (
            Option(
                "announce_without_hand",
                _("Announcing schneider, schwarz or ouvert"),
                {
                    "false": _("Only in a hand game."),
                    "true": _("Also by a declarer who has picked up the skat."),
                },
            ),
            Option(
                "kontra",
                _("Kontra and re"),
                {
                    "false": _("They are not offered when a hand is recorded."),
                    "true": _("They are offered, and each doubles what the hand counts."),
                },
            ),
            Option(
                "bock",
                _("Bock rounds"),
                {
                    "false": _("They are not offered when a hand is recorded."),
                    "true": _("They are offered, and in them each hand counts double."),
                },
            ),
        ),
    ),
    Group(
        _("Money, which is only written down"),
        (
            Option(
                "stake_per_point",
                _("Cents for each point"),
                given=_("The differences between the totals are due at {value} cents a point."),
                empty=_("No money is due for points."),
            ),
            Option(
                "loss_fee.each",
                _("Cents for each of the first three lost games"),
                given=_("Each of the first three games that somebody loses costs {value} cents."),
                empty=_("The first three lost games cost nothing."),
            ),
            Option(
                "loss_fee.from_fourth",
                _("Cents for each further lost game"),
                given=_("From the fourth on each lost game costs {value} cents."),
                empty=_("Further lost games cost nothing."),
            ),
        ),
    ),
)
