"""What is stored of a club: what it is, who belongs to it with which rights, what is said there and what was done."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.validators import MaxLengthValidator, MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.addresses import address_validators
from common.codes import new_secret
from common.time_zones import known_zone

if TYPE_CHECKING:
    from accounts.models import Player


class Right(models.TextChoices):
    """What an officer may be trusted with; each is a column of the membership."""

    MEMBERS = "members", _("members")
    TOURNAMENTS = "tournaments", _("tournaments")
    ANNOUNCEMENTS = "announcements", _("announcements")
    PEACE = "peace", _("peace-keeping")

    @property
    def column(self) -> str:
        return f"minds_{self.value}"


class ClubQuerySet(models.QuerySet["Club"]):
    def alive(self) -> ClubQuerySet:
        return self.filter(closed_at=None)

    def of(self, player: Player) -> ClubQuerySet:
        return self.filter(memberships__player=player)

    def where_may(self, player: Player, right: Right) -> ClubQuerySet:
        """The clubs in which the player has the right: as their owner, or as an officer who is trusted with it."""
        memberships = Membership.objects.filter(player=player).with_right(right)
        return self.filter(pk__in=memberships.values("club"))


class Club(models.Model):
    class Admission(models.TextChoices):
        OPEN = "open", _("open to everyone")
        REQUEST = "request", _("on request")
        INVITED = "invited", _("by invitation")

    slug = models.SlugField(
        _("address"),
        max_length=40,
        unique=True,
        validators=address_validators,
        error_messages={"unique": _("Another club has this address already.")},
    )
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("what it is"), max_length=4000, blank=True, validators=[MaxLengthValidator(4000)])
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    hue = models.PositiveSmallIntegerField(_("colour"), default=30, validators=[MaxValueValidator(359)])
    admission = models.CharField(_("who may join"), max_length=8, choices=Admission, default=Admission.OPEN)
    is_private = models.BooleanField(_("private"), default=False)
    picture_mark = models.CharField(max_length=16, blank=True, editable=False)
    """Of the uploaded emblem, so that its address changes with it; empty while the emblem is the drawn one."""
    founded_at = models.DateTimeField(_("founded"), auto_now_add=True)
    active_at = models.DateTimeField(_("last active"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        indexes = [
            # the directory: where something happened last
            models.Index(fields=["-active_at"], name="club_active", condition=Q(closed_at__isnull=True)),
        ]
        constraints = [models.CheckConstraint(name="club_hue_is_an_angle", condition=Q(hue__lt=360))]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])

    @property
    def emblem_url(self) -> str:
        return f"{reverse('clubs:emblem', args=[self.slug])}?{self.picture_mark or self.hue}"

    def membership_of(self, player: Player | None) -> Membership | None:
        return None if player is None else Membership.objects.filter(club=self, player=player).first()

    def is_open_to(self, player: Player | None) -> bool:
        """Whether the player (None: a visitor) may see what is inside."""
        return not self.is_private or self.membership_of(player) is not None


class Emblem(models.Model):
    """An uploaded picture, as it was encoded anew; a row of its own, so that lists of clubs need not carry it."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="emblem")
    picture = models.BinaryField(_("picture"), editable=False)

    class Meta:
        verbose_name = _("emblem")
        verbose_name_plural = _("emblems")

    def __str__(self) -> str:
        return f"{self.club_id}"


class MembershipQuerySet(models.QuerySet["Membership"]):
    def with_right(self, right: Right) -> MembershipQuerySet:
        trusted = Q(role=Membership.Role.OFFICER, **{right.column: True})
        return self.filter(Q(role=Membership.Role.OWNER) | trusted)

    def leading(self) -> MembershipQuerySet:
        return self.filter(role__in=[Membership.Role.OWNER, Membership.Role.OFFICER])

    def by_role(self) -> MembershipQuerySet:
        """The owner first, then officers, then members, each by name."""
        rank = models.Case(
            models.When(role=Membership.Role.OWNER, then=0),
            models.When(role=Membership.Role.OFFICER, then=1),
            default=2,
        )
        return self.select_related("player").order_by(rank, "player__username")


class Membership(models.Model):
    """A player in a club. The owner has every right; an officer those that are ticked; a member none."""

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("of a club", "owner")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    minds_members = models.BooleanField(_("members"), default=False)
    minds_tournaments = models.BooleanField(_("tournaments"), default=False)
    minds_announcements = models.BooleanField(_("announcements"), default=False)
    minds_peace = models.BooleanField(_("peace-keeping"), default=False)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["club", "joined_at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="player_is_once_in_a_club"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="club_has_one_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id} {self.role}"

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    @property
    def leads(self) -> bool:
        return self.role != self.Role.MEMBER

    def may(self, right: Right) -> bool:
        return self.is_owner or (self.role == self.Role.OFFICER and bool(getattr(self, Right(right).column)))

    @property
    def rights(self) -> list[Right]:
        """For templates: what this member may do."""
        return [right for right in Right if self.may(right)]


class JoinRequest(models.Model):
    """A player asks to be let in, with a line; kept when it is answered."""

    class Answer(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests")
    line = models.CharField(_("a line to the officers"), max_length=200, blank=True)
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    answer = models.CharField(_("answer"), max_length=9, choices=Answer, default=Answer.WAITING)
    answered_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        ordering = ["asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=Q(answer="waiting"), name="player_asks_a_club_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id} {self.answer}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def valid(self, now: datetime) -> InvitationQuerySet:
        not_used_up = Q(most_uses=None) | Q(uses__lt=F("most_uses"))
        return self.filter(not_used_up, revoked_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """A link that lets in whoever has it, until it expires, is used up or is taken back."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    note = models.CharField(_("for whom"), max_length=60, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    expires_at = models.DateTimeField(_("valid until"))
    most_uses = models.PositiveSmallIntegerField(_("how often it may be used"), null=True, blank=True)
    uses = models.PositiveIntegerField(_("used"), default=0)
    revoked_at = models.DateTimeField(_("taken back"), null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                name="invitation_is_not_used_too_often", condition=Q(most_uses=None) | Q(uses__lte=F("most_uses"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.note}"

    def get_absolute_url(self) -> str:
        return reverse("clubs:invited", args=[self.club.slug, self.secret])


class BanQuerySet(models.QuerySet["Ban"]):
    def in_force(self, now: datetime) -> BanQuerySet:
        return self.filter(Q(until=None) | Q(until__gt=now), lifted_at=None)


class Ban(models.Model):
    """Keeps a player out of a club; without an end until it is lifted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_bans")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(_("reason"), max_length=300)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    banned_at = models.DateTimeField(_("since"), default=timezone.now)
    lifted_at = models.DateTimeField(_("lifted"), null=True)

    objects = BanQuerySet.as_manager()

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        ordering = ["-banned_at"]
        indexes = [
            # every joining: is this player kept out?
            models.Index(fields=["club", "player"], name="ban_not_lifted", condition=Q(lifted_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id}"


class Announcement(models.Model):
    """What a club tells its members, in Markdown."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=10_000)
    is_pinned = models.BooleanField(_("pinned"), default=False)
    made_at = models.DateTimeField(_("announced"), default=timezone.now)
    edited_at = models.DateTimeField(_("edited"), null=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-is_pinned", "-made_at", "-pk"]
        indexes = [
            # a club's page: what is pinned, then the newest
            models.Index(fields=["club", "-is_pinned", "-made_at"], name="announcements_of_club"),
        ]

    def __str__(self) -> str:
        return self.title


class ClubAct(models.Model):
    """A line in a club's log: who did what, to whom, and why. Never changed, never deleted."""

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("founded the club")
        EDITED = "edited", _("changed what the club is")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        ACCEPTED = "accepted", _("accepted a request")
        REFUSED = "refused", _("refused a request")
        INVITED = "invited", _("made an invitation")
        REVOKED = "revoked", _("took an invitation back")
        PROMOTED = "promoted", _("made an officer")
        TRUSTED = "trusted", _("changed an officer's rights")
        DEMOTED = "demoted", _("made an officer a member again")
        HANDED_OVER = "handed-over", _("handed the club over")
        REMOVED = "removed", _("removed a member")
        BANNED = "banned", _("banned a player")
        LIFTED = "lifted", _("lifted a ban")
        ANNOUNCED = "announced", _("announced something")
        REVISED = "revised", _("changed an announcement")
        PINNED = "pinned", _("pinned an announcement")
        UNPINNED = "unpinned", _("unpinned an announcement")
        TAKEN_DOWN = "taken-down", _("deleted an announcement")
        CLOSED = "closed", _("closed the club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(_("what"), max_length=12, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("whom"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    words = models.CharField(_("more"), max_length=400, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("log")
        ordering = ["-at", "-pk"]
        indexes = [
            # a club's log, newest first
            models.Index(fields=["club", "-at", "-id"], name="acts_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.kind}"
