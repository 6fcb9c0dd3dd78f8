from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("standings", "0001_base")]
    operations = [protection("standings_importedresult", "standings_seasonact")]
