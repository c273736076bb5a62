"""Keeping order in the tournament's chat: deleting a line, and muting somebody for a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import chat.services as chat
from accounts.models import Player
from chat import silences
from chat.models import ChatLine
from common.errors import UserError
from tournaments.base.labels import when
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, choice, hidden
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Tournament

HOURS = (1, 24, 24 * 7)
"""The periods, in hours, for which somebody can be muted."""


def line_of(tournament: Tournament, line_id: int) -> ChatLine:
    """Return a line that is shown in the tournament's chat. Raises UserError (no-line)."""
    return chat.shown_line(TournamentRoom.of(tournament), line_id)


class LineForm(ActionForm):
    line = hidden()

    def subject(self) -> str:
        line = line_of(self.tournament, self.asked_number("line"))
        return _("{name}: “{text}”").format(name=line.author.username, text=line.sentence)


class MuteForm(LineForm):
    hours = choice(gettext_lazy("For how long?"))

    def fill(self) -> None:
        self.offer("hours", [(hours, span_of(hours)) for hours in HOURS])


def span_of(hours: int) -> str:
    if hours % 24:
        return ngettext("{number} hour", "{number} hours", hours).format(number=hours)
    return ngettext("{number} day", "{number} days", hours // 24).format(number=hours // 24)


@dataclass(frozen=True, kw_only=True)
class _AboutLine(Action):
    topic = None
    form: ClassVar[type[ActionForm]] = LineForm

    line: int

    def check(self, context: Context) -> None:
        line_of(context.tournament, self.line)


class DeleteLine(_AboutLine):
    """The line disappears from open pages as well. Moderators of the site can still read it."""

    slug = "delete-line"
    label = gettext_lazy("Delete the line")
    log_sentence = gettext_lazy("A line of {name} in the chat was deleted.")
    why_final = gettext_lazy("Only moderators of the site can show it again.")

    def preview(self, context: Context) -> list[str]:
        return [_("Nobody reads the line any more, on open pages either; moderators of the site still can.")]

    def do(self, context: Context) -> Done:
        line = line_of(context.tournament, self.line)
        chat.hide(ChatLine.objects.filter(pk=line.pk), by=context.by, now=context.now)
        return Done({"name": line.author})


@dataclass(frozen=True, kw_only=True)
class MuteInChat(_AboutLine):
    """The author of the line reads why, and until when; everywhere else they can write as before."""

    slug = "mute"
    label = gettext_lazy("Mute in this chat")
    log_sentence = gettext_lazy("{name} was muted in the chat for {minutes} min.")
    why_final = gettext_lazy("Let them write again instead.")
    form = MuteForm
    reason_help = gettext_lazy("The player reads it, and it is kept in the log.")

    hours: int

    def preview(self, context: Context) -> list[str]:
        name = line_of(context.tournament, self.line).author.username
        until = when(context.now + timedelta(hours=self.hours))
        return [_("{name} cannot write in this chat until {time}, and reads why.").format(name=name, time=until)]

    def do(self, context: Context) -> Done:
        author = line_of(context.tournament, self.line).author
        room, until = TournamentRoom.of(context.tournament), context.now + timedelta(hours=self.hours)
        silences.silence(room, player=author, by=context.by, until=until, reason=context.reason)
        return Done({"name": author, "minutes": 60 * self.hours})


class PlayerForm(ActionForm):
    player = hidden()

    def subject(self) -> str:
        return silenced(self.tournament, self.asked_number("player")).username


def silenced(tournament: Tournament, player_id: int) -> Player:
    """Return a player who has been muted in the tournament's chat. Raises UserError (not-muted)."""
    room = TournamentRoom.of(tournament)
    found = Player.objects.filter(pk=player_id, pk__in=silences.all_in(room).values("player")).first()
    if found is None:
        raise UserError("not-muted", _("This player is not muted here."))
    return found


@dataclass(frozen=True, kw_only=True)
class LetWriteAgain(Action):
    slug = "unmute"
    label = gettext_lazy("Let them write again")
    log_sentence = gettext_lazy("{name} may write in the chat again.")
    why_final = gettext_lazy("Mute them again instead.")
    form = PlayerForm
    topic = None
    needs_reason = False

    player: int

    def check(self, context: Context) -> None:
        silenced(context.tournament, self.player)

    def preview(self, context: Context) -> list[str]:
        return [_("They can write in this chat again at once.")]

    def do(self, context: Context) -> Done:
        player = silenced(context.tournament, self.player)
        silences.lift_silence(TournamentRoom.of(context.tournament), player_id=player.pk, by=context.by)
        return Done({"name": player})
