"""Replacing a player by a bot, and putting the player back."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games.services import SetSeat
from tournaments.base.locking import write
from tournaments.control.actions.base import READ_AT_THE_TABLE, Context, Done
from tournaments.control.actions.forms import SeatForm
from tournaments.control.actions.tables.running import SeatAction, lead_to, numbers_of
from tournaments.control.lookups import board_of, entry_of
from tournaments.models import Entry
from tournaments.notices import changes


class BotForm(SeatForm):
    """Offers people only."""

    def fill(self) -> None:
        board = board_of(self.tournament, self.asked_number("board"))
        people = board.places.exclude(entry__player=None).select_related("entry__player").order_by("seat")
        if not people:
            raise UserError("nobody", _("Bots already sit at all seats of this table."))
        self.offer("entry", [(place.entry_id, place.entry.name) for place in people])


class PutBotIn(SeatAction):
    """A bot plays on for the entry, which keeps the result and is absent from now on."""

    slug = "bot"
    label = gettext_lazy("Put a bot in")
    log_sentence = gettext_lazy("Round {round}, table {table}: a bot plays on for {one}.")
    reason_help = READ_AT_THE_TABLE
    why_final = gettext_lazy("Put the player back at the table instead.")
    form = BotForm

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        takes = _("A bot takes over the seat of {name}, with tiles and points, and has the full time for the move.")
        absent = _("{name} is absent from now on, and is seated again when they say that they are back.")
        return [
            takes.format(name=name),
            _("The result stays that of {name}.").format(name=name),
            absent.format(name=name),
        ]

    def do(self, context: Context) -> Done:
        place = self.place(context.tournament)
        assert place.board is not None
        self.hand_over(context, SetSeat.in_place_of(place.entry.name, context.tournament.house_level))
        if place.entry.player_id is not None:
            Entry.objects.filter(pk=self.entry).update(presence=Entry.Presence.ABSENT)
        write(context.tournament)
        changes.replaced(context.tournament, place.board, place.entry, "", context.reason)
        return Done({**numbers_of(place.board), "one": place.entry.person})


class PutBack(SeatAction):
    """The player takes the seat back from the bot."""

    slug = "put-back"
    label = gettext_lazy("Put the player back")
    log_sentence = gettext_lazy("Round {round}, table {table}: {one} plays again.")
    why_final = gettext_lazy("Put a bot in again instead.")
    form = SeatForm
    needs_reason = False

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        return [_("{name} takes the seat back from the bot, and is seated in the next rounds again.").format(name=name)]

    def do(self, context: Context) -> Done:
        place = self.place(context.tournament)
        assert place.board is not None
        entry = place.entry
        table = self.hand_over(context, SetSeat(entry.player_id, entry.bot, entry.bot_name))
        Entry.objects.filter(pk=self.entry).update(presence=Entry.Presence.HERE)
        write(context.tournament)
        lead_to(context.tournament, entry.player_id, table)  # a replaced player's page has left the sealed table
        return Done({**numbers_of(place.board), "one": entry.person})
