"""Read-only admin pages of tournaments, without secrets, contributions or tiles."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from action_log.admin import newest_lines
from common.read_only_admin import ReadOnly
from tournaments.base.log import TOURNAMENT
from tournaments.models import Board, Entry, Round, Season, Series, Tournament
from tournaments.terms.terms import COLUMNS, PLAN, SCHEDULE

TIMES = ("registration_at", "check_in_minutes", *SCHEDULE, "seconds")


class EntryInline(ReadOnly, TabularInline):
    model = Entry
    fields = ["player", "bot", "bot_name", "status", "presence", "checked_in_at", "seed", "entered_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("player")


class RoundInline(ReadOnly, TabularInline):
    model = Round
    fields = ["number", "status", "opens_at", "started_at", "ends_at", "finished_at"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "name", "game", "format", "club", "organiser", "status", "round_number", "starts_at"]
    list_filter = ["status", "game", "format", "starts_at"]
    list_select_related = ["club", "organiser"]
    search_fields = ["id", "name", "organiser__username", "club__name"]
    date_hierarchy = "starts_at"
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["id", "name", "description", "club", "organiser", "series"]}),
        (_("What is played"), {"fields": PLAN}),
        (_("Times"), {"fields": [*TIMES, "started_at", "finished_at"]}),
        (_("Who plays"), {"fields": [name for name in COLUMNS if name not in {"name", "description", *PLAN, *TIMES}]}),
        (_("State"), {"fields": ["status", "round_number", "paused_at", "next_at", "version", "anchor",
                                 "cancelled_because", "final", "log"]}),
    ]  # fmt: skip
    readonly_fields = ["id", "anchor", "log"]
    inlines = [EntryInline, RoundInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        return super().get_queryset(request).select_related("club", "organiser", "chain", "series")

    @admin.display(description=_("anchor"))
    def anchor(self, tournament: Tournament) -> str:
        return tournament.chain.anchor if tournament.chain else ""

    @admin.display(description=_("log of the control room"))
    def log(self, tournament: Tournament) -> SafeString:
        return newest_lines(TOURNAMENT, tournament.pk)


@admin.register(Board)
class BoardAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "tournament", "round_number", "number", "table", "is_done", "is_corrected"]
    list_filter = ["is_done", "is_corrected"]
    list_select_related = ["round__tournament", "table"]
    search_fields = ["table__id", "round__tournament__id", "round__tournament__name"]
    fields = ["round", "number", "table", "is_done", "is_corrected"]

    @admin.display(description=_("tournament"))
    def tournament(self, board: Board) -> str:
        return board.round.tournament.name

    @admin.display(description=_("round"))
    def round_number(self, board: Board) -> int:
        return board.round.number


@admin.register(Series)
class SeriesAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "rule", "time_zone", "first_at", "last_at", "days_ahead", "is_stopped", "next_at"]
    list_filter = ["is_stopped"]


@admin.register(Season)
class SeasonAdmin(ReadOnly, ModelAdmin):
    list_display = ["club", "name", "first_day", "last_day", "counts_best"]
    list_filter = ["first_day", "last_day"]
    list_select_related = ["club"]
    search_fields = ["club__name", "name"]
