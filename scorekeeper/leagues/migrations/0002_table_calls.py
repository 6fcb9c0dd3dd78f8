"""A table of an evening can call the director."""

import django.db.models.deletion
import scorekeeper.common.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_replaces_none'),
        ('leagues', '0001_base'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.UUIDField(default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='leagues.drawntable')),
            ],
            options={
                'ordering': ['at'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('club', 'table'), name='one_open_call_an_evening_table')],
            },
        ),
    ]
