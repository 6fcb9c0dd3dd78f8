from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("outbox", "0001_base"), ("outbox", "0002_no_text_once_sent"), ("outbox", "0003_codes")]
    dependencies = []
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Mail",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("to", models.JSONField()),
                    ("subject", models.CharField(max_length=200)),
                    ("body", models.TextField()),
                    ("html", models.TextField(blank=True)),
                    ("sender", models.CharField(max_length=200)),
                    ("created_at", models.DateTimeField()),
                    ("attempts", models.PositiveSmallIntegerField(default=0)),
                    ("next_attempt_at", models.DateTimeField()),
                    ("sent_at", models.DateTimeField(null=True)),
                    ("error", models.CharField(blank=True, max_length=200)),
                    ("is_code", models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    "indexes": [
                        models.Index(
                            condition=models.Q(("sent_at", None)), fields=["next_attempt_at"], name="mail_waiting"
                        )
                    ],
                },
            ),
        ),
    ]
