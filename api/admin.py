"""Admin pages to look up tokens and webhooks, and to revoke or stop them with a reason. No secret is ever shown.

The purpose of a token, and an address beyond its host, are not shown either: addresses often contain a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods
from unfold.admin import ModelAdmin

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from api import tokens
from api.models import Token, Webhook
from api.webhooks import services as webhooks
from common.errors import UserError
from common.read_only_admin import ReadOnly
from moderation.desk.access import requires, show
from moderation.log import LONGEST_REASON

LEAST_REASON = 10


def _may_stop(player: Player) -> bool:
    return roles.may_act_alone(player, roles.Severity.ORDINARY)


def _stopping(
    request: HttpRequest, row: Token | Webhook, title: str, act: Callable[[str], None], then: str
) -> HttpResponse:
    """Ask for a reason and call `act` with it. The player is told the reason unless a webhook is allowed again."""
    if request.method == "POST":
        reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
        try:
            if len(reason) < LEAST_REASON:
                raise UserError("no-reason", _("Say in a few words why."))
            act(reason)
        except UserError as refusal:
            messages.error(request, str(refusal))
            return redirect(request.path)
        messages.success(request, _("Done."))
        return redirect(then)
    is_told = not (isinstance(row, Webhook) and row.is_stopped)
    context = {"row": row, "act": title, "is_told": is_told, "most": LONGEST_REASON, "least": LEAST_REASON}
    return show(request, "api/stop.html", title, context)


class OfferedFiltersOnly(ReadOnly, ModelAdmin):
    """Allows only the filters that the page offers, as others would reveal values letter by letter."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup.partition("__")[0] in {self.date_hierarchy, *self.list_filter}


@admin.register(Token)
class TokenAdmin(OfferedFiltersOnly):
    list_display = ["made_at", "player", "hint", "permitted", "expires_at", "used_at", "stop"]
    list_filter = ["made_at", "expires_at", "used_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "=hint"]
    search_help_text = gettext_lazy("player, or how the token begins")
    date_hierarchy = "made_at"
    fields = readonly_fields = ["player", "hint", "permitted", "made_at", "expires_at", "used_at", "stop"]

    def get_urls(self) -> list[URLPattern]:
        revoke = path("<int:token_id>/revoke/", self.admin_site.admin_view(revoke_token), name="api_token_revoke")
        return [revoke, *super().get_urls()]

    @admin.display(description=gettext_lazy("what it may do"))
    def permitted(self, token: Token) -> str:
        return ", ".join(token.scopes)

    @admin.display(description="")
    def stop(self, token: Token) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("admin:api_token_revoke", args=[token.pk]), _("Revoke"))


@requires(_may_stop)
@require_http_methods(["GET", "HEAD", "POST"])
def revoke_token(request: PlayerRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(Token.objects.select_related("player"), pk=token_id)

    def act(reason: str) -> None:
        tokens.revoke_by_moderator(token=token, by=request.user, reason=reason, now=timezone.now())

    return _stopping(request, token, _("Revoke a token"), act, "admin:api_token_changelist")


@admin.register(Webhook)
class WebhookAdmin(OfferedFiltersOnly):
    list_display = ["made_at", "tournament", "player", "host", "failures", "off_at", "is_stopped", "stop"]
    list_filter = ["is_stopped", "made_at", "off_at"]
    list_select_related = ["player", "tournament"]
    search_fields = ["player__username", "tournament__name", "=tournament__id"]
    search_help_text = gettext_lazy("tournament, organiser")
    date_hierarchy = "made_at"
    fields = readonly_fields = ["tournament", "player", "host", "made_at", "failures", "off_at", "is_stopped", "stop"]

    def get_urls(self) -> list[URLPattern]:
        stop = path("<int:webhook_id>/stop/", self.admin_site.admin_view(stop_webhook), name="api_webhook_stop")
        return [stop, *super().get_urls()]

    @admin.display(description=pgettext_lazy("of a web address", "host"))
    def host(self, webhook: Webhook) -> str:
        return urlsplit(webhook.url).hostname or "–"

    @admin.display(description="")
    def stop(self, webhook: Webhook) -> SafeString:
        word = _("Allow again") if webhook.is_stopped else _("Switch off")
        return format_html('<a href="{}">{}</a>', reverse("admin:api_webhook_stop", args=[webhook.pk]), word)


@requires(_may_stop)
@require_http_methods(["GET", "HEAD", "POST"])
def stop_webhook(request: PlayerRequest, webhook_id: int) -> HttpResponse:
    """Stop a webhook for good; if it is stopped already, let organisers switch it on again."""
    webhook = get_object_or_404(Webhook.objects.select_related("player", "tournament"), pk=webhook_id)

    def act(reason: str) -> None:
        if webhook.is_stopped:
            webhooks.allow_again(webhook=webhook, by=request.user, reason=reason)
        else:
            webhooks.stop(webhook=webhook, by=request.user, reason=reason, now=timezone.now())

    title = _("Allow a webhook again") if webhook.is_stopped else _("Switch a webhook off")
    return _stopping(request, webhook, title, act, "admin:api_webhook_changelist")
