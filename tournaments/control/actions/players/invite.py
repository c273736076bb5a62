"""Inviting a player by name, and taking an invitation back."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, hidden
from tournaments.inviting import inviting
from tournaments.models import EntryInvitation, Tournament


class NameForm(ActionForm):
    name = forms.CharField(label=gettext_lazy("Whom would you like to invite?"), max_length=40)


@dataclass(frozen=True, kw_only=True)
class Invite(Action):
    """The player accepts or declines with one click, and has a place on accepting, even if the tournament is full."""

    slug = "invite"
    label = gettext_lazy("Invite a player")
    log_sentence = gettext_lazy("{name} was invited to play.")
    why_final = gettext_lazy("Take the invitation back instead.")
    form = NameForm
    topic = None
    needs_reason = False

    name: str

    def check(self, context: Context) -> None:
        inviting.check_may_invite(context.tournament, inviting.named(self.name), by=context.by, now=context.now)

    def preview(self, context: Context) -> list[str]:
        name = inviting.named(self.name).username
        return [
            _(
                "{name} is told on every page, and by e-mail if chosen so, and accepts or declines with one click."
            ).format(name=name),
            _("The invitation holds as long as one may enter, and brings a place even if all are taken."),
        ]

    def do(self, context: Context) -> Done:
        player = inviting.named(self.name)
        inviting.invite(context.tournament, player, by=context.by, now=context.now)
        return Done({"name": player})


class InvitationForm(ActionForm):
    invitation = hidden()

    def subject(self) -> str:
        return _waiting(self.tournament, self.asked_number("invitation")).player.username


@dataclass(frozen=True, kw_only=True)
class TakeInvitationBack(Action):
    slug = "take-back"
    label = gettext_lazy("Take the invitation back")
    log_sentence = gettext_lazy("The invitation of {name} was taken back.")
    why_final = gettext_lazy("Invite the player again.")
    form = InvitationForm
    topic = None
    needs_reason = False

    invitation: int

    def check(self, context: Context) -> None:
        _waiting(context.tournament, self.invitation)

    def preview(self, context: Context) -> list[str]:
        return [_("The invitation can no longer be accepted.")]

    def do(self, context: Context) -> Done:
        invitation = _waiting(context.tournament, self.invitation)
        inviting.take_back(context.tournament, invitation, now=context.now)
        return Done({"name": invitation.player})


def _waiting(tournament: Tournament, invitation_id: int) -> EntryInvitation:
    """Return an unanswered invitation. Raises UserError (answered)."""
    found = tournament.invitations.waiting().for_display().filter(pk=invitation_id).first()
    if found is None:
        raise UserError("answered", _("This invitation has been answered or taken back already."))
    return found
