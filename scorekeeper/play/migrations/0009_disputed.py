"""The tables of a club with a disputed hand are found without the others."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("play", "0008_newest_first")]
    operations = [
        IndexRows(
            "sitting", models.Index(fields=["club"], condition=models.Q(disputed__gt=0), name="sitting_disputed")
        ),
    ]
