from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("players")

    def ready(self) -> None:
        """Load the module `notices` of every app, in which the kinds of notices are registered."""
        autodiscover_modules("notices")
        import_module("accounts.receivers")
