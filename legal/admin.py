"""The admin page on which the operator writes these pages; a new page begins with the default text."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from common.languages import languages
from legal.models import LegalPage, Topic
from legal.texts import default_text


@admin.register(LegalPage)
class LegalPageAdmin(ModelAdmin):
    list_display = ["topic", "language", "changed_at"]
    list_filter = ["topic", "language"]
    search_fields = ["text"]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with the default text that the address asks for, such as `?topic=terms&language=de`."""
        asked = super().get_changeform_initial_data(request)
        topic, language = asked.get("topic", Topic.TERMS.value), asked.get("language", request.LANGUAGE_CODE)
        if topic not in Topic.values or language not in dict(languages()):
            return asked
        return {"topic": topic, "language": language, "text": default_text(topic, language).markdown}
