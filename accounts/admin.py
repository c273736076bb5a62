"""Players in the Django admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


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
