from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("offline", "0001_base")]
    dependencies = [("clubs", "0001_release"), ("play", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Difference",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("version", models.CharField(max_length=20)),
                    ("shown", models.JSONField()),
                    ("at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("hand", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="play.hand")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="play.sitting")),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "hand"), name="one_difference_a_hand")],
                },
            ),
        ),
    ]
