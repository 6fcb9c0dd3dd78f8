"""What each option of the rules does, in a sentence."""

from typing import Final

from games.core.effects import UNIT, Group, Option
from games.core.text import gettext_noop as _

EFFECTS: Final = (
    Group(
        _("The match"),
        (
            Option(
                "best_of",
                _("Games of the match"),
                {
                    "1": _("One game decides the match."),
                    "3": _("Best of three: two games win the match."),
                    "5": _("Best of five: three games win the match."),
                    "7": _("Best of seven: four games win the match."),
                    "9": _("Best of nine: five games win the match."),
                    "11": _("Best of eleven: six games win the match."),
                    "13": _("Best of thirteen: seven games win the match."),
                    "15": _("Best of fifteen: eight games win the match."),
                },
            ),
            Option("target", _("Score that wins a game"), given=_("A game is won with {value} points.")),
            Option("start_a", _("Side A begins at"), given=_("Side A begins each game with {value} points.")),
            Option("start_b", _("Side B begins at"), given=_("Side B begins each game with {value} points.")),
        ),
    ),
    Group(
        _("What a hand is worth"),
        (
            Option(
                "ladder",
                _("Values of a hand, from plain upwards"),
                given=_("A hand is worth, from plain and raise by raise: {value}."),
                places=(
                    _("plain"),
                    _("truco"),
                    _("raise 2"),
                    _("raise 3"),
                    _("raise 4"),
                    _("raise 5"),
                    _("raise 6"),
                    _("raise 7"),
                ),
            ),
            Option(
                "raise_cap",
                _("Raises that nobody needs"),
                {
                    "none": _("They are allowed."),
                    "own_win": _("A side that would win with the value it was offered may not raise again."),
                    "both_can_win": _("Nobody raises once the value would win the game for either side."),
                },
            ),
            Option(
                "all_tied",
                _("All three rounds drawn"),
                {
                    "dealer_side": _("The side that dealt wins the hand."),
                    "mano_side": _("The side that leads wins the hand."),
                    "nobody": _("Nobody wins the hand, and the next one is dealt."),
                    "raiser_loses": _("The side that raised last loses the hand; without a raise nobody wins it."),
                },
            ),
            Option(
                "allow_fold",
                _("Throwing in the cards"),
                {
                    "false": _("Cards cannot be thrown in; a hand is played, or a raise refused."),
                    "true": _("A side may throw in its cards, and the other one gets what the hand is worth."),
                },
            ),
            Option(
                "fold_gives_envido",
                _("Cards thrown in before envido is over"),
                {
                    "false": _("They give what the hand is worth, and no envido."),
                    "true": _(
                        "Until a round is over or a raise accepted they also give a refused envido, 1, where there was "
                        "no bet."
                    ),
                },
            ),
        ),
    ),
    Group(
        _("Hand of ten, or of eleven"),
        (
            Option(
                "special_at",
                _("From a score of"),
                given=_(
                    "A side with {value} or more decides whether the hand is played; with both it is an iron hand."
                ),
                empty=_("There is no such hand, and no iron hand."),
            ),
            Option(
                "special_play",
                _("Worth, if it is played"),
                given=_("Played, such a hand is worth {value}, and nobody may raise."),
            ),
            Option(
                "special_pass",
                _("Worth, if it is declined"),
                given=_("Declined, it gives the other side {value}."),
            ),
        ),
    ),
    Group(
        _("Side bets"),
        (
            Option(
                "envido",
                _("Envido"),
                {"false": _("There is no envido."), "true": _("Envido is played and counted before the hand.")},
            ),
            Option(
                "falta",
                _("Falta envido"),
                {
                    "leader_to_target": _("It is worth what the leading side still needs to win the game."),
                    "leader_half": _("It is worth what the leading side needs to the end of its half."),
                    "malas_half": _(
                        "While both are in the first half it is worth what the winner needs to its end, then what the "
                        "leading side needs to win."
                    ),
                },
            ),
            Option(
                "flor",
                _("Flor"),
                {"false": _("There is no flor."), "true": _("Flor is played and counted before the hand.")},
            ),
            Option(
                "flor_both",
                _("Two flors"),
                given=_("Where both sides have a flor and the second is accepted, it is worth {value}."),
            ),
        ),
    ),
    Group(
        _("What is at stake"),
        (
            Option(
                "stake",
                _("Stake of each"),
                {"0": _("Nothing is owed.")},
                given=_("Each of the side that loses owes one of the other side {value}."),
            ),
            Option(
                "stake_for",
                _("The stake is for"),
                {"match": _("It is owed once, for the match."), "game": _("It is owed for each game lost.")},
            ),
            *UNIT,
        ),
    ),
)
