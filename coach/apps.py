from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoachConfig(AppConfig):
    name = "coach"
    verbose_name = _("coach")
    default_auto_field = "django.db.models.BigAutoField"
    # What each role may view or change in the admin; a site admin also has access to everything not listed.
    staff_permissions: ClassVar[dict[str, str]] = {}

    def ready(self) -> None:
        from coach.problems import in_lobby
        from coach.shown import of_table
        from games.pages import lobby_sections
        from games.pages.results import sections

        lobby_sections.register("coach/_lobby.html", in_lobby)
        sections.register("coach/_section.html", of_table)
