"""The app of players: who they are, how they sign in, what they prefer."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("players")

    def ready(self) -> None:
        """What players are told is named by every app in its module `notices`."""
        autodiscover_modules("notices")
        import_module("accounts.receivers")
