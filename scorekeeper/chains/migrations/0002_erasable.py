from django.db import migrations

from scorekeeper.common.append_only import ERASABLE, protection


class Migration(migrations.Migration):
    dependencies = [
        ("chains", "0001_base"),
        ("clubs", "0003_replaces_none"),
        ("journal", "0003_replaces_none"),
        ("payouts", "0003_replaces_none"),
        ("play", "0003_replaces_none"),
        ("standings", "0004_digests"),
        ("tournaments", "0003_replaces_none"),
    ]
    operations = [protection(*ERASABLE)]
