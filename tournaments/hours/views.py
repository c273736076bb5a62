"""The page on which the players of a league's table agree on its hour."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from common.converters import row_id
from common.errors import UserError
from tournaments.base.guards import visible_tournament
from tournaments.hours import agreeing
from tournaments.hours.deadlines import agree_by, fixed_hour, latest_hour
from tournaments.models import Board, HourProposal, Tournament


class HoursForm(forms.Form):
    """Asks for hours in the reader's time zone."""

    def __init__(self, data: object = None, *, earliest: datetime, latest: datetime) -> None:
        super().__init__(data, label_suffix="")  # type: ignore[arg-type]
        limits = {"min": _local(earliest), "max": _local(latest)}
        labels = [gettext_lazy("One time"), gettext_lazy("or another"), gettext_lazy("or a third")]
        for number, label in enumerate(labels, 1):
            widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local", **limits})
            self.fields[f"hour_{number}"] = forms.DateTimeField(label=label, widget=widget, required=False)

    @property
    def hours(self) -> list[datetime]:
        return [at for at in self.cleaned_data.values() if at is not None]


def _local(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


@dataclass(frozen=True, slots=True)
class ProposalShown:
    """A proposal; `is_accepted` by the reader, and `missing` has the names of the others who have not answered."""

    proposal: HourProposal
    is_mine: bool
    is_accepted: bool
    missing: str


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hour(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    """Show the proposals for the reader's match; propose, accept, decline or withdraw hours."""
    tournament, player = visible_tournament(request, tournament_id), request.user
    if request.method == "POST" and request.POST.get("then") != "propose":
        return _answered(request, tournament, player)
    board = agreeing.own_board(tournament, player)
    if board is None:
        if request.method == "POST":
            messages.warning(request, _("There is no match of yours now for which a time could be agreed."))
        return redirect("tournaments:my-table", tournament.pk)
    form = HoursForm(request.POST or None, earliest=timezone.now(), latest=latest_hour(board.round))
    if form.is_valid():
        try:
            board = agreeing.propose(tournament_id=tournament.pk, player=player, hours=form.hours)
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            _say(request, board, _("Your proposal has been passed on."))
            return redirect("tournaments:hour", tournament.pk)
    return render(request, "tournaments/hour.html", _context(tournament, board, player, form))


def _answered(request: PlayerRequest, tournament: Tournament, player: Player) -> HttpResponse:
    proposal_id = row_id(request.POST.get("proposal"))
    try:
        match request.POST.get("then"):
            case "accept":
                board = agreeing.accept(tournament_id=tournament.pk, player=player, proposal_id=proposal_id)
                _say(request, board, _("You can play then. The others still have to accept."))
            case "decline":
                agreeing.decline(tournament_id=tournament.pk, player=player, proposal_id=proposal_id)
                messages.success(request, _("You have declined. Propose a time that suits you better."))
            case _:
                agreeing.withdraw(tournament_id=tournament.pk, player=player, proposal_id=proposal_id)
                messages.success(request, _("Your proposal is withdrawn."))
    except UserError as refusal:
        messages.warning(request, str(refusal))
    return redirect("tournaments:hour", tournament.pk)


def _say(request: HttpRequest, board: Board, otherwise: str) -> None:
    is_agreed = board.hour_from == Board.HourFrom.PLAYERS and not board.proposals.exists()
    messages.success(request, _("It is agreed: the time is in your calendars.") if is_agreed else otherwise)


def _context(tournament: Tournament, board: Board, player: Player, form: HoursForm) -> dict[str, object]:
    now, people = timezone.now(), agreeing.people_at(board)
    own = board.proposals.filter(player__in=people, at__gt=now).select_related("player").prefetch_related("accepted")
    return {
        "tournament": tournament,
        "board": board,
        "others": [one for one in people if one.pk != player.pk],
        "proposals": [_shown(proposal, people, player) for proposal in own if not proposal.is_declined],
        "declined": [proposal for proposal in own if proposal.is_declined],
        "by": agree_by(tournament, board.round),
        "is_late": agree_by(tournament, board.round) <= now,
        "fixed": fixed_hour(tournament, board.round),
        "latest": latest_hour(board.round),
        "form": form,
        "zone": timezone.get_current_timezone_name(),
    }


def _shown(proposal: HourProposal, people: list[Player], player: Player) -> ProposalShown:
    willing = {one.pk for one in proposal.accepted.all()}
    missing = ", ".join(one.username for one in people if one.pk not in willing and one.pk != player.pk)
    return ProposalShown(proposal, proposal.player_id == player.pk, player.pk in willing, missing)
