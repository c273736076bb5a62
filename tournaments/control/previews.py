"""What the verbs of the control room would do: in sentences, and to the standings. Nothing is written; what would be
refused is refused here already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import UserError
from tournaments.base.action_log import said
from tournaments.base.dates import date_after, next_date
from tournaments.base.snapshot import event_of, format_of, plan_of, read_score
from tournaments.control import people_and_clock, results, seating, standings_diff, undoing
from tournaments.control.acting import board_of, current_round, entry_of
from tournaments.control.forms import ActForm
from tournaments.control.room import preview, said_again
from tournaments.control.standings_diff import Outlook, outlook
from tournaments.life.entering import late_seed
from tournaments.models import Act, Board, Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class Scene:
    """What is asked of which tournament; `chosen` holds what the form says."""

    tournament: Tournament
    chosen: dict[str, Any] = field(default_factory=dict)

    @property
    def entry(self) -> Entry:
        return entry_of(self.tournament, self.chosen["entry"])

    @property
    def board(self) -> Board:
        return board_of(self.tournament, self.chosen["board"])


Words = Callable[[Scene], list[str]]


def subject(tournament: Tournament, form: ActForm) -> str:
    """What the act is about, as far as the link that led here says so. Raises UserError (no-board, no-entry)."""
    if "board" in form.fields:
        board = board_of(tournament, form.asked_number("board"))
        names = ", ".join(str(place.entry) for place in board.places.select_related("entry__player").order_by("seat"))
        sentence = _("Round {round}, table {table}: {names}")
        return sentence.format(round=board.round.number, table=board.number, names=names)
    if "entry" in form.fields:
        return entry_of(tournament, form.asked_number("entry")).name
    return ""


# --- Who takes part ---


def remove_words(scene: Scene) -> list[str]:
    name = scene.entry.name
    if scene.tournament.status in Tournament.COMING:
        return [
            _("{name} is not in the tournament any more, and may enter again while registration is open.").format(
                name=name
            ),
            _("Nobody moves up from the waiting list by itself: put in whom you like."),
        ]
    return [
        _("The house plays the seat of {name} to the end of this round; then {name} is not seated again.").format(
            name=name
        ),
        _("What was played so far counts."),
    ]


def remove_outlook(scene: Scene) -> Outlook | None:
    if scene.tournament.status != Tournament.Status.RUNNING:
        return None
    return outlook(scene.tournament, standings_diff.without(event_of(scene.tournament), scene.chosen["entry"]))


def absent_words(scene: Scene) -> list[str]:
    return [
        _("{name} is not seated from the next round on, until they say that they are back.").format(
            name=scene.entry.name
        )
    ]


def seeds_words(scene: Scene) -> list[str]:
    return [_("The lowest number is the strongest. Who has none is put after them by lot, at the start.")]


def start_words(scene: Scene) -> list[str]:
    people_and_clock.check_enough(scene.tournament)
    words = [_("The first round is seated now."), _late_words(scene.tournament)]
    if scene.tournament.check_in_minutes:
        words.append(_("Whoever has not checked in is not seated until they say that they are here."))
    if scene.tournament.days_between:
        words.append(_("The dates of the other rounds stay: the first one lasts until the second begins."))
    return words


def _late_words(tournament: Tournament) -> str:
    played, entrants = format_of(tournament), tournament.entries.filter(status=Entry.Status.ENTERED).count()
    last = min(tournament.late_rounds, played.last_round_to_enter(plan_of(tournament), entrants))
    if last <= 1:
        return _("Whoever has not entered by then is too late.")
    return _("Whoever has not entered by then can still come late, up to round {last}.").format(last=last)


def bots_words(scene: Scene) -> list[str]:
    tournament, number = scene.tournament, scene.chosen["number"]
    entered = tournament.entries.filter(status=Entry.Status.ENTERED).count() + number
    return [
        ngettext("{number} bot enters, and is checked in.", "{number} bots enter, and are checked in.", number).format(
            number=number
        ),
        _("If all come: {foreseen}.").format(foreseen=preview(tournament, entered)),
    ]


# --- The clock ---


def pause_words(scene: Scene) -> list[str]:
    stop = _("All clocks stop; no move is taken and no round begins until you let it go on.")
    if scene.tournament.days_between:
        return [
            stop,
            _(
                "Whoever is on turn then has the full time again. The dates of rounds stay; only if one has passed by "
                "then, the round ends as much later as the pause was long, and the next one begins at once after it."
            ),
        ]
    return [
        stop,
        _("Then the round ends as much later as the pause was long, and whoever is on turn has the full time again."),
    ]


def extend_words(scene: Scene) -> list[str]:
    round_ = current_round(scene.tournament, Round.Status.RUNNING)
    if round_.ends_at is None:
        raise UserError("no-end", _("This round has no time limit: it lasts until its tables are done."))
    gaps = {"round": round_.number, "minutes": scene.chosen["minutes"]}
    if scene.tournament.days_between:
        return _extended_league(scene.tournament, round_, scene.chosen["minutes"])
    return [_("Round {round} ends {minutes} minutes later, and all that follows with it.").format(**gaps)]


def _extended_league(tournament: Tournament, round_: Round, minutes: int) -> list[str]:
    """Later dates stay, unless too little of the next round's time would be left until the one after it."""
    assert round_.ends_at is not None
    ends_at, date = round_.ends_at + timedelta(minutes=minutes), next_date(tournament, round_)
    end = date_format(localtime(ends_at), "SHORT_DATETIME_FORMAT")
    ends = _("Round {round} ends {minutes} minutes later, on {end}.").format(
        round=round_.number, minutes=minutes, end=end
    )
    following = round_.number + 1
    if ends_at <= date:
        return [ends, _("The next one begins on its date.")]
    if date_after(tournament, following, ends_at) == date_after(tournament, following, date):
        return [ends, _("The date of the next one has passed by then: it begins at once after it. Later dates stay.")]
    return [
        ends,
        _("The next one begins at once after it. Too little of its time would be left, so all later ones are put off."),
    ]


def end_words(scene: Scene) -> list[str]:
    round_ = current_round(scene.tournament, Round.Status.RUNNING)
    open_ = round_.boards.filter(is_done=False).count()
    has_dates = scene.tournament.days_between > 0
    return [
        _("Round {round} ends now. Tables that still play: {open}; the house plays them to their end at once.").format(
            round=round_.number, open=open_
        ),
        *([_("The next round begins on its date all the same.")] if has_dates else []),
        _("This cannot be undone."),
    ]


def cancel_words(scene: Scene) -> list[str]:
    return [
        _("The tournament is over for good, without standings. Matches that run are broken off; everyone is told why."),
        _("This cannot be undone."),
    ]


# --- The seating ---


def seating_words(change: Callable[[Scene, seating.Arrangement], seating.Arrangement]) -> Words:
    """What the change makes of the tables it touches, and of repeated meetings."""

    def words(scene: Scene) -> list[str]:
        tournament = scene.tournament
        round_ = current_round(tournament, Round.Status.HELD)
        before = seating.arrangement_of(round_)
        after = change(scene, before)
        seating.check_arrangement(tournament, before, after)
        names = {entry.pk: entry.name for entry in tournament.entries.select_related("player")}
        met = seating.meetings_before(event_of(tournament))
        return [*_tables_said(before, after, names), *_meetings_said(met, before, after, names)]

    return words


def _tables_said(before: seating.Arrangement, after: seating.Arrangement, names: dict[int, str]) -> Iterable[str]:
    for number, table in after.tables.items():
        if table != before.tables[number]:
            people = ", ".join(names[entry] for entry in table)
            yield _("Table {number}: {people}.").format(number=number, people=people)
    for entry in after.byes:
        if entry not in before.byes:
            yield _("{name} has a bye.").format(name=names[entry])


def _meetings_said(
    met: Any, before: seating.Arrangement, after: seating.Arrangement, names: dict[int, str]
) -> Iterable[str]:
    old = seating.meeting_again(met, before.tables.values())
    new = seating.meeting_again(met, after.tables.values())
    fresh = {frozenset(pair[:2]) for pair in new} - {frozenset(pair[:2]) for pair in old}
    for pair in new:
        if frozenset(pair[:2]) in fresh:
            yield _("Again at one table: {pair}.").format(pair=said_again(pair, names))
    yield _("Pairs that meet again in this round: {before} before, {after} then.").format(
        before=len(old), after=len(new)
    )


swap_words = seating_words(lambda scene, seats: seating.swapped(seats, scene.chosen["one"], scene.chosen["other"]))
move_words = seating_words(lambda scene, seats: seating.moved(seats, scene.chosen["one"], scene.chosen["table"]))
bye_words = seating_words(lambda scene, seats: seating.with_bye(seats, scene.chosen["one"]))


def draw_words(scene: Scene) -> list[str]:
    return [_("Everyone who is there now is seated anew, with another lot. What was changed by hand is lost.")]


# --- At a table ---


def finish_words(scene: Scene) -> list[str]:
    return [
        _("The house plays this match to its end at once, for everyone at the table; the result counts."),
        _("This cannot be undone; but the match can be annulled and played anew, or its result corrected."),
    ]


def bot_words(scene: Scene) -> list[str]:
    name = scene.entry.name
    return [
        _("A bot takes over the seat of {name}, with tiles and points, and has the full time for the move.").format(
            name=name
        ),
        _("The result stays that of {name}.").format(name=name),
        _("{name} is absent from now on, and is seated again when they say that they are back.").format(name=name),
    ]


def substitute_words(scene: Scene) -> list[str]:
    results.check_may_substitute(scene.tournament)
    instead = entry_of(scene.tournament, scene.chosen["instead"])
    results.check_tiles_are_new(scene.tournament, results.place_at(scene.board, scene.entry.pk), instead)
    one, other = scene.entry.name, instead.name
    return [
        _("{other} takes over the seat of {one}, with the tiles and points of this match.").format(
            one=one, other=other
        ),
        _("The result of this table is that of {other}, who takes part from this round on.").format(other=other),
        _("{one} keeps what the rounds before brought, misses this one, and is absent from now on.").format(one=one),
    ]


def substitute_outlook(scene: Scene) -> Outlook:
    instead = entry_of(scene.tournament, scene.chosen["instead"])
    board = scene.board
    after = standings_diff.with_substitute(
        event_of(scene.tournament),
        board.round.number,
        board.number,
        scene.chosen["entry"],
        instead.pk,
        instead.seed or late_seed(scene.tournament),
    )
    return outlook(scene.tournament, after)


def replay_words(scene: Scene) -> list[str]:
    board = scene.board
    results.check_can_replay(scene.tournament, board)
    words = [
        _("What was played counts for nothing. A new table opens for the same players at once."),
        _("The old match stays to be looked at: the log leads there."),
    ]
    if not board.is_done:
        words.append(_("The match is broken off: this cannot be undone."))
    return words


def replay_outlook(scene: Scene) -> Outlook:
    board = scene.board
    after = standings_diff.with_scores(event_of(scene.tournament), board.round.number, board.number, None)
    return outlook(scene.tournament, after)


def correct_words(scene: Scene) -> list[str]:
    board = scene.board
    results.check_can_correct(board)
    words = []
    if not board.is_done:
        words.append(_("The match is broken off, and this counts as its result. That cannot be undone."))
    if _next_is_seated(scene.tournament, board.round):
        words.append(_("The next round has been seated already: this changes the standings, but not the seatings."))
    if scene.tournament.status == Tournament.Status.FINISHED:
        words.append(_("The tournament is over: its final standings change."))
    return words


def _next_is_seated(tournament: Tournament, round_: Round) -> bool:
    return round_.number < tournament.round_number


def correct_outlook(scene: Scene) -> Outlook:
    board = scene.board
    places = board.places.order_by("seat")
    scores = results.corrected(
        scene.tournament.game,
        [place.score and read_score(place.score) for place in places],
        scene.chosen["points"],
    )
    after = standings_diff.with_scores(event_of(scene.tournament), board.round.number, board.number, scores)
    return outlook(scene.tournament, after)


def undo_words(scene: Scene) -> list[str]:
    act = scene.tournament.acts.filter(pk=scene.chosen["act"]).first()
    undoing.check_can_undo(act)
    assert act is not None
    return [said(act), _("This is taken back; taking it back can be undone as well.")]


def undo_outlook(scene: Scene) -> Outlook | None:
    act: Act | None = scene.tournament.acts.filter(pk=scene.chosen["act"]).first()
    if act is None or act.before is None or act.before["kind"] not in ("result", "table"):
        return None
    board = board_of(scene.tournament, act.before["key"])
    kept: Sequence[Any] = act.before["was"]["places"]
    scores = [read_score(score) for _place, _entry, score in kept if score]
    is_done = len(scores) == len(kept)
    event = event_of(scene.tournament)
    after = standings_diff.with_scores(event, board.round.number, board.number, scores if is_done else None)
    return outlook(scene.tournament, after)
