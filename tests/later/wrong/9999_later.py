"""Everything that a migration must not do while people play."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT
from django.db.models.functions import Now

from tests.later import BEFORE


class Migration(migrations.Migration):
    dependencies = [BEFORE]
    operations = [
        migrations.RemoveField("sitting", "head"),
        migrations.RenameField("seat", "number", "place"),
        migrations.DeleteModel("JoinFailure"),
        migrations.AddField("seat", "asked_for", models.CharField(max_length=80, default="")),
        migrations.AddField("hand", "rewritten_at", models.DateTimeField(db_default=Now())),
        migrations.AddField("hand", "keyed", models.ForeignKey("play.act", PROTECT, null=True, related_name="+")),
        migrations.AddIndex("hand", models.Index(fields=["version"], name="later_index")),
        migrations.AddConstraint(
            "ledgerentry", models.CheckConstraint(condition=models.Q(amount__gte=-1), name="later_check")
        ),
        migrations.AlterField("ledgerentry", "measure", models.CharField(max_length=60)),
    ]
