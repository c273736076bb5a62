"""What is filled in to say what a season is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season


class SeasonForm(forms.ModelForm):
    class Meta:
        model = Season
        fields = ["name", "first_day", "last_day", "counts_best"]
        labels = {
            "name": _("Name"),
            "first_day": _("First day"),
            "last_day": _("Last day"),
            "counts_best": _("How many tournaments count"),
        }
        help_texts = {"counts_best": _("Of each player the best so many. Empty: all.")}
        widgets = {
            "first_day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "last_day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "counts_best": forms.NumberInput(attrs={"min": 1, "max": 366}),
        }

    def __init__(self, data: Any = None, *, instance: Season) -> None:
        super().__init__(data, instance=instance, label_suffix="")

    def clean_counts_best(self) -> int | None:
        best: int | None = self.cleaned_data["counts_best"]
        if best == 0:
            raise forms.ValidationError(_("At least one must count."), code="none")
        return best
