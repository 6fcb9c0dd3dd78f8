from django.db import migrations, models
from django.db.models import Q

from scorekeeper.common.append_only import protection

WHOLE = "pool_act_is_whole"


class Migration(migrations.Migration):
    """What somebody has paid into the box is an act of the pool too."""

    dependencies = [("payouts", "0003_replaces_none")]
    operations = [
        protection("payouts_poolact"),
        migrations.RemoveConstraint(model_name="poolact", name=WHOLE),
        migrations.AddConstraint(
            model_name="poolact",
            constraint=models.CheckConstraint(
                condition=(
                    Q(kind__in=["entry", "rebuy", "addon", "collected"], player__isnull=False, of=None)
                    | Q(kind="awarded", player=None, of=None)
                    | (Q(kind="taken_back", of__isnull=False) & ~Q(reason=""))
                ),
                name=WHOLE,
            ),
        ),
        migrations.AlterField(
            model_name="poolact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("entry", "entry"),
                    ("rebuy", "re-buy"),
                    ("addon", "add-on"),
                    ("collected", "paid into the box"),
                    ("awarded", "prizes awarded"),
                    ("taken_back", "taken back"),
                ],
                max_length=10,
            ),
        ),
        protection("payouts_poolact"),
    ]
