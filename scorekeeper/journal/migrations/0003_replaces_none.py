from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_base")]
    operations = [protection("journal_entry")]
