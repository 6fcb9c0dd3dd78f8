"""Clubs whose tables or evenings are played for something go on so: they get the unit they used last.

From now on a club says what it plays for, and one that says nothing plays for points. Where only stakes of Skat are
known, which have no label, it gets the sign for any currency; a director chooses another on the club's settings.
"""

from django.db import migrations

ANY_CURRENCY = "¤"


def keep_what_was_used(apps, schema):
    club_model = apps.get_model("clubs", "Club")
    for club in club_model.objects.filter(is_private=False, unit="", for_minors=False).order_by("pk"):
        unit, decimals = _used(apps, club)
        if unit:
            club_model.objects.filter(pk=club.pk).update(unit=unit, decimals=decimals)


def _used(apps, club):
    sittings = apps.get_model("play", "Sitting").objects.filter(club=club).order_by("-opened_at", "-pk")
    rules = list(sittings.values_list("rules", flat=True).iterator())
    for one in rules:
        if one.get("unit"):
            return one["unit"], one.get("decimals", 0)
    evenings = apps.get_model("leagues", "Evening").objects.filter(club=club).order_by("-starts_at", "-pk")
    if unit := evenings.exclude(unit="").values_list("unit", flat=True).first():
        return unit, 2
    rules.extend(apps.get_model("leagues", "EveningGame").objects.filter(club=club).values_list("rules", flat=True))
    versions = apps.get_model("clubs", "HouseRulesVersion").objects.filter(club=club)
    rules.extend(versions.values_list("rules", flat=True))
    has_stakes = any(one.get("stake_per_point") or one.get("loss_fee") for one in rules)
    return (ANY_CURRENCY, 2) if has_stakes else ("", 2)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_money"),
        ("leagues", "0006_games_of_their_own"),
        ("play", "0011_seats_counted"),
    ]
    operations = [migrations.RunPython(keep_what_was_used, migrations.RunPython.noop)]
