"""The days on which a club has played anything are found without reading its digests."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("ratings", "0002_closed_before")]
    operations = [
        IndexRows("digest", models.Index(fields=["club", "played_on"], name="digest_of_any_game")),
    ]
