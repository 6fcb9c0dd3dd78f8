# SQLite makes altered tables anew and loses their triggers: both ways end with `protect`. PostgreSQL only adds columns
# here, which takes no time; what would look at every row is in 0006.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import protect

TABLES = ["play_hand", "play_ledgerentry", "play_act", "play_signature", "play_anchor"]


def guard(apps, schema):
    if schema.connection.vendor == "sqlite":
        protect(schema.connection, TABLES)


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_notes_of_invitations'),
        ('play', '0003_hand_marks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard),
        migrations.AddField(
            model_name='act',
            name='detail',
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            model_name='act',
            name='facts',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='act',
            name='hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='act',
            name='key',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='act',
            name='player',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player'),
        ),
        migrations.AddField(
            model_name='act',
            name='reverses',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversals', to='play.act'),
        ),
        migrations.AddField(
            model_name='act',
            name='seq',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ledgerentry',
            name='act',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='play.act'),
        ),
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('opened', 'opened'), ('joined', 'joined the table'), ('left', 'left the table'), ('ended', 'ended the list early'), ('resumed', 'went on with the list'), ('closed', 'closed'), ('reopened', 'reopened'), ('claimed', 'took over the sheet'), ('dealer', 'set the dealer'), ('penalty', 'penalty'), ('adjusted', 'adjustment'), ('reversed', 'taken back'), ('swapped', 'swapped seats'), ('substitute', 'is played for'), ('returned', 'plays again')], max_length=10),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
