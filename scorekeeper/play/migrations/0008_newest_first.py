"""The tables of a club are found by when they were opened, the newest first, open or closed."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("play", "0007_house_version")]
    operations = [
        IndexRows("sitting", models.Index(fields=["club", "-opened_at", "-id"], name="sitting_newest")),
    ]
