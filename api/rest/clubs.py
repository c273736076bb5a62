"""Clubs, their members and announcements."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from ninja import Field, Path, Query, Router, Schema

from api.rest.base.asking import Request
from api.rest.base.paging import Page, PageAsked, page_of
from api.rest.base.parts import Link, link_to
from clubs.directory import listed
from clubs.models import Announcement, Club, Membership

router = Router(tags=["clubs"])

Address = Annotated[str, Path(max_length=60, description="The club's slug, as in its address.")]


class ShownClub(Schema):
    """A club. Of a private one, non-members see only the name and how to join."""

    slug: str
    name: str
    url: Link
    admission: Literal["open", "request", "invited"]
    is_private: bool
    is_frozen: bool
    about: str | None = Field(description="Markdown; null for a private club of which you are not a member.")
    language: str | None
    size: int | None = Field(description="The number of members.")
    founded_at: datetime | None


class Member(Schema):
    name: str
    role: Literal["owner", "officer", "member"]
    joined_at: datetime


class News(Schema):
    id: int
    title: str
    text: str = Field(description="Markdown.")
    author: str | None
    is_pinned: bool
    made_at: datetime
    edited_at: datetime | None


def shown(club: Any) -> dict[str, Any]:
    """Return a club of `clubs.directory.listed`."""
    told = {"about": club.about, "language": club.language, "size": club.size, "founded_at": club.founded_at}
    return {
        "slug": club.slug,
        "name": club.name,
        "url": link_to(club),
        "admission": club.admission,
        "is_private": club.is_private,
        "is_frozen": club.frozen_at is not None,
        **(dict.fromkeys(told) if club.is_veiled else told),
    }


@router.get("", response=Page[ShownClub], summary="The directory of clubs")
def list_clubs(
    request: Request,
    page: PageAsked,
    q: Annotated[str, Query(max_length=60, description="Part of the name or the description.")] = "",
    language: Annotated[str, Query(max_length=10)] = "",
) -> dict[str, Any]:
    return page_of(listed(request.auth.reader, q=q, language=language), page, shown)


@router.get("/{slug}", response=ShownClub, summary="One club")
def read_club(request: Request, slug: Address) -> dict[str, Any]:
    return shown(get_object_or_404(listed(request.auth.reader), slug=slug))


def inside(request: Request, slug: str) -> Club:
    """Return a club whose members' area the caller may see."""
    return get_object_or_404(Club.objects.alive().open_to(request.auth.reader), slug=slug)


@router.get("/{slug}/members", response=Page[Member], summary="A club's members, in the order in which they joined")
def list_members(request: Request, slug: Address, page: PageAsked) -> dict[str, Any]:
    members = Membership.objects.filter(club=inside(request, slug)).select_related("player")
    return page_of(members, page, _member)


def _member(membership: Membership) -> dict[str, Any]:
    return {"name": membership.player.username, "role": membership.role, "joined_at": membership.joined_at}


@router.get("/{slug}/announcements", response=Page[News], summary="A club's announcements, the newest first")
def list_announcements(request: Request, slug: Address, page: PageAsked) -> dict[str, Any]:
    said: QuerySet[Announcement] = Announcement.objects.filter(club=inside(request, slug)).select_related("author")
    return page_of(said, page, _news, by="made_at", newest_first=True)


def _news(said: Announcement) -> dict[str, Any]:
    return {
        "id": said.pk,
        "title": said.title,
        "text": said.text,
        "author": said.author.username if said.author else None,
        "is_pinned": said.is_pinned,
        "made_at": said.made_at,
        "edited_at": said.edited_at,
    }
