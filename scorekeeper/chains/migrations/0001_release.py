from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("chains", "0001_base"), ("chains", "0002_erasable"), ("chains", "0003_detail_of_what_waits")]
    dependencies = [("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Chain",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveIntegerField(default=0)),
                    ("hash", models.CharField(blank=True, max_length=64)),
                    ("tips", models.JSONField(default=dict)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                ],
                options={
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="Link",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("owner", models.UUIDField()),
                    ("table", models.CharField(max_length=40)),
                    ("row", models.UUIDField()),
                    ("digest", models.CharField(blank=True, max_length=64)),
                    ("number", models.PositiveIntegerField()),
                    ("detail", models.JSONField(default=dict)),
                    ("at", models.DateTimeField()),
                    ("previous", models.CharField(blank=True, max_length=64)),
                    ("hash", models.CharField(max_length=64)),
                    (
                        "club",
                        models.ForeignKey(db_index=False, on_delete=models.PROTECT, related_name="+", to="clubs.club"),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "table"], name="links_of_a_table")],
                    "constraints": [models.UniqueConstraint(fields=("owner", "number"), name="one_link_a_number")],
                },
            ),
            migrations.CreateModel(
                name="Salt",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("table", models.CharField(max_length=40)),
                    ("row", models.UUIDField()),
                    ("column", models.CharField(max_length=20)),
                    ("salt", models.CharField(blank=True, max_length=32)),
                    ("hash", models.CharField(max_length=64)),
                    (
                        "club",
                        models.ForeignKey(db_index=False, on_delete=models.PROTECT, related_name="+", to="clubs.club"),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "table"], name="salts_of_a_table")],
                    "constraints": [models.UniqueConstraint(fields=("row", "column"), name="one_salt_a_text")],
                },
            ),
            migrations.CreateModel(
                name="Waiting",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("owner", models.UUIDField()),
                    ("table", models.CharField(max_length=40)),
                    ("row", models.UUIDField()),
                    ("digest", models.CharField(blank=True, max_length=64)),
                    (
                        "club",
                        models.ForeignKey(db_index=False, on_delete=models.PROTECT, related_name="+", to="clubs.club"),
                    ),
                    ("detail", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ],
                options={
                    "indexes": [models.Index(fields=["club"], name="waiting_of_a_club")],
                },
            ),
        ),
        protection("chains_link"),
    ]
