"""The tables of this app, from what the templates have of them."""

from django import template

from scorekeeper.play import tables

register = template.Library()
for make in (
    tables.about_table,
    tables.cards_table,
    tables.chart_table,
    tables.dues_table,
    tables.lists_table,
    tables.moved_table,
    tables.official_table,
    tables.reasons_table,
    tables.sums_table,
    tables.tried_table,
):
    register.filter(make.__name__, make)
