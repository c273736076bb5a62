from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("chat")
    # The lowest role that has each permission in the admin; those that are not listed take a site admin.
    staff_permissions: ClassVar = {
        "view_chatline": "head",
    }
