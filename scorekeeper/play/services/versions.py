"""Which version of a hand is in force, and the refusal to touch another."""

from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.errors import Conflict
from scorekeeper.play.models import Hand, Sitting


def current_version(sitting: Sitting, hand_id: UUID) -> Hand:
    """The version in force that has this id.

    Raises:
        Hand.DoesNotExist: no version of this sitting has it.
        Conflict: `hand_changed`: it has been replaced since.
    """
    hand = sitting.hands.get(pk=hand_id)
    newest = sitting.hands.filter(number=hand.number).order_by("-version").first()
    if newest is None or newest.pk != hand.pk:
        raise changed(sitting, hand_id)
    return hand


def number_of(sitting: Sitting, hand_id: UUID) -> int:
    """The number of the hand that has a version of this id. Raises Hand.DoesNotExist."""
    return int(sitting.hands.values_list("number", flat=True).get(pk=hand_id))


def changed(sitting: Sitting, hand_id: UUID) -> Conflict:
    """The refusal to touch a version that is no longer in force."""
    number = number_of(sitting, hand_id)
    newest = sitting.hands.filter(number=number).order_by("-version").first()
    text = _("Hand {number} has been changed in the meantime.").format(number=number)
    return Conflict("hand_changed", text, newest)
