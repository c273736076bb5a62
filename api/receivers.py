"""Signal receivers that revoke tokens: when an account is closed or about to be deleted, or its password changes."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import Player, Sanction
from api import tokens

ENDS_ACCESS = frozenset({"is_active", "deletion_due_at"})


@receiver(post_save, sender=Sanction)
def revoke_tokens_of_closed_account(*, instance: Sanction, created: bool, **kwargs: Any) -> None:
    if created and instance.kind == Sanction.Kind.CLOSED:
        tokens.revoke_all(instance.player_id)


@receiver(post_save, sender=Player)
def revoke_tokens_of_former_player(*, instance: Player, created: bool, update_fields: Any, **kwargs: Any) -> None:
    if created or (update_fields is not None and ENDS_ACCESS.isdisjoint(update_fields)):
        return
    if not instance.is_active or instance.deletion_due_at is not None:
        tokens.revoke_all(instance.pk)


@receiver([password_changed, password_reset])
def revoke_tokens_with_the_old_password(*, user: Player, **kwargs: Any) -> None:
    """Revoke all tokens when the password changes: that is what players do when they suspect misuse."""
    tokens.revoke_all(user.pk)
