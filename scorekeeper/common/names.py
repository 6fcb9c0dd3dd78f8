"""Names people type: tidied, bounded, and unable to disturb what stands beside them."""

import re
import unicodedata

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused

LONGEST = 80  # characters
# Marks that reorder or hide text: bidirectional controls, zero-width ones (but the joiners some scripts need), BOM.
INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def clean_name(typed: str, field: str) -> str:
    """The name in NFC with single spaces and without control and ordering marks.

    Raises:
        Refused: `name_missing` or `name_too_long`, at `field`.
    """
    name = unicodedata.normalize("NFC", INVISIBLE.sub("", typed))
    name = "".join(letter for letter in name if unicodedata.category(letter) not in {"Cc", "Cs"} or letter in "\t\n ")
    name = " ".join(name.split())
    if not name:
        raise Refused([Problem("name_missing", field, Text(gettext_noop("Type a name.")))])
    if len(name) > LONGEST:
        text = Text(gettext_noop("This name is too long: at most {most} characters."), {"most": LONGEST})
        raise Refused([Problem("name_too_long", field, text)])
    return name


def name_key(name: str) -> str:
    """What two spellings of one name share: no case, accents or spaces. For pointing out likely twins."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())
