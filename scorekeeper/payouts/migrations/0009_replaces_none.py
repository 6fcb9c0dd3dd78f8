"""On SQLite INSERT OR REPLACE takes rows away without their DELETE triggers: nothing is inserted over what stands."""

from django.db import migrations

from scorekeeper.payouts import guards


def protect(apps, schema):
    guards.protect(schema.connection)


class Migration(migrations.Migration):
    dependencies = [("payouts", "0008_one_each")]
    operations = [migrations.RunPython(protect, migrations.RunPython.noop)]
