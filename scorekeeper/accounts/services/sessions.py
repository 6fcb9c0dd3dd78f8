"""Where a person is signed in."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from scorekeeper.accounts.models import User


def end_session(*, user: User, session: int) -> bool:
    """Sign one device out; False where there is none such of theirs."""
    found = UserSession.objects.filter(user=user, pk=session).first()
    if found is None:
        return False
    found.end()
    return True


def end_all_sessions(*, user: User) -> int:
    """Sign every device out; returns how many. It looks at every session of the installation: this is for operators."""
    ended = 0
    for session in Session.objects.iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
            ended += 1
    UserSession.objects.filter(user=user).delete()
    return ended
