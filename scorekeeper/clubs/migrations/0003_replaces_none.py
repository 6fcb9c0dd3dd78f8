from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_second_factor")]
    operations = [protection("clubs_houserulesversion")]
