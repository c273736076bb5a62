"""Runs as a separate process: a head moderator acts on a player."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from accounts import roles
from accounts.models import Player
from chat.models import ChatLine
from moderation import acts
from moderation.evidence.subject import Subject
from moderation.services import cases, reporting


def act(kind: str, name: str) -> None:
    """Open a case about a player, claim it and act; if the act is about a chat line, act on the player's last one."""
    settings.STAFF_NEED_SECOND_FACTOR = False
    now, player = timezone.now(), Player.objects.named(name).get()
    judge, _is_new = Player.objects.get_or_create(username="Hanna")
    roles.give_role(player=judge, role=roles.Role.HEAD)
    subject = Subject("player", str(player.pk), player)
    case = reporting.report(subject=subject, kind="abuse", text="", reporter=None, address=None, now=now).case
    cases.claim(case_id=case.pk, by=judge, now=now)
    line = ChatLine.objects.filter(author=player).last() if kind == "hide-line" else None
    acts.carry_out(
        kind=kind,
        case_id=case.pk,
        by=judge,
        now=now,
        player=None if line else player,
        subject_id=str(line.pk) if line else "",
        reason="You were rude to Bob.",
    )
