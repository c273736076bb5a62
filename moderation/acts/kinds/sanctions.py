"""Acts that impose a sanction on a player."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from accounts import standing
from accounts.models import Player, Sanction
from accounts.roles import Severity
from accounts.standing import Moderator
from common.errors import UserError
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act, Case, Matter


class SanctionAct(ActKind):
    """Imposes a sanction, which takes effect on open pages at once and sends the player its own notice."""

    kind: ClassVar[str]
    told = ""
    tells_by_itself = True

    def find(self, act: Act) -> list[Player]:
        if act.player is None:
            raise no_such_subject()
        return [act.player]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        assert act.player is not None
        act.sanction = standing.impose(
            player=act.player, kind=self.kind, reason=act.reason, now=now, until=act.ends_at, by=by.player
        )
        return {}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        if act.sanction_id is not None:
            standing.lift(sanction_id=act.sanction_id, now=now, by=by.player)

    def tell_lifted(self, act: Act, player: Player) -> None:
        if act.sanction is not None:
            standing.tell_lifted(act.sanction)


class Warn(SanctionAct):
    slug = "warn"
    label = _("Warn")
    kind = Sanction.Kind.WARNING
    severity = Severity.LIGHT


class SendMessage(SanctionAct):
    """Sends a message, which is the reason of the act."""

    slug = "message"
    label = _("Send a message that must be read")
    kind = Sanction.Kind.MESSAGE
    severity = Severity.LIGHT


class Mute(SanctionAct):
    slug = "mute"
    label = _("Mute")
    kind = Sanction.Kind.MUTED
    has_end = True


class PauseFromPlay(SanctionAct):
    slug = "pause-play"
    label = _("Pause from play")
    kind = Sanction.Kind.NO_PLAY
    has_end = True


class PauseFromTournaments(SanctionAct):
    slug = "pause-tournaments"
    label = _("Pause from tournaments")
    kind = Sanction.Kind.NO_TOURNAMENTS
    has_end = True


class CloseAccount(SanctionAct):
    slug = "close-account"
    label = _("Close the account")
    kind = Sanction.Kind.CLOSED
    severity = Severity.SEVERE


class ShadowHide(SanctionAct):
    """Hides a spammer's lines from others. The player is not told, as they would only return under another name."""

    slug = "shadow-hide"
    label = _("Let nobody else read what they say")
    kind = Sanction.Kind.SHADOWED
    has_end = True

    def check_fits(self, case: Case) -> None:
        if case.kind != Matter.SPAM:
            raise UserError("not-spam", _("This is for spam only: mute the player instead, who is then told why."))
