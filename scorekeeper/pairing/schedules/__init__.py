"""Whole schedules of tables: who sits with whom in which round of a tournament. Plain values, no Django; the words for
it stand in docs/pairing.md.

    from scorekeeper.pairing.schedules.drawing import draw_schedule
    from scorekeeper.pairing.schedules.instance import Instance

    schedule = draw_schedule(Instance(players=names, rounds=4, sizes=(3, 4), seed=20261122))
    schedule.rounds[0].tables[0]  # the first table of the first round, in the order of its seats
    schedule.report.as_json()     # how good it is, and why it is no better
"""
