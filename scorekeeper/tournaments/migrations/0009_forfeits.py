"""Who does not check in can lose their next match."""

from django.db import migrations, models

from scorekeeper.common.append_only import protection

KINDS = [
    ("entered", "entered"),
    ("waits", "went on the waiting list"),
    ("moved_up", "moved up from the waiting list"),
    ("came", "checked in"),
    ("not_here", "check-in taken back"),
    ("forfeits", "loses the match without coming"),
    ("cancelled", "does not come"),
    ("withdrew", "left the tournament"),
    ("returned", "came back"),
    ("absent", "misses a round"),
    ("present", "plays the round after all"),
    ("substitute", "is played for"),
    ("seeded", "seeded"),
    ("changed", "called otherwise"),
    ("result", "result written at the desk"),
    ("penalty", "penalty or bonus"),
    ("lot", "lot drawn"),
    ("out", "knocked out"),
    ("seated", "got a seat"),
    ("moved", "moved to another table"),
    ("drawn", "round drawn"),
    ("checked", "compared with the paper"),
    ("time", "time given to all"),
    ("taken_back", "taken back"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_printed")]
    operations = [
        protection("tournaments_deskact"),
        migrations.AlterField("deskact", "kind", models.CharField(max_length=10, choices=KINDS)),
        protection("tournaments_deskact"),
    ]
