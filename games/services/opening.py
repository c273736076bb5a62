"""Everything that happens at a table before its match starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Authority, Moderator, Right, check_may, has_blocked_any, is_blocked_by_any
from clubs.models import Club
from clubs.services import mark_active
from clubs.services.guards import check_is_not_frozen
from common.addresses import connection_of
from common.database.compiled import compiled_once
from common.database.prepared import prepared_cursor
from common.errors import UserError
from games.errors import not_seated, seats_are_set
from games.models import Chain, Removal, Seat, Table, check_pace
from games.rules import GAMES, shuffle
from games.services.closing import close_now
from games.services.playing import begin_match
from games.state.live_tables import live_tables
from games.state.messages_out import table_message
from games.state.move_sql import lock_row
from games.state.rooms import lobby_changed
from live.hub import News, announce, encode

MOST_SEATS = 12
MOST_UNFINISHED = 20
"""The most unfinished tables at which a player may have a seat, including seats they have left."""


def open_table(
    *,
    owner: Player,
    game: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    seconds: int,
    visibility: str = Table.Visibility.PUBLIC,
    club: Club | None = None,
    admits_bots: bool = False,
    address: str = "",
) -> Table:
    """Open a table with one seat for each entry of `bots`: a bot's level, or empty for a person; the owner takes the
    first of those.

    The anchor and the house's bytes for every seat are fixed before anyone contributes. `club` is required for a table
    that is reserved for its members; `admits_bots` lets bots of players sit down, which they always may if the owner is
    a bot. `address` is the IP address of the owner's request. Raises UserError (a sanction, bad-seats, too-many-tables,
    not-a-member), OptionsError.
    """
    check_may(owner, _right_to_sit(visibility))
    rules = GAMES[game]
    chosen = rules.complete(options)
    if len(bots) > MOST_SEATS or len(bots) not in rules.seats(chosen) or "" not in bots:
        raise UserError("bad-seats", _("This game cannot be played with that many players."))
    check_pace(seconds, bots)
    club = club if visibility == Table.Visibility.CLUB else None
    _check_may_sit(owner, visibility, club)
    with transaction.atomic():
        _check_seat_limit(owner)
        chain = Chain.new()
        chain.save()
        table = Table.objects.create(
            game=game,
            options=chosen,
            rules_version=rules.version,
            seat_count=len(bots),
            seconds=seconds,
            visibility=visibility,
            club=club,
            admits_bots=admits_bots or owner.is_bot,
            owner=owner,
            chain=chain,
            totals=[0] * len(bots),
        )
        _create_seats(table, bots, owner, address)
        _schedule_start(table)
        if club is not None:
            mark_active(club_id=club.pk, now=table.opened_at)
        lobby_changed()
    return table


def _right_to_sit(visibility: str) -> Right:
    return Right.SIT_IN_PUBLIC if visibility == Table.Visibility.PUBLIC else Right.SIT


def may_sit(player: Player | None, visibility: str, club: Club | None) -> bool:
    """Return whether the player may take a free seat at such a table; at a club's table, only its members may."""
    if visibility == Table.Visibility.CLUB:
        return club is not None and club.membership_of(player) is not None
    return visibility != Table.Visibility.SET


def _check_may_sit(player: Player, visibility: str, club: Club | None) -> None:
    """Raise UserError (not-a-member, frozen) unless the player may sit at the club's tables."""
    if club is not None:
        check_is_not_frozen(club)
    if not may_sit(player, visibility, club):
        raise UserError("not-a-member", _("This table is for members of its club. The club's page says how to join."))


def _check_seat_limit(player: Player) -> None:
    """Raise UserError (too-many-tables) if the player has too many seats; in a transaction, which locks the player, so
    that nobody takes several at once.

    Seats that the player has left count as long as the house plays on there.
    """
    Player.objects.lock(player)
    unfinished = Seat.objects.filter(player=player, table__status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    if unfinished.count() >= MOST_UNFINISHED:
        sentence = _("You have seats at too many tables that are not over. Finish one first, or wait until it is over.")
        raise UserError("too-many-tables", sentence)


def _create_seats(table: Table, bots: Sequence[str], owner: Player, address: str) -> None:
    mine = list(bots).index("")
    published = [shuffle.new_contribution().hex() for _ in bots]
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=number,
            bot=level,
            player=owner if number == mine else None,
            connection=_connection(table, address) if number == mine else "",
            house_bytes=published[number],
            contribution=published[number],
        )
        for number, level in enumerate(bots)
    )


def _schedule_start(table: Table) -> None:
    """Set when a full table starts: as soon as all players have contributed, or when the time for that is over.

    For players who never contribute, the bytes published before anyone sat down are used.
    """
    table.due_at = _starts_at(_occupants(table.pk))
    Table.objects.filter(pk=table.pk).update(due_at=table.due_at, seats_version=F("seats_version") + 1)


def _starts_at(seats: Sequence[tuple[Any, ...]]) -> datetime | None:
    """Return when a table with these seats starts; each is (player, bot, whether the player has contributed)."""
    if any(player is None and not bot for player, bot, _contributed in seats):
        return None
    wait = 0.0 if _have_contributed(seats) else settings.START_PAUSE
    return timezone.now() + timedelta(seconds=wait)


def _have_contributed(seats: Sequence[tuple[Any, ...]]) -> bool:
    """Return whether all seats are taken, and all players have contributed."""
    return all(bot or (player is not None and contributed) for player, bot, contributed in seats)


def _start_if_due(table_id: str, due_at: datetime | None) -> None:
    if due_at is not None and due_at <= timezone.now():
        with live_tables.hold(table_id) as live:
            live.refresh()
            begin_match(live)


def _locked(table_id: str) -> Table:
    """Lock and return a table that is waiting for players. Raises UserError (not-open, seats-are-set)."""
    table = Table.objects.select_for_update(of=("self",)).get(pk=table_id)
    if table.status != Table.Status.OPEN:
        raise UserError("not-open", _("This table is no longer waiting for players."))
    if table.visibility == Table.Visibility.SET:
        raise seats_are_set()
    return table


def _seats_changed(table: Table) -> None:
    announce(News(table.pk, everyone=[encode(table_message(Table.Status.OPEN.value))]))
    lobby_changed()


def _connection(table: Table, address: str) -> str:
    """Return a hash that shows, at this table only, whether two seats were taken from one connection; empty if
    unknown."""
    if not address or table.visibility != Table.Visibility.PUBLIC:
        return ""
    value = f"{table.pk} {connection_of(address)}"
    return salted_hmac("games.seat.connection", value, algorithm="sha256").hexdigest()[:16]


def join(*, table_id: str, player: Player, invitation: str = "", seat: int | None = None, address: str = "") -> None:
    """Sit down on a free seat: `seat`, or the first one. Idempotent. `address` is the IP address of the request.

    Raises UserError (a sanction, not-open, not-invited, not-a-member, no-bots, removed, no-free-seat, too-many-tables).
    """
    with transaction.atomic():
        table = _locked(table_id)
        if Seat.objects.filter(table=table, player=player).exists():
            return
        check_may(player, _right_to_sit(table.visibility))
        _check_seat_limit(player)
        if table.is_private and not constant_time_compare(invitation, table.invitation):
            raise UserError("not-invited", _("This table is by invitation: ask its owner for the link."))
        _check_may_sit(player, table.visibility, table.club)
        if player.is_bot and not table.admits_bots:
            raise UserError("no-bots", _("No bots of players may sit down at this table."))
        if Removal.objects.filter(table=table, player=player).exists():
            raise UserError("removed", _("The owner of this table has removed you. Choose another table."))
        seats = list(Seat.objects.filter(table=table))
        free = [one for one in seats if one.is_free and seat in (None, one.number)]
        if not free or _is_blocked(seats, player):
            raise UserError("no-free-seat", _("That seat has just been taken."))
        Seat.objects.filter(pk=free[0].pk).update(player=player, connection=_connection(table, address))
        _schedule_start(table)
        _seats_changed(table)


def _is_blocked(seats: Sequence[Seat], player: Player) -> bool:
    """Return whether somebody at the table blocks the player, who must not learn of it.

    Raises UserError (blocked-by-you) if it is the other way round.
    """
    sitters = {seat.player_id for seat in seats if seat.player_id}
    if has_blocked_any(player, sitters):
        raise UserError("blocked-by-you", _("Somebody you have blocked sits at this table."))
    return is_blocked_by_any(player, sitters)


def leave(*, table_id: str, player: Player) -> None:
    """Get up before the start; the owner has to close the table instead. Raises UserError (not-open, owner-stays).

    The seat reverts to the bytes published for it at the opening, since new ones could be chosen to suit somebody.
    """
    with transaction.atomic():
        table = _locked(table_id)
        if table.owner_id == player.pk:
            raise _owner_stays()
        _free(table, player.pk)


def _owner_stays() -> UserError:
    return UserError("owner-stays", _("This is your table: close it if you do not want to play."))


def _free(table: Table, player_id: int) -> None:
    Seat.objects.filter(table=table, player=player_id).update(
        player=None, contributed=False, contribution=F("house_bytes"), connection=""
    )
    _schedule_start(table)
    _seats_changed(table)


def remove(*, table_id: str, by: Authority, seat: int) -> None:
    """Remove a player from a seat before the start; they cannot sit down at this table again.

    Raises UserError (not-open, not-owner, owner-stays).
    """
    with transaction.atomic():
        table = _locked(table_id)
        _check_owner(table, by)
        player_id = Seat.objects.values_list("player", flat=True).filter(table=table, number=seat).first()
        if player_id is None:
            return
        if player_id == table.owner_id:
            raise _owner_stays()
        Removal.objects.get_or_create(table=table, player_id=player_id)
        _free(table, player_id)


@transaction.atomic
def let_sit_again(*, table_id: str, player_id: int, by: Moderator) -> None:
    """Let a player sit down again at a table from which they were removed. Idempotent."""
    Removal.objects.filter(table=table_id, player=player_id).delete()


def close(*, table_id: str, by: Authority) -> None:
    """Close an open table. Raises UserError (not-open, not-owner)."""
    with transaction.atomic():
        table = _locked(table_id)
        _check_owner(table, by)
        close_now(table_id=table.pk)


def _check_owner(table: Table, by: Authority) -> None:
    """Raise UserError (not-owner) unless it is the table's owner or a moderator."""
    if not isinstance(by, Moderator) and table.owner_id != by.pk:
        raise UserError("not-owner", _("Only the owner of the table can do that."))


def start_early(*, table_id: str, player: Player, level: str = Seat.Bot.MEDIUM) -> None:
    """Start the player's own table now; free seats get bots of `level`, and keep the bytes published at the opening.

    Raises UserError (not-open, not-owner, bad-seats).
    """
    with transaction.atomic():
        table = _locked(table_id)
        _check_owner(table, player)
        check_pace(table.seconds, [level])
        Seat.objects.filter(table=table, player=None, bot="").update(bot=level)
        _schedule_start(table)
        _seats_changed(table)
    _start_if_due(table.pk, table.due_at)


_CONTRIBUTE = "UPDATE games_seat SET contribution = %s, contributed = %s WHERE table_id = %s AND player_id = %s"
_CHANGED = "UPDATE games_table SET seats_version = seats_version + 1 WHERE id = %s"
_START_AT = "UPDATE games_table SET due_at = %s WHERE id = %s AND NOT is_paused"


@compiled_once
def _occupants(table: str) -> QuerySet[Seat, Any]:
    return Seat.objects.filter(table=table).order_by().values_list("player", "bot", "contributed")


def contribute(*, table_id: str, player_id: int, contribution: bytes) -> None:
    """Replace the house's 16 bytes for a seat with those from its player's browser, once.

    The last contribution starts the match, unless the table is paused. One that comes too late, or for a second time,
    has no effect. Raises UserError (bad-field, not-seated).
    """
    if len(contribution) != shuffle.CONTRIBUTION_BYTES:
        raise UserError("bad-field", _("A contribution to the shuffle has 16 bytes."))
    with transaction.atomic():
        status = lock_row(table_id).status
        seats = _occupants(table_id)
        own = next((contributed for player, _bot, contributed in seats if player == player_id), None)
        if own is None:
            raise not_seated()
        if own or status != Table.Status.OPEN:
            return
        is_complete = _have_contributed([one if one[0] != player_id else (*one[:2], True) for one in seats])
        now = timezone.now()
        with prepared_cursor(connection) as cursor:
            cursor.execute(_CONTRIBUTE, [contribution.hex(), True, table_id, player_id])
            cursor.execute(_CHANGED, [table_id])
            if is_complete:
                cursor.execute(_START_AT, [connection.ops.adapt_datetimefield_value(now), table_id])
    _start_if_due(table_id, now if is_complete else None)
