from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_words_of_choices")]
    operations = [
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
