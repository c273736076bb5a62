"""Opening registration and check-in early."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.labels import when
from tournaments.control.actions.base import Action, Context, Done
from tournaments.life import stages


class OpenRegistration(Action):
    slug = "open-registration"
    logged_as = "registration"
    label = gettext_lazy("Open registration now")
    log_sentence = gettext_lazy("Registration was opened.")
    needs_reason = False

    def check(self, context: Context) -> None:
        stages.check_can_open_registration(context.tournament)

    def preview(self, context: Context) -> list[str]:
        start = when(context.tournament.starts_at)
        return [_("Players can enter at once. It still starts on {date}.").format(date=start)]

    def do(self, context: Context) -> Done:
        stages.open_registration(tournament_id=context.tournament.pk)
        return Done()


class OpenCheckIn(Action):
    slug = "open-check-in"
    label = gettext_lazy("Open check-in now")
    log_sentence = gettext_lazy("Check-in was opened.")
    needs_reason = False

    def check(self, context: Context) -> None:
        stages.check_can_open_check_in(context.tournament)

    def preview(self, context: Context) -> list[str]:
        sentence = _("Everyone who has entered is told to check in before {date}.")
        return [
            sentence.format(date=when(context.tournament.starts_at)),
            _("Players who have not checked in by then are not seated until they say that they are here."),
        ]

    def do(self, context: Context) -> Done:
        stages.open_check_in(tournament_id=context.tournament.pk)
        return Done()
