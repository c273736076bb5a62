"""The forms of clubs. They report errors at the fields; the services check everything again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from clubs.addresses import LONGEST, shape
from clubs.emblems.uploads import MOST_BYTES, check_header, refusal
from clubs.models import Announcement, Club, JoinRequest, Membership, Right
from common.errors import UserError
from common.time_zones import TimeZoneField

HUES = [
    (0, _("red")),
    (30, _("amber")),
    (60, _("yellow")),
    (90, _("lime")),
    (120, _("green")),
    (150, _("emerald")),
    (180, _("teal")),
    (210, _("blue")),
    (240, _("indigo")),
    (270, _("violet")),
    (300, _("magenta")),
    (330, _("rose")),
]


class ClubForm(forms.ModelForm):
    """The form of a club's name, description and settings."""

    time_zone = TimeZoneField(label=_("Time zone"), help_text=_("Used for the club's evenings and tournaments."))
    hue = forms.TypedChoiceField(label=_("Colour"), choices=HUES, coerce=int, initial=150, widget=forms.RadioSelect)

    class Meta:
        model = Club
        fields = ["name", "about", "language", "time_zone", "hue", "admission", "is_private"]
        labels = {"name": _("Name"), "language": _("Language"), "admission": _("Who may join")}
        widgets = {"about": forms.Textarea(attrs={"rows": 6}), "admission": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["about"].label = _("About the club")
        self.fields["about"].help_text = _(
            "Who you are, when you play, who is welcome. Use Markdown for **bold**, lists and links."
        )
        self.fields["is_private"].label = _("Private")
        self.fields["is_private"].help_text = _(
            "Others see only the name and how to join: no members, no announcements, no tables."
        )
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    @property
    def facts(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name in ClubForm.Meta.fields}


class AddressField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").lower()


class FoundForm(ClubForm):
    slug = AddressField(
        label=_("Address"),
        max_length=LONGEST,
        required=False,
        validators=[shape],
        help_text=_(
            "Part of the club's web address, such as good-friends. Leave it empty to make it from the name. It "
            "cannot be changed later."
        ),
    )

    class Meta(ClubForm.Meta):
        fields = ["name", "slug", *ClubForm.Meta.fields[1:]]


class PictureForm(forms.Form):
    picture = forms.FileField(
        label=_("Your own picture"),
        help_text=_("PNG, JPEG, WebP or GIF, up to 2 MB. It is cropped to a square."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    def clean_picture(self) -> bytes:
        upload = self.cleaned_data["picture"]
        try:
            if upload.size > MOST_BYTES:
                raise refusal("too-large")
            content: bytes = upload.read()
            check_header(content)
        except UserError as problem:
            raise forms.ValidationError(str(problem), code=problem.code) from problem
        return content


class SearchForm(forms.Form):
    ACTIVE, MEMBERS, NAME = "active", "members", "name"

    q = forms.CharField(label=_("Name or topic"), max_length=60, required=False)
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", pgettext_lazy("languages", "any")), *settings.LANGUAGES]
    )
    order = forms.ChoiceField(
        label=_("Sort by"),
        required=False,
        choices=[(ACTIVE, _("recently active")), (MEMBERS, _("most members")), (NAME, _("name"))],
    )


class AskForm(forms.ModelForm):
    class Meta:
        model = JoinRequest
        fields = ["line"]
        labels = {"line": _("Message to the officers")}


class InvitationForm(forms.Form):
    DAYS = [(1, _("a day")), (7, _("a week")), (30, _("a month")), (365, _("a year"))]
    USES = [
        ("", _("any number of times")),
        (1, _("once")),
        (5, _("5 times")),
        (25, _("25 times")),
        (100, _("100 times")),
    ]

    note = forms.CharField(
        label=_("For whom"),
        max_length=60,
        required=False,
        help_text=_("Only officers see this, for example “the choir”."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=7)
    most_uses = forms.TypedChoiceField(
        label=_("May be used"), choices=USES, coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="invite_%s", label_suffix="")

    @property
    def valid_for(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])


class RightsForm(forms.Form):
    """The rights of an officer, as checkboxes."""

    HELP = {
        Right.MEMBERS: _("answers requests, invites and removes"),
        Right.TOURNAMENTS: _("plans and runs them"),
        Right.ANNOUNCEMENTS: _("writes, changes and pins them"),
        Right.MODERATION: _("removes and bans, lifts bans"),
    }

    def __init__(self, data: Any = None, *, membership: Membership | None = None) -> None:
        super().__init__(data, label_suffix="")
        for right in Right:
            self.fields[right.value] = forms.BooleanField(
                label=right.label,
                help_text=self.HELP[right],
                required=False,
                initial=membership is None or membership.may(right),
            )

    @property
    def rights(self) -> list[Right]:
        return [right for right in Right if self.cleaned_data[right.value]]


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Why"), max_length=300, required=False, help_text=_("It is kept in the log."))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="remove_%s", label_suffix="")


class LineForm(forms.Form):
    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("It is kept in the log."))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")


class MuteForm(LineForm):
    HOURS = [(1, _("an hour")), (24, _("a day")), (168, _("a week"))]

    hours = forms.TypedChoiceField(label=_("For how long"), choices=HOURS, coerce=int)


class BanForm(forms.Form):
    DAYS = [("", _("until it is lifted")), (1, _("a day")), (7, _("a week")), (30, _("a month")), (365, _("a year"))]

    reason = forms.CharField(
        label=_("Why"), max_length=300, help_text=_("The player sees it, and it is kept in the log.")
    )
    days = forms.TypedChoiceField(label=_("For how long"), choices=DAYS, coerce=int, empty_value=None, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="ban_%s", label_suffix="")

    def until(self, now: datetime) -> datetime | None:
        days = self.cleaned_data["days"]
        return None if days is None else now + timedelta(days=days)


class BanByNameForm(BanForm):
    """The ban form with a field for the player's name, for people who are not members."""

    name = forms.CharField(label=_("Player"), max_length=40)
    field_order = ["name", "reason", "days"]

    def clean_name(self) -> Player:
        player = Player.objects.named(self.cleaned_data["name"].strip()).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with this name."), code="no-such-player")
        return player


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ["title", "text"]
        labels = {"title": _("Title"), "text": _("Text")}
        widgets = {"text": forms.Textarea(attrs={"rows": 12})}
        help_texts = {"text": _("Use Markdown for **bold**, lists and links.")}
