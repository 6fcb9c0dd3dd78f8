"""A draft of an evening keeps its locks with who has put them on, and the draws that it was before."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_replaces_none"),
        ("leagues", "0002_table_calls"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("place", "held_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "place",
            "held_by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("place", "holds_seat", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "tablecall", "words", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AddField(
            "tabledraw", "undo", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.AlterField("tabledraw", "report", models.JSONField(default=dict)),
        migrations.AddConstraint(
            "place",
            models.CheckConstraint(
                condition=models.Q(by_hand=True) | models.Q(holds_seat=False, held_by=None, held_at=None),
                name="place_is_held",
            ),
        ),
    ]
