"""The empty list on paper: the columns of the official one."""

from typing import Final

from games.core.text import gettext_noop, pgettext
from games.core.values import PaperColumn, PaperSheet

MARK: Final = 7.1  # mm, for a mark
MATADORS, SCHNEIDER, SCHWARZ = gettext_noop("Matadors"), gettext_noop("Schneider"), gettext_noop("Schwarz")
VALUE, ANNOUNCED = gettext_noop("Value"), gettext_noop("ann.")
MADE = pgettext("schneider", "made")
WON, LOST = pgettext("games won, one letter", "W"), pgettext("games lost, one letter", "L")

PAPER: Final = PaperSheet(
    once=(
        PaperColumn(gettext_noop("Base"), 13),
        PaperColumn(gettext_noop("with"), MARK, MATADORS),
        PaperColumn(gettext_noop("w/o"), MARK, MATADORS),
        PaperColumn(gettext_noop("Hand"), MARK, upright=True),
        PaperColumn(MADE, MARK, SCHNEIDER, context="schneider"),
        PaperColumn(ANNOUNCED, MARK, SCHNEIDER),
        PaperColumn(MADE, MARK, SCHWARZ, context="schneider"),
        PaperColumn(ANNOUNCED, MARK, SCHWARZ),
        PaperColumn(gettext_noop("Ouvert"), MARK, upright=True),
        PaperColumn("+", 9, VALUE),
        PaperColumn("−", 9, VALUE),
    ),
    of_side=(
        PaperColumn(gettext_noop("Points"), 13.0),
        PaperColumn(WON, 6.5, context="games won, one letter"),
        PaperColumn(LOST, 6.5, context="games lost, one letter"),
    ),
    behind=(PaperColumn(gettext_noop("Passed"), MARK, upright=True),),
)
