"""The log of the control room in words: what was done, and why some of it cannot be undone."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Act

WORDS: dict[str, Promise] = {
    "announce": _("The tournament was announced."),
    "registration": _("Registration was opened."),
    "open-check-in": _("Check-in was opened."),
    "start": _("The tournament was started by hand."),
    "cancel": _("The tournament was cancelled."),
    "check-in": _("{name} was checked in by hand."),
    "not-here": _("The check-in of {name} was taken back."),
    "remove": _("{name} was taken out of the tournament."),
    "put-in": _("{name} moved up from the waiting list."),
    "bots": _("Bots were entered: {number}."),
    "seeds": _("The seeds were set by hand."),
    "absent": _("{name} was marked as absent."),
    "back": _("{name} was marked as here again."),
    "pause": _("The tournament was paused."),
    "go-on": _("The tournament went on after {minutes} min."),
    "extend": _("Round {round} was extended by {minutes} min."),
    "end-round": _("Round {round} was ended early."),
    "swap": _("Round {round}: {one} and {other} changed places."),
    "move": _("Round {round}: {one} moved to table {table}."),
    "bye": _("Round {round}: {one} got a bye."),
    "draw": _("Round {round} was drawn anew."),
    "publish": _("The seating of round {round} was published."),
    "nudge": _("Round {round}, table {table}: nudged."),
    "finish": _("Round {round}, table {table}: the house finished the match."),
    "bot": _("Round {round}, table {table}: a bot plays on for {one}."),
    "put-back": _("Round {round}, table {table}: {one} plays again."),
    "substitute": _("Round {round}, table {table}: {other} took the place of {one}."),
    "replay": _("Round {round}, table {table}: annulled, and played anew."),
    "correct": _("Round {round}, table {table}: the result was corrected to {scores}."),
    "undo": _("Undone: {done}"),
    "late-start": _("The site was away during check-in: the start was put off by {minutes} min."),
    "no-check-in": _("The site was away during check-in: nobody has to check in, for the dates of the rounds hold."),
}

LASTING: dict[str, Promise] = {
    "bots": _("Bots can be taken out one by one."),
    "pause": _("Let the tournament go on instead."),
    "go-on": _("Pause it again instead: the time that was given back stays."),
    "end-round": _("The matches have been played to their end; results can be corrected."),
    "publish": _("Everyone knows the seating already."),
    "nudge": _("There is nothing to undo."),
    "finish": _("The match has been played to its end; it can be annulled and replayed, or corrected."),
    "bot": _("Put the player back at the table instead."),
    "put-back": _("Put a bot in again instead."),
    "substitute": _("The other has played on that seat; the result can be corrected."),
    "replay": _("The old match had not been played to its end."),
    "correct": _("The match was broken off; the result can be corrected again, or the table replayed."),
}
"""Why an act without a way back has none."""

ALWAYS = _("This cannot be undone.")


def said(act: Act) -> str:
    """In the reader's language; an act of a kind that is no longer known is named as it was kept."""
    template = WORDS.get(act.what)
    if template is None:
        return act.what
    about = dict(act.about)
    if act.what == "undo":
        about["done"] = said(Act(what=about["what"], about=about["about"]))
    return str(template).format(**about)


def why_not(act: Act) -> str:
    """Why it cannot be undone, for those that cannot."""
    return str(LASTING.get(act.what, ALWAYS))
