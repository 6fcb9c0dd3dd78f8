from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Lower
from django.utils import timezone

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("accounts", "0001_base"),
        ("accounts", "0002_sign_in_safety"),
        ("accounts", "0003_words_of_choices"),
        ("accounts", "0004_named_by_address"),
        ("accounts", "0005_language"),
        ("accounts", "0006_names_shown"),
    ]
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="User",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("password", models.CharField(max_length=128, verbose_name="password")),
                    ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                    (
                        "is_superuser",
                        models.BooleanField(
                            default=False,
                            help_text="Designates that this user has all permissions without explicitly assigning them.",
                            verbose_name="superuser status",
                        ),
                    ),
                    ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail address")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("is_active", models.BooleanField(default=True)),
                    ("joined_at", models.DateTimeField(default=timezone.now)),
                    ("news_until", models.DateTimeField(null=True)),
                    (
                        "groups",
                        models.ManyToManyField(
                            blank=True,
                            help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.group",
                            verbose_name="groups",
                        ),
                    ),
                    (
                        "user_permissions",
                        models.ManyToManyField(
                            blank=True,
                            help_text="Specific permissions for this user.",
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.permission",
                            verbose_name="user permissions",
                        ),
                    ),
                    ("is_named", models.BooleanField(db_default=True, default=True)),
                    ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                    ("full_name", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            Lower("email"),
                            name="one_account_an_address",
                            violation_error_message="There is already an account with this address.",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="ApiToken",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("hash", models.CharField(max_length=64, unique=True)),
                    ("scopes", models.JSONField()),
                    ("created_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                    ("revoked_at", models.DateTimeField(null=True)),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=models.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
            ),
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
        ),
    ]
