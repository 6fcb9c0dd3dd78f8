from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("spreadsheets", "0001_base")]
    dependencies = [("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="ColumnChoice",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("kind", models.CharField(max_length=20)),
                    ("key", models.CharField(max_length=200)),
                    ("column", models.CharField(blank=True, max_length=60)),
                    (
                        "club",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="column_choices", to="clubs.club"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "kind", "key"), name="one_choice_for_a_head")
                    ],
                },
            ),
        ),
    ]
