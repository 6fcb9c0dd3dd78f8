"""Who is kept apart is a table of clubs now: see clubs/migrations/0009_keep_apart.py. Not a row is touched."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_keep_apart"), ("leagues", "0008_collected_is_booked")]
    operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="KeepApart")])]
