"""House rules of the demo club, one of them in a second version."""

from datetime import timedelta

from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import Wording, change, write_down
from scorekeeper.clubs.models import Club, HouseRules
from scorekeeper.demo.cast import FOUNDED

PUB = {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True}


def house_rules(club: Club, director: User) -> None:
    """Two sets of rules, once."""
    if HouseRules.objects.filter(club=club).exists():
        return
    pub = write_down(
        club=club, by=director, game="skat", name="Late at the Lindenhof", wording=Wording(PUB), now=FOUNDED
    )
    write_down(
        club=club,
        by=director,
        game="tonk",
        name="Tonk at the round table",
        wording=Wording({"catch_extra": "others", "stake": 10}),
        now=FOUNDED,
    )
    change(
        house_id=pub.pk,
        by=director,
        wording=Wording({**PUB, "ramsch_skat_to": "last_trick"}, "It was said so at the general meeting."),
        seen=1,
        now=FOUNDED + timedelta(days=30),
    )
