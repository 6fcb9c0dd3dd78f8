"""Have what was closed before there were ratings read and rated too."""

from django.db import migrations
from django.db.models import Min

from scorekeeper.common.ids import uuid7


def all_closed(apps, schema_editor):
    Sitting, Stale = apps.get_model("play", "Sitting"), apps.get_model("ratings", "Stale")
    closed = Sitting.objects.filter(closed_at__isnull=False).order_by().values_list("club", "game")
    rows = [Stale(id=uuid7(), club_id=club, game=game, since=since) for club, game, since in closed.annotate(Min("closed_at"))]
    Stale.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]
    operations = [migrations.RunPython(all_closed, migrations.RunPython.noop)]
