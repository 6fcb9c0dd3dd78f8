"""The time zones that this machine knows, and what they are called in the language of the reader: by their city, in a
part of the world.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import available_timezones

from django.utils.translation import get_language, pgettext_lazy

FILE: Final = Path(__file__).with_name("cities.json")
"""{language: {time zone: its city}}, from the CLDR: see `cldr.cities`."""
RENAMED_FILE: Final = Path(__file__).with_name("zones.json")
"""{old name of a time zone: the name it has now}, from the CLDR: see `cldr.renamed`."""
REGIONS: Final = {
    "Africa": pgettext_lazy("part of the world", "Africa"),
    "America": pgettext_lazy("part of the world", "America"),
    "Asia": pgettext_lazy("part of the world", "Asia"),
    "Atlantic": pgettext_lazy("part of the world", "Atlantic"),
    "Australia": pgettext_lazy("part of the world", "Australia"),
    "Europe": pgettext_lazy("part of the world", "Europe"),
    "Indian": pgettext_lazy("part of the world", "Indian Ocean"),
    "Pacific": pgettext_lazy("part of the world", "Pacific"),
}


def place_of(zone: str) -> str:
    """America/Argentina/La_Rioja -> La Rioja, Argentina; nothing where it names no place in a part of the world."""
    region, *places = zone.replace("_", " ").split("/")
    return ", ".join(reversed(places)) if region in REGIONS else ""


def cities_of(zones: list[str]) -> dict[str, str]:
    """What the reader calls these time zones, which name places."""
    cities = _cities().get(get_language() or "en", {})
    return {zone: cities.get(zone, place_of(zone)) for zone in zones}


@cache
def renamed() -> dict[str, str]:
    """{old name of a time zone: the name it has now}: a browser may still say Asia/Calcutta."""
    found: dict[str, str] = json.loads(RENAMED_FILE.read_text(encoding="utf-8"))
    return found


@cache
def _cities() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def known_zones() -> frozenset[str]:
    """Their names, like Europe/Berlin. They are looked for once: that reads a folder of some hundred files."""
    return frozenset(available_timezones())
