from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.creating import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("transfer", "0001_uploads"),
        ("transfer", "0002_prepared_people"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_base"),
        ("standings", "0001_base"),
    ]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Upload",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("people", "People for the book"),
                                ("totals", "Totals of past evenings"),
                                ("lists", "Skat lists, hand by hand"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("name", models.CharField(max_length=80)),
                    ("data", models.BinaryField()),
                    ("said", models.JSONField(default=dict)),
                    ("at", models.DateTimeField()),
                    ("done_at", models.DateTimeField(null=True)),
                    ("by", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="uploads", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to="standings.competition"
                        ),
                    ),
                    (
                        "imported",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to="standings.import"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="PreparedPerson",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("run", models.UUIDField()),
                    ("imported", models.UUIDField()),
                    ("name", models.CharField(max_length=80)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["run", "imported"], name="prepared_people_of_a_run"),
                    ],
                },
            ),
        ),
    ]
