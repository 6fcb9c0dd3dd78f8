from pathlib import Path

from scorekeeper.settings.databases import POSTGRESQL, database


def test_options_of_the_address_are_kept():
    found = database("postgres://ada:secret@db.example:5433/cards?sslmode=require", Path("unused"))

    assert (found["HOST"], found["PORT"], found["NAME"], found["CONN_MAX_AGE"]) == ("db.example", 5433, "cards", 0)
    assert found["OPTIONS"] == {**POSTGRESQL, "sslmode": "require"}


def test_without_an_address_it_is_a_file_that_takes_the_write_lock_first():
    found = database("", Path("cards.sqlite3"))

    assert found["NAME"] == "cards.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]
