"""Awarding a prize pool, naming who has won a special prize, and the marks for the prizes of groups."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text, pgettext
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.names import tidied
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.pairing.prizes import deal_problems
from scorekeeper.payouts.book.services import Draft, book
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, PoolAct, PrizeMark, PrizePool, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pools.reads import (
    DONE,
    Given,
    Got,
    PoolNow,
    dealt,
    not_final,
    outlook,
    people,
    ranking_of,
)
from scorekeeper.payouts.pools.records import LONGEST_MARK, MarkHolders, PoolAward, PoolTerms, SpecialWinner
from scorekeeper.payouts.pools.services import NOBODY, PaidIn, draft, locked_pool, set_up_pool
from scorekeeper.play.actors import Actor
from scorekeeper.standings.models import Competition


@transaction.atomic
def award(asked: PoolAward, *, competition: Competition, by: User, key: UUID, now: datetime, seen: str = "") -> PaidIn:
    """Award the prizes of what is over, by its official standings or, with a deal, by the shares that were agreed on:
    what the club adds, what is kept and every prize are booked, and nothing stays in the pool. Special prizes are given
    in both cases. `seen` is what was shown of it before, where it was.

    Raises:
        PrizePool.DoesNotExist.
        Conflict: `awarded`; `not_final`: the standings are not official yet; `changed_meanwhile`: something else
            was shown.
        Refused: as `to_give`: why the pool can't be shared out like this; `amount_too_large`.
    """
    pool = locked_pool(competition, by)
    if before := PoolAct.objects.filter(club=pool.club_id, key=key, pool=pool, kind=DONE.AWARDED).first():
        return PaidIn(before, is_new=False)
    now_of = PoolNow(pool)
    if now_of.award:
        raise Conflict("awarded", _("The prizes have already been awarded."), standing={"award": str(now_of.award.pk)})
    season = Competition.everything.select_for_update().get(pk=competition.pk)
    if problems := not_final(season):
        refusals = [{"code": problem.code, "detail": translated(problem.message)} for problem in problems]
        raise Conflict("not_final", _("The standings are not official yet."), standing=refusals)
    deal = None if asked.deal is None else {share.player: share.amount for share in asked.deal}
    given = to_give(now_of, season, deal)
    if seen and deal is None and seen != digest(given.to_json()):
        raise Conflict(
            "changed_meanwhile", _("The prizes have changed since you opened this page. Please check them again.")
        )
    act = PoolAct(club_id=pool.club_id, pool=pool, kind=DONE.AWARDED, amount=given.total, at=now, by=by, key=key)
    act.detail = given.to_json()
    act.save(force_insert=True)
    book(club=pool.club, drafts=list(_drafts(pool, act, given)), by=Actor(user=by), now=now)
    write(Told.PRIZES_AWARDED, pool.club_id, at=now, by_user=by, thing=competition.pk)
    return PaidIn(act, is_new=True)


def to_give(now_of: PoolNow, season: Competition, deal: Mapping[UUID, int] | None) -> Given:
    """What an award would give out. Raises Refused `winner_missing`, as `outlook`, as `deal_refused`."""
    problems = [
        Problem("winner_missing", "specials", Text(_WINNER, {"cause": special.cause}))
        for special in now_of.specials
        if special.player is None
    ]
    ranking = ranking_of(season, now_of.entrants, official=True)
    found = outlook(now_of, ranking)
    problems += found.problems
    if deal is not None and not problems:
        ranked = {who for tied in ranking for entrant in tied for who in entrant}
        problems += deal_refused(now_of, found.given, deal, ranked | set(now_of.entrants))
    if problems or found.given is None:
        raise Refused(problems)
    return found.given if deal is None else dealt(found.given, ranking, deal)


def deal_refused(now_of: PoolNow, given: Given | None, deal: Mapping[UUID, int], entrants: set[UUID]) -> list[Problem]:
    """Why what the places get can't be shared like this, with the amounts in its unit. Refuses `deal_sum`, as
    `deal_problems`."""
    found, for_places = [], given.for_places if given else 0
    for problem in deal_problems(for_places, deal, entrants):
        if problem.code == "deal_sum":
            rest = sum(deal.values()) - for_places
            text = Text(_MORE if rest > 0 else _LESS, {"amount": amount_words(abs(rest), now_of.pool.in_unit)})
            problem = Problem("deal_sum", "deal", text)  # noqa: PLW2901
        found.append(problem)
    return found


def _drafts(pool: PrizePool, act: PoolAct, given: Given) -> Iterator[Draft]:
    """One booking for each cause and each prize, so that everybody reads on their account what they got and why."""
    prizes = Whose(Account.Kind.PRIZES, pool.competition_id)
    if given.overlay:
        yield draft(pool, act, Kind.OVERLAY, {Whose(Account.Kind.CLUB): -given.overlay, prizes: given.overlay})
    for cause, amount, to in given.kept:
        yield draft(pool, act, Kind.KEPT, {prizes: -amount, Whose(to): amount}, Text(_FOR, {"cause": cause}))
    lines = people(
        pool.club_id, [*(prize.player for prize in given.prizes), *(special.player for special in given.specials)]
    )
    for given_prize in given.paid:
        yield draft(
            pool,
            act,
            Kind.PRIZE,
            {prizes: -given_prize.amount, _of(lines[given_prize.player].identity): given_prize.amount},
            _why(given_prize, given),
        )
    for special in given.specials:
        if special.player:
            whose = _of(lines[special.player].identity)
            label = Text(_FOR, {"cause": special.cause})
            yield draft(pool, act, Kind.PRIZE, {prizes: -special.amount, whose: special.amount}, label)


def _of(player: UUID) -> Whose:
    return Whose(Account.Kind.PLAYER, player)


def _why(got: Got, given: Given) -> Text:
    if given.is_deal:
        return Text(_DEAL)
    if got.first == got.last:
        return Text(_PLACE, {"place": got.first})
    return Text(_SHARED if got.is_shared else _ALONE, {"first": got.first, "last": got.last})


_WINNER: Final = gettext_noop("Nobody has won the special prize “{cause}” yet. Choose a winner or remove the prize.")
_MORE: Final = gettext_noop("The shares add up to {amount} too much.")
_LESS: Final = gettext_noop("The shares add up to {amount} less than the pool. Distribute the rest too.")
_FOR: Final = pgettext("in a line", "“{cause}”")
_DEAL: Final = pgettext("in a line", "by agreement")
_PLACE: Final = pgettext("in a line", "place {place}")
_ALONE: Final = pgettext("in a line", "places {first} to {last}")
_SHARED: Final = pgettext("in a line", "places {first} to {last}, shared")


UNKNOWN: Final = gettext_noop("There is no such special prize.")


def name_winner(winner: SpecialWinner, *, competition: Competition, by: User, now: datetime) -> PrizePool:
    """A special prize is won by this player, or by nobody yet. All other terms stay.

    Raises:
        PrizePool.DoesNotExist, PermissionDenied.
        Conflict, Refused: as `set_up_pool`; Refused `special_unknown`.
    """
    require(can_keep_money(role_in(by, competition.club)))
    specials = list(PrizePool.objects.get(competition=competition).specials)
    problems = []
    if winner.number >= len(specials):
        problems.append(Problem("special_unknown", "number", Text(UNKNOWN)))
    if winner.player and not Player.objects.filter(club=competition.club_id, pk=winner.player).exists():
        problems.append(Problem("player_unknown", "player", Text(NOBODY)))
    if problems:
        raise Refused(problems)
    specials[winner.number] = {**specials[winner.number], "player": winner.player}
    terms = PoolTerms.read({"version": winner.version, "specials": specials})
    return set_up_pool(terms, competition=competition, by=by, now=now)


MOST_MARKS: Final = 30  # of a club
NAME: Final = gettext_noop("Enter a name for the mark, with at most {most} characters.")
MANY: Final = gettext_noop("A club can have at most {most} marks. Remove one from everyone first.")


@transaction.atomic
def set_mark(
    holders: MarkHolders,
    *,
    competition: Competition,
    by: User,
    now: datetime,
    among: Collection[UUID] | None = None,
) -> Competition:
    """These people have the mark from now on, and of those `among` whom they were chosen (all) nobody else. A mark is
    of the club: other tournaments and seasons read it too.

    Raises:
        PermissionDenied: who does not keep the money.
        Refused: `mark_wrong`, `player_unknown`, `too_many`.
    """
    club, name = competition.club, holders.name
    require(can_keep_money(role_in(by, club)))
    people = _to_be_marked(club, holders.players, [name])
    marks = PrizeMark.objects.filter(club=club)
    there = list(marks.filter(name=name).select_related("player"))
    asked = None if among is None else set(among)
    gone = [
        mark.pk
        for mark in there
        if mark.player.identity not in people and (asked is None or mark.player.identity in asked)
    ]
    new = people - {mark.player.identity for mark in there}
    if gone or new:
        marks.filter(pk__in=gone).delete()
        PrizeMark.objects.bulk_create(
            PrizeMark(club=club, player_id=player, name=name, at=now, by=by) for player in sorted(new)
        )
        write(Told.PRIZE_MARKS, club.pk, at=now, by_user=by, thing=competition.pk)
    return competition


@transaction.atomic
def mark_people(
    *,
    competition: Competition,
    by: User,
    player_ids: Collection[UUID],
    given: Collection[str] = (),
    taken: Collection[str] = (),
    now: datetime,
) -> None:
    """These people get the marks `given`, and those `taken` are theirs no longer; what others have stays.

    Raises:
        PermissionDenied: who does not keep the money.
        Refused: as `set_mark`.
    """
    club = competition.club
    require(can_keep_money(role_in(by, club)))
    given = {tidied(name) for name in given}
    people = _to_be_marked(club, player_ids, given)
    marks = PrizeMark.objects.filter(club=club).select_related("player")
    theirs = [mark for mark in marks if mark.player.identity in people]
    gone = [mark.pk for mark in theirs if mark.name in set(taken) - given]
    has = {(mark.player.identity, mark.name) for mark in theirs}
    new = sorted({(player, name) for player in people for name in given} - has)
    if gone or new:
        marks.filter(pk__in=gone).delete()
        PrizeMark.objects.bulk_create(
            PrizeMark(club=club, player_id=player, name=name, at=now, by=by) for player, name in new
        )
        write(Told.PRIZE_MARKS, club.pk, at=now, by_user=by, thing=competition.pk)


def _to_be_marked(club: Club, player_ids: Collection[UUID], names: Collection[str]) -> set[UUID]:
    """The people who are to have these marks. Raises Refused: `mark_wrong`, `player_unknown`, `too_many`."""
    problems = []
    if not all(1 <= len(name) <= LONGEST_MARK for name in names):
        problems.append(Problem("mark_wrong", "name", Text(NAME, {"most": LONGEST_MARK})))
    found = list(Player.objects.filter(club=club, pk__in=player_ids))
    if len(found) < len(set(player_ids)):
        problems.append(Problem("player_unknown", "players", Text(NOBODY)))
    others = PrizeMark.objects.filter(club=club).exclude(name__in=names).values("name").distinct().count()
    if found and names and others + len(names) > MOST_MARKS:
        problems.append(Problem("too_many", "name", Text(MANY, {"most": MOST_MARKS})))
    if problems:
        raise Refused(problems)
    return {player.identity for player in found}
