from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        from action_log import subjects
        from chat import rooms
        from tournaments.base.log import SUBJECT
        from tournaments.live.chatting import TournamentRoom
        from tournaments.pages import sections

        rooms.register(TournamentRoom)
        subjects.register(SUBJECT)
        sections.register()
