"""Planning pages: who may use them, quick planning from a preset, and errors shown at their fields."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.rules import GAMES
from tests.tournaments.people import LEAGUE, players, started
from tests.tournaments.plans import announced, club_of, open_to_all, planned
from tournaments.control.actions.plan.start import Start
from tournaments.life import entering
from tournaments.models import Tournament
from tournaments.planning.forms import PlanForm
from tournaments.planning.presets import PRESETS, Preset, ways_of

BERLIN = ZoneInfo("Europe/Berlin")


def form_of(response: Any) -> PlanForm:
    form = response.context["form"]
    assert isinstance(form, PlanForm)
    return form


def filled_in(client: Client, address: str, **changes: Any) -> dict[str, Any]:
    """Return the form's initial data with changes."""
    form = form_of(client.get(address, follow=True))
    return {**form.initial_as_data(), **changes}


def errors(response: Any) -> dict[str, list[str]]:
    return {name: [str(one) for one in found] for name, found in form_of(response).errors.items()}


NEW = "/tournaments/new/?preset=chicken-foot-ten"


# --- In a minute ---


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_is_announced_as_it_comes(page: Client, preset: Preset) -> None:
    address = f"/tournaments/new/?preset={preset.key}"
    response = page.post(address, filled_in(page, address, then="announce"))
    assert response.status_code == 302, errors(response)
    tournament = Tournament.objects.get()
    assert response["Location"] == f"/tournament/{tournament.pk}/plan/"
    assert tournament.status == Tournament.Status.REGISTRATION
    known = preset.terms_after(tournament.registration_at, "Europe/Berlin")
    assert tournament.terms == replace(known, registration_at=tournament.registration_at, expected=12)
    assert preset.terms.columns_unlike(known) <= {
        *("name", "options", "late_rounds", "starts_at", "time_zone", "registration_at")
    }
    assert known.options == GAMES[tournament.game].complete(preset.terms.options)
    start = tournament.starts_at.astimezone(BERLIN)
    assert (start.weekday(), start.hour, start.minute) == (preset.weekday, preset.hour, 0)


def test_chicken_foot_on_friday_at_eight_ten_rounds_from_double_nine_down(page: Client) -> None:
    page.post(NEW, filled_in(page, NEW, day="2027-07-02", hour="20:00", then="announce"))
    tournament = Tournament.objects.get()
    assert tournament.starts_at == datetime(2027, 7, 2, 18, tzinfo=UTC)
    assert (tournament.rounds, tournament.options["high"], tournament.options["low"]) == (0, 9, 0)
    assert tournament.time_zone == "Europe/Berlin"


def test_what_to_expect_is_said_before_anything_is_saved(page: Client) -> None:
    data = filled_in(page, NEW, day="2027-07-02", expected="23", then="look")
    said = page.post(NEW, data).context["estimate"]
    assert said[0] == "It starts on Friday, 2 July 2027 at 20:00 (Berlin)."
    assert said[1] == "23 players would sit at 5 tables of 4 and 1 table of 3."
    assert said[2].startswith("10 rounds of about 7 min, with a break of 2 min; it ends about 21:")
    assert not Tournament.objects.exists()


def test_looking_again_keeps_the_input_and_shows_no_errors(page: Client) -> None:
    response = page.post(NEW, filled_in(page, NEW, name="", day="", then="look"))
    assert not form_of(response).is_bound
    assert response.context["estimate"] == []
    assert "Please check what is marked below" not in response.content.decode()


def test_another_game_brings_its_own_formats_and_fields(page: Client) -> None:
    response = page.post(NEW, filled_in(page, NEW, game="two-step", then="look"))
    form = form_of(response)
    assert form.played.slug == "swiss"
    assert "table_size" not in form.fields
    assert "seating" not in form.fields
    assert [name for name in form.fields if name.startswith("option_")] == ["option_target"]
    assert response.context["estimate"]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_game_is_chosen_there_is_something_to_expect(page: Client, game: str) -> None:
    for preset in ("chicken-foot-ten", "two-step-knockout"):
        address = f"/tournaments/new/?preset={preset}"
        response = page.post(address, filled_in(page, address, game=game, then="shape"))
        assert response.context["estimate"], preset
        assert response.context["open"] == {"game": True}


def test_a_knockout_asks_for_no_rounds_and_no_late_entry(page: Client) -> None:
    form = form_of(page.get("/tournaments/new/?preset=two-step-knockout", follow=True))
    assert not {"rounds", "late_rounds", "cycles", "table_size", "tie_1"} & form.fields.keys()
    assert "third_place" in form.fields


# --- What is wrong is said where it is wrong ---


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"name": ""}, "name", "required"),
        ({"day": "2001-01-01"}, "day", "passed"),
        ({"day": "2027-03-28", "hour": "02:30"}, "hour", "pass over 02:30"),
        ({"day": "2027-10-31", "hour": "02:30"}, "hour", "02:30 twice"),
        ({"registration": "own"}, "registration_hour", "when registration opens"),
        ({"rounds": "11"}, "rounds", "from 1 to 10 rounds"),
        ({"table_size": "8"}, "table_size", "from 2 to 7 seats"),
        ({"least": "9", "most": "8"}, "most", "cannot be fewer than"),
        ({"way": "own", "option_set": "9", "option_high": "12"}, "option_high", "does not fit"),
        ({"helper_names": "Bob, Nobody"}, "helper_names", "Nobody"),
        ({"time_zone": "Moon/Crater"}, "time_zone", "No city"),
        ({"game": "bridge"}, "game", "valid choice"),
        ({"least": "1"}, "least", "greater than or equal to 2"),
    ],
)
def test_a_mistake_is_marked_at_its_field(
    page: Client, bob: Player, changes: dict[str, str], field: str, words: str
) -> None:
    start = {"registration_day": "2027-01-01", "registration_hour": ""}
    response = page.post(NEW, filled_in(page, NEW, **start | changes, then="announce"))
    assert response.status_code == 200
    assert words in " ".join(errors(response)[field])
    assert not Tournament.objects.exists()


def test_registration_must_open_before_the_start(page: Client) -> None:
    own = {"registration": "own", "registration_day": "2027-07-03", "registration_hour": "10:00"}
    response = page.post(NEW, filled_in(page, NEW, day="2027-07-02", **own, then="draft"))
    assert "before the start" in errors(response)["registration"][0]


def test_check_in_does_not_begin_before_registration(page: Client) -> None:
    own = {"registration": "own", "registration_day": "2027-07-02", "registration_hour": "19:50"}
    response = page.post(NEW, filled_in(page, NEW, day="2027-07-02", **own, then="draft"))
    assert "Check-in" in errors(response)["check_in_minutes"][0]


def test_registration_a_week_before_is_at_the_same_hour_by_the_clock(page: Client) -> None:
    page.post(NEW, filled_in(page, NEW, day="2027-04-02", registration="7", then="draft"))
    tournament = Tournament.objects.get()
    assert tournament.registration_at.astimezone(BERLIN).strftime("%d.%m. %H:%M") == "26.03. 20:00"
    assert tournament.starts_at - tournament.registration_at == timedelta(days=7) - timedelta(hours=1)


def test_own_options_and_tie_breaks_in_order(page: Client) -> None:
    own = {"way": "own", "option_set": "12", "option_high": "11", "option_low": "2", "tie_1": "lowest-deal"}
    page.post(NEW, filled_in(page, NEW, **own, tie_2="zero-deals", then="draft"))
    tournament = Tournament.objects.get()
    assert tournament.options == {"set": 12, "high": 11, "low": 2}
    assert tournament.tie_breaks == ["lowest-deal", "zero-deals"]


def test_rounds_follow_one_another_after_a_break_or_on_dates(page: Client) -> None:
    offered = form_of(page.get(NEW, follow=True)).fields["days_between"].choices  # type: ignore[attr-defined]
    words = {days: str(label) for days, label in offered}
    assert [words[days] for days in (0, 1, 3, 7, 14)] == [
        "after a break", "every day", "every 3 days", "every week", "every 2 weeks"
    ]  # fmt: skip
    data = filled_in(page, NEW, days_between="7", break_seconds="120", day="2027-07-02", then="announce")
    page.post(NEW, data)
    tournament = Tournament.objects.get()
    assert (tournament.days_between, tournament.break_seconds) == (7, 0), "a break has no meaning then"


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        (
            {"round_minutes": "1441"},
            "round_minutes",
            "A round is over when the next one begins: it can last at most 1440 minutes.",
        ),
        (
            {"seconds": "86400"},
            "seconds",
            "The time for a move must be shorter than that from one round to the next.",
        ),
        ({"days_between": "32"}, "days_between", "Select a valid choice. 32 is not one of the available choices."),
    ],
)
def test_what_does_not_go_with_dates_is_marked_at_its_field(
    page: Client, changes: dict[str, str], field: str, sentence: str
) -> None:
    response = page.post(NEW, filled_in(page, NEW, **{"days_between": "1", "then": "announce", **changes}))
    assert errors(response) == {field: [sentence]}
    assert form_of(response).has_folded_errors["pace"]


def test_what_to_expect_of_a_league(page: Client) -> None:
    address = "/tournaments/new/?preset=two-step-league"
    said = form_of(page.get(address, follow=True)).estimate()
    assert said[0].startswith("It starts on Friday")
    assert said[-1].startswith("11 rounds, every week: the last begins at 20:00 on Friday")
    page.post(address, filled_in(page, address, then="announce"))
    shown = page.get(f"/tournament/{Tournament.objects.get().pk}/").content.decode()
    assert "every week at 20:00 (Berlin), the first on Friday" in shown


def test_while_a_league_runs_its_dates_are_not_asked_for(page: Client, olga: Player) -> None:
    league = started(olga, players(4), LEAGUE)
    address = f"/tournament/{league.pk}/plan/edit/"
    assert not {"days_between", "break_seconds"} & form_of(page.get(address)).fields.keys()
    response = page.post(address, filled_in(page, address, description="Be kind."))
    assert response.status_code == 302, errors(response)
    league.refresh_from_db()
    assert (league.description, league.days_between) == ("Be kind.", 7)


def test_ways_to_play_go_with_their_game() -> None:
    for slug in GAMES:
        for way in ways_of("swiss", slug):
            GAMES[slug].complete(way.options)


# --- Changing it ---


def test_a_plan_is_changed_and_what_was_set_stays(page: Client, olga: Player, bob: Player) -> None:
    tournament = planned(olga, starts_at=timezone.now() + timedelta(days=30), seconds=45, break_seconds=77)
    address = f"/tournament/{tournament.pk}/plan/edit/"
    before: dict[str, Any] = dict(Tournament.objects.values().get())
    assert page.post(address, filled_in(page, address, helper_names="bob, BOB", name="Another")).status_code == 302
    after: dict[str, Any] = dict(Tournament.objects.values().get())
    changed = {name for name in after if before[name] != after[name]} - {"version"}
    assert changed <= {"name", "starts_at", "expected"}  # the form has no seconds
    assert after["name"] == "Another"
    assert list(tournament.helpers.all()) == [bob]


def test_while_it_runs_only_what_decides_nothing_is_changed(
    page: Client, olga: Player, alice: Player, bob: Player
) -> None:
    tournament = open_to_all(olga, starts_at=timezone.now() + timedelta(hours=3))
    for player in (alice, bob):
        entering.enter(tournament_id=tournament.pk, player=player)
    Start().carry_out(tournament_id=tournament.pk, by=olga)
    address = f"/tournament/{tournament.pk}/plan/edit/"
    form = form_of(page.get(address))
    assert not {"game", "format", "way", "rounds", "day", "hour", "seating", "option_set"} & form.fields.keys()
    response = page.post(address, filled_in(page, address, description="Quiet, please.", rounds="1", day="2027-07-02"))
    assert response.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.description, tournament.rounds) == ("Quiet, please.", 0)


def test_an_old_tournament_is_planned_again_on_the_next_such_day(page: Client, olga: Player) -> None:
    old = announced(olga, description="Bring cake.", table_size=5)  # a Friday, 20:00 in Berlin
    address = f"/tournaments/new/?like={old.pk}"
    page.post(address, filled_in(page, address, then="draft"))
    copy = Tournament.objects.exclude(pk=old.pk).get()
    start = copy.starts_at.astimezone(BERLIN)
    assert (copy.description, copy.table_size, copy.status) == ("Bring cake.", 5, "draft")
    assert (start.weekday(), start.hour) == (4, 20)
    assert copy.starts_at > timezone.now()


def test_what_one_may_not_see_is_not_planned_again(page: Client, alice: Player) -> None:
    hidden = announced(alice, club_of(alice, "Hidden", is_private=True))
    assert page.get(f"/tournaments/new/?like={hidden.pk}").status_code == 404


def test_an_unreadable_time_is_not_a_server_error(page: Client) -> None:
    for nonsense in (
        {"day": "x"},
        {"hour": "99:99"},
        {"format": "x"},
        {"way": "x"},
        {"seconds": "x"},
        {"expected": "-1"},
    ):
        for then in ("look", "draft"):
            assert page.post(NEW, filled_in(page, NEW, **nonsense, then=then)).status_code == 200
    assert page.post(NEW, {}).status_code == 200
    assert page.post(NEW, {"then": "look"}).status_code == 200


# --- In ten minutes ---


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_begin_in_ten_minutes_with_one_click(client: Client, olga: Player, preset: Any) -> None:
    client.force_login(olga)
    address = f"/tournaments/new/?preset={preset.key}"
    start = timezone.now() + timedelta(minutes=10)
    soon = {"day": f"{start:%Y-%m-%d}", "hour": f"{start:%H:%M}", "time_zone": "UTC", "registration": "now"}
    response = client.post(address, filled_in(client, address, **soon, then="announce"))
    assert response.status_code == 302, errors(response)
    tournament = Tournament.objects.get()
    assert tournament.status == "registration"
    assert tournament.check_in_minutes < 10


def test_a_registration_of_ones_own_that_leaves_no_time_for_check_in_is_refused_where_it_can_be_seen(
    client: Client, olga: Player
) -> None:
    client.force_login(olga)
    start = timezone.now() + timedelta(hours=2)
    opens = start - timedelta(minutes=5)
    own = {"registration_day": f"{opens:%Y-%m-%d}", "registration_hour": f"{opens:%H:%M}", "check_in_minutes": "30"}
    when = {"day": f"{start:%Y-%m-%d}", "hour": f"{start:%H:%M}", "time_zone": "UTC", "registration": "own"}
    response = client.post(NEW, filled_in(client, NEW, **when, **own, then="announce"))
    assert errors(response)
    assert response.context["open"]["people"]
