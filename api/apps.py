from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = _("programs")

    def ready(self) -> None:
        import_module("api.receivers")
