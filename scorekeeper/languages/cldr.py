"""What the languages call the cities that time zones are named after: read out of the CLDR, which Babel brings along.

The app does without Babel and its 35 MB: `manage.py messages` writes what it needs into a file of the repository.
"""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from babel import Locale
from babel.core import get_global
from django.utils.translation import to_locale

from scorekeeper.languages.cities import known_zones, place_of
from scorekeeper.languages.names import NAMES


def cities() -> dict[str, dict[str, str]]:
    """{language: {time zone: its city}}, where that is called otherwise than in the name of the zone."""
    return {language: _cities(language) for language in NAMES if language != "en"}


def _cities(language: str) -> dict[str, str]:
    zones, renamed = Locale.parse(to_locale(language)).time_zones, get_global("zone_aliases")
    found = {
        name: zones.get(name, {}).get("city") or zones.get(renamed.get(name, name), {}).get("city")
        for name in sorted(known_zones())
    }
    found = {name: (city or "").replace("\N{SOFT HYPHEN}", "") for name, city in found.items()}
    return {name: city for name, city in found.items() if place_of(name) and city and city != place_of(name)}


def renamed() -> dict[str, str]:
    """{old name of a time zone: the name it has now}: of those that the CLDR takes for one, that which the list of the
    world's time zones has. A city of another country stays a zone of its own, whatever its clock."""
    lines = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8").splitlines()
    listed = {line.split("\t")[2] for line in lines if not line.startswith("#")}
    one_of = get_global("zone_aliases")
    now = {one_of.get(zone, zone): zone for zone in sorted(listed) if place_of(zone)}
    found = {zone: now.get(one_of.get(zone, zone), zone) for zone in sorted(known_zones()) if place_of(zone)}
    return {zone: new for zone, new in found.items() if new != zone}


def written(found: Mapping[str, Any]) -> str:
    """A file of the cities, or of the names that are old."""
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
