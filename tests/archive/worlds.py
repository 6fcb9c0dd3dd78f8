"""A small club with rows in every table that an archive carries, made through the services."""

from typing import Any

from scorekeeper.clubs.house_rules import Wording, change
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Club
from scorekeeper.leagues.evenings.services import next_evening
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.money.services import DuesTick, ReportsWish, close_evening, collect, read_reports
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from scorekeeper.offline.services import Shown, note_difference
from scorekeeper.payouts.bank.services import BankAnswer, answer_bank
from scorekeeper.payouts.box.services import BoxSaving, set_target
from scorekeeper.payouts.care.services import hide_of_club, hide_own
from scorekeeper.payouts.payments.services import PaymentAnswer, confirm_payment
from scorekeeper.payouts.pools.awarding import set_mark
from scorekeeper.payouts.pools.records import MarkHolders, SpecialPrize
from scorekeeper.people.services import KeptTwo, Merging, keep_two, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.marks.services import decide_dispute, dispute_hand
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.anchors import anchor_club
from scorekeeper.privacy.services import RetentionChoice, keep_names
from scorekeeper.ratings.services import RatingChoice, choose_rating, replay_stale, stale
from scorekeeper.sharing.services import make_calendar, share_table
from scorekeeper.spreadsheets.choosing import remember
from scorekeeper.spreadsheets.reading import read
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, Spreadsheet
from scorekeeper.tournaments.pairs.services import PairWanted, keep_pair
from scorekeeper.transfer.plans.people import COLUMNS as OF_PEOPLE
from tests import factories
from tests.factories import NOW, at
from tests.factories.evenings import come, end_all, make_mixed, publish
from tests.factories.money import Pool, bank, tonk, waiting_payment, with_money, won
from tests.factories.teams import make_day, make_league_of, opened, play_series
from tests.factories.tournaments import make_tournament

OWNER, MEMBER = "Renate Vogt", "Jürgen Kowalski"
OWNERS_ADDRESS, MEMBERS_ADDRESS = "renate@lindenhof.example", "juergen@lindenhof.example"


class World:
    """A club, its owner and a member who keeps its tables."""

    def __init__(self) -> None:
        self.owner = factories.make_user(OWNER, email=OWNERS_ADDRESS)
        self.club: Club = factories.make_club("Skatfreunde Lindenhof", owner=self.owner)
        user = factories.make_user(MEMBER, email=MEMBERS_ADDRESS)
        self.member = factories.make_member(self.club, "scorer", user=user)
        self.season: Competition = factories.make_season(self.club, "Herbstliga")
        with_money(self.club)
        self._book()
        self._columns()
        self._sheets()
        self._payments()
        self._evening()
        self._league()
        self._tournament()
        anchor_club(self.club.pk, now=at(120))
        self._around()
        replay_stale()
        stale(self.club.pk, "skat", at(0))

    def _columns(self) -> None:
        reading = read(b"Held\nAnna\n", OF_PEOPLE)
        remember(self.club, "people", reading, OF_PEOPLE, {"held": "name"})

    def _book(self) -> None:
        """Two lines that are one person, two that are not; house rules in two versions."""
        club, by = self.club, self.owner
        one, other, third = (factories.make_player(club, name) for name in ("Ines", "Inés", "Ina \U0001f0a1"))
        merge_players(Merging(kept=one.pk), club=club, by=by, gone=other.pk, now=NOW)
        keep_two(KeptTwo(other=third.pk), club=club, by=by, player=one, now=NOW)
        keep_apart(club=club, by=by, one=one.pk, other=third.pk, now=NOW)
        house = factories.make_house_rules(club)
        change(house_id=house.pk, by=by, wording=Wording({"bock": True}, "as in the old days"), seen=1, now=NOW)
        self.players = [factories.player_of(by, club), factories.player_of(self.member, club), one]

    def _sheets(self) -> None:
        """One that was opened again and closed again, with everything on it; one that is going on."""
        sitting = factories.make_sitting(self.club, by=self.member, players=self.players, seasons=[self.season])
        phone = factories.make_device(sitting, 0, let_in=True)
        hands = factories.record_list(sitting, [factories.played(0), factories.null(1), factories.passed()])
        dispute_hand(Reasoned(reason="no"), sitting_id=sitting.pk, by=Actor(device=phone), hand_id=hands[0].pk, now=NOW)
        decide_dispute(
            Reasoned(reason="yes"), sitting_id=sitting.pk, by=Actor(user=self.owner), hand_id=hands[0].pk, now=NOW
        )
        factories.record(sitting, factories.played(2), by=Actor(device=phone))
        factories.correct(hands[1], factories.null(1, won=False), reason="one trick, “he said”")
        factories.take_back(factories.penalise(sitting))
        factories.swap(sitting, 0, 1)
        shown = Shown(key=hands[0].key, version="1", lines=[[0, "points", 1]], dealer=0)
        note_difference(shown, sitting=sitting, now=NOW)
        factories.finish(sitting)
        act: dict[str, Any] = {"sitting_id": sitting.pk, "by": Actor(user=self.owner)}
        reopen_sitting(Reasoned(reason="late"), **act, now=at(90))
        close_sitting(Reasoned(reason="late"), **act, now=at(91))
        paid = tonk(self.club, self.players)
        factories.record(paid, won(1))
        close_sitting(Reasoned(reason="late"), sitting_id=paid.pk, by=Actor(user=self.owner), now=at(60))
        cash = tonk(self.club, self.players)
        bank(cash, "buy_in", 500, 0)
        asked = bank(cash, "cash_out", 500, 0)
        undoing = BankAnswer(request=asked.pk, answer="undo", reason="he plays on")
        answer_bank(undoing, sitting_id=cash.pk, by=Actor(user=self.owner), now=at(62))
        bank(cash, "cash_out", 200, 1, by=Actor(self.member, factories.make_device(cash, 1, user=self.member)))
        self.going: Sitting = factories.make_sitting(self.club, by=self.member, seasons=[self.season])
        factories.record(self.going)

    def _payments(self) -> None:
        """One that is confirmed, and one that waits."""
        said, _open = (waiting_payment(self.club, self.players[0], amount, by=self.member) for amount in (50, 100))
        confirm_payment(PaymentAnswer(), club=self.club, payment_id=said.pk, by=self.owner, now=at(61))
        hide_own(club=self.club, user=self.member, hides=True, now=at(61))
        hide_of_club(club=self.club, by=self.owner, hides=True, now=at(61))
        set_target(BoxSaving(amount=500, what="Summer trip"), club=self.club, by=self.owner, now=at(61))
        pool = Pool(
            (), season=self.season, specials=[SpecialPrize(cause="best null", amount=50, player=self.players[0].pk)]
        )
        holders = MarkHolders(name="lady", players=(self.players[2].pk,))
        set_mark(holders, competition=self.season, by=self.owner, now=at(61))
        pool.back(pool.pay("entry", self.players[0]))
        pool.enter(*self.players)

    def _evening(self) -> None:
        evening: Evening = make_mixed(self.club, "truco", seasons=[self.season.pk], fee=250, unit="€")
        sign_up(EveningSignUp(comes=True, game=evening.line_up[1].pk), evening_id=evening.pk, by=self.member, now=NOW)
        here = come(evening, 3)
        publish(evening)
        end_all(evening)
        euros = evening.money
        for player in here[:2]:
            owing = dues_of(evening).of(player.pk, euros)
            tick = DuesTick(player=player.pk, amount=owing.due if owing else 0, **dict(euros))
            collect(tick, evening_id=evening.pk, by=self.owner, now=NOW)
        close_evening(evening_id=evening.pk, by=self.owner, now=at(100))
        next_evening(evening_id=evening.pk, by=self.owner, now=at(101))
        read_reports(ReportsWish(wants=True), club=self.club, by=self.member)

    def _league(self) -> None:
        league = make_league_of(self.club, [3, 3])
        series = opened(make_day(league))
        play_series(series, ["Adler"] * series.draw.tables.count())

    def _tournament(self) -> None:
        """With two who are not to meet, and a round that was open and is a draft again."""
        cup = make_tournament(self.club, self.players)
        people = sorted(str(one.pk) for one in cup.entrants.all())
        cup.stages.update(seen={"first": 1, "opened": 1, "people": people, "rounds": [[[[2, 0, 1]], []]]})
        one, other, _third = self.players
        keep_pair(PairWanted(kind="apart", one=one.pk, other=other.pk), tournament_id=cup.pk, by=self.owner, now=NOW)

    def _around(self) -> None:
        """What is set and given; and the secrets that stay here."""
        factories.give(self.season, self.players[0], 50)
        factories.settle(self.season, Counts(best=3))
        taken = factories.import_evening(self.season, {self.players[1]: {"points": 100}})
        taken.spreadsheet = Spreadsheet.objects.create(
            club=self.club, competition=self.season, name="The season's spreadsheet", kind="totals", at=NOW
        )
        taken.save()
        keep_names(RetentionChoice(years=5), club=self.club, by=self.owner, now=NOW)
        choose_rating(RatingChoice(wants=False), club=self.club, by=self.member, player_id=self.players[1].pk, now=NOW)
        factories.make_device(self.going)
        share_table(sitting_id=self.going.pk, by=Actor(user=self.owner), now=NOW)
        make_calendar(club=self.club, by=self.owner, now=NOW)
