"""The results of a season are found by day: its newest evenings, without those of all years before."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("standings", "0005_counting")]
    operations = [
        IndexRows("result", models.Index(fields=["club", "competition", "played_on"], name="results_by_day")),
    ]
