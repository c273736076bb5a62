from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ActionLogConfig(AppConfig):
    name = "action_log"
    verbose_name = _("action log")
