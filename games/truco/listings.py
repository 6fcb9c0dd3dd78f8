"""What a refused raise pays, as a table."""

from typing import Final

from games.core.listings import Head, Listing
from games.core.text import Text
from games.core.text import gettext_noop as _

PAYS: Final = Listing(
    "pays",
    Text(_("What a refused raise pays")),
    (
        Head("raise", Text(_("They ran from"))),
        Head("asked", Text(_("which asked for")), "number"),
        Head("pays", Text(_("and pay")), "number"),
    ),
    (
        (Text(_("truco")), 4, 2),
        (Text(_("seis")), 6, 4),
        (Text(_("dez")), 10, 6),
        (Text(_("doze")), 12, 10),
    ),
)
