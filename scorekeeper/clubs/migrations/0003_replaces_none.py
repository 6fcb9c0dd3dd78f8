from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_base")]
    operations = [protection("clubs_houserulesversion")]
