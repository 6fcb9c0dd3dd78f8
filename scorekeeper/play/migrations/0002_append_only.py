"""Guard the rows that must never change in the database itself."""

from django.db import migrations

from scorekeeper.common.append_only import protect, unprotect

TABLES = ["play_hand", "play_ledgerentry", "play_act", "play_signature", "play_anchor"]


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]
    operations = [
        migrations.RunPython(
            lambda apps, schema: protect(schema.connection, TABLES),
            lambda apps, schema: unprotect(schema.connection, TABLES),
        )
    ]
