"""By which door hands, marks and signatures came; sheets that wait to be accepted; what phones ask for."""

from django.db import migrations, models
from django.db.models.deletion import SET_NULL

from scorekeeper.common.append_only import protection

GUARDED = ("play_hand", "play_handmark", "play_signature", "play_act")
VIA = [
    ("account", "account"),
    ("code", "phone with the code"),
    ("keeper", "phone that keeps the sheet"),
    ("program", "program"),
]
KINDS = [
    ("opened", "opened"),
    ("joined", "joined the table"),
    ("left", "left the table"),
    ("ended", "ended the list early"),
    ("resumed", "went on with the list"),
    ("closed", "closed"),
    ("reopened", "reopened"),
    ("claimed", "took over the sheet"),
    ("dealer", "set the dealer"),
    ("penalty", "penalty"),
    ("adjusted", "adjustment"),
    ("reversed", "taken back"),
    ("swapped", "swapped seats"),
    ("substitute", "is played for"),
    ("returned", "plays again"),
    ("let_in", "phone let in to the seat"),
    ("moved", "seat moved to another phone"),
    ("phone_out", "phone ended"),
    ("accepted", "made official"),
]


def via() -> "models.CharField[str, str]":
    return models.CharField(blank=True, choices=VIA, db_default="", default="", max_length=10)


class Migration(migrations.Migration):
    dependencies = [("play", "0001_base")]
    operations = [
        protection(*GUARDED),
        migrations.AddField("hand", "via", via()),
        migrations.AddField("handmark", "via", via()),
        migrations.AddField("signature", "via", via()),
        migrations.AlterField("act", "kind", models.CharField(choices=KINDS, max_length=10)),
        migrations.AddField("sitting", "awaits_acceptance", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "device",
            "asks_for",
            models.ForeignKey("play.seat", SET_NULL, null=True, related_name="+"),
        ),
        migrations.AddField(
            "device", "address", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddIndex(
            "sitting",
            models.Index(
                condition=models.Q(("awaits_acceptance", True)), fields=["club", "closed_at"], name="sitting_awaiting"
            ),
        ),
        migrations.AddIndex("joinfailure", models.Index(fields=["at"], name="failures_by_time")),
        protection(*GUARDED),
    ]
