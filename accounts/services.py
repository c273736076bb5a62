"""Services that change players: one function for each change, in one transaction."""

import secrets
from datetime import datetime
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Player
from accounts.standing import (
    Moderator,
    Right,
    check_may,
    check_may_rename,
    check_name,
    keep_past_name,
    keep_taken_name,
)

# Without look-alikes and sound-alikes, and without vowels, so that no words come up.
LETTERS = "23456789bcdfghjkmnpqrstvwxz"
NEUTRAL = (names.GUEST, names.NAMELESS)


class Looks(TypedDict, total=False):
    """Preferences that visitors without an account can set as well."""

    theme: str
    numerals: bool
    felt: str
    tiles: str
    pips: str
    tile_size: str
    sound: bool
    volume: str
    animation: str


class Preferences(Looks, total=False):
    language: str
    hand_order: str
    confirms_moves: bool
    auto_draw: bool
    time_zone: str


def create_guest(**preferences: Unpack[Preferences]) -> Player:
    guest = Player(username=_free_name(names.GUEST), is_guest=True, **preferences)
    guest.set_unusable_password()
    guest.save()
    return guest


def _free_name(beginning: str) -> str:
    while True:
        name = beginning + "".join(secrets.choice(LETTERS) for _ in range(6))
        if not Player.objects.named(name).exists():
            return name


@transaction.atomic
def keep_guest(*, player: Player, name: str, email: str, password: str) -> Player:
    """Turn a guest into a player with an account. The row stays, and with it everything that was played."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not player.is_guest:
        raise ValidationError(_("You have already kept this account."), code="already-kept")
    check_name(name, player)
    player.is_guest = False
    player.username, player.email = name, email
    player.set_password(password)
    _save_name(player, "is_guest", "email", "password")
    return player


@transaction.atomic
def rename(*, player: Player, name: str) -> Player:
    """Change a player's name; the old one stays reserved for a year. Raises ValidationError, UserError (a sanction)."""
    check_may(player, Right.NAME)
    player, now = Player.objects.select_for_update().get(pk=player.pk), timezone.now()
    if name == player.username:
        return player
    check_may_rename(player, now)
    check_name(name, player)
    keep_past_name(player, player.username, now)
    player.username = name
    _save_name(player)
    return player


@transaction.atomic
def remove_name(*, player: Player, by: Moderator, now: datetime) -> Player:
    """Replace a player's name with a neutral one, and reserve the old name even from its owner. Idempotent.

    The player can choose another name at once.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.username.startswith(NEUTRAL):
        return player
    keep_taken_name(player, player.username, now)
    player.username = _free_name(names.GUEST if player.is_guest else names.NAMELESS)
    _save_name(player)
    return player


@transaction.atomic
def restore_name(*, player: Player, name: str, by: Moderator) -> Player:
    """Restore the name that was taken away, unless the player has chosen another since. Idempotent."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.past_names.filter(name=name, is_taken_away=True).delete()
    if player.username.startswith(NEUTRAL):
        player.username = name
        _save_name(player)
    return player


def _save_name(player: Player, *more_fields: str) -> None:
    player.fold_name()
    player.full_clean(exclude={"username"} if player.username.startswith(NEUTRAL) else None)
    try:
        with transaction.atomic():
            player.save(update_fields=["username", *more_fields])
    except IntegrityError as taken:  # somebody else took the name in the meantime
        raise ValidationError({"username": _("This name is taken.")}) from taken


def set_preferences(*, player: Player, **preferences: Unpack[Preferences]) -> None:
    for field, value in preferences.items():
        setattr(player, field, value)
    player.clean_fields(exclude={field.name for field in Player._meta.fields} - preferences.keys())
    player.save(update_fields=list(preferences))
