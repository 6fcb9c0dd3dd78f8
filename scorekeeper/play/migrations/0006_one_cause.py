"""An act is there once, and an entry of the ledger has one cause, a hand or an act: held by the database."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT

from scorekeeper.common.growing import AddCheck, AddUnique, AllowNone, IndexForeignKey


class Migration(migrations.Migration):
    atomic = False  # so that PostgreSQL keeps nobody waiting
    dependencies = [("clubs", "0004_people"), ("play", "0005_opening_key")]
    operations = [
        AllowNone("ledgerentry", "hand", models.ForeignKey("play.hand", PROTECT, null=True, related_name="entries")),
        IndexForeignKey("act", "player", models.ForeignKey("clubs.player", PROTECT, null=True, related_name="+")),
        IndexForeignKey("act", "reverses", models.ForeignKey("play.act", PROTECT, null=True, related_name="reversals")),
        AddUnique("act", models.UniqueConstraint(fields=["club", "key"], name="one_act_a_key")),
        AddUnique("act", models.UniqueConstraint(fields=["club", "sitting", "seq"], name="one_act_a_seq")),
        AddUnique("act", models.UniqueConstraint(fields=["club", "reverses"], name="one_reversal_an_act")),
        IndexForeignKey(
            "ledgerentry", "act", models.ForeignKey("play.act", PROTECT, null=True, related_name="entries")
        ),
        AddUnique(
            "ledgerentry",
            models.UniqueConstraint(fields=["club", "act", "seat", "measure"], name="one_entry_an_act"),
        ),
        AddCheck(
            "ledgerentry",
            models.CheckConstraint(
                condition=models.Q(hand=None, act__isnull=False) | models.Q(hand__isnull=False, act=None),
                name="entry_has_one_cause",
            ),
        ),
    ]
