"""A player's status at rolling tables: at a table, about to sit down, free, or away."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Table
from games.pages.labels import span
from tournaments.formats.rolling.seating import PATIENCE
from tournaments.models import Entry, Place, Round, Tournament
from tournaments.pages.buttons import PlayerStatus, Sentence, break_button, button, withdraw_button
from tournaments.pages.rolling.hall import hall_of

Presence = Entry.Presence


def at_rolling_tables(tournament: Tournament, entry: Entry, place: Place | None, round_: Round | None) -> PlayerStatus:
    """Return the status of a participant; `place` is their latest place, `round_` the only round."""
    status = _whereabouts(tournament, entry, place, round_)
    status.is_urgent = status.table is not None
    status.buttons.append(break_button() if entry.presence == Presence.HERE else button("come-back"))
    status.buttons.append(withdraw_button(tournament, entry))
    return status


def _whereabouts(tournament: Tournament, entry: Entry, place: Place | None, round_: Round | None) -> PlayerStatus:
    board = place.board if place else None
    table = board.table if board else None
    if place is not None and board is not None and not board.is_done and (table is None or _is_open(table)):
        return _seated(place, entry)
    last = table if table is not None and table.status == Table.Status.FINISHED else None
    if round_ is None:
        return PlayerStatus(_("It is about to begin."), [_("The seats are being drawn.")])
    if round_.ends_at is not None and round_.ends_at <= timezone.now():
        return PlayerStatus(_("The time is up"), list(_at_the_end(tournament)), result=last)
    if entry.presence == Presence.HERE:
        return PlayerStatus(_("You are free"), list(_while_free(tournament)), result=last)
    if entry.presence == Presence.ABSENT:
        title = _("You are away")
        line = _("You did not come to a table: you are not seated until you say that you are back.")
    else:
        title, line = _("You are taking a break"), _("You are not seated until you say that you are back.")
    return PlayerStatus(title, [line], result=last)


def _is_open(table: Table) -> bool:
    return table.status in (Table.Status.OPEN, Table.Status.RUNNING)


def _seated(place: Place, entry: Entry) -> PlayerStatus:
    board = place.board
    assert board is not None
    others = board.places.exclude(pk=place.pk).select_related("entry__player").order_by("seat")
    gaps = {"board": board.number, "names": get_text_list([other.entry.name for other in others], _("and"))}
    lines: list[Sentence] = [_("You sit at table %(board)d with %(names)s.") % gaps]
    if entry.presence == Presence.RESTING:
        lines.append(_("After this table you take a break."))
    if board.table is None:
        return PlayerStatus(_("Your next table opens in"), lines, until=board.opens_at)
    return PlayerStatus(_("Your table is ready"), lines, table=board.table)


def _while_free(tournament: Tournament) -> Iterator[str]:
    hall = hall_of(tournament)
    yield _("You are seated as soon as there is a table of others who are free, and led there by itself.")
    others = len(hall.free) - 1
    if others > 0:
        yield ngettext("%(count)d other is free.", "%(count)d others are free.", others) % {"count": others}
    if hall.playing:
        yield ngettext("%(count)d table is playing.", "%(count)d tables are playing.", hall.playing) % {
            "count": hall.playing
        }
    if tournament.fills_up:
        gaps = {"time": span(int(PATIENCE.total_seconds()))}
        yield _("If too few are free for %(time)s, bots sit down with you.") % gaps


def _at_the_end(tournament: Tournament) -> Iterator[str]:
    playing = hall_of(tournament).playing
    if playing and tournament.plays_out:
        yield ngettext(
            "%(count)d table is still played to its end, and counts.",
            "%(count)d tables are still played to their end, and count.",
            playing,
        ) % {"count": playing}
    else:
        yield _("The final standings come in a moment.")
