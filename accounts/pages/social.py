"""The form in which players who sign in through another site choose a name here.

Only allauth loads it, and only if the operator has configured such sites.
"""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.forms import SignupForm

from accounts.models import Player
from accounts.pages.forms import NewPlayersChoices
from accounts.standing import check_name


class SocialSignUpForm(NewPlayersChoices, SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = Player._meta.get_field("username").help_text
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_username(self) -> str:
        name = super().clean_username()
        check_name(name)
        return name
