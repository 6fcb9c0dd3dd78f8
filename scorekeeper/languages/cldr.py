"""What the languages call the cities that time zones are named after: read out of the CLDR, which Babel brings along.

The app does without Babel and its 35 MB: `manage.py messages` writes what it needs into a file of the repository.
"""

import json

from babel import Locale
from babel.core import get_global
from django.utils.translation import to_locale

from scorekeeper.common.zones import known_zones
from scorekeeper.languages.cities import place_of
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
    return {name: city for name, city in found.items() if place_of(name) and city and city != place_of(name)}


def written() -> str:
    """The file of the cities."""
    return json.dumps(cities(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
