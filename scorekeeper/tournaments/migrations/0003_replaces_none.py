from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_base")]
    operations = [protection("tournaments_deskact")]
