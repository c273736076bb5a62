"""Clubs, memberships, announcements, and how people join."""

from clubs.models.announcement import Announcement
from clubs.models.club import Club, ClubQuerySet, Membership, MembershipQuerySet, Right
from clubs.models.emblem import Emblem, Upload, UploadQuerySet
from clubs.models.joining import Ban, BanQuerySet, Invitation, InvitationQuerySet, JoinRequest

__all__ = [
    "Announcement",
    "Ban",
    "BanQuerySet",
    "Club",
    "ClubQuerySet",
    "Emblem",
    "Invitation",
    "InvitationQuerySet",
    "JoinRequest",
    "Membership",
    "MembershipQuerySet",
    "Right",
    "Upload",
    "UploadQuerySet",
]
