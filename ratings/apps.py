from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("ratings")
    default_auto_field = "django.db.models.BigAutoField"
    # The lowest role that has each permission in the admin; those that are not listed take a site admin.
    staff_permissions: ClassVar = {
        "view_rating": "helper",
        "view_ratedseat": "helper",
    }

    def ready(self) -> None:
        import ratings.receivers  # noqa: F401
