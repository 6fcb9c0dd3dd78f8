from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("notices", "0001_base"), ("notices", "0002_words_of_choices")]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Notice",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("kind", models.CharField(max_length=12)),
                    ("key", models.CharField(max_length=100)),
                    ("thing", models.UUIDField()),
                    ("values", models.JSONField(default=dict)),
                    ("link", models.CharField(max_length=200)),
                    ("at", models.DateTimeField()),
                    ("until", models.DateTimeField()),
                    ("read_at", models.DateTimeField(null=True)),
                    ("done_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=models.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["thing"], name="notices_of_a_thing")],
                    "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_notice_a_key")],
                },
            ),
            migrations.CreateModel(
                name="SwitchedOff",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("signature", "My signature is missing"),
                                ("dispute", "A dispute is waiting for me as a director"),
                                ("evening", "The next evening of a club"),
                                ("settled", "A hand I disputed is decided"),
                                ("payment", "A payment is waiting for my confirmation"),
                                ("moved_up", "I have moved up from a waiting list"),
                                ("clean_up", "Old names will soon be removed from a club I own"),
                            ],
                            max_length=12,
                        ),
                    ),
                    (
                        "channel",
                        models.CharField(choices=[("screen", "on the home page"), ("mail", "by mail")], max_length=6),
                    ),
                    (
                        "user",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "kind", "channel"), name="switched_off_once")
                    ],
                },
            ),
        ),
    ]
