"""What is picked up, as a table."""

from typing import Final

from games.core.listings import Head, Listing
from games.core.text import Text
from games.core.text import gettext_noop as _

TAKEN: Final = Listing(
    "taken",
    Text(_("What is picked up")),
    (Head("top", Text(_("You do not beat, and on top lies"))), Head("taken", Text(_("You take")))),
    (
        (Text(_("a card that is not of your trump suit")), Text(_("3 cards"))),
        (Text(_("a card of your trump suit")), Text(_("5 cards"))),
        (Text(_("the ace of your trump suit")), Text(_("the whole pile"))),
    ),
)
