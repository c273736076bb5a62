"""Hints for players who ask what to play, made from what their seat may see, and sent to them alone."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from games.bots.hints import hint
from games.models import Table
from games.rules import View
from games.services.playing import own_seat
from games.state.live_tables import LiveTable, live_tables
from games.state.message_types import Hint
from live.hub import encode


def hint_message(table_id: str, player_id: int, language: str) -> str:
    """Return the move that a medium bot would make on the player's seat, and why, in the player's language.

    Raises UserError (not-running, paused, not-seated, no-hints, not-your-turn).
    """
    with live_tables.hold(table_id) as live:
        live.refresh()
        view, deal, ply = _view_on_turn(live, player_id), live.deal_number, live.ply
    move, reason = hint(view)
    with translation.override(language):
        sentence = translation.gettext(reason.template).format(**reason.params)
    message: Hint = {"type": "hint", "deal": deal, "ply": ply, "move": move, "reason": sentence}
    return encode(message)


def _view_on_turn(live: LiveTable, player_id: int) -> View:
    """Return what the player's seat may see, if it is on turn and hints are given."""
    if live.status == Table.Status.FINISHED:
        raise UserError("not-running", _("The match is over."))
    seat = own_seat(live, player_id)
    if live.is_set:
        raise UserError("no-hints", _("There are no hints in a tournament."))
    if not live.gives_hints:
        raise UserError("no-hints", _("There are no hints here, as the match may count for ratings."))
    if seat != live.turn or live.match.deal is None:
        raise UserError("not-your-turn", _("It is not your turn."))
    return live.match.deal.view(seat)
