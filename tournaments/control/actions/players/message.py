"""A message to all entrants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Player
from accounts.notices import NO_WAY, Choice, ways_to
from accounts.notices.addresses import confirmed
from accounts.notices.subscriptions import subscribed
from accounts.standing import Right, check_may
from common.errors import UserError
from tournaments import notices
from tournaments.base.labels import when
from tournaments.base.log import lines_of
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm
from tournaments.control.stale import Topic
from tournaments.models import Entry, Tournament

SLUG = "message"
LONGEST = 400
LIMITS = ((3, timedelta(hours=1)), (10, timedelta(days=1)))
"""The most messages within each period."""
MESSAGE_PERIOD = timedelta(days=7)
"""How long after the end players can still be sent messages."""


def _number_sent(tournament: Tournament, key: object) -> int:
    return lines_of(tournament).filter(action=SLUG).count()


class MessageForm(ActionForm):
    text = forms.CharField(
        label=gettext_lazy("What do you want to say?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    waiting = forms.BooleanField(label=gettext_lazy("Also to those on the waiting list"), required=False)

    def fill(self) -> None:
        if not self.tournament.entries.filter(status=Entry.Status.WAITING).exists():
            del self.fields["waiting"]


@dataclass(frozen=True, kw_only=True)
class SendMessage(Action):
    """A notice in the organiser's name, on the site and by e-mail as each player has chosen."""

    slug = SLUG
    label = gettext_lazy("Write to all who have entered")
    log_sentence = gettext_lazy("A message went to all who have entered ({number}): “{text}”")
    why_final = gettext_lazy("It has been sent. If something in it was wrong, write again.")
    form = MessageForm
    topic = Topic("messages", _number_sent)
    needs_reason = False

    text: str
    waiting: bool = False

    @property
    def line(self) -> str:
        """Return the text on one line."""
        return " ".join(self.text.split())

    def check(self, context: Context) -> None:
        if not 0 < len(self.line) <= LONGEST:
            sentence = _("Write something, in at most {most} characters.")
            raise UserError("bad-text", sentence.format(most=LONGEST))
        check_may(context.by, Right.SPEAK)
        over_at = context.tournament.finished_at
        if over_at is not None and context.now - over_at > MESSAGE_PERIOD:
            raise UserError("over", _("This tournament has been over for more than a week."))
        _check_is_not_too_often(context)
        if not self._ways(context.tournament):
            raise UserError("nobody", _("There is nobody yet who could read it."))

    def preview(self, context: Context) -> list[str]:
        ways = self._ways(context.tournament)
        reached = ngettext(
            "It reaches {reached} of {all} player: {site} on the site, {mail} by e-mail, {push} by push.",
            "It reaches {reached} of {all} players: {site} on the site, {mail} by e-mail, {push} by push.",
            len(ways),
        ).format(
            reached=_count_reached(ways),
            all=len(ways),
            site=sum(way.by_site for way in ways),
            mail=sum(way.by_mail for way in ways),
            push=sum(way.by_push for way in ways),
        )
        sentence = str(notices.MESSAGE.sentence)
        said = sentence.format(organiser=context.by.username, tournament=context.tournament.name, text=self.line)
        return [reached, _("They read: {sentence}").format(sentence=said)]

    def do(self, context: Context) -> Done:
        tournament = context.tournament
        number = _count_reached(self._ways(tournament))
        message = _number_sent(tournament, None) + 1
        notices.message(tournament, context.by, self.line, self._players(tournament), number=message)
        return Done({"number": number, "text": self.line})

    def _players(self, tournament: Tournament) -> list[int]:
        """Return the ids of the recipients, who are people."""
        statuses = [Entry.Status.ENTERED, *([Entry.Status.WAITING] if self.waiting else [])]
        entries = tournament.entries.filter(status__in=statuses, player__is_active=True)
        return [player for player in entries.values_list("player", flat=True) if player]

    def _ways(self, tournament: Tournament) -> list[Choice]:
        """Return how the message reaches each recipient."""
        players = self._players(tournament)
        reach = confirmed(players), subscribed(players)
        return [ways_to(player, notices.MESSAGE, *reach) for player in Player.objects.filter(pk__in=players)]


def _count_reached(ways: list[Choice]) -> int:
    return sum(way != NO_WAY for way in ways)


def _check_is_not_too_often(context: Context) -> None:
    """Raise UserError (too-often) if the limits are used up."""
    sent = lines_of(context.tournament).filter(action=SLUG)
    for most, span in LIMITS:
        newest = list(sent.filter(at__gt=context.now - span).order_by("-at").values_list("at", flat=True)[:most])
        if len(newest) == most:
            sentence = _("That is enough for now: you can write again from {time} on.")
            raise UserError("too-often", sentence.format(time=when(newest[-1] + span)))
