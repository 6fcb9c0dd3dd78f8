from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models import Q

GIVEN_UP = 10  # attempts


def erase(apps: StateApps, _editor: object) -> None:
    """Subjects of mails that went out are kept no longer: codes stood in them."""
    done = Q(sent_at__isnull=False) | Q(attempts__gte=GIVEN_UP)
    apps.get_model("outbox", "Mail").objects.filter(done).update(subject="", body="", html="")


class Migration(migrations.Migration):
    dependencies = [("outbox", "0001_base")]
    operations = [migrations.RunPython(erase, migrations.RunPython.noop)]
