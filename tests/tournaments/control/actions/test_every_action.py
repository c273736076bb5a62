"""Every action has translations, a page with a preview, and a line in the log."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone, translation

from accounts.models import Player
from action_log.models import LogLine
from action_log.services import describe
from common.errors import UserError
from tests.tournaments import chatting
from tests.tournaments.hours.test_agreeing import league
from tests.tournaments.people import (
    FRIDAY,
    ROLLING,
    advanced,
    current_round,
    fresh,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments.base.log import CANNOT_BE_UNDONE, KINDS, lines_of
from tournaments.calls import appealing, calling
from tournaments.control.actions import ACTIONS, Action
from tournaments.control.actions.clock.end_round import EndRound, EndTime
from tournaments.control.actions.clock.extend import ExtendRound, MoreTime
from tournaments.control.actions.seating.draw import DrawAgain
from tournaments.control.actions.seating.publish import Publish
from tournaments.life import entering
from tournaments.models import Appeal, Board, Entry, Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

HANDBOOK = Path(settings.BASE_DIR, "docs", "organisers.md").read_text()
TRANSLATED = {
    path.parts[-3]: {str(message.id) for message in read_po(path.open("rb")) if message.string}
    for path in Path(settings.BASE_DIR, "locale").glob("*/LC_MESSAGES/django.po")
}

OF_ROLLING_TABLES = ("more-time", "end-time")
OF_AGREED_HOURS = ("hour",)
every_action = pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS.keys())


def kind_of(action: type[Action]) -> str:
    return action.logged_as or action.slug


# --- Each action by itself ---


@every_action
def test_it_has_an_address_of_its_own(action: type[Action]) -> None:
    address = reverse("tournaments:control-action", args=["bcdfghjkmn", action.slug])
    assert resolve(address).url_name == "control-action", "another page of the control room is in the way"


@every_action
def test_it_is_named_and_logged_in_every_language(action: type[Action]) -> None:
    kind = KINDS[kind_of(action)]
    assert len(kind.slug) <= (LogLine._meta.get_field("action").max_length or 0)
    with translation.override("en"):
        texts = {str(text) for text in (action.label, kind.sentence, kind.why_final)}
    assert all(texts)
    for language, known in TRANSLATED.items():
        assert texts <= known, language


@every_action
def test_the_handbook_of_organisers_names_it(action: type[Action]) -> None:
    with translation.override("en"):
        assert f"*{action.label}*" in HANDBOOK


@every_action
def test_grave_actions_that_cannot_be_undone_need_a_reason(action: type[Action]) -> None:
    """Grave actions that can neither be undone nor made up for need a reason."""
    if KINDS[kind_of(action)].why_final == CANNOT_BE_UNDONE and action.is_grave:
        assert action.needs_reason


# --- An evening with all actions ---


class Evening:
    """An organiser who carries out every action, each on its page."""

    def __init__(self, tournament: Tournament, organiser: Player) -> None:
        self.tournament, self.client = tournament, Client()
        self.client.force_login(organiser)
        self.done: list[str] = []

    def does(self, slug: str, **chosen: Any) -> LogLine:
        """Preview an action, carry it out, and return its log line."""
        address = reverse("tournaments:control-action", args=[self.tournament.pk, slug])
        shown = self.client.get(address, {**chosen, "look": 1})
        assert shown.status_code == 200, slug
        assert shown.context.get("is_ready"), (slug, shown.context["form"].errors, shown.context["refusal"])
        assert shown.context["preview"] or shown.context["diff"], f"{slug} does not say what it would do"
        data = {**chosen, "seen": shown.context["seen"], "reason": "We agreed on it"}
        answer = self.client.post(address, data, follow=True)
        line = lines_of(self.tournament).select_related("by").first()
        assert line is not None
        assert (line.action, line.by) == (kind_of(ACTIONS[slug]), answer.context["user"]), slug
        said = describe(line)
        assert said != line.action
        assert "{" not in said
        assert said in [str(message) for message in answer.context["messages"]]
        assert line.reason == ("We agreed on it" if ACTIONS[slug].needs_reason else "")
        self.done.append(slug)
        return line

    def entry(self, number: int) -> int:
        return self.tournament.entries.get(player__username=f"Player{number}").pk

    def board(self, number: int) -> Board:
        return current_round(self.tournament).boards.get(number=number)

    def seat(self, number: int, seat: int) -> int:
        return self.board(number).places.get(seat=seat).entry_id

    def keeps_order_in_the_chat(self) -> None:
        player = Player.objects.get(username="Player5")
        line = chatting.say(tournament_id=self.tournament.pk, player=player, text="You are all cheating")
        self.does("mute", line=line.pk, hours=1)
        self.does("delete-line", line=line.pk)
        self.does("unmute", player=player.pk)

    def is_called(self) -> None:
        """A player calls, and is answered."""
        board = self.board(3)
        place = board.places.exclude(entry__player=None).select_related("entry__player").first()
        assert place is not None
        assert place.entry.player is not None
        call = calling.call(board=board, player=place.entry.player, text="Whose turn is it?")
        self.does("answer", call=call.pk, text="Look at the clock.")

    def is_appealed_against(self) -> None:
        """Two players appeal against what a co-organiser did, and are answered."""
        other = Player.objects.create_user("Ida", "ida@example.org")
        self.tournament.helpers.add(other)
        line = ExtendRound(minutes=5).carry_out(tournament_id=self.tournament.pk, by=other, reason="It is close")
        self.done.append("extend")
        for number, slug in ((5, "uphold"), (6, "turn-down")):
            player = Player.objects.get(username=f"Player{number}")
            made = appealing.appeal(
                tournament_id=self.tournament.pk,
                player=player,
                line_id=line.pk,
                to=Appeal.To.ORGANISERS,
                text="Too early",
            )
            self.does(slug, appeal=made.pk)


def test_every_action_is_done_on_its_page_and_logged(olga: Player) -> None:
    now = timezone.now()
    columns = {"registration_at": now + timedelta(hours=1), "starts_at": now + timedelta(hours=3), "table_size": 3}
    more = {"check_in_minutes": 30, "most": 9, "late_rounds": 3, "round_minutes": 30, "holds_seatings": True}
    tournament = plans.plan(organiser=olga, terms=Terms.from_columns({**FRIDAY, **columns, **more}))
    evening = Evening(tournament, olga)
    before_the_start(evening)
    while_the_seating_is_held(evening)
    while_it_runs(evening)
    assert lines_of(tournament).count() == len(evening.done)
    couples = Evening(planned(olga, FRIDAY, team_size=2, team_reserves=1), olga)
    in_teams(couples)
    elsewhere = {*OF_ROLLING_TABLES, *OF_AGREED_HOURS}
    assert {*evening.done, *couples.done} == set(ACTIONS) - elsewhere, "an action is missing in this story"


def in_teams(evening: Evening) -> None:
    for player in players(3, first=50):
        entering.enter(tournament_id=evening.tournament.pk, player=player)
    one, other, reserve = (evening.entry(number) for number in (50, 51, 52))
    evening.does("make-team", name="Foxes", **{"member-1": one, "member-2": other})
    team = evening.tournament.teams.get().pk
    evening.does("put-in-team", one=reserve, team=team)
    evening.does("line-up", team=team, one=one, other=reserve)
    evening.does("rename-team", team=team, name="Bears")


def test_rolling_tables_have_actions_of_their_own_on_the_clock(olga: Player) -> None:
    tournament = started(olga, players(8), ROLLING)
    evening = Evening(tournament, olga)
    ends_at = current_round(tournament).ends_at
    assert ends_at is not None
    line = evening.does("more-time", minutes=5)
    assert current_round(tournament).ends_at == ends_at + timedelta(minutes=5)
    evening.does("undo", act=line.pk)
    assert current_round(tournament).ends_at == ends_at
    evening.does("replay", board=evening.board(1).pk)
    place = evening.board(1).places.get(seat=0)
    late = entering.enter(tournament_id=tournament.pk, player=players(1, first=20)[0])
    evening.does("substitute", board=evening.board(1).pk, entry=place.entry_id, instead=late.pk)
    evening.does("stop", board=evening.board(2).pk)
    evening.does("pause")
    evening.does("go-on")
    evening.does("end-time")
    the_house_plays(tournament)
    assert advanced(tournament, timezone.now()).status == Tournament.Status.FINISHED


def test_a_league_whose_players_agree_on_hours_has_an_action_of_its_own(olga: Player) -> None:
    evening = Evening(league(olga, players(2)), olga)
    at = timezone.localtime(timezone.now() + timedelta(days=1)).replace(second=0, microsecond=0)
    evening.does("hour", board=evening.board(1).pk, at=f"{at:%Y-%m-%dT%H:%M}")
    assert evening.board(1).opens_at == at


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (EndRound(), "no-round"),
        (ExtendRound(minutes=5), "no-round"),
        (Publish(), "no-seatings"),
        (DrawAgain(), "no-seatings"),
    ],
)
def test_actions_that_make_no_sense_at_rolling_tables_are_refused(olga: Player, action: Action, code: str) -> None:
    tournament = started(olga, players(4), ROLLING)
    with pytest.raises(UserError) as refused:
        action.carry_out(tournament_id=tournament.pk, by=olga, reason="I wonder")
    assert refused.value.code == code


@pytest.mark.parametrize("action", [MoreTime(minutes=5), EndTime()])
def test_rounds_know_no_time_of_rolling_tables(olga: Player, action: Action) -> None:
    tournament = started(olga, players(4))
    with pytest.raises(UserError) as refused:
        action.carry_out(tournament_id=tournament.pk, by=olga, reason="I wonder")
    assert refused.value.code == "no-rolling-tables"


def test_the_control_room_of_rolling_tables_speaks_of_no_rounds(client: Client, olga: Player) -> None:
    tournament = started(olga, players(8), ROLLING)
    client.force_login(olga)
    for address in ("control", "control-round"):
        at = [tournament.pk, 1] if address == "control-round" else [tournament.pk]
        html = client.get(reverse(f"tournaments:{address}", args=at)).content.decode()
        assert "Table 2" in html
        assert "Round 1" not in html
        assert "round 1" not in html


def before_the_start(evening: Evening) -> None:
    evening.does("announce")
    evening.does("open-registration")
    people = players(10)
    for player in people:
        entering.enter(tournament_id=evening.tournament.pk, player=player)
    evening.does("open-check-in")
    evening.does("check-in", entry=evening.entry(1))
    evening.does("not-here", entry=evening.entry(1))
    evening.does("remove", entry=evening.entry(2))
    evening.does("remove", entry=evening.entry(3))
    evening.does("put-in", entry=evening.entry(10))
    evening.does("bots", number=1, level="easy")
    evening.does("message", text="Doors open at seven.")
    evening.does("invite", name=players(1, first=30)[0].username)
    evening.does("take-back", invitation=evening.tournament.invitations.get().pk)
    evening.does("seeds", **{f"seed-{evening.entry(4)}": 1})
    pair = {"one": evening.entry(1), "other": evening.entry(4)}
    evening.does("apart", **pair)
    evening.does("let-meet", **pair)
    evening.tournament.entries.update(checked_in_at=timezone.now())
    evening.does("start")


def while_the_seating_is_held(evening: Evening) -> None:
    evening.does("swap", one=evening.seat(1, 0), other=evening.seat(2, 0))
    evening.does("move", one=evening.seat(1, 0), table=2)
    evening.does("draw")
    evening.does("bye", one=evening.seat(1, 0))
    late = entering.enter(tournament_id=evening.tournament.pk, player=players(1, first=20)[0])
    assert late.status == Entry.Status.WAITING
    evening.does("publish")


def while_it_runs(evening: Evening) -> None:
    evening.does("pause")
    evening.does("go-on")
    line = evening.does("extend", minutes=5)
    evening.does("undo", act=line.pk)
    player = evening.board(2).places.exclude(entry__player=None).order_by("seat").first()
    assert player is not None
    seat = {"board": evening.board(2).pk, "entry": player.entry_id}
    evening.does("absent", entry=player.entry_id)
    evening.does("back", entry=player.entry_id)
    evening.does("bot", **seat)
    evening.does("put-back", **seat)
    evening.does("substitute", **seat, instead=evening.entry(20))
    evening.does("nudge", board=evening.board(3).pk)
    evening.does("stop", board=evening.board(3).pk)
    evening.does("let-go-on", board=evening.board(3).pk)
    evening.does("feature", board=evening.board(3).pk)
    evening.keeps_order_in_the_chat()
    evening.is_called()
    evening.does("replay", board=evening.board(3).pk)
    evening.does("correct", board=evening.board(3).pk, **{"points-0": 1, "points-1": 2, "points-2": 3})
    evening.does("finish", board=evening.board(2).pk)
    evening.is_appealed_against()
    evening.does("end-round")
    evening.does("cancel")
    assert fresh(evening.tournament).status == Tournament.Status.CANCELLED
