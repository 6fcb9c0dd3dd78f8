from uuid import uuid4

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("transfer", "0001_base"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShownTable",
            fields=[
                ("id", models.UUIDField(default=uuid4, editable=False, primary_key=True, serialize=False)),
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
    ]
