"""Read-only admin pages of clubs."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from clubs.models import Announcement, Ban, Club, Invitation, JoinRequest, Membership, Right
from common.read_only_admin import ReadOnly


class MembershipInline(ReadOnly, TabularInline):
    model = Membership
    fields = ["player", "role", *(right.column for right in Right)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return Membership.objects.filter(pk__in=super().get_queryset(request)).by_role()


@admin.register(Club)
class ClubAdmin(ReadOnly, ModelAdmin):
    list_display = ["name", "slug", "language", "admission", "is_private", "size", "active_at", "closed_at"]
    list_filter = ["language", "admission", "is_private", "founded_at"]
    search_fields = ["name", "slug", "memberships__player__username"]
    date_hierarchy = "founded_at"
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(size=Count("memberships", distinct=True))

    @admin.display(description=_("members"), ordering="size")
    def size(self, club: Club) -> int:
        return club.size  # type: ignore[attr-defined]


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnly, ModelAdmin):
    list_display = ["title", "club", "author", "made_at", "is_pinned"]
    list_filter = ["made_at"]
    search_fields = ["title", "text", "club__name", "author__username"]
    list_select_related = ["club", "author"]


@admin.register(JoinRequest)
class JoinRequestAdmin(ReadOnly, ModelAdmin):
    list_display = ["player", "club", "line", "asked_at", "answer"]
    list_filter = ["answer", "asked_at"]
    search_fields = ["player__username", "club__name"]
    list_select_related = ["club", "player"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, ModelAdmin):
    """Invitations without their secret links, which would let anyone in."""

    list_display = ["club", "note", "made_by", "made_at", "expires_at", "uses", "most_uses", "revoked_at"]
    list_filter = ["made_at", "expires_at", "revoked_at"]
    fields = ["club", "note", "made_by", "made_at", "expires_at", "uses", "most_uses", "revoked_at"]
    search_fields = ["club__name", "made_by__username"]
    list_select_related = ["club", "made_by"]


@admin.register(Ban)
class BanAdmin(ReadOnly, ModelAdmin):
    list_display = ["player", "club", "reason", "by", "banned_at", "until", "lifted_at"]
    list_filter = ["banned_at"]
    search_fields = ["player__username", "club__name"]
    list_select_related = ["club", "player", "by"]
