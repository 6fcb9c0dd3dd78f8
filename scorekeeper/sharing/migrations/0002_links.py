"""Links of seasons, team leagues and evenings."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = {
    "table": "sitting",
    "calendar": "user",
    "screen": "tournament",
    "public": "tournament",
    "season": "season",
    "league": "league",
    "evening": "evening",
}


def leads_somewhere() -> models.Q:
    found = models.Q()
    for kind, own in KINDS.items():
        others = {f"{field}__isnull": field != own for field in dict.fromkeys(KINDS.values())}
        found |= models.Q(kind=kind, **others)
    return found


def leads_to(model: str) -> models.ForeignKey:
    return models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=model)


def one(kind: str, name: str) -> migrations.AddConstraint:
    only = models.Q(("ended_at", None), ("kind", kind))
    return migrations.AddConstraint("link", models.UniqueConstraint(condition=only, fields=("club", kind), name=name))


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0003_locks_and_undo"),
        ("sharing", "0001_base"),
        ("standings", "0005_versions"),
    ]
    operations = [
        migrations.RemoveConstraint("link", "link_leads_somewhere"),
        migrations.AddField("link", "season", leads_to("standings.competition")),
        migrations.AddField("link", "league", leads_to("leagues.teamleague")),
        migrations.AddField("link", "evening", leads_to("leagues.evening")),
        migrations.AlterField(
            "link", "kind", models.CharField(choices=[(kind, kind.capitalize()) for kind in KINDS], max_length=8)
        ),
        one("season", "one_link_a_season"),
        one("league", "one_link_a_league"),
        one("evening", "one_link_an_evening"),
        migrations.AddConstraint(
            "link", models.CheckConstraint(condition=leads_somewhere(), name="link_leads_somewhere")
        ),
    ]
