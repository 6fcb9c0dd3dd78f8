from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import migrations, models
from django.db.migrations.state import StateApps
from django.utils import timezone

from scorekeeper.common.ids import uuid7

UNKNOWN = "0.0.0.0"  # noqa: S104 the list of devices knows no address for them


def list_sessions(apps: StateApps, _editor: object) -> None:
    """Whoever is signed in already stands in the list of devices too, without an address or a browser."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    users = {str(pk) for pk in apps.get_model("accounts", "User").objects.values_list("pk", flat=True)}
    listed = apps.get_model("usersessions", "UserSession")
    now = timezone.now()
    for session in apps.get_model("sessions", "Session").objects.filter(expire_date__gt=now).iterator():
        user = store.decode(session.session_data).get(SESSION_KEY)
        if user in users:
            defaults = {"user_id": user, "ip": UNKNOWN, "user_agent": "", "created_at": now, "last_seen_at": now}
            listed.objects.get_or_create(session_key=session.session_key, defaults=defaults)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_base"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]
    operations = [
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("link_hash", models.CharField(max_length=64, unique=True)),
                ("old", models.EmailField(max_length=254)),
                ("new", models.EmailField(max_length=254)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="address_changes", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FailedTry",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("subject", models.CharField(max_length=80)),
                ("source", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["subject", "at"], name="tries_at_a_subject"),
                    models.Index(fields=["source", "at"], name="tries_from_a_source"),
                ],
            },
        ),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
