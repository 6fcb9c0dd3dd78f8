from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("journal", "0001_base"), ("journal", "0003_replaces_none")]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Entry",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("at", models.DateTimeField(default=timezone.now)),
                    ("kind", models.CharField(max_length=20)),
                    ("by_phone", models.UUIDField(null=True)),
                    ("thing", models.UUIDField(null=True)),
                    ("detail", models.JSONField(default=dict)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    (
                        "by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "other",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "-at", "-id"], name="journal_newest_first"),
                        models.Index(fields=["club", "thing"], name="journal_of_a_thing"),
                        models.Index(fields=["club", "by_user"], name="journal_by_whom"),
                    ],
                },
            ),
        ),
        protection("journal_entry"),
    ]
