"""Time zones are chosen by their city, which is called as in the language of the reader."""

import pytest
from django.utils import translation

from scorekeeper.clubs.forms import ClubForm, time_zones
from scorekeeper.languages import cities, cldr
from scorekeeper.languages.cities import known_zones, renamed


def offered(language: str) -> dict[str, dict[str, str]]:
    with translation.override(language):
        return {str(title): dict(places) for title, places in time_zones() if title != "UTC"}


def test_the_file_says_what_the_cldr_says() -> None:
    """Where it differs, `manage.py messages` writes it anew."""
    assert cities.FILE.read_text(encoding="utf-8") == cldr.written(cldr.cities())
    assert cities.RENAMED_FILE.read_text(encoding="utf-8") == cldr.written(cldr.renamed())


@pytest.mark.parametrize(
    ("language", "region", "moscow"),
    [
        ("en", "Europe", "Moscow"),
        ("de", "Europa", "Moskau"),
        ("pt-br", "Europa", "Moscou"),
        ("es", "Europa", "Moscú"),
        ("ru", "Европа", "Москва"),
        ("pa", "ਯੂਰਪ", "ਮਾਸਕੋ"),
        ("gu", "યુરોપ", "મોસ્કો"),
    ],
)
def test_a_city_is_called_as_its_readers_call_it(language: str, region: str, moscow: str) -> None:
    assert offered(language)[region]["Europe/Moscow"] == moscow


@pytest.mark.parametrize("language", ["en", "de", "pt-br", "es", "ru", "pa", "gu"])
def test_every_place_is_offered_once_under_a_name_of_its_own(language: str) -> None:
    for region, places in offered(language).items():
        assert len(set(places.values())) == len(places), region
    found = {zone for places in offered(language).values() for zone in places}
    assert found == {zone for zone in known_zones() if cities.place_of(zone) and zone not in renamed()}
    assert found >= {*renamed().values(), "Asia/Kolkata", "Europe/Kyiv", "Europe/Copenhagen", "Asia/Ho_Chi_Minh"}


def test_an_old_name_of_a_time_zone_is_chosen_as_the_place_it_is() -> None:
    field = ClubForm().fields["time_zone"]
    assert field.clean("Asia/Calcutta") == "Asia/Kolkata"
    assert ClubForm(initial={"time_zone": "Asia/Calcutta"})["time_zone"].value() == "Asia/Kolkata"


def test_cities_stand_in_the_order_of_the_language() -> None:
    german = list(offered("de")["Asien"].values())
    assert german.index("Kalkutta") < german.index("Karatschi")
    assert next(iter(offered("ru")["Европа"].values())) == "Амстердам"
