"""Prizes are awarded: by the official standings, or by a deal that those who play agreed on."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.hashing import digest
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.pairing.prizes import deal_problems
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, PoolAct, PrizePool, Whose
from scorekeeper.payouts.selectors.pools import (
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
from scorekeeper.payouts.services.booking import Draft, book
from scorekeeper.payouts.services.pools import PaidIn, draft, locked_pool
from scorekeeper.play.actors import Actor
from scorekeeper.standings.models import Competition


@transaction.atomic
def award(
    *,
    competition: Competition,
    by: User,
    key: UUID,
    now: datetime,
    deal: Mapping[UUID, int] | None = None,
    seen: str = "",
) -> PaidIn:
    """Award the prizes of what is over, by its official standings or, with a `deal`, by the shares (player to
    smallest units) that were agreed on: what the club adds, what is kept and every prize are booked, and nothing stays
    in the pool. Special prizes are given in both cases. `seen` is what was shown of it before, where it was.

    Raises:
        PrizePool.DoesNotExist.
        Conflict: `awarded`; `not_final`: the standings are not official yet; `changed_meanwhile`: something else was
            shown.
        Refused: why the pool can't be shared out like this.
    """
    pool = locked_pool(competition, by)
    if before := PoolAct.objects.filter(club=pool.club_id, key=key, pool=pool, kind=DONE.AWARDED).first():
        return PaidIn(before, is_new=False)
    now_of = PoolNow(pool)
    if now_of.award:
        raise Conflict("awarded", _("The prizes are awarded already."), standing={"award": str(now_of.award.pk)})
    season = Competition.everything.select_for_update().get(pk=competition.pk)
    if problems := not_final(season):
        said = [{"code": one.code, "detail": translated(one.message)} for one in problems]
        raise Conflict("not_final", _("The standings are not official yet."), standing=said)
    given = to_give(now_of, season, deal)
    if seen and deal is None and seen != digest(given.to_json()):
        raise Conflict("changed_meanwhile", _("The prizes have changed since this was shown. Look at them again."))
    act = PoolAct(club_id=pool.club_id, pool=pool, kind=DONE.AWARDED, amount=given.total, at=now, by=by, key=key)
    act.detail = given.to_json()
    act.save(force_insert=True)
    book(club=pool.club, drafts=list(_drafts(pool, act, given)), by=Actor(user=by), now=now)
    write(Told.PRIZES_AWARDED, pool.club_id, at=now, by_user=by, thing=competition.pk)
    return PaidIn(act, is_new=True)


def to_give(now_of: PoolNow, season: Competition, deal: Mapping[UUID, int] | None) -> Given:
    """What an award would give out. Raises Refused."""
    problems = [
        Problem("winner_missing", "specials", Text(_WINNER, {"cause": one.cause}))
        for one in now_of.specials
        if one.player is None
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
    """Why what the places get can't be shared like this, with the amounts in its unit."""
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
    lines = people(pool.club_id, [*(one.player for one in given.prizes), *(one.player for one in given.specials)])
    for one in given.paid:
        yield draft(
            pool, act, Kind.PRIZE, {prizes: -one.amount, _of(lines[one.player].identity): one.amount}, _why(one, given)
        )
    for special in given.specials:
        if special.player:
            whose = _of(lines[special.player].identity)
            label = Text(_FOR, {"cause": special.cause})
            yield draft(pool, act, Kind.PRIZE, {prizes: -special.amount, whose: special.amount}, label)


def _of(player: UUID) -> Whose:
    return Whose(Account.Kind.PLAYER, player)


def _why(one: Got, given: Given) -> Text:
    if given.is_deal:
        return Text(_DEAL)
    if one.first == one.last:
        return Text(_PLACE, {"place": one.first})
    return Text(_SHARED if one.is_shared else _ALONE, {"first": one.first, "last": one.last})


_WINNER: Final = gettext_noop("Nobody has won the special prize “{cause}” yet: say who, or take it out.")
_MORE: Final = gettext_noop("The shares come to {amount} too much.")
_LESS: Final = gettext_noop("The shares come to {amount} less than the pool. Share that out too.")
_FOR: Final = gettext_noop("“{cause}”")
_DEAL: Final = gettext_noop("by a deal")
_PLACE: Final = gettext_noop("place {place}")
_ALONE: Final = gettext_noop("places {first} to {last}")
_SHARED: Final = gettext_noop("places {first} to {last}, shared")
