"""What time zones are called in the language of the reader: by their city, in a part of the world."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.translation import get_language, pgettext_lazy

FILE: Final = Path(__file__).with_name("cities.json")
"""{language: {time zone: its city}}, from the CLDR: see `cldr.cities`."""
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
    """What the reader calls these time zones, which name places. Two that are called alike, as Kolkata and Calcutta
    are, have their English name too, unless they are called so already."""
    cities = _cities().get(get_language() or "en", {})
    called = {zone: cities.get(zone, place_of(zone)) for zone in zones}
    often = list(called.values())
    return {
        zone: name if often.count(name) == 1 or name == place_of(zone) else f"{name} ({place_of(zone)})"
        for zone, name in called.items()
    }


@cache
def _cities() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
