import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.common.ids


class Migration(migrations.Migration):
    initial = True
    dependencies = [("clubs", "0002_notes_of_invitations"), ("play", "0005_opening_key")]
    operations = [
        migrations.CreateModel(
            name="Difference",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("version", models.CharField(max_length=20)),
                ("shown", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.hand"),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.sitting"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "hand"), name="one_difference_a_hand")]
            },
        )
    ]
