from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ActionLogConfig(AppConfig):
    name = "action_log"
    verbose_name = _("action log")
    # Which role sees or changes what in the admin; a site admin also what is not listed.
    staff_permissions: ClassVar = {
        "view_logline": "moderator",
    }
