"""Who is kept apart is known to evenings and tournaments: the table stays where it is, under the name it has."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.common.ids


class Migration(migrations.Migration):
    dependencies = [("clubs", "0008_money"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="KeepApart",
                    fields=[
                        (
                            "id",
                            models.UUIDField(
                                default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="keep_apart", to="clubs.club"
                            ),
                        ),
                        (
                            "made_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "one",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"
                            ),
                        ),
                    ],
                    options={
                        "db_table": "leagues_keepapart",
                        "constraints": [
                            models.UniqueConstraint(fields=("club", "one", "other"), name="one_keep_apart_a_pair"),
                            models.CheckConstraint(
                                condition=models.Q(one__lt=models.F("other")), name="keep_apart_in_order"
                            ),
                        ],
                    },
                )
            ]
        )
    ]
