"""The frame of the admin pages: the menu, its order and headings.

django-unfold renders the pages, under the content security policy of the whole site: `templates/unfold` and
`templates/admin` replace the parts that would need inline scripts.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

GROUPS = [
    (
        _("People"),
        {
            "accounts.Player": "person",
            "accounts.Sanction": "gavel",
            "accounts.Lapse": "timer_off",
            "accounts.PastName": "history",
            "accounts.ForbiddenWord": "block",
            "accounts.Notice": "mail",
        },
    ),
    (
        _("Play"),
        {
            "games.Table": "table_restaurant",
            "chat.ChatLine": "forum",
            "tournaments.Tournament": "emoji_events",
            "tournaments.Board": "grid_view",
            "tournaments.Series": "event_repeat",
            "tournaments.Season": "calendar_month",
        },
    ),
    (
        _("Clubs"),
        {
            "clubs.Club": "groups",
            "clubs.Announcement": "campaign",
            "clubs.JoinRequest": "how_to_reg",
            "clubs.Invitation": "link",
            "clubs.Ban": "person_off",
        },
    ),
    (
        _("Programs"),
        {
            "api.Token": "link",
            "api.Webhook": "campaign",
        },
    ),
    (
        _("Site"),
        {
            "action_log.LogLine": "receipt_long",
            "auth.Group": "shield_person",
        },
    ),
]
"""The headings of the menu, with the models under each and the name of each icon. Models not listed come last."""

ICON_OF_THE_REST = "folder"


class Admin(AdminConfig):
    default_site = "config.admin_site.Site"


class Site(UnfoldAdminSite):
    site_header = _("Boneyard desk")
    site_title = _("Boneyard desk")
    index_title = _("Today")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the desk; leave out unfold's search over all models, which stores what it found."""
        from moderation.desk.urls import urlpatterns as desk

        pages = [path(f"desk/{one.pattern}", self.admin_view(one.callback), name=one.name) for one in desk]
        return [*pages, *(one for one in super().get_urls() if getattr(one, "name", None) != "search")]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        from moderation.desk.today import today

        return super().index(request, {**today(request), **(extra_context or {})})

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Name the pages in the reader's language; unfold itself takes the names from its settings."""
        return {**super().each_context(request), "site_header": self.site_header, "site_title": self.site_title}

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        """Return the menu: the desk, and the lists that this person may see, grouped."""
        from moderation.desk.menu import menu

        lists = {
            model["model"]._meta.label: model
            for app in self.get_app_list(request)
            for model in app["models"]
            if model["admin_url"]
        }
        groups: list[dict[str, Any]] = [{"title": _("Desk"), "items": menu(request)}]
        for title, icons in GROUPS:
            items = [_item(request, lists.pop(label), icon) for label, icon in icons.items() if label in lists]
            groups.append({"title": title, "items": items})
        groups[-1]["items"] += [_item(request, model, ICON_OF_THE_REST) for model in lists.values()]
        return [group for group in groups if group["items"]]


def _item(request: HttpRequest, model: dict[str, Any], icon: str) -> dict[str, Any]:
    link = model["admin_url"]
    return {"title": model["name"], "icon": icon, "link": link, "active": request.path.startswith(link)}
