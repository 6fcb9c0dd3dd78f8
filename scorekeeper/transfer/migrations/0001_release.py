import uuid

from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("transfer", "0001_base"),
        ("transfer", "0003_shown_tables"),
        ("transfer", "0004_money_files"),
        ("transfer", "0005_spreadsheets"),
        ("transfer", "0006_words_of_choices"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_release"),
        ("standings", "0001_release"),
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
                                ("people", "People of the club"),
                                ("totals", "Totals of past evenings"),
                                ("lists", "Skat lists, hand by hand"),
                                ("money", "Who paid what for whom"),
                                ("balances", "Balances"),
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
                    (
                        "spreadsheet",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to="standings.spreadsheet"
                        ),
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
                    "indexes": [models.Index(fields=["run", "imported"], name="prepared_people_of_a_run")],
                },
            ),
            migrations.CreateModel(
                name="ShownTable",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("reader", models.CharField(max_length=64)),
                    ("name", models.CharField(max_length=200)),
                    ("heads", models.JSONField()),
                    ("rows", models.JSONField()),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["at"], name="shown_tables_by_time"),
                        models.Index(fields=["reader", "at"], name="shown_tables_of_a_reader"),
                    ],
                },
            ),
        ),
    ]
