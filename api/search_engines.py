"""Files for search engines (robots.txt, the sitemap), and the icon that browsers request at a fixed address."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.models import Club
from games.lessons.showing import LESSONS
from games.rules import GAMES
from legal.models import Topic
from tournaments.base.permissions import listed_for
from tournaments.models import Tournament

CLOSED = ("/account/", "/admin/", "/api/", "/embed/", "/preferences/")
"""Paths that search engines should not index. Pages that are not public are not shown to strangers anyway."""

MOST = 5000
"""The maximum number of addresses from each part on one page of the sitemap."""


class PublicPages(Sitemap):
    """Pages that strangers may read, under the host that the operator has set."""

    limit = MOST

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: object = None) -> str:
        return urlsplit(settings.SITE_URL).netloc


class StandingPages(PublicPages):
    def items(self) -> list[str]:
        named = [
            "games:lobby",
            "games:rules",
            "games:learn",
            "games:fair_deals",
            "clubs:directory",
            "tournaments:list",
            "legal:index",
        ]
        rules = [reverse("games:rules-of", args=[game]) for game in GAMES]
        lessons = [reverse("games:lesson", args=[game]) for game in LESSONS]
        return [
            *map(reverse, named),
            *rules,
            *lessons,
            *(reverse("legal:page", args=[topic]) for topic in Topic.values),
        ]

    def location(self, item: str) -> str:
        return item


class Clubs(PublicPages):
    def items(self) -> QuerySet[Club]:
        return Club.objects.alive().open_to(None).order_by("pk")


class Tournaments(PublicPages):
    def items(self) -> QuerySet[Tournament]:
        return listed_for(None).order_by("pk")


PARTS: dict[str, type[Sitemap] | Sitemap] = {"pages": StandingPages, "clubs": Clubs, "tournaments": Tournaments}


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    closed = "".join(f"Disallow: {address}\n" for address in CLOSED)
    text = f"User-agent: *\n{closed}\nSitemap: {settings.SITE_URL}{reverse('api:sitemap')}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def pages(request: HttpRequest) -> HttpResponse:
    """Serve the sitemap; on a large site, `?p=2` has the next `MOST` addresses of each part."""
    return sitemap(request, PARTS)


@require_safe
@cache_control(public=True, max_age=3600)
def icon(request: HttpRequest) -> HttpResponse:
    return HttpResponsePermanentRedirect(static("site/favicon.ico"))
