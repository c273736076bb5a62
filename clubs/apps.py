from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("clubs")

    def ready(self) -> None:
        from action_log import subjects
        from clubs.log import SUBJECT

        subjects.register(SUBJECT)
