"""Every evening there is has one game, and every draw is of it. By itself, because PostgreSQL alters no table in a
transaction that has written to it."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

SAID = ("club_id", "game", "rules", "rules_name", "house_version_id", "size")
AT_ONCE = 500


def copy(apps, _editor):
    evenings = apps.get_model("leagues", "Evening").objects.order_by("pk")
    games = apps.get_model("leagues", "EveningGame").objects
    games.bulk_create(
        (
            games.model(evening_id=one.pk, order=1, **{name: getattr(one, name) for name in SAID})
            for one in evenings.iterator(AT_ONCE)
        ),
        batch_size=AT_ONCE,
    )
    of_evening = games.filter(evening=OuterRef("evening"))
    apps.get_model("leagues", "TableDraw").objects.update(evening_game=Subquery(of_evening.values("pk")[:1]))


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_evening_games")]
    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
