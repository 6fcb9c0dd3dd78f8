"""The door of programs to what is said of hands: confirmed, disputed, taken back, decided."""

from django.utils import timezone

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act
from scorekeeper.play.api import AtHand
from scorekeeper.play.marks.reads import all_marks, marks_state
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.policies import can_direct, plays
from scorekeeper.play.records import Empty, Reasoned
from scorekeeper.play.sheet.records import MarkedBody
from scorekeeper.play.sheet.shown import marked_hand, names_for


def _marked(hand: Hand) -> MarkedBody:
    """The hand and all that was said of it."""
    found = Sitting.objects.select_related("club").get(pk=hand.sitting_id)
    marks = all_marks(found).get(hand.number, [])
    return marked_hand(hand, names_for(found), marks_state(found, timezone.now()).state(hand), marks)


hand_confirm = Act(
    operation="hand_confirm",
    summary="Confirm a hand",
    about="A seat other than the recorder's confirms a hand. A confirmed hand stays confirmed.",
    asks=Empty,
    does=confirm_hand,
    gives=MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_dispute = Act(
    operation="hand_dispute",
    summary="Dispute a hand",
    about="A seat other than the recorder's disputes a hand. The sheet cannot become official until a director has "
    "decided.",
    asks=Reasoned,
    does=dispute_hand,
    gives=MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_withdraw = Act(
    operation="hand_withdraw",
    summary="Withdraw a dispute",
    about="A seat withdraws its own dispute.",
    asks=Empty,
    does=withdraw_dispute,
    gives=MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_decide = Act(
    operation="hand_decide",
    summary="Let a disputed hand stand",
    about="A director lets a disputed hand stand. Correcting or striking the hand decides otherwise.",
    asks=Reasoned,
    does=decide_dispute,
    gives=MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
