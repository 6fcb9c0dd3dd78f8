"""What a person is called."""

from scorekeeper.accounts.models import User
from scorekeeper.common.names import clean_name


def rename(*, user: User, name: str) -> None:
    """The person's own name; a club's book keeps the name it knows them by."""
    user.name = clean_name(name, "name")
    user.save(update_fields=["name"])
