"""Draws are numbered by game, and an evening itself says nothing of rules any more."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0005_copy_games")]
    operations = [
        migrations.RemoveConstraint(model_name="tabledraw", name="one_draw_a_number"),
        migrations.RemoveConstraint(model_name="tabledraw", name="one_draft_an_evening"),
        migrations.AlterField(
            model_name="tabledraw",
            name="evening_game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="draws", to="leagues.eveninggame"
            ),
        ),
        migrations.AddConstraint(
            model_name="tabledraw",
            constraint=models.UniqueConstraint(fields=("club", "evening_game", "number"), name="one_draw_a_number"),
        ),
        migrations.AddConstraint(
            model_name="tabledraw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("published_at", None)), fields=("club", "evening_game"), name="one_draft_a_game"
            ),
        ),
        migrations.RemoveField(model_name="evening", name="game"),
        migrations.RemoveField(model_name="evening", name="rules"),
        migrations.RemoveField(model_name="evening", name="rules_name"),
        migrations.RemoveField(model_name="evening", name="house_version"),
        migrations.RemoveField(model_name="evening", name="size"),
    ]
