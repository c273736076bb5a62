from typing import Any, ClassVar

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ActionLogConfig(AppConfig):
    name = "action_log"
    verbose_name = _("action log")
    # The lowest role that has each permission in the admin; those that are not listed take a site admin.
    staff_permissions: ClassVar = {
        "view_logline": "moderator",
    }

    def ready(self) -> None:
        post_migrate.connect(install_triggers, sender=self)


def install_triggers(*, using: str, **kwargs: Any) -> None:
    from action_log import append_only

    append_only.install(connections[using])
