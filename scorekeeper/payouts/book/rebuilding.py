"""Make the balances of accounts and the numbers of their entries anew from their legs, which are only read."""

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import BigIntegerField, Count, Max, Sum
from django.db.models.functions import Cast, Coalesce

from scorekeeper.payouts.models import Account


def rebuild_accounts(club_id: UUID | None, *, write: bool) -> Iterator[tuple[str, str, bool]]:
    """Each account that does not say what its legs come to: (where, what, whether it is sure). Told to, it is written
    anew, locked as booking locks it, so people may go on. Where its legs have a gap or another end than their sum, they
    prove nothing: it is left as it is."""
    accounts = Account.objects.order_by("pk")
    if club_id is not None:
        accounts = accounts.filter(club=club_id)
    for pk in list(accounts.values_list("pk", flat=True)):
        yield from _account(pk, write=write)


@transaction.atomic
def _account(pk: UUID, *, write: bool) -> list[tuple[str, str, bool]]:
    account = Account.objects.select_for_update(no_key=True).get(pk=pk)
    total = Coalesce(Cast(Sum("amount"), BigIntegerField()), 0)
    made = account.legs.aggregate(many=Count("pk"), total=total, last=Coalesce(Max("number"), 0))
    has, due = (account.entries, account.balance), (made["many"], made["total"])
    where = f"account {pk}"
    if made["last"] != made["many"] or (made["many"] and _end(account, made["last"]) != made["total"]):
        return [(where, "its legs have a gap, or do not lead to their sum", False)]
    if has == due:
        return []
    if write:
        account.entries, account.balance = due
        account.save(update_fields=["entries", "balance"])
    return [(where, f"{has[0]} entries and {has[1]} become {due[0]} and {due[1]}", True)]


def _end(account: Account, number: int) -> int:
    return account.legs.values_list("balance", flat=True).get(number=number)
