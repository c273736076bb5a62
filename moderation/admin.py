"""Read-only lists of cases, reports, acts, notes and appeals; moderators work on the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from accounts import roles
from accounts.admin import PlayerAdmin
from accounts.models import Player, is_player_or_bot_of
from chat.admin import ChatLineAdmin
from chat.models import ChatLine
from common.read_only_admin import ReadOnly
from games.admin import TableAdmin
from games.models import Table
from moderation import log
from moderation.lookups import chats, matches
from moderation.models import Act, Appeal, Case, Note, ReasonTemplate, ReasonText, Report


class WithoutOwnCases(ReadOnly, ModelAdmin):
    """Rows of cases, without those about the reader or their bots, as they must not learn who reported them."""

    case = "case"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows = super().get_queryset(request)
        concerned = f"{self.case}__player" if self.case else "player"
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(is_player_or_bot_of(request.user, concerned))

    @admin.display(description=_("case"), ordering="case")
    def on_the_desk(self, row: Report | Act | Note) -> SafeString:
        return _link(row.case_id)


def _link(case_id: int) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("admin:desk_case", args=[case_id]), case_id)


@admin.register(Case)
class CaseAdmin(WithoutOwnCases):
    case = ""
    list_display = ["opened_at", "page", "kind", "player", "many", "weight", "claimed_by", "closed_at", "outcome"]
    list_filter = ["kind", "outcome", "subject_kind", "opened_at", "closed_at"]
    list_select_related = ["player", "claimed_by"]
    search_fields = ["player__username", "subject_id", "claimed_by__username"]
    search_help_text = _("player, moderator, table")
    date_hierarchy = "opened_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        return super().get_queryset(request).annotate(many=Count("reports"))

    @admin.display(description=_("reports"), ordering="many")
    def many(self, case: Case) -> int:
        return case.many  # type: ignore[attr-defined]

    @admin.display(description=_("on the desk"))
    def page(self, case: Case) -> SafeString:
        return _link(case.pk)


@admin.register(Report)
class ReportAdmin(WithoutOwnCases):
    list_display = ["sent_at", "on_the_desk", "kind", "reporter", "text", "weight"]
    list_filter = ["kind", "subject_kind", "sent_at"]
    list_select_related = ["reporter"]
    search_fields = ["text", "reporter__username", "case__player__username"]
    search_help_text = _("player, reporter, words")
    date_hierarchy = "sent_at"


@admin.register(Act)
class ActAdmin(WithoutOwnCases):
    list_display = ["at", "on_the_desk", "kind", "player", "by", "state", "ends_at", "reason"]
    list_filter = ["kind", "state", "at"]
    list_select_related = ["player", "by"]
    search_fields = ["player__username", "by__username", "reason"]
    search_help_text = _("player, moderator, reason")
    date_hierarchy = "at"


@admin.register(Note)
class NoteAdmin(WithoutOwnCases):
    list_display = ["written_at", "on_the_desk", "by", "text"]
    list_filter = ["written_at"]
    list_select_related = ["by"]
    search_fields = ["text", "by__username", "case__player__username"]
    search_help_text = _("player, moderator, words")


@admin.register(Appeal)
class AppealAdmin(WithoutOwnCases):
    case = ""
    list_display = ["sent_at", "player", "text", "outcome", "answered_by", "answered_at"]
    list_filter = ["outcome", "sent_at"]
    list_select_related = ["player", "answered_by"]
    search_fields = ["player__username", "answered_by__username", "text"]
    search_help_text = _("player, moderator, words")
    date_hierarchy = "sent_at"


admin.site.unregister(Player)


@admin.register(Player)
class ErasablePlayerAdmin(PlayerAdmin):
    """Players, with a link for site admins to delete an account at its owner's request."""

    readonly_fields = [*PlayerAdmin.readonly_fields, "deletion"]

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        shown = super().get_fieldsets(request, obj)
        if obj is None or not isinstance(request.user, Player) or not roles.may_manage_staff(request.user):
            return shown
        return [*shown, (_("On request"), {"fields": ["deletion"]})]

    @admin.display(description=_("deletion"))
    def deletion(self, player: Player) -> SafeString | str:
        if player.deleted_at is not None:
            return "–"
        address = reverse("admin:desk_erase", args=[player.pk])
        return format_html('<a href="{}">{}</a>', address, _("Delete the account on request"))


admin.site.unregister(ChatLine)


@admin.register(ChatLine)
class LoggedChatLineAdmin(ChatLineAdmin):
    """Chat lines of all rooms; each view that shows lines of private rooms is logged."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer = super().changelist_view(request, extra_context)
        shown = (getattr(answer, "context_data", None) or {}).get("cl")
        if shown is not None:
            _log_private_rooms(request, {line.room for line in shown.result_list})
        return answer

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, *more: Any, **named: Any) -> Any:
        answer = super().changeform_view(request, object_id, *more, **named)
        line = (getattr(answer, "context_data", None) or {}).get("original")
        if line is not None:
            _log_private_rooms(request, {line.room})
        return answer


def _log_private_rooms(request: HttpRequest, rooms: set[str]) -> None:
    assert isinstance(request.user, Player)
    for room in sorted(chats.private_among(rooms)):
        log.chat_listed(by=request.user, room=room)


admin.site.unregister(Table)


@admin.register(Table)
class DrawnTableAdmin(TableAdmin):
    """Tables with the layout drawn, and a link to the replay of the match."""

    fieldsets = [(_("The table now"), {"fields": ["drawn"]}), *TableAdmin.fieldsets]
    readonly_fields = [*TableAdmin.readonly_fields, "drawn"]
    list_display = [*TableAdmin.list_display, "replay"]
    search_help_text = _("table, owner, player")

    @admin.display(description=_("match"))
    def replay(self, table: Table) -> SafeString:
        address = reverse("admin:desk_match", args=[table.pk])
        return format_html('<a href="{}">{}</a>', address, _("replay"))

    @admin.display(description=_("layout"))
    def drawn(self, table: Table) -> SafeString:
        match = matches.position(table, table.ply)
        shown = render_to_string("desk/_position.html", {"match": match}) if match else ""
        return format_html("{}{}", shown, self.replay(table))


class TextInline(TabularInline):
    model = ReasonText
    extra = 0


@admin.register(ReasonTemplate)
class ReasonTemplateAdmin(ModelAdmin):
    """Reasons to choose from, which head moderators write."""

    list_display = ["code", "is_offered", "texts_in"]
    list_filter = ["is_offered"]
    search_fields = ["code", "texts__text"]
    inlines = [TextInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReasonTemplate]:
        return super().get_queryset(request).prefetch_related("texts")

    @admin.display(description=_("languages"))
    def texts_in(self, template: ReasonTemplate) -> str:
        return ", ".join(text.language for text in template.texts.all())
