"""Rules for names of players, clubs and tournaments beyond their format."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import KeptHash, PastName, Player
from accounts.standing.words import WORDS, is_offensive_name
from common.errors import UserError
from common.lookalikes import fold

RESERVED_FOR = timedelta(days=365)
UNSEEN = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})
"""Unicode categories of invisible characters: zero-width ones, changes of direction, and the like."""


def check_name(name: str, player: Player | None = None) -> None:
    """Raise ValidationError (name-reserved, name-offensive, name-taken) unless a player may have this name."""
    check_title(name)
    names.not_reserved(name)
    if _looks_like_staff(name):
        raise _reserved_name()
    folded = fold(name)
    others = Player.objects.filter(folded=folded).exclude(pk=player.pk if player else None)
    past = PastName.objects.filter(folded=folded, reserved_until__gt=timezone.now())
    if player is not None:
        past = past.exclude(player=player, is_taken_away=False)
    if others.filter(username__iexact=name).exists():
        raise ValidationError(_("This name is taken."), code="name-taken")
    gone = KeptHash.objects.in_force(timezone.now()).of(KeptHash.Kind.NAME, name)
    if others.exists() or past.exists() or gone.exists():
        sentence = _("This name is taken, was given up lately, or looks like one that is taken.")
        raise ValidationError(sentence, code="name-taken")


def check_title(title: str) -> None:
    """Raise ValidationError (name-hidden-signs, name-reserved, name-offensive) if nothing public may have this name."""
    if any(unicodedata.category(sign) in UNSEEN for sign in title):
        sentence = _("A name cannot contain invisible characters, or ones that turn the direction of writing.")
        raise ValidationError(sentence, code="name-hidden-signs")
    if fold(title) in _reserved():
        raise _reserved_name()
    if is_offensive_name(title):
        raise ValidationError(_("This name cannot be used here. Please choose another one."), code="name-offensive")


def check_public_name(name: str) -> None:
    """Raise UserError with the codes of `check_title` if nothing public may have this name."""
    try:
        check_title(name)
    except ValidationError as refusal:
        raise UserError(str(refusal.code), refusal.message) from refusal


def _reserved_name() -> ValidationError:
    return ValidationError(_("This name is reserved. Please choose another one."), code="name-reserved")


def _reserved() -> frozenset[str]:
    return frozenset(map(fold, names.RESERVED))


def _looks_like_staff(name: str) -> bool:
    """Return whether a player of this name could be taken for staff, as Boneyard-Team or M0d-Anna."""
    folded = fold(name)
    if any(fold(word) in folded for word in names.STAFF_ANYWHERE):
        return True
    parts = [*re.split("[-_]", name), *WORDS.findall(name)]
    return not names.STAFF_PARTS.isdisjoint(map(fold, parts))


def check_may_rename(player: Player, now: datetime) -> None:
    """Raise ValidationError (renamed-lately) if the last change of name is too recent."""
    last = player.past_names.filter(is_taken_away=False).first()
    again_at = last.given_up_at + timedelta(days=settings.NAME_COOLDOWN_DAYS) if last else now
    if again_at > now:
        sentence = _("You have changed your name lately. You can do so again on %(date)s.")
        raise ValidationError(
            sentence, code="renamed-lately", params={"date": date_format(timezone.localtime(again_at))}
        )


def keep_taken_name(player: Player, name: str, now: datetime) -> PastName:
    """Reserve a name that moderators have taken away, so that nobody can use it for a long time."""
    return PastName.objects.create(
        player=player,
        name=name,
        folded=fold(name),
        given_up_at=now,
        reserved_until=now + 10 * RESERVED_FOR,
        is_taken_away=True,
    )


def keep_past_name(player: Player, name: str, now: datetime) -> None:
    """Reserve a player's former name, so that nobody is mistaken for them."""
    PastName.objects.create(
        player=player, name=name, folded=fold(name), given_up_at=now, reserved_until=now + RESERVED_FOR
    )
