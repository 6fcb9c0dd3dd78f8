"""A table that was opened by mistake can be withdrawn."""

from django.db import migrations, models

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
    ("refused", "phone not let in to the seat"),
    ("moved", "seat moved to another phone"),
    ("phone_out", "phone ended"),
    ("accepted", "made official"),
    ("withdrawn", "withdrew the table"),
]


class Migration(migrations.Migration):
    dependencies = [("play", "0004_phone_refused")]
    operations = [
        migrations.AddField("sitting", "withdrawn_at", models.DateTimeField(null=True)),
        migrations.AlterField("act", "kind", models.CharField(choices=KINDS, max_length=10)),
    ]
