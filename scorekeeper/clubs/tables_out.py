"""The members of a club as a table for other programs. As on the page, without addresses."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.common.tables.values import Table


def members_out(club: Club, members: Iterable[Membership]) -> Table:
    rows = ([one.user.name, one.get_role_display()] for one in members)
    return Table(_("Members of {club}").format(club=club.name), [_("Name"), _("Role")], rows)
