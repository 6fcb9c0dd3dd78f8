from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.creating import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("sharing", "0001_initial"),
        ("sharing", "0002_screens"),
        ("sharing", "0003_public"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_base"),
        ("play", "0001_base"),
        ("tournaments", "0001_base"),
    ]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Link",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("table", "Table"),
                                ("calendar", "Calendar"),
                                ("screen", "Screen"),
                                ("public", "Public"),
                            ],
                            max_length=8,
                        ),
                    ),
                    ("hash", models.CharField(max_length=64, unique=True)),
                    ("made_at", models.DateTimeField()),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "sitting",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="links", to="play.sitting"),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="links", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "table")),
                            fields=("club", "sitting"),
                            name="one_link_a_table",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "calendar")),
                            fields=("club", "user"),
                            name="one_calendar_a_person",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "screen")),
                            fields=("club", "tournament"),
                            name="one_screen_a_tournament",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "public")),
                            fields=("club", "tournament"),
                            name="one_public_page_a_tournament",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("kind", "table"), ("sitting__isnull", False), ("tournament", None), ("user", None)
                                ),
                                models.Q(
                                    ("kind", "calendar"),
                                    ("sitting", None),
                                    ("tournament", None),
                                    ("user__isnull", False),
                                ),
                                models.Q(
                                    ("kind__in", ["screen", "public"]),
                                    ("sitting", None),
                                    ("tournament__isnull", False),
                                    ("user", None),
                                ),
                                _connector="OR",
                            ),
                            name="link_leads_somewhere",
                        ),
                    ],
                },
            ),
        ),
    ]
