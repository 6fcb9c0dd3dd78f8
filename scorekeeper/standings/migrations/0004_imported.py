import django.db.models.deletion
import scorekeeper.common.ids
from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import protect, unprotect

TABLES = ["standings_importedresult"]


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_people'),
        ('standings', '0003_disputed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Import',
            fields=[
                ('id', models.UUIDField(default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('taken_back_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='clubs.club')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='standings.competition')),
                ('taken_back_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportedResult',
            fields=[
                ('id', models.UUIDField(default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('source', models.UUIDField()),
                ('title', models.CharField(max_length=80)),
                ('played_on', models.DateField()),
                ('measures', models.JSONField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('imported', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='standings.import')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at__isnull', True)), fields=('club', 'competition', 'digest'), name='one_import_a_content'),
        ),
        migrations.AddIndex(
            model_name='importedresult',
            index=models.Index(fields=['imported', 'source'], name='imported_evening'),
        ),
        migrations.AddConstraint(
            model_name='importedresult',
            constraint=models.UniqueConstraint(fields=('club', 'source', 'player'), name='one_imported_result'),
        ),
        migrations.RunPython(
            lambda apps, schema: protect(schema.connection, TABLES),
            lambda apps, schema: unprotect(schema.connection, TABLES),
        ),
    ]
