from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.common.append_only import protection
from scorekeeper.common.creating import Guard


def drop_old_names(connection: BaseDatabaseWrapper) -> None:
    """The money book had triggers of its own for what all tables have now."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER IF EXISTS payouts_leg_replaces_none")
            cursor.execute("DROP TRIGGER IF EXISTS payouts_booking_replaces_none")


class Migration(migrations.Migration):
    dependencies = [("payouts", "0001_base")]
    operations = [
        protection("payouts_leg", "payouts_booking", "payouts_bankact", "payouts_poolact"),
        Guard(drop_old_names),
    ]
