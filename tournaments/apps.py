from importlib import import_module
from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")
    # The lowest role that each admin permission is granted to; unlisted permissions are for site admins only.
    staff_permissions: ClassVar = {
        "view_tournament": "helper",
        "view_entry": "helper",
        "view_round": "helper",
        "view_board": "helper",
        "view_series": "helper",
        "view_season": "helper",
    }

    def ready(self) -> None:
        import tournaments.rated  # noqa: F401
        from action_log import subjects
        from chat import rooms
        from games.pages import table_tools
        from tournaments.base.log import SUBJECT
        from tournaments.live.chatting import TournamentRoom
        from tournaments.pages import sections

        rooms.register(TournamentRoom)
        subjects.register(SUBJECT)
        sections.register()
        import_module("tournaments.receivers")
        table_tools.register(table_tools.Tool("call", _("Call the organisers"), "hand", "tournaments:call"))
