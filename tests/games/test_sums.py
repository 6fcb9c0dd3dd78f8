"""What the totals of a table come to together, where the rules of its game say that."""

from games import game


def test_what_is_won_at_tonk_is_paid_by_the_others():
    tonk = game("tonk")
    assert tonk.sum_at(tonk.rules(), tonk.start(tonk.rules(), 3)) == 0


def test_at_palace_poker_the_pot_of_the_next_hand_is_missing_and_a_rake_is_unknown():
    palace = game("palace_poker")
    state = palace.start(palace.rules(), 4).model_copy(update={"carry": 3})

    assert palace.sum_at(palace.rules(), state) == -3
    assert palace.sum_at(palace.rules(rake_bp=100), state) is None


def test_other_games_have_no_such_sum():
    assert game("skat").sum_at is game("truco").sum_at is None
