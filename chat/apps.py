from typing import ClassVar

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("chat")
    # Which role sees or changes what in the admin; a site admin also what is not listed.
    staff_permissions: ClassVar = {
        "view_chatline": "head",
    }
