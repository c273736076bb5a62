"""Admin pages of players and of the notices they were sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.formats import localize
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import roles
from accounts.models import ForbiddenWord, Lapse, Notice, PastName, Player, PushSubscription, Sanction
from common.read_only_admin import ReadOnly

NEWEST = 20
"""How many of a player's sanctions are shown, the newest first."""
PREFERENCES = ["theme", "felt", "tiles", "pips", "tile_size", "numerals", "sound", "volume", "animation"]
PREFERENCES += ["hand_order", "confirms_moves", "auto_draw"]


class SessionAdmin(ReadOnly, ModelAdmin):
    """Shows which players are signed in with which browsers, but neither IP addresses nor session keys."""

    list_display = ["user", "user_agent", "created_at", "last_seen_at"]
    list_filter = ["created_at", "last_seen_at"]
    list_select_related = ["user"]
    fields = ["user", "user_agent", "created_at", "last_seen_at"]
    search_fields = ["user__username"]
    search_help_text = _("player")


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    """Players without their permissions: only `accounts.roles` gives roles, and only owners delete their accounts."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "email", "is_guest", "is_bot", "date_joined", "last_login", "is_active", "is_staff"]
    list_filter = ["is_guest", "is_bot", "is_active", "is_staff", "date_joined"]
    search_fields = ["username", "email", "past_names__name"]
    search_help_text = _("name, also an earlier one")
    date_hierarchy = "date_joined"
    readonly_fields = [
        *("username", "email", "is_guest", "is_bot", "bot_owner", "role", "date_joined", "last_login"),
        *("earlier_names", "sanctions_so_far"),
    ]
    fieldsets = [
        (None, {"fields": ["username", "email", "is_guest", "is_bot", "bot_owner", "is_active", "role"]}),
        (_("Before"), {"fields": ["earlier_names", "sanctions_so_far"]}),
        (_("Preferences"), {"fields": ["language", "time_zone", *PREFERENCES]}),
        (_("Times"), {"fields": ["date_joined", "last_login"]}),
    ]

    @admin.display(description=_("earlier names"))
    def earlier_names(self, player: Player) -> str:
        return ", ".join(past.name for past in player.past_names.all()) or "–"

    @admin.display(description=_("sanctions"))
    def sanctions_so_far(self, player: Player) -> SafeString | str:
        rows = (
            (one.get_kind_display(), localize(one.starts_at), localize(one.ends_at) or "–", one.reason or one.cause)
            for one in player.sanctions.all()[:NEWEST]
        )
        return format_html_join("", "<p>{}: {} – {}. {}</p>", rows) or "–"

    @admin.display(description=_("role"))
    def role(self, player: Player) -> str:
        role = roles.kept_role(player)
        return str(roles.LABELS[role]) if role else "–"

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return _without_addresses(request, self.list_display)

    def get_search_fields(self, request: HttpRequest) -> list[Any]:
        return _without_addresses(request, self.search_fields)

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        if obj is None:
            return self.add_fieldsets
        return [(title, {"fields": _without_addresses(request, more["fields"])}) for title, more in self.fieldsets]

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        if obj is None:
            return []
        return self.readonly_fields if _may(request, roles.may_manage_staff) else [*self.readonly_fields, "is_active"]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse to filter by fields that the reader may not see: that would reveal a value letter by letter."""
        shown = {*self.get_list_display(request), *self.list_filter}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        may = super().has_change_permission(request, obj)
        return may and (obj is None or not _is_staff(obj) or _may(request, roles.may_manage_staff))

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:
        """Save only the fields changed on the page: services may have changed others since it was loaded."""
        if change:
            obj.save(update_fields=form.changed_data)
        else:
            super().save_model(request, obj, form, change)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Let site admins set passwords, but only superusers that of a superuser."""
        player = self.get_object(request, unquote(id))
        is_above = player is not None and player.is_superuser and not request.user.is_superuser
        if is_above or not _may(request, roles.may_manage_staff):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


def _may(request: HttpRequest, question: Callable[[Player], bool]) -> bool:
    return isinstance(request.user, Player) and question(request.user)


def _is_staff(player: Player) -> bool:
    return player.is_staff or player.is_superuser


def _without_addresses(request: HttpRequest, fields: Iterable[Any]) -> list[Any]:
    may_see = _may(request, roles.may_see_addresses)
    return [field for field in fields if may_see or field != "email"]


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    list_display = ["created_at", "player", "kind", "key", "read_at", "mail", "mail_tries", "mail_due_at"]
    list_filter = ["mail", "kind", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "key"]


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, ModelAdmin):
    list_display = ["created_at", "player", "user_agent"]
    list_filter = ["created_at"]
    fields = ["player", "user_agent", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username"]


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, ModelAdmin):
    list_display = ["starts_at", "player", "kind", "reason", "cause", "ends_at", "given_by", "lifted_at"]
    list_filter = ["kind", "starts_at"]
    list_select_related = ["player", "given_by"]
    search_fields = ["player__username", "reason"]
    date_hierarchy = "starts_at"


@admin.register(PastName)
class PastNameAdmin(ReadOnly, ModelAdmin):
    list_display = ["name", "player", "given_up_at", "reserved_until", "is_taken_away"]
    list_filter = ["is_taken_away", "given_up_at"]
    list_select_related = ["player"]
    search_fields = ["name", "player__username"]
    date_hierarchy = "given_up_at"


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(ModelAdmin):
    list_display = ["text", "is_anywhere"]
    list_filter = ["is_anywhere"]
    search_fields = ["text"]


@admin.register(Lapse)
class LapseAdmin(ReadOnly, ModelAdmin):
    list_display = ["at", "player", "cause", "about"]
    list_filter = ["cause", "at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "about"]
    date_hierarchy = "at"
