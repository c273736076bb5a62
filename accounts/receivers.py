"""Signal receivers that close a player's sockets after sign-out, a password change or deactivation, log wrong codes,
create the groups of the roles, and disable the demo account on sites without the demo."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.signals import password_changed, password_set
from allauth.mfa.signals import authentication_failed
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete, post_migrate, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import demo, roles
from accounts.models import Player
from accounts.notices import subscriptions
from common.addresses import address_of
from live.sessions import session_is_over, sessions_may_be_over

logger = logging.getLogger(__name__)

ACCESS_FIELDS = frozenset({"password", "is_active"})


@receiver(user_logged_out)
def close_sockets_of_session(*, request: HttpRequest, user: Player | None, **kwargs: Any) -> None:
    """Delete the session at once, so that a reconnecting browser no longer finds it."""
    session_key = request.session.session_key
    if user is not None and session_key is not None:
        request.session.delete(session_key)
        session_is_over(player_id=user.pk, session_key=session_key)
        subscriptions.end_with_session(session_key)


@receiver([user_logged_in, password_changed, password_set])
def keep_push_notices(*, request: HttpRequest, **kwargs: Any) -> None:
    """Let the browser's push subscription follow its session, which gets a new key."""
    subscriptions.follow(request.session)


@receiver(authentication_failed)
def log_wrong_code(*, request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """Log a wrong code or key: whoever sent it knew the password."""
    logger.warning("a sign-in failed: wrong code for player %s, from %s", user.pk, address_of(request))


@receiver(post_save, sender=Player)
def recheck_sessions(*, instance: Player, created: bool, update_fields: Any, **kwargs: Any) -> None:
    if not created and (update_fields is None or ACCESS_FIELDS.intersection(update_fields)):
        sessions_may_be_over(instance.pk)


@receiver(post_migrate)
def make_groups_of_roles(*, sender: Any, **kwargs: Any) -> None:
    if sender.name == "accounts":
        roles.make_groups()


@receiver(post_migrate)
def close_demo_account(*, sender: Any, **kwargs: Any) -> None:
    if sender.name == "accounts" and not settings.DEMO:
        demo.remove_password()


@receiver(post_delete, sender=UserSession)
def close_sockets_of_ended_session(*, instance: UserSession, **kwargs: Any) -> None:
    """Close the sockets of a session that was ended elsewhere, and its browser's push subscription."""
    session_is_over(player_id=instance.user_id, session_key=instance.session_key)
    subscriptions.end_with_session(instance.session_key)
