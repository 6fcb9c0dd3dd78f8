"""What people have seen of a round that was taken back stands with the stage, no longer in the report of its draft."""

from django.db import migrations, models


def take_from_drafts(apps, schema):
    drafts = apps.get_model("tournaments", "Round").objects.filter(state="draft", report__has_key="seen")
    for draft in drafts.select_related("stage"):
        draft.stage.seen = {"first": draft.number, "opened": 1, **draft.report.pop("seen")}
        draft.stage.save(update_fields=["seen"])
        draft.save(update_fields=["report"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_held'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='seen',
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(take_from_drafts, migrations.RunPython.noop),
    ]
