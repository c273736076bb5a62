"""The forms of reports and appeals."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Player
from moderation.evidence import Source
from moderation.models import Matter
from moderation.services.appeals import LONGEST_APPEAL
from moderation.services.reporting import LONGEST_TEXT

OFFERED = (Matter.ABUSE, Matter.CHEATING, Matter.STALLING, Matter.NAME, Matter.SPAM, Matter.DANGER, Matter.OTHER)


class ReportForm(forms.Form):
    """The form of a report, with a choice of players if it may concern one of several."""

    kind = forms.ChoiceField(
        label=_("What is it about?"),
        widget=forms.RadioSelect({"class": "choices below"}),
        error_messages={"required": _("Choose what it is about.")},
    )
    about = forms.ChoiceField(label=_("Whom does it concern?"), required=False)
    text = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("One line is enough: what can be seen there now is sent along automatically."),
    )

    def __init__(self, *args: Any, source: Source, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {player.username: player for player in source.people}
        self.fields["kind"].choices = [(matter.value, capfirst(str(matter.label))) for matter in OFFERED]  # type: ignore[attr-defined]
        if not self.people:
            del self.fields["about"]
            return
        everyone = ("", _("nobody in particular, or several"))
        self.fields["about"].choices = [everyone, *((name, names.shown(name)) for name in self.people)]  # type: ignore[attr-defined]

    @property
    def concerned(self) -> Player | None:
        """Return the player whom a valid report concerns, if the reporter has named one."""
        return self.people.get(self.cleaned_data.get("about", ""))


class AppealForm(forms.Form):
    text = forms.CharField(
        label=_("Why do you think it is wrong?"), max_length=LONGEST_APPEAL, widget=forms.Textarea({"rows": 8})
    )
