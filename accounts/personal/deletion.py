"""Deletion of a player: requested, delayed by a grace period in which it can be cancelled, and then carried out.

Matches that others played with the player stay, under a neutral name. Each app registers obstacles, how the player
leaves, and what to erase; `holdings` says what happens to the rows that point at the player.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import KeptHash, Notice, PastName, Player
from accounts.personal import letters, sessions
from accounts.personal.holdings import HOLDINGS, Then, has_left_traces
from common.errors import UserError
from live.sessions import sessions_may_be_over

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""How many rows are changed in one transaction, so that nobody waits long for the lock."""

PUT_OFF = timedelta(days=1)
"""How long a deletion is postponed while there is an obstacle."""

SEPARATORS = (", ", " · ")
"""What separates the names of several players in a notice."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something the player has to settle before the deletion, and the page on which to do so."""

    sentence: str | Promise
    url: str = ""


OBSTACLES: list[Callable[[Player], Iterable[Obstacle]]] = []
LEAVING: list[Callable[[Player, datetime], None]] = []
ERASING: list[Callable[[Player, str], None]] = []
REMEMBERING: list[Callable[[Player, datetime], bool]] = []


def finds_obstacles(find: Callable[[Player], Iterable[Obstacle]]) -> Callable[[Player], Iterable[Obstacle]]:
    """Register a function that finds obstacles to a player's deletion."""
    OBSTACLES.append(find)
    return find


def leaves(leave: Callable[[Player, datetime], None]) -> Callable[[Player, datetime], None]:
    """Register an idempotent function by which the player leaves tables, tournaments or clubs. It is called at the
    request and again just before the deletion, and opens its own transactions."""
    LEAVING.append(leave)
    return leave


def erases(erase: Callable[[Player, str], None]) -> Callable[[Player, str], None]:
    """Register an idempotent function that puts the neutral name in place of the player's wherever it is stored as
    text, or erases the text."""
    ERASING.append(erase)
    return erase


def remembers(must_remember: Callable[[Player, datetime], bool]) -> Callable[[Player, datetime], bool]:
    """Register a check for whether to keep a hash of the player's e-mail address, so that nobody escapes a ban."""
    REMEMBERING.append(must_remember)
    return must_remember


def obstacles_of(player: Player) -> list[Obstacle]:
    return [obstacle for find in OBSTACLES for obstacle in find(player)]


def ask(*, player: Player, now: datetime) -> None:
    """Request the player's deletion, sign them out everywhere, and make them leave everything. Idempotent.

    Guests stay signed in, because they could not come back to cancel it. Raises UserError (in-the-way).
    """
    if obstacles_of(player):
        raise UserError("in-the-way", _("Something has to be settled before your account can be deleted."))
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.deletion_due_at is not None:
            return
        player.deletion_due_at = now + timedelta(days=settings.KEEP_DAYS["deletion"])
        player.save(update_fields=["deletion_due_at"])
        if not player.is_guest:
            sessions.end_all(player)
        letters.tell_of_request(player, now)
    _leave_everything(player, now)


def cancel(*, player: Player) -> None:
    """Cancel a requested deletion. Idempotent. Raises UserError (too-late)."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if not player.is_active:
            raise UserError("too-late", _("This account is being deleted already."))
        player.deletion_due_at = None
        player.save(update_fields=["deletion_due_at"])
        letters.drop(player)


def carry_out_due(*, now: datetime, most: int) -> int:
    """Delete at most `most` players whose grace period is over; return how many were deleted."""
    due = Player.objects.filter(deletion_due_at__lte=now, deleted_at=None).order_by("deletion_due_at")
    return sum(_try_to_carry_out(player, now) for player in due[:most])


def _try_to_carry_out(player: Player, now: datetime) -> bool:
    """Delete one player, logging any error so that the others still go ahead; the next run retries it."""
    try:
        return _carry_out(player, now)
    except Exception:
        logger.exception("player %d could not be deleted", player.pk)
        return False


def _carry_out(player: Player, now: datetime) -> bool:
    """Delete a player unless there is an obstacle, resuming a run that was interrupted; return whether it was done."""
    if player.is_active:
        still_due = Player.objects.filter(pk=player.pk, is_active=True, deletion_due_at__lte=now)
        if not still_due.exists():  # cancelled while others were deleted
            return False
        if obstacles_of(player):
            still_due.update(deletion_due_at=now + PUT_OFF)
            logger.warning("player %d cannot be deleted yet: there is an obstacle", player.pk)
            return False
        _leave_everything(player, now)
        if not _close(player, now):
            return False
    delete_for_good(player, now)
    return True


def _leave_everything(player: Player, now: datetime) -> None:
    """Make the player and their bots leave tables, tournaments and clubs, beginning with the topmost app."""
    for one in (player, *player.bots.all()):
        for leave in reversed(LEAVING):
            leave(one, now)


@transaction.atomic
def _close(player: Player, now: datetime) -> bool:
    """Close the account and tell the player, unless they have just cancelled; return whether it was closed."""
    row = Player.objects.select_for_update().get(pk=player.pk)
    if row.deletion_due_at is None or row.deletion_due_at > now:
        return False
    row.is_active = False
    row.set_unusable_password()
    row.save(update_fields=["is_active", "password"])
    letters.tell_of_end(row, now)
    return True


def delete_for_good(player: Player, now: datetime) -> None:
    """Erase all personal data of a player; the row stays if matches and the like refer to it. Idempotent."""
    neutral = names.former(player.pk)
    _remember(player, now)
    for bot in Player.objects.filter(bot_owner=player.pk, deleted_at=None):
        delete_for_good(bot, now)
    for erase in reversed(ERASING):
        erase(player, neutral)
    _replace_in_notices(player, neutral)
    sessions.end_all(player)
    for holding in HOLDINGS.values():
        _settle(holding.of(player.pk), holding.then, holding.field)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if has_left_traces(player.pk):
            Player.objects.filter(pk=player.pk).update(**_nobody(neutral, now))
        else:
            # a plain DELETE: no row points here any more, and Django would update the log, which cannot be changed
            Player.objects.filter(pk=player.pk)._raw_delete(Player.objects.db)
        sessions_may_be_over(player.pk)


def _settle(rows: QuerySet[Model], then: Then, field: str) -> None:
    """Delete, detach or keep the rows, in batches."""
    while then is not Then.KEPT and (batch := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])):
        chosen = rows.model._base_manager.filter(pk__in=batch)
        with transaction.atomic():
            chosen.delete() if then is Then.DELETED else chosen.update(**{field: None})


def _remember(player: Player, now: datetime) -> None:
    """Keep hashes of the names, which nobody may take for a while, and of a banned player's address."""
    for name in set() if player.is_guest else names_of(player):
        KeptHash.objects.keep(KeptHash.Kind.NAME, name, now + timedelta(days=settings.KEEP_DAYS["names"]))
    if player.email and any(remember(player, now) for remember in REMEMBERING):
        until = now + timedelta(days=settings.KEEP_DAYS["mailboxes"])
        KeptHash.objects.keep(KeptHash.Kind.MAILBOX, player.email, until)


def _replace_in_notices(player: Player, neutral: str) -> None:
    """Replace the player's name in the notices of others, even within a list of names."""
    for name in names_of(player):
        told = Notice.objects.filter(gaps__icontains=name).exclude(player=player)
        for notice in told.iterator(chunk_size=AT_ONCE):
            gaps = {key: _without_name(text, name, neutral) for key, text in notice.gaps.items()}
            if gaps != notice.gaps:
                Notice.objects.filter(pk=notice.pk).update(gaps=gaps)


def _without_name(text: object, name: str, neutral: str) -> object:
    """Replace a name that is the whole text, or one of the names listed in it."""
    for separator in SEPARATORS:
        if isinstance(text, str) and separator in text:
            return separator.join(neutral if part == name else part for part in text.split(separator))
    return neutral if text == name else text


def names_of(player: Player) -> set[str]:
    """Return the player's present and past names."""
    return {player.username, *PastName.objects.filter(player=player).values_list("name", flat=True)}


def _nobody(neutral: str, now: datetime) -> dict[str, object]:
    """Return the columns of a deleted player: the defaults, and a neutral name."""
    fresh = {field.name: field.get_default() for field in Player._meta.concrete_fields if not field.is_relation}
    kept = {"id", "password", "date_joined", "is_guest", "is_bot"}
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    columns = {name: value for name, value in fresh.items() if name not in kept}
    return columns | {"username": neutral, "folded": "", "email": "", "is_active": False, "deleted_at": day}
