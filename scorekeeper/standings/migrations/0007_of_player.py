"""What one person has in a season is found without the results of everybody."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("standings", "0006_by_day")]
    operations = [
        IndexRows("result", models.Index(fields=["club", "competition", "player"], name="results_of_player")),
    ]
