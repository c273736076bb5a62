"""Problems of the day as pages show them: the position as one seat sees it, and the coach's answer to a move."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import Player
from coach import message_types as wire
from coach import problems
from coach.models import Problem, Solution
from coach.shown import ShownMove, points, sentence_of
from common.errors import UserError
from games.bots.search import distinct
from games.records.replay import play_on, table_after
from games.rules import Move, read_move
from games.state.live_tables import LiveTable
from games.state.messages_out import mine_message, view_message


def posed(problem: Problem) -> LiveTable:
    """Return the table at which the problem came up, with all names replaced."""
    live = table_after(problem.table, problem.deal, problem.step)
    assert live is not None
    live.seats = [
        replace(
            sitter,
            player_id=sitter.number,
            name=_("You") if sitter.number == problem.seat else _("Player %(number)d") % {"number": sitter.number + 1},
            bot="",
            is_bot=False,
            away=False,
            left=False,
        )
        for sitter in live.seats
    ]
    live.present = {sitter.number for sitter in live.seats}
    return live


def position_of(problem: Problem, player: Player | None) -> wire.Problem:
    """Return the position with the player's answer, leaving out anything that would identify the match."""
    live = posed(problem)
    view = view_message(live, problem.seat)
    view["table"], view["fair"] = "", {**view["fair"], "anchor": "", "contributions": []}
    view["deals"] = [{**deal, "link": None} for deal in view["deals"]]
    solution = Solution.objects.filter(problem=problem, player=player).first() if player else None
    return {"view": view, "answer": answered(problem, live, solution.move, player) if solution else None}


def known_move(problem: Problem, live: LiveTable, text: str) -> Move:
    """Return the problem's move that is equivalent to this one. Raises MoveError, UserError (no-move)."""
    move, deal = read_move(text), live.match.deal
    assert deal is not None
    view = deal.view(problem.seat)
    if move in deal.legal_moves():
        for known, _loss, _pips in problem.moves:
            if len(distinct(view, [read_move(known), move])) == 1:
                return read_move(known)
    raise UserError("no-move", _("This move cannot be played here."))


def answered(problem: Problem, live: LiveTable, text: str, player: Player | None) -> wire.ProblemAnswer:
    """Play a move at the table and return the coach's answer to it. Raises MoveError, UserError (no-move)."""
    known = known_move(problem, live, text)
    moved = play_on(live, read_move(text), "player")
    rules, is_right = problem.table.rules, str(known) == problem.moves[0][0]
    moves = [ShownMove.of(one, str(known), rules) for one in problem.moves]
    lost = next(loss for move, loss, _pips in problem.moves if move == known)
    gaps = {"best": moves[0].words, "loss": points(lost, rules)}
    right, wrong = _("Right: %(best)s is the best move."), _("Your move loses %(loss)s points. Better: %(best)s.")
    place = f"#{problem.deal}-{problem.step}"
    return {
        "ply": {"moved": moved, "mine": mine_message(live, problem.seat)},
        "is_right": is_right,
        "said": (right if is_right else wrong) % gaps,
        "reason": sentence_of(problem.reason),
        "moves": [
            {"words": one.words, "loss": one.loss or pgettext("a move", "best"), "is_played": one.is_played}
            for one in moves
        ],
        "streak": streak_in_words(player, problem.game),
        "address": reverse("games:result", args=[problem.table_id]) + place,
    }


def streak_in_words(player: Player | None, game: str) -> str:
    """Return a sentence that says how many problems in a row the player has got right; empty if none."""
    count = problems.streak_of(player, game) if player else 0
    said = ngettext(
        "%(count)d problem solved at the first try", "%(count)d problems in a row solved at the first try", count
    )
    return said % {"count": count} if count else ""
