"""Atom feeds of clubs' announcements and tournaments' events, as far as strangers may read them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from api.rest.base.parts import link_to
from clubs.models import Announcement, Club
from common import markdown
from tournaments.base.permissions import listed_for, visible_to
from tournaments.models import Tournament
from tournaments.pages.rounds import public_rounds

MOST = 30

NO_TEXT = dict.fromkeys({*range(32), 0xFFFE, 0xFFFF} - {ord(one) for one in "\t\n\r"})
"""The characters that XML cannot contain."""


class Atom(Atom1Feed):
    """A feed without the characters that XML cannot contain, which would break it."""

    def __init__(self, title: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(title.translate(NO_TEXT), *args, **kwargs)

    def add_item(self, title: str, link: str, description: str, *args: Any, **kwargs: Any) -> None:
        super().add_item(title.translate(NO_TEXT), link, description.translate(NO_TEXT), *args, **kwargs)


class NewsFeed(Feed):
    """A feed in the language of its subject, if that has one."""

    feed_type = Atom

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        about = self.get_object(request, *args, **kwargs)
        with translation.override(getattr(about, "language", settings.LANGUAGE_CODE)):
            response = super().__call__(request, *args, **kwargs)
        response["Cache-Control"] = "public, max-age=300"
        return response


class ClubNews(NewsFeed):
    """The newest announcements of a club that is open to strangers."""

    def get_object(self, request: HttpRequest, slug: str) -> Club:
        return get_object_or_404(Club.objects.alive().open_to(None), slug=slug)

    def title(self, club: Club) -> str:
        return club.name

    def link(self, club: Club) -> str:
        return link_to(club)

    def items(self, club: Club) -> list[Announcement]:
        said = Announcement.objects.filter(club=club).select_related("author", "club")
        return list(said.order_by("-made_at")[:MOST])

    def item_title(self, item: Announcement) -> str:
        return item.title

    def item_description(self, item: Announcement) -> str:
        return markdown.render(item.text)

    def item_link(self, item: Announcement) -> str:
        return f"{link_to(item.club)}announcements/#{item.pk}"

    def item_author_name(self, item: Announcement) -> str | None:
        return item.author.username if item.author else None

    def item_pubdate(self, item: Announcement) -> datetime:
        return item.made_at

    def item_updateddate(self, item: Announcement) -> datetime:
        return item.edited_at or item.made_at


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a tournament."""

    slug: str
    sentence: str
    at: datetime
    url: str


class TournamentNews(NewsFeed):
    """The events in a tournament, the newest first."""

    def get_object(self, request: HttpRequest, tournament_id: str) -> Tournament:
        return get_object_or_404(visible_to(None).select_related("club"), pk=tournament_id)

    def title(self, tournament: Tournament) -> str:
        return tournament.name

    def link(self, tournament: Tournament) -> str:
        return link_to(tournament)

    def items(self, tournament: Tournament) -> list[Event]:
        """Return the newest events. The tournament's end precedes that of its last round, which has the same time."""
        url, events = link_to(tournament), list[Event]()
        if tournament.finished_at and tournament.status == Tournament.Status.FINISHED:
            events.append(Event("over", _over(tournament), tournament.finished_at, url))
        for round_ in public_rounds(tournament):
            gaps = {"number": round_.number}
            if round_.finished_at:
                slug = f"round-{round_.number}-over"
                events.append(Event(slug, _("Round %(number)d is over.") % gaps, round_.finished_at, url))
            if round_.started_at:
                slug = f"round-{round_.number}"
                events.append(Event(slug, _("Round %(number)d has started.") % gaps, round_.started_at, url))
        return sorted(events, key=lambda event: event.at, reverse=True)[:MOST]

    def item_title(self, item: Event) -> str:
        return item.sentence

    def item_description(self, item: Event) -> str:
        return item.sentence

    def item_link(self, item: Event) -> str:
        return f"{item.url}#{item.slug}"

    def item_pubdate(self, item: Event) -> datetime:
        return item.at

    def item_updateddate(self, item: Event) -> datetime:
        return item.at


def _over(tournament: Tournament) -> str:
    """Return the sentence that the tournament is over, with the winning players or teams."""
    if not tournament.winners:
        return _("The tournament is over.")
    return _("The tournament is over. Winner: %(names)s.") % {"names": " · ".join(tournament.winners)}


class AllTournaments(NewsFeed):
    """The newest tournaments."""

    def get_object(self, request: HttpRequest) -> None:
        return None

    def title(self) -> str:
        return _("Boneyard: tournaments")

    def link(self) -> str:
        return f"{settings.SITE_URL}/tournaments/"

    def items(self) -> list[Tournament]:
        return list(listed_for(None).select_related("club").order_by("-created_at")[:MOST])

    def item_title(self, item: Tournament) -> str:
        return item.name

    def item_description(self, item: Tournament) -> str:
        return markdown.render(item.description)

    def item_link(self, item: Tournament) -> str:
        return link_to(item)

    def item_pubdate(self, item: Tournament) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Tournament) -> datetime:
        return item.created_at
