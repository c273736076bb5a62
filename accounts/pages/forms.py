"""Forms of players: preferences, name, and creating an account."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.utils import setup_user_email
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import Player, Theme
from accounts.pages.appearance import LOOKS, chosen_looks
from accounts.pages.requests import PlayerRequest
from accounts.standing import check_name
from common.time_zones import TimeZoneField, ZoneInput, zone_names


def _languages() -> list[tuple[str, Any]]:
    return [("", _("my browser's language")), *settings.LANGUAGES]


class AppearanceForm(forms.Form):
    """One display setting at a time, from the menu on every page."""

    language = forms.ChoiceField(choices=settings.LANGUAGES, required=False)
    theme = forms.ChoiceField(choices=Theme, required=False)


class TimeZoneForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["time_zone"]


class PreferencesForm(forms.ModelForm):
    language = forms.ChoiceField(label=_("Language"), choices=_languages, required=False)
    time_zone = TimeZoneField(
        label=_("Time zone"), required=False, widget=ZoneInput({"placeholder": _("my browser's time zone")})
    )

    class Meta:
        model = Player
        fields = ["language", "time_zone", *LOOKS, "hand_order", "confirms_moves", "auto_draw"]


class LooksForm(forms.Form):
    """The preferences of visitors without an account, which their browser keeps."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= forms.fields_for_model(Player, LOOKS)


class NameForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["username"]


def _without_placeholders(form: forms.Form) -> None:
    """Remove placeholders: labels say the same, and stay visible during typing."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignInForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        _without_placeholders(self)


class BrowsersZoneField(forms.CharField):
    """The browser's time zone, filled in by a script, so that the first page of a new player has the right times."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput({"data-browsers-zone": ""}))

    def to_python(self, value: Any) -> str:
        return value if value in zone_names() else ""


class NewPlayersChoices(forms.Form):
    """Part of every sign-up form that keeps what new players chose before they signed up."""

    time_zone = BrowsersZoneField()

    def signup(self, request: HttpRequest, player: Player) -> None:
        """Keep the language and the looks that the visitor had chosen, and the browser's time zone."""
        zone = self.cleaned_data["time_zone"]
        services.set_preferences(player=player, language=request.LANGUAGE_CODE, time_zone=zone, **chosen_looks(request))


class SignUpForm(NewPlayersChoices, allauth_forms.SignupForm):
    """Name, optional e-mail address, password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = Player._meta.get_field("username").help_text
        self.fields["email"].label = _("E-mail address (optional)")
        self.fields["email"].help_text = _("To get back in if you forget your password. Nobody sees it.")
        _without_placeholders(self)

    def clean_username(self) -> str:
        name = super().clean_username()
        check_name(name)
        return name


class KeepForm(SignUpForm):
    """The sign-up form for a guest, whose row is kept."""

    def save(self, request: PlayerRequest) -> Player:
        data = self.cleaned_data
        player = services.keep_guest(
            player=request.user, name=data["username"], email=data.get("email", ""), password=data["password1"]
        )
        update_session_auth_hash(request, player)  # else signing in would start a new session, without push notices
        setup_user_email(request, player, [])
        return player
