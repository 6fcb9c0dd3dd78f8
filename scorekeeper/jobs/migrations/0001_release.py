from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("jobs", "0001_base")]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Job",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("kind", models.CharField(max_length=40)),
                    ("key", models.UUIDField(unique=True)),
                    ("arguments", models.JSONField(default=dict)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "waiting"),
                                ("running", "running"),
                                ("done", "done"),
                                ("failed", "failed"),
                                ("cancelled", "stopped"),
                            ],
                            default="waiting",
                            max_length=10,
                        ),
                    ),
                    ("done", models.PositiveIntegerField(default=0)),
                    ("total", models.PositiveIntegerField(default=0)),
                    ("wants_cancel", models.BooleanField(default=False)),
                    ("attempts", models.PositiveSmallIntegerField(default=0)),
                    ("due_at", models.DateTimeField()),
                    ("created_at", models.DateTimeField()),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("words", models.JSONField(default=list)),
                    ("facts", models.JSONField(default=dict)),
                    ("link", models.CharField(blank=True, max_length=200)),
                    ("file_name", models.CharField(blank=True, max_length=120)),
                    ("file_type", models.CharField(blank=True, max_length=80)),
                    ("file_until", models.DateTimeField(null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="jobs", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="jobs", to="clubs.club"),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(
                            condition=models.Q(("state__in", ["waiting", "running"])), fields=["due_at"], name="job_due"
                        ),
                        models.Index(fields=["club", "created_at"], name="job_of_club"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Piece",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("attempt", models.PositiveSmallIntegerField()),
                    ("number", models.PositiveIntegerField()),
                    ("data", models.BinaryField()),
                    ("job", models.ForeignKey(on_delete=models.CASCADE, related_name="pieces", to="jobs.job")),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("job", "attempt", "number"), name="piece_once")],
                },
            ),
        ),
    ]
