from importlib import import_module
from typing import ClassVar

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("players")
    # The lowest role that has each permission in the admin; those that are not listed take a site admin.
    staff_permissions: ClassVar = {
        "view_player": "helper",
        "view_sanction": "helper",
        "view_lapse": "helper",
        "view_pastname": "helper",
        "view_forbiddenword": "moderator",
        "add_forbiddenword": "moderator",
        "change_forbiddenword": "moderator",
        "delete_forbiddenword": "moderator",
    }

    def ready(self) -> None:
        """Load what every app registers: its kinds of notices, and what it holds about players and for how long."""
        autodiscover_modules("notices")
        import_module("accounts.personal.own_holdings")
        import_module("accounts.personal.own_expiry")
        autodiscover_modules("personal.holdings", "personal.expiry")
        import_module("accounts.receivers")
