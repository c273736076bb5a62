from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("tables")
    default_auto_field = "django.db.models.BigAutoField"
    # Which role sees or changes what in the admin; a site admin also what is not listed.
    staff_permissions: ClassVar = {
        "view_table": "helper",
        "view_seat": "helper",
        "view_seatstay": "helper",
        "view_deal": "helper",
    }

    def ready(self) -> None:
        from chat import rooms
        from clubs import page_sections
        from games.pages.club_section import tables_of
        from games.restoring import check_may_open
        from games.services.chat import OnlookersRoom, PlayersRoom
        from live import starting

        starting.register(check_may_open)
        rooms.register(PlayersRoom, OnlookersRoom)
        page_sections.register(20, "games/_club_section.html", tables_of)
