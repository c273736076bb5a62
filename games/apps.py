"""The app of tables: places where matches are played."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import panels
        from games.club_panel import tables_of

        panels.register(20, "games/_club_panel.html", tables_of)
