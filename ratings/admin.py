"""Read-only admin pages of ratings: only matches change them."""

from __future__ import annotations

from django.contrib import admin
from unfold.admin import ModelAdmin

from common.read_only_admin import ReadOnly
from ratings.models import RatedSeat, Rating


@admin.register(Rating)
class RatingAdmin(ReadOnly, ModelAdmin):
    list_display = ["player", "game", "number", "is_provisional", "matches", "rated_at"]
    list_filter = ["game"]
    list_select_related = ["player"]
    search_fields = ["player__username"]


@admin.register(RatedSeat)
class RatedSeatAdmin(ReadOnly, ModelAdmin):
    list_display = ["match", "player", "game", "place", "of", "change", "after", "finished_at"]
    list_filter = ["game"]
    list_select_related = ["player"]
    search_fields = ["player__username", "match__table__id"]
