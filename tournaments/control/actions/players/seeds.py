"""Setting the seeds by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control import restoring, stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm
from tournaments.control.restoring import Before
from tournaments.models import Entry

HIGHEST = 9999


class SeedsForm(ActionForm):
    """Asks for a seed for each entry. Entries without one are drawn by lot and follow those that have one."""

    def fill(self) -> None:
        entries = self.tournament.entries.filter(status=Entry.Status.ENTERED).select_related("player")
        for entry in sorted(entries, key=lambda entry: (entry.seed or HIGHEST + 1, entry.name)):
            self.fields[f"seed-{entry.pk}"] = forms.IntegerField(
                label=entry.name, min_value=1, max_value=HIGHEST, required=False, initial=entry.seed or None
            )

    def chosen(self) -> dict[str, Any]:
        return {"seeds": {int(name[5:]): value or 0 for name, value in self.cleaned_data.items()}}


@dataclass(frozen=True, kw_only=True)
class SetSeeds(Action):
    """`seeds` are by entry id; 0 means drawn by lot, after all others."""

    slug = "seeds"
    label = gettext_lazy("Set the seeds")
    log_sentence = gettext_lazy("The seeds were set by hand.")
    form = SeedsForm
    topic = stale.ENTRIES

    seeds: Mapping[int, int]

    def check(self, context: Context) -> None:
        restoring.check_seeds_are_open(context.tournament)
        given = [seed for seed in self.seeds.values() if seed]
        if len(set(given)) < len(given) or any(not 0 <= seed <= HIGHEST for seed in given):
            raise UserError("same-seed", _("Two players cannot have the same seed: give each number once."))

    def preview(self, context: Context) -> list[str]:
        return [_("Number 1 is the strongest. Players without a number follow in random order, drawn at the start.")]

    def do(self, context: Context) -> Done:
        tournament = context.tournament
        before = Before.of(restoring.SEEDS, tournament.pk)
        changed = list(tournament.entries.filter(pk__in=self.seeds))
        for entry in changed:
            entry.seed = self.seeds[entry.pk]
        Entry.objects.bulk_update(changed, ["seed"])
        write(tournament)
        return Done(before=before)
