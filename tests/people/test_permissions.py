"""docs/permissions.md is what the policies say."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.clubs import policies
from scorekeeper.people.management.commands import permissions


def test_the_page_is_what_the_policies_say():
    page = Path(permissions.ROOT, permissions.FILE).read_text()

    assert page == permissions.document(), "run `manage.py permissions --write`"


def test_every_policy_is_a_row_and_another_answer_changes_the_page(monkeypatch):
    page = permissions.document()
    monkeypatch.setattr(policies.can_score, "__code__", (lambda role: role == "member").__code__)

    assert permissions.document() != page


def test_a_policy_that_asks_for_something_unknown_is_not_passed_over(monkeypatch):
    def can_dance(shoes: str) -> bool:
        """Dance."""
        return bool(shoes)

    can_dance.__module__ = permissions.table_policies.__name__
    monkeypatch.setattr(permissions.table_policies, "can_dance", can_dance, raising=False)

    with pytest.raises(TypeError, match="can_dance asks for"):
        permissions.document()


def test_the_command_prints_writes_and_compares(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(permissions, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    call_command("permissions")
    assert capsys.readouterr().out.startswith("# Who may do what")

    with pytest.raises(CommandError, match="permissions --write"):
        call_command("permissions", "--check")
    call_command("permissions", "--write")
    call_command("permissions", "--check")

    assert (tmp_path / permissions.FILE).read_text() == permissions.document()


@pytest.mark.parametrize(
    "act",
    [
        "Take a file over",
        "Type a Skat list",
        "Have the club's evenings as a calendar",
        "Show the table by a secret link",
    ],
)
def test_what_comes_in_and_goes_out_is_named(act):
    assert f"| {act}" in permissions.document()
