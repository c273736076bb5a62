"""Hiding chat lines, in whatever room."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from accounts.roles import Severity
from accounts.standing import Moderator
from chat.models import ChatLine
from common.converters import row_id
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act


class HideLine(ActKind):
    slug = "hide-line"
    label = _("Hide this message")
    told = _("A moderator has hidden something that you have written.")
    about = "line"
    severity = Severity.LIGHT

    def find(self, act: Act) -> list[Player]:
        line = ChatLine.objects.filter(pk=row_id(act.subject_id)).select_related("author").first()
        if line is None:
            raise no_such_subject()
        act.player = line.author
        return [line.author]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"lines": chat.hide(ChatLine.objects.filter(pk=row_id(act.subject_id)), by=by, now=now)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        chat.show_again(act.details["lines"], by=by)


class HideAll(ActKind):
    slug = "hide-all"
    label = _("Hide all messages of the player")
    told = _("A moderator has hidden everything that you have written.")

    def find(self, act: Act) -> list[Player]:
        if act.player is None:
            raise no_such_subject()
        return [act.player]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"lines": chat.hide(ChatLine.objects.filter(author=act.player), by=by, now=now)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        chat.show_again(act.details["lines"], by=by)
