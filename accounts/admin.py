"""Admin pages of players and of the notices they were sent."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ForbiddenWord, Lapse, Notice, PastName, Player, Sanction
from common.read_only_admin import ReadOnly


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    list_display = ["username", "email", "is_guest", "date_joined", "last_login", "is_active", "is_staff"]
    list_filter = ["is_guest", "is_active", "is_staff", "date_joined"]
    search_fields = ["username", "email"]
    date_hierarchy = "date_joined"
    readonly_fields = ["date_joined", "last_login"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email", "is_guest"]}),
        (_("Preferences"), {"fields": ["language", "time_zone", "theme", "numerals", "sound", "auto_draw"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Times"), {"fields": ["date_joined", "last_login"]}),
    ]


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    """Read-only: a notice that was sent cannot be changed."""

    list_display = ["created_at", "player", "kind", "key", "read_at", "mail", "mail_tries", "mail_due_at"]
    list_filter = ["mail", "kind", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "key"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        return False


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["starts_at", "player", "kind", "reason", "cause", "ends_at", "given_by", "lifted_at"]
    list_filter = ["kind", "starts_at"]
    list_select_related = ["player", "given_by"]
    search_fields = ["player__username", "reason"]
    date_hierarchy = "starts_at"


@admin.register(PastName)
class PastNameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "player", "given_up_at", "reserved_until"]
    list_select_related = ["player"]
    search_fields = ["name", "player__username"]
    date_hierarchy = "given_up_at"


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(admin.ModelAdmin):
    list_display = ["text", "is_anywhere"]
    list_filter = ["is_anywhere"]
    search_fields = ["text"]


@admin.register(Lapse)
class LapseAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "player", "cause", "about"]
    list_filter = ["cause", "at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "about"]
    date_hierarchy = "at"
