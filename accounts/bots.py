"""Players' bots: accounts that a program plays, created by an owner who is responsible for them."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import demo
from accounts.models import Player
from accounts.standing import Right, check_may, check_name
from common.errors import UserError

MOST = 5
"""The maximum number of bots that a player may own."""
LANGUAGE = "en"
"""The language of every bot, as programs expect English."""


@transaction.atomic
def create_bot(*, owner: Player, name: str) -> Player:
    """Create an account that is a bot for good. It has never been played by a person, and nobody can sign in to it.

    Raises UserError (a sanction, guest, demo, bot, too-many-bots), ValidationError.
    """
    check_may(owner, Right.NAME)
    _check_may_own(owner)
    Player.objects.select_for_update().get(pk=owner.pk)
    if owner.bots.filter(deleted_at=None).count() >= MOST:
        raise UserError("too-many-bots", _("You have five bots, and nobody may have more."))
    check_name(name)
    bot = Player(username=name, is_bot=True, bot_owner=owner, language=LANGUAGE)
    bot.set_unusable_password()
    bot.full_clean()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError as taken:  # somebody else took the name in the meantime
        raise ValidationError({"username": _("This name is taken.")}) from taken
    return bot


def _check_may_own(owner: Player) -> None:
    if owner.is_guest:
        raise UserError("guest", _("Guests have no bots: keep your account first, it takes a minute."))
    if owner.username == demo.NAME:
        raise UserError("demo", _("The demo account is everyone's: it has no bots."))
    if owner.is_bot:
        raise UserError("bot", _("Bots have no bots of their own."))
