"""Form fields for all options of a game, named `option_NAME`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.pages.labels import option_label, value_label
from games.rules import Game


def offer_options(form: forms.Form, rules: Game) -> None:
    """Add a field for each option; an empty field stands for the default."""
    for name, option in rules.options.items():
        values = [(str(value), value_label(rules, name, value)) for value in option.values]
        form.fields[f"option_{name}"] = forms.ChoiceField(
            label=option_label(rules, name), choices=[("", _("as usual")), *values], required=False
        )


def chosen_options(form: forms.Form, rules: Game) -> dict[str, Any]:
    """Return all options, checked in order, as the values of each may depend on those before it.

    Adds an error to the field of each invalid value.
    """
    chosen: dict[str, Any] = {}
    for name in rules.options:
        option = rules.option(name, chosen)
        text = form.cleaned_data.get(f"option_{name}", "")
        value = next((value for value in option.values if str(value) == text), option.default)
        if text and str(value) != text:
            sentence = _("This does not fit the choice above: anything from %(first)s to %(last)s is possible.")
            first, last = (value_label(rules, name, option.values[at]) for at in (0, -1))
            form.add_error(f"option_{name}", sentence % {"first": first, "last": last})
        chosen[name] = value
    return chosen
