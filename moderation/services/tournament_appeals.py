"""Appeals against tournament organisers that were sent to the site: moderators are told, and one of them answers."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import notices, roles
from accounts.models import Player
from common.errors import UserError
from moderation.services.judging import check_may_answer_appeals
from tournaments.base.permissions import may_organise
from tournaments.calls import appealing
from tournaments.models import Appeal
from tournaments.models.calls import AppealQuerySet

JUDGES = [roles.Role.MODERATOR, roles.Role.HEAD]


def is_judge(player: Player) -> bool:
    return roles.role_of(player) in JUDGES


WAITS = notices.register(
    notices.Kind(
        "tournament-appeal-waits",
        _("An appeal in a tournament waits for a moderator"),
        _("{tournament}: {name} appeals against an organiser, to the moderators: {text}"),
        group=notices.Group.MODERATION,
        by_mail=False,
        concerns=is_judge,
    )
)


def waiting() -> AppealQuerySet:
    return Appeal.objects.undecided().filter(to=Appeal.To.SITE).for_display()


def tell_moderators(appeal: Appeal) -> None:
    """Tell the moderators of an appeal. Call it in the transaction in which the appeal is made."""
    judges = Player.objects.filter(groups__name__in=JUDGES, is_active=True).exclude(pk=appeal.player_id)
    gaps: dict[str, notices.Gap] = {
        "tournament": appeal.tournament.name,
        "name": appeal.player.username,
        "text": appeal.text,
    }
    players = list(judges.values_list("pk", flat=True))
    notices.notify(kind=WAITS, players=players, key=str(appeal.pk), url=reverse("admin:desk_appeals"), gaps=gaps)


def check_may_answer(by: Player, appeal: Appeal) -> None:
    """Raise UserError (not-allowed, own-case): nobody answers their own appeal, or one about a tournament that they may
    organise or an action of theirs."""
    check_may_answer_appeals(by)
    if by.pk in (appeal.player_id, appeal.line.by_id) or may_organise(appeal.tournament, by):
        raise UserError("own-case", _("This concerns you: another moderator has to judge it."))


def answer(*, appeal_id: int, by: Player, is_upheld: bool, text: str) -> None:
    """Answer an appeal, tell the player, and note it in the tournament's log.

    Raises UserError (no-such-appeal, not-allowed, own-case, bad-field, decided).
    """
    appeal = Appeal.objects.for_display().filter(pk=appeal_id, to=Appeal.To.SITE).first()
    if appeal is None:
        raise UserError("no-such-appeal", _("There is no such appeal."))
    check_may_answer(by, appeal)
    appealing.decide_for_site(appeal_id=appeal.pk, by=by, is_upheld=is_upheld, reason=text)
