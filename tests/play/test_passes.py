"""Table passes: a way to one table for phones without an account, kept as hashes, and revocable."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from scorekeeper.clubs.models import Membership, Player
from scorekeeper.common.addresses import counted_as
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, JoinFailure, Sitting, TablePass
from scorekeeper.play.passes import services as passes
from scorekeeper.play.passes.services import (
    CODE_LENGTH,
    CODE_LETTERS,
    FAILURE_WINDOW,
    MAX_FAILURES,
    MAX_FAILURES_OF_A_PASS,
    MAX_FAILURES_OF_ALL,
    PASS_LIFETIME,
    Claim,
    Joining,
    LockedOut,
    SeatWanted,
    claim_guest_table,
    claim_player,
    current_pass,
    find_pass,
    join_table,
    link_secret,
    make_pass,
    revoke_pass,
    short_code,
)
from tests import factories
from tests.rows import everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW
HERE = "192.0.2.7"
ELSEWHERE = "198.51.100.9"


def made(sitting: Sitting, *, now=NOW) -> TablePass:
    return make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)


def found(secret: str, *, address: str = HERE, now=NOW) -> TablePass | None:
    return find_pass(secret=secret, address=address, now=now)


def every_value() -> list[str]:
    """Every value of every column of every table, as text."""
    values = []
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')
            values += [str(value) for row in cursor.fetchall() for value in row]
    return values


def test_code_and_link_find_the_pass():
    table_pass = made(factories.make_sitting())
    code, link = short_code(table_pass), link_secret(table_pass)

    assert [found(typed) for typed in (code, link, code.lower(), code.replace("-", " "), f" {code} ")] == [
        table_pass
    ] * 5
    assert (len(code), code[3], set(code) <= {*CODE_LETTERS, "-"}) == (7, "-", True)
    assert len(link) == 27
    assert JoinFailure.objects.count() == 0


def test_codes_and_links_differ_by_table():
    passes = [made(factories.make_sitting()) for _table in range(20)]

    assert len({short_code(table_pass) for table_pass in passes}) == 20
    assert len({link_secret(table_pass) for table_pass in passes}) == 20


def test_neither_code_nor_link_stands_in_any_column():
    table_pass = made(factories.make_sitting())
    code, link = short_code(table_pass), link_secret(table_pass)

    everywhere = "\n".join(every_value())

    assert table_pass.code_hash in everywhere
    assert [secret in everywhere for secret in (code, code.replace("-", ""), link)] == [False, False, False]


def test_address_of_a_wrong_code_stands_in_no_column():
    found("AAA-AAA")

    assert JoinFailure.objects.count() == 1
    assert HERE not in "\n".join(every_value())


def test_pass_in_force_is_not_made_twice():
    sitting = factories.make_sitting()

    assert made(sitting) == made(sitting, now=factories.at(60))
    assert TablePass.objects.count() == 1


def test_pass_expires():
    table_pass = made(factories.make_sitting())
    code = short_code(table_pass)

    last, after = NOW + PASS_LIFETIME - timedelta(seconds=1), NOW + PASS_LIFETIME

    assert (found(code, now=last), found(code, now=after)) == (table_pass, None)
    assert current_pass(table_pass.sitting, after) is None
    assert made(table_pass.sitting, now=after) != table_pass


def test_pass_of_a_closed_sitting_lets_nobody_in():
    sitting = factories.make_sitting()
    code = short_code(made(sitting))
    factories.finish(sitting)

    assert found(code) is None
    with pytest.raises(Conflict):
        made(sitting)


def test_revoking_ends_the_pass_and_every_phone_that_joined_with_it():
    sitting = factories.make_sitting()
    device = factories.make_device(sitting, 0)
    code = short_code(device.table_pass)

    revoke_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    device.refresh_from_db()
    assert (found(code), device.revoked_at) == (None, NOW)
    with pytest.raises(Sitting.DoesNotExist):
        factories.record(sitting, by=Actor(device=device))


def test_revoking_leaves_the_host_and_other_tables():
    sitting, host = factories.make_guest_table()
    other = factories.make_device(factories.make_sitting())
    make_pass(sitting_id=sitting.pk, by=host, now=NOW)

    revoke_pass(sitting_id=sitting.pk, by=host, now=NOW)

    assert list(Device.objects.filter(revoked_at=None)) == [host.device, other]
    assert found(short_code(other.table_pass)) == other.table_pass


def test_new_pass_after_revoking_is_another():
    sitting = factories.make_sitting()
    first = made(sitting)
    revoke_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    second = made(sitting)

    assert (short_code(first) == short_code(second), link_secret(first) == link_secret(second)) == (False, False)
    assert (found(short_code(first)), found(short_code(second))) == (None, second)


def test_ten_wrong_codes_lock_the_address_out_for_a_while():
    code = short_code(made(factories.make_sitting()))
    tries = [found(f"AAA-AA{letter}") for letter in CODE_LETTERS[:MAX_FAILURES]]
    before = everything()

    for secret in (code, "AAA-AAA"):
        with pytest.raises(LockedOut) as caught:
            found(secret)
        assert caught.value.seconds == 900

    assert (tries, JoinFailure.objects.count()) == ([None] * 10, 10)
    assert everything() == before


def test_lock_out_leaves_other_addresses_and_phones_at_the_table():
    sitting = factories.make_sitting()
    device = factories.make_device(sitting, 0)
    for _try in range(MAX_FAILURES):
        found("AAA-AAA")

    assert found(short_code(device.table_pass), address=ELSEWHERE) == device.table_pass
    assert factories.record(sitting, by=Actor(device=device)).is_new


def test_lock_out_ends_after_a_quarter_of_an_hour():
    code = short_code(made(factories.make_sitting()))
    for _try in range(MAX_FAILURES):
        found("AAA-AAA")

    with pytest.raises(LockedOut):
        found(code, now=NOW + FAILURE_WINDOW - timedelta(seconds=1))

    assert found(code, now=NOW + FAILURE_WINDOW) is not None


def test_all_addresses_of_an_ipv6_client_are_locked_out_together():
    for last in range(MAX_FAILURES):
        found("AAA-AAA", address=f"2001:db8:1:2:a:b:c:{last:x}")

    with pytest.raises(LockedOut):
        found("AAA-AAA", address="2001:db8:1:2::1")
    assert found("AAA-AAA", address="2001:db8:1:3::1") is None


def test_guessing_from_many_addresses_gets_nowhere(request):
    """Of 887 million codes ten tries an address and quarter of an hour go through; the table's own phones go on."""
    addresses, tries = (200, 50) if request.config.getoption("--long") else (10, 14)
    tables = [factories.make_sitting() for _table in range(3)]
    codes = [short_code(made(sitting)) for sitting in tables]
    device = factories.make_device(tables[0], 0)
    looked_up = locked_out = 0

    for number in range(addresses * tries):
        try:
            assert found(guess(number), address=f"198.51.100.{number % addresses}") is None
            looked_up += 1
        except LockedOut:
            locked_out += 1

    chance = looked_up * len(codes) / len(CODE_LETTERS) ** CODE_LENGTH
    assert (looked_up, locked_out) == (addresses * MAX_FAILURES, addresses * (tries - MAX_FAILURES))
    assert chance <= 1e-4
    assert factories.record(tables[0], by=Actor(device=device)).is_new
    assert found(codes[1], address="203.0.113.1").sitting == tables[1]


@pytest.fixture
def guesses(request, monkeypatch) -> int:
    """How many guesses are made over a whole /48; in the usual run fewer, under ceilings that are as much lower."""
    if request.config.getoption("--long"):
        return 100_000
    monkeypatch.setattr(passes, "MAX_FAILURES_OF_A_PASS", MAX_FAILURES_OF_A_PASS // 500)
    monkeypatch.setattr(passes, "MAX_FAILURES_OF_ALL", MAX_FAILURES_OF_ALL // 500)
    return 200


def test_guessing_from_a_whole_network_gets_nowhere_and_the_table_goes_on(guesses):
    """Each of 65,536 addresses guesses once in the same evening. The keeper makes a new code whenever the old one is
    worn out, so that somebody can always join by typing until nobody can; phones and the QR code go on all the time."""
    sitting = factories.make_sitting()
    table_pass, made_anew, looked_up = made(sitting), 0, 0
    device = factories.make_device(sitting, 0)

    for number in range(guesses):
        now = NOW + timedelta(seconds=number * 8 * 3600 // guesses)
        try:
            assert found(guess(number), address=f"2001:db8:1:{number % 65_536:x}::1", now=now) is None
            looked_up += 1
        except LockedOut:
            pass
        if number % 50 == 0 and passes.is_worn_out(table_pass) and looked_up < passes.MAX_FAILURES_OF_ALL:
            with pytest.raises(LockedOut) as caught:
                found(short_code(table_pass), now=now)
            assert "ask for a new code" in str(caught.value)
            table_pass, made_anew = made(sitting, now=now), made_anew + 1

    assert looked_up == passes.MAX_FAILURES_OF_ALL
    assert looked_up * (100_000 // guesses) / len(CODE_LETTERS) ** CODE_LENGTH <= 1e-4
    assert made_anew >= 2
    with pytest.raises(LockedOut) as caught:
        found(short_code(table_pass), now=now)
    assert "Scan the QR code" in str(caught.value)
    assert 0 < caught.value.seconds <= passes.WINDOW_OF_ALL.total_seconds()
    assert found(link_secret(table_pass), now=now) == table_pass
    assert factories.record(sitting, by=Actor(device=device), now=now).is_new
    later = NOW + 2 * passes.WINDOW_OF_ALL
    assert found(short_code(made(sitting, now=later)), now=later).sitting == sitting


def test_a_worn_out_code_lets_nobody_in_and_a_new_one_does(monkeypatch):
    monkeypatch.setattr(passes, "MAX_FAILURES_OF_A_PASS", 3)
    sitting = factories.make_sitting()
    old, later = made(sitting), NOW + timedelta(seconds=1)
    for number in range(3):
        found(guess(number), now=later)

    with pytest.raises(LockedOut):
        found(short_code(old), now=later)
    new = made(sitting, now=NOW + timedelta(seconds=2))

    assert new != old
    assert found(short_code(new), now=NOW + timedelta(seconds=3)) == new
    assert found(link_secret(old), now=NOW + timedelta(seconds=3)) == old
    assert JoinFailure.objects.count() == 3


def guess(number: int) -> str:
    """The codes in their order."""
    letters = ""
    for _place in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


def test_a_link_opens_the_table_whatever_codes_were_typed_beside_it():
    table_pass = made(factories.make_sitting())
    for _try in range(MAX_FAILURES):
        found("AAA-AAA")

    assert found(link_secret(table_pass)) == table_pass


def test_a_link_that_is_none_is_not_counted():
    for _try in range(2 * MAX_FAILURES):
        assert found("x" * 27) is None

    assert JoinFailure.objects.count() == 0


def test_of_many_wrong_codes_at_once_ten_get_through(monkeypatch):
    """The others stand between the first look at the count and the lookup."""
    create = JoinFailure.objects.create

    def create_among_others(**values):
        for _other in range(MAX_FAILURES):
            create(**values)
        return create(**values)

    monkeypatch.setattr(JoinFailure.objects, "create", create_among_others)

    with pytest.raises(LockedOut):
        found("AAA-AAA")

    assert JoinFailure.objects.count() == MAX_FAILURES


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_counts_as_its_client(address, counted):
    assert counted_as(address) == counted


@pytest.mark.parametrize(
    "secret", ["", "A", "-" * 40, "x" * 10_000, "ÄÖÜ-ÄÖÜ", "' OR 1=1 --", "\N{FULLWIDTH LATIN CAPITAL LETTER A}" * 6]
)
def test_nonsense_is_no_code(secret):
    made(factories.make_sitting())

    assert found(secret) is None


def test_phone_joins_with_a_seat_and_its_name():
    sitting = factories.make_sitting()
    table_pass = made(sitting)
    seats = factories.seats_of(sitting)

    named = join_table(Joining(name=" my  phone ", seat=2), table_pass=table_pass, now=NOW)
    unnamed = join_table(Joining(name="", seat=1), table_pass=table_pass, now=NOW)
    nobody = join_table(Joining(name="my old one"), table_pass=table_pass, now=NOW)

    assert [(device.name, device.seat, device.is_host) for device in (named, unnamed, nobody)] == [
        ("my phone", seats[2], False),
        (seats[1].player.name, seats[1], False),
        ("my old one", None, False),
    ]


def test_phone_claims_no_empty_seat():
    table_pass = made(factories.make_sitting())

    with pytest.raises(Refused) as caught:
        join_table(Joining(name="", seat=3), table_pass=table_pass, now=NOW)

    assert [problem.code for problem in caught.value.problems] == ["seat_unknown"]
    assert Device.objects.count() == 0


def test_guest_sheet_is_claimed_by_its_phone_once_signed_in():
    sitting, host = factories.make_guest_table()
    user = factories.make_user()
    by = Actor(user=user, device=host.device)

    claim_guest_table(Claim(), sitting_id=sitting.pk, by=by, now=NOW)

    assert list(Membership.objects.values_list("club", "user", "role")) == [(sitting.club.pk, user.pk, "owner")]
    assert Act.objects.order_by("id").last().kind == "claimed"
    assert factories.record(sitting, by=Actor(user=user)).is_new


def test_claimed_sheet_is_claimed_no_second_time():
    sitting, host = factories.make_guest_table()
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(factories.make_user(), host.device), now=NOW)
    before = everything()

    with pytest.raises(Refused) as caught:
        claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(factories.make_user(), host.device), now=NOW)

    assert [problem.code for problem in caught.value.problems] == ["claimed_already"]
    assert everything() == before


def test_phone_that_joined_claims_no_sheet():
    sitting, host = factories.make_guest_table()
    table_pass = make_pass(sitting_id=sitting.pk, by=host, now=NOW)
    guest = join_table(Joining(name="guest", seat=1), table_pass=table_pass, now=NOW)

    for by in (Actor(factories.make_user(), guest), host):
        with pytest.raises(PermissionDenied):
            claim_guest_table(Claim(), sitting_id=sitting.pk, by=by, now=NOW)

    assert Membership.objects.count() == 0


def test_owner_of_a_claimed_sheet_says_who_they_are():
    sitting, host = factories.make_guest_table()
    user = factories.make_user()
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(user, host.device), now=NOW)

    claim_player(SeatWanted(seat=0), sitting_id=sitting.pk, by=Actor(user))
    claim_player(SeatWanted(seat=1), sitting_id=sitting.pk, by=Actor(user))

    assert list(Player.objects.filter(user=user).values_list("name", flat=True)) == ["Guest 1"]


@pytest.mark.both_engines("locks rows", "play.acting")
def test_owner_takes_no_seat_from_another_member():
    sitting, host = factories.make_guest_table()
    user, member = factories.make_user(), factories.make_user()
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(user, host.device), now=NOW)
    Player.objects.filter(name="Guest 1").update(user=member)

    with pytest.raises(Refused) as caught:
        claim_player(SeatWanted(seat=1), sitting_id=sitting.pk, by=Actor(user))

    assert [problem.code for problem in caught.value.problems] == ["player_taken"]
    assert Player.objects.get(name="Guest 1").user == member
