from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0004_seat_acts")]
    operations = [
        migrations.AddField("sitting", "key", models.UUIDField(null=True)),
        migrations.AddField("sitting", "facts", models.CharField(blank=True, db_default="", default="", max_length=64)),
        migrations.AddConstraint(
            "sitting",
            models.UniqueConstraint(
                condition=models.Q(("key__isnull", False)), fields=("club", "key"), name="one_sitting_a_key"
            ),
        ),
    ]
