from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("archive", "0001_files")]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="TournamentFile",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80)),
                    ("data", models.BinaryField()),
                    ("said", models.JSONField(default=dict)),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "indexes": [models.Index(fields=["at"], name="tournament_files_by_time")],
                },
            ),
        ),
    ]
