"""Columns, an index, checks and keys for tables that people write in meanwhile."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT

from scorekeeper.common.append_only import AddCheck, AddUnique, AllowNone, IndexForeignKey, IndexRows, protection
from tests.later import BEFORE

GUARDED = ("play_hand", "play_ledgerentry")


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [BEFORE]
    operations = [
        protection(*GUARDED),
        migrations.AddField("hand", "later_note", models.CharField(max_length=80, db_default="", default="")),
        migrations.AddField(
            "ledgerentry",
            "later_mark",
            models.ForeignKey("play.handmark", PROTECT, null=True, db_index=False, related_name="+"),
        ),
        IndexForeignKey(
            "ledgerentry", "later_mark", models.ForeignKey("play.handmark", PROTECT, null=True, related_name="+")
        ),
        AllowNone("ledgerentry", "measure", models.CharField(max_length=20, null=True)),
        IndexRows("hand", models.Index(fields=["club", "version"], name="later_by_version")),
        AddUnique("hand", models.UniqueConstraint(fields=["club", "id"], name="later_hand_once")),
        AddCheck(
            "ledgerentry",
            models.CheckConstraint(condition=models.Q(amount__gte=-(10**12)), name="later_amount_in_bounds"),
        ),
        protection(*GUARDED),
    ]
