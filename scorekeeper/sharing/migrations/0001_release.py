from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("sharing", "0001_base"), ("sharing", "0002_links"), ("sharing", "0003_ceremonies")]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_release"),
        ("leagues", "0001_release"),
        ("play", "0001_release"),
        ("standings", "0001_release"),
        ("tournaments", "0001_release"),
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
                                ("season", "Season"),
                                ("league", "League"),
                                ("evening", "Evening"),
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
                    (
                        "season",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to="standings.competition"
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to="leagues.teamleague"
                        ),
                    ),
                    (
                        "evening",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to="leagues.evening"),
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
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "season")),
                            fields=("club", "season"),
                            name="one_link_a_season",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "league")),
                            fields=("club", "league"),
                            name="one_link_a_league",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at", None), ("kind", "evening")),
                            fields=("club", "evening"),
                            name="one_link_an_evening",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "table"),
                                    ("league__isnull", True),
                                    ("season__isnull", True),
                                    ("sitting__isnull", False),
                                    ("tournament__isnull", True),
                                    ("user__isnull", True),
                                ),
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "calendar"),
                                    ("league__isnull", True),
                                    ("season__isnull", True),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", True),
                                    ("user__isnull", False),
                                ),
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "screen"),
                                    ("league__isnull", True),
                                    ("season__isnull", True),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", False),
                                    ("user__isnull", True),
                                ),
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "public"),
                                    ("league__isnull", True),
                                    ("season__isnull", True),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", False),
                                    ("user__isnull", True),
                                ),
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "season"),
                                    ("league__isnull", True),
                                    ("season__isnull", False),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", True),
                                    ("user__isnull", True),
                                ),
                                models.Q(
                                    ("evening__isnull", True),
                                    ("kind", "league"),
                                    ("league__isnull", False),
                                    ("season__isnull", True),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", True),
                                    ("user__isnull", True),
                                ),
                                models.Q(
                                    ("evening__isnull", False),
                                    ("kind", "evening"),
                                    ("league__isnull", True),
                                    ("season__isnull", True),
                                    ("sitting__isnull", True),
                                    ("tournament__isnull", True),
                                    ("user__isnull", True),
                                ),
                                _connector="OR",
                            ),
                            name="link_leads_somewhere",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Ceremony",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("since", models.PositiveSmallIntegerField(null=True)),
                    ("turn", models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ("begun_at", models.DateTimeField()),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "tournament",
                        models.OneToOneField(
                            on_delete=models.CASCADE, related_name="ceremony", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                },
            ),
        ),
    ]
