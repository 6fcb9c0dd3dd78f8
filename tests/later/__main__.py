"""`python -m tests.later migrate ...`: a command of Django as the version to come has it."""

import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line

from tests.later import GOOD

settings.MIGRATION_MODULES = GOOD
django.setup()
execute_from_command_line(sys.argv)
