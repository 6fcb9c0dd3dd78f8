"""Match days have groups of four or five teams, which may meet at venues and hours of their own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_lengths")]
    operations = [
        migrations.AddField("matchday", "size", models.PositiveSmallIntegerField(db_default=4, default=4)),
        migrations.AddConstraint(
            "matchday", models.CheckConstraint(condition=models.Q(size__in=[4, 5]), name="match_day_size")
        ),
        migrations.AddField(
            "teamgroup", "venue", models.CharField("venue", blank=True, db_default="", default="", max_length=80)
        ),
        migrations.AddField("teamgroup", "starts_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "series",
            "group",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="series", to="leagues.teamgroup"
            ),
        ),
        migrations.RemoveConstraint("series", "one_series_a_number"),
        migrations.AddConstraint(
            "series",
            models.UniqueConstraint(
                condition=models.Q(group=None), fields=["club", "day", "number"], name="one_series_a_number"
            ),
        ),
        migrations.AddConstraint(
            "series", models.UniqueConstraint(fields=["club", "group", "number"], name="one_series_a_group_and_number")
        ),
    ]
