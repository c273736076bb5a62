"""Read-only admin pages of chat lines."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from chat.models import ChatLine
from chat.rooms import KINDS, open_room
from common.read_only_admin import ReadOnly


class KindFilter(admin.SimpleListFilter):
    title = _("room")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> Iterable[tuple[str, str]]:
        return [(kind, str(room.label)) for kind, room in KINDS.items()]

    def queryset(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> QuerySet[ChatLine]:
        return lines.filter(room__startswith=f"{self.value()}:") if self.value() else lines


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, ModelAdmin):
    list_display = ["said_at", "author", "where", "text", "original", "hidden_at"]
    list_filter = [KindFilter, "said_at"]
    search_fields = ["text", "author__username", "room"]
    list_select_related = ["author"]
    date_hierarchy = "said_at"

    @admin.display(description=_("room"), ordering="room")
    def where(self, line: ChatLine) -> SafeString:
        room = open_room(line.room)
        return format_html('{} · <a href="{}">{}</a>', room.label, room.address, room.place)
