from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = _("moderation")
    staff_permissions: ClassVar = {
        "view_case": "helper",
        "view_report": "helper",
        "view_act": "helper",
        "view_note": "helper",
        "view_appeal": "moderator",
        "view_reasontemplate": "helper",
        "add_reasontemplate": "head",
        "change_reasontemplate": "head",
        "view_reasontext": "helper",
        "add_reasontext": "head",
        "change_reasontext": "head",
        "delete_reasontext": "head",
    }

    def ready(self) -> None:
        from accounts.roles import role_changed
        from action_log.subjects import register
        from moderation import acts, log
        from moderation.services import tournament_appeals
        from tournaments.calls import appealing

        assert acts.KINDS
        register(log.SUBJECT)
        register(log.ACCOUNTS)
        appealing.register_site_handler(tournament_appeals.tell_moderators)
        role_changed.connect(log.role_changed)
