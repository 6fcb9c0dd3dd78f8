"""What a club's book must say: a line that was merged carries the name and the account of the person it is part of."""

from collections.abc import Iterator

from scorekeeper.clubs.models import Club, Merge, Player


def book_differences(club: Club) -> Iterator[str]:
    """Every merged line that does not stand for the person that the merges in force make it."""
    lines = {line.pk: line for line in Player.objects.filter(club=club)}
    into = {merge.gone_id: merge.kept_id for merge in Merge.objects.filter(club=club, undone_at=None)}
    for line in lines.values():
        person, passed = line.pk, {line.pk}
        while person in into and into[person] not in passed:
            person = into[person]
            passed.add(person)
        due = None if person == line.pk else person
        if line.merged_into_id != due:
            yield f"the line {line.pk} stands for {line.merged_into_id}, its merges say {due}"
        elif due and (line.name, line.user_id) != (lines[due].name, lines[due].user_id):
            yield f"the line {line.pk} has another name or account than {due}, into which it was merged"
