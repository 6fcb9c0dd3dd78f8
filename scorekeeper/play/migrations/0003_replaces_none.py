from django.db import migrations

from scorekeeper.common.append_only import protection


class Migration(migrations.Migration):
    dependencies = [("play", "0002_seats")]
    operations = [
        protection("play_hand", "play_ledgerentry", "play_act", "play_signature", "play_anchor", "play_handmark")
    ]
