"""Read-only admin pages of tables; hands that are still being played are never shown."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, StackedInline, TabularInline

from common.read_only_admin import ReadOnly
from games.models import Deal, Move, PackedMatch, Seat, SeatStay, Table
from games.state.stored import unpack


class SeatInline(ReadOnly, TabularInline):
    model = Seat
    fields = ["number", "player", "bot", "away", "left", "missed", "contribution", "contributed"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")


class SeatStayInline(ReadOnly, TabularInline):
    model = SeatStay
    fields = ["seat", "player", "bot", "from_ply", "until_ply"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeatStay]:
        return super().get_queryset(request).select_related("player")


class DealInline(ReadOnly, StackedInline):
    """A deal with its moves. Its deck is only shown when the match is over."""

    model = Deal
    fields = ["number", "first", "reason", "scores", "deck_when_over", "moves"]
    readonly_fields = ["deck_when_over", "moves"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        return super().get_queryset(request).select_related("table").prefetch_related("table__moves")

    @admin.display(description=_("deck"))
    def deck_when_over(self, deal: Deal) -> str:
        """Return the deck once the match is over; never at a sealed table, as others may still play with the same
        deck."""
        return deal.deck if deal.table.is_laid_open else str(_("shown when the match is over"))

    @admin.display(description=_("moves"))
    def moves(self, deal: Deal) -> SafeString:
        if deal.table.is_sealed:
            return SafeString(_("hidden while others play with the same tiles"))
        return _moves(deal.table.moves.all(), deal)


def _moves(moves: Iterable[Move], deal: Deal) -> SafeString:
    own = (move for move in moves if move.deal == deal.number)
    rows = ((move.ply, move.seat, move.text, move.get_by_display(), move.played_at) for move in own)
    lines = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", rows)
    heads = (_("ply"), _("seat"), _("move"), _("by"), _("played"))
    head = format_html_join("", "<th>{}</th>", ((one,) for one in heads))
    return format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, lines)


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "game", "owner", "people", "status", "deal_number", "ply", "opened_at", "finished_at"]
    list_filter = ["game", "status", "visibility", "opened_at", "seat_count"]
    search_fields = ["id", "owner__username", "seats__player__username"]
    date_hierarchy = "opened_at"
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["id", "game", "options", "seat_count", "seconds", "visibility", "owner", "rematch_of"]}),
        (
            _("Match"),
            {"fields": ["status", "deal_number", "ply", "turn", "due_at", "totals", "result", "packed_deals"]},
        ),
        (_("Times"), {"fields": ["opened_at", "started_at", "finished_at"]}),
        (_("Fair deals"), {"fields": ["anchor", "rules_version"]}),
    ]
    readonly_fields = ["id", "opened_at", "anchor", "packed_deals"]
    inlines = [SeatInline, SeatStayInline, DealInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return (
            super().get_queryset(request).select_related("owner", "chain", "packed").prefetch_related("seats__player")
        )

    @admin.display(description=_("deals"))
    def packed_deals(self, table: Table) -> SafeString:
        """Return the deals of a packed match; deals that are not packed yet are shown inline."""
        packed: PackedMatch | None = getattr(table, "packed", None)
        if packed is None or table.is_sealed:
            return SafeString("–")
        match = unpack(packed)
        rows = ((one.number, one.reason, one.scores, one.deck, _moves(match.moves, one)) for one in match.deals)
        return format_html_join("", "<p>{}: {} {}<br>{}</p>{}", rows)

    @admin.display(description=_("players"))
    def people(self, table: Table) -> str:
        return ", ".join(seat.player.username if seat.player else seat.get_bot_display() for seat in table.seats.all())

    @admin.display(description=_("anchor"))
    def anchor(self, table: Table) -> str:
        return table.chain.anchor
