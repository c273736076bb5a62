"""The form of a season."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from tournaments.base.clock import check_year
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
        help_texts = {"counts_best": _("Only each player's best results count. Empty: all.")}
        widgets = {
            "first_day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "last_day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "counts_best": forms.NumberInput(attrs={"min": 1, "max": 366}),
        }

    def __init__(self, data: Any = None, *, instance: Season) -> None:
        super().__init__(data, instance=instance, label_suffix="")

    def clean_first_day(self) -> date:
        return self._checked_day("first_day")

    def clean_last_day(self) -> date:
        return self._checked_day("last_day")

    def _checked_day(self, name: str) -> date:
        day: date = self.cleaned_data[name]
        try:
            check_year(day)
        except UserError as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
        return day

    def clean_counts_best(self) -> int | None:
        best: int | None = self.cleaned_data["counts_best"]
        if best == 0:
            raise forms.ValidationError(_("At least one must count."), code="none")
        return best
