"""Who has done anything at a club is found without reading its whole journal."""

from django.db import migrations, models

from scorekeeper.common.growing import IndexRows


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("journal", "0001_initial")]
    operations = [
        IndexRows("entry", models.Index(fields=["club", "by_user"], name="journal_by_whom")),
    ]
