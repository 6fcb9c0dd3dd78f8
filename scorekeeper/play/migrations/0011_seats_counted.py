"""Fill both for what was played before, some tables and one book at a time, so that recorders wait for a moment at most.

What was broken off begins anew. Tables that the program of the version before opens meanwhile are missed in the count:
`manage.py rebuild --write` puts it right.
"""

from django.db import migrations, models, transaction
from django.db.models import Count, Max, OuterRef, Subquery

from scorekeeper.common.growing import IndexRows
from scorekeeper.common.ids import uuid7

AT_ONCE = 500  # tables


def fill(apps, schema_editor):
    Sitting, Seat = apps.get_model("play", "Sitting"), apps.get_model("play", "Seat")
    Seated, Club = apps.get_model("play", "Seated"), apps.get_model("clubs", "Club")
    opened, tables, last = Sitting.objects.filter(pk=OuterRef("sitting")), Sitting.objects.order_by("pk"), None
    while True:
        with transaction.atomic():  # locked as recording does: the table, then its seats
            some = tables.filter(pk__gt=last) if last else tables
            locked = list(some.select_for_update().values_list("pk", flat=True)[:AT_ONCE])
            Seat.objects.filter(sitting__in=locked).update(opened_at=Subquery(opened.values("opened_at")[:1]))
        if not locked:
            break
        last = locked[-1]
    for club in Club.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            Club.objects.select_for_update().get(pk=club)
            sat = Seat.objects.filter(club=club).order_by().values_list("player")
            counted = sat.annotate(Count("pk"), Max("opened_at"))
            rows = [Seated(id=uuid7(), club_id=club, player_id=pk, tables=many, last=at) for pk, many, at in counted]
            Seated.objects.filter(club=club).delete()
            Seated.objects.bulk_create(rows)


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("play", "0010_seats_in_order")]
    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        IndexRows("seat", models.Index(fields=["player", "opened_at"], name="seat_by_player")),
    ]
