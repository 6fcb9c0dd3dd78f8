"""The pages of a season."""

from django.urls import reverse

from tests import factories


def test_totals_with_unsigned_sheets_are_underlined(client, club):
    season = factories.make_season(club)
    signed = factories.make_sitting(club, seasons=[season])
    factories.record(signed, factories.played(0))
    factories.finish(signed)
    unsigned = factories.make_sitting(club, seasons=[season])
    factories.record(unsigned, factories.played(0))
    client.force_login(factories.owner_of(club))
    address = reverse("season_detail", args=[season.pk])

    page, official = client.get(address), client.get(address, {"count": "official"})

    of_signed = {seat.player_id for seat in factories.seats_of(signed)}
    assert {row["player"].pk for row in page.context["rows"] if row["is_sealed"]} == of_signed
    html = page.content.decode()
    assert 'num tot"><span class="pen">74<' in html
    assert 'num tot">74<' in html
    assert '<span class="pen">underlined</span>: not signed yet' in html
    assert "Provisional." in html
    for words in ('class="pen"', "Provisional."):
        assert words not in official.content.decode()


def test_a_season_of_signed_sheets_has_no_legend(client, club):
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    factories.record(sitting, factories.played(0))
    factories.finish(sitting)
    client.force_login(factories.owner_of(club))

    html = client.get(reverse("season_detail", args=[season.pk])).content.decode()

    assert 'class="pen"' not in html
    assert "not signed yet" not in html
