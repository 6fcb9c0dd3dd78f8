from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_base"),
        ("mfa", "0003_authenticator_type_uniq"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="SecondFactorAsked",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
            ],
        ),
    ]
