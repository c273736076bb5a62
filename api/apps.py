from importlib import import_module
from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = _("programs")
    staff_permissions: ClassVar = {"view_token": "moderator", "view_webhook": "moderator"}

    def ready(self) -> None:
        import_module("api.receivers")
