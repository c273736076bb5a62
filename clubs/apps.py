from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("clubs")
    # The lowest role that has each permission in the admin; those that are not listed take a site admin.
    staff_permissions: ClassVar = {
        "view_club": "helper",
        "view_membership": "helper",
        "view_announcement": "helper",
        "view_joinrequest": "moderator",
        "view_invitation": "moderator",
        "view_ban": "moderator",
    }

    def ready(self) -> None:
        from action_log import subjects
        from chat import rooms
        from clubs.log import SUBJECT
        from clubs.talk.room import ClubRoom

        rooms.register(ClubRoom)
        subjects.register(SUBJECT)
