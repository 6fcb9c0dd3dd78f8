from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("privacy", "0001_base")]
    dependencies = [("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Retention",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "years",
                        models.PositiveSmallIntegerField(
                            choices=[(2, "2 years"), (3, "3 years"), (5, "5 years"), (10, "10 years")]
                        ),
                    ),
                    ("club", models.OneToOneField(on_delete=models.CASCADE, related_name="retention", to="clubs.club")),
                    ("is_automatic", models.BooleanField(db_default=False, default=False)),
                    ("rests_until", models.DateField(null=True)),
                ],
            ),
            migrations.CreateModel(
                name="CleanUp",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("day", models.DateField()),
                    ("since", models.DateTimeField()),
                    ("people", models.JSONField()),
                    ("at", models.DateTimeField()),
                    ("club", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
            ),
        ),
    ]
