"""Opening a table."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player
from games.models import Table
from games.pages.presets import presets_of, seat_choices
from games.rules import GAMES, DealResult, Game, MatchResult, Option, Sample, registered
from games.rules.variants.two_step import TwoStepDeal
from tests.games.pages import browser_of, finished_table, open_table, where_to

pytestmark = pytest.mark.usefixtures("after_commit")


def address(game: str) -> str:
    return reverse("games:open", args=[game])


def filled_in(**changes: Any) -> dict[str, Any]:
    return {"preset": "short", "seats": 4, "seconds": 60, "visibility": "public"} | changes


@pytest.mark.parametrize(("game", "preset"), [(game, preset.key) for game in GAMES for preset in presets_of(game)])
def test_every_preset_opens_a_table(game: str, preset: str, alice: Player) -> None:
    seats = seat_choices(game)[-1]
    response = browser_of(alice).post(address(game), filled_in(preset=preset, seats=seats))
    table = Table.objects.get()
    assert where_to(response) == table.get_absolute_url()
    assert (table.game, table.owner, table.seat_count) == (game, alice, seats)


def test_the_first_game_is_shown_when_none_is_named(client: Client) -> None:
    assert where_to(client.get(reverse("games:open-any"))) == address("chicken-foot")


def test_looking_at_the_form_does_not_create_a_guest(client: Client) -> None:
    assert client.get(address("kardinal")).status_code == 200
    assert not Player.objects.exists()


def test_a_visitor_who_opens_a_table_becomes_a_guest(client: Client) -> None:
    client.post(address("chicken-foot"), filled_in())
    assert Table.objects.get().owner.is_guest


def test_a_visitor_whose_form_is_wrong_does_not(client: Client) -> None:
    client.post(address("chicken-foot"), filled_in(seconds=11))
    assert not Player.objects.exists()


def test_seven_take_the_usual_set_and_eight_a_larger_one(alice: Player) -> None:
    browser_of(alice).post(address("chicken-foot"), filled_in(preset="full", seats=7))
    assert Table.objects.get().options == {"set": 9, "high": 9, "low": 0}
    browser_of(alice).post(address("chicken-foot"), filled_in(preset="full", seats=8))
    assert Table.objects.first().options == {"set": 12, "high": 12, "low": 0}  # type: ignore[union-attr]


def test_a_short_match_has_three_deals_with_any_set(alice: Player) -> None:
    for seats, options in ((4, {"set": 9, "high": 9, "low": 7}), (12, {"set": 12, "high": 12, "low": 10})):
        browser_of(alice).post(address("chicken-foot"), filled_in(seats=seats))
        assert Table.objects.first().options == options  # type: ignore[union-attr]


def test_the_owner_sits_first_and_bots_where_they_were_put(alice: Player) -> None:
    sitters = {"sitter_2": "easy", "sitter_3": "", "sitter_4": "medium", "sitter_5": "medium"}
    browser_of(alice).post(address("chicken-foot"), filled_in(**sitters))
    seats = Table.objects.get().seats.all()
    assert [(seat.player, seat.bot) for seat in seats] == [(alice, ""), (None, "easy"), (None, ""), (None, "medium")]


def test_time_and_invitation_are_as_chosen(alice: Player) -> None:
    browser_of(alice).post(address("chicken-foot"), filled_in(seconds=259_200, visibility="invited"))
    table = Table.objects.get()
    assert (table.seconds, table.visibility) == (259_200, "invited")


def test_a_master_plays_only_where_there_is_time(alice: Player) -> None:
    page = browser_of(alice).post(address("chicken-foot"), filled_in(seconds=20, sitter_2="master")).text
    assert "A master bot only plays where a move may take 30 seconds or more." in page
    browser_of(alice).post(address("chicken-foot"), filled_in(seconds=30, sitter_2="master"))
    assert Table.objects.get().seats.get(number=1).bot == "master"


def test_own_options(alice: Player) -> None:
    own = {"preset": "custom", "option_set": "15", "option_high": "11", "option_low": "9", "seats": 9}
    browser_of(alice).post(address("chicken-foot"), filled_in(**own))
    assert Table.objects.get().options == {"set": 15, "high": 11, "low": 9}


def test_own_options_that_are_left_alone_are_as_usual(alice: Player) -> None:
    browser_of(alice).post(address("kardinal"), filled_in(preset="custom", option_ending="games", option_games="3"))
    assert Table.objects.get().options == {"ending": "games", "limit": 100, "games": 3}


def test_options_beside_a_preset_do_not_count(alice: Player) -> None:
    browser_of(alice).post(address("two-step"), filled_in(preset="five", seats=2, option_target="1"))
    assert Table.objects.get().options == {"target": 5}


def test_a_double_that_the_set_does_not_have_is_reported_and_the_choices_stay(alice: Player) -> None:
    own = {"preset": "custom", "option_set": "9", "option_high": "12", "seats": 5, "seconds": 300, "sitter_3": "easy"}
    response = browser_of(alice).post(address("chicken-foot"), filled_in(**own))
    assert response.status_code == 200
    assert "from 0-0 to 9-9 is possible" in response.text
    assert not Table.objects.exists()
    for name, value in own.items():
        assert _is_chosen(response.text, name, str(value))


def _is_chosen(page: str, name: str, value: str) -> bool:
    radio = re.search(rf'<input type="radio" name="{name}" value="{value}"[^>]*checked', page)
    select = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    return bool(radio or (select and f'<option value="{value}" selected>' in select[0]))


def test_too_many_players_for_the_set_is_said(alice: Player) -> None:
    own = filled_in(preset="custom", option_set="9", seats=8)
    page = browser_of(alice).post(address("chicken-foot"), own).text
    assert "With these options 2 to 7 people can play. Choose fewer players or a larger set." in page


def test_one_table_too_many_is_said_on_the_form(alice: Player) -> None:
    for _ in range(20):
        open_table(alice)
    page = browser_of(alice).post(address("chicken-foot"), filled_in()).text
    assert "You have seats at too many tables" in page


@pytest.mark.parametrize(
    ("field", "nonsense"),
    [
        ("preset", "cheating"),
        ("preset", ""),
        ("seats", "1"),
        ("seats", "-4"),
        ("seats", "13"),
        ("seats", "9" * 400),
        ("seats", "4.0"),
        ("seats", "four"),
        ("seconds", "0"),
        ("seconds", "11"),
        ("seconds", "99999999999"),
        ("visibility", "secret"),
        ("sitter_2", "grandmaster"),
        ("option_set", '{"set": 9}'),
    ],
)
def test_nonsense_is_answered_with_the_form(field: str, nonsense: str, alice: Player) -> None:
    response = browser_of(alice).post(address("chicken-foot"), filled_in(**{field: nonsense}))
    assert response.status_code == 200
    assert "Nothing you chose is lost." in response.text
    assert not Table.objects.exists()


def test_an_empty_form_is_answered_with_the_form(alice: Player) -> None:
    response = browser_of(alice).post(address("two-step"), {})
    assert response.status_code == 200
    assert "This field is required." in response.text


def test_a_game_for_two_does_not_ask_how_many(alice: Player) -> None:
    page = browser_of(alice).get(address("two-step")).text
    assert re.search(r'<fieldset class="field" hidden>\s*<legend>Players', page)


class Tangle(Game):
    """A fourth game, of which the site knows nothing."""

    slug = "tangle"
    name = "Tangle"
    options = {"twist": Option(("left", "right"), "left"), "knots": Option(range(1, 4), 2)}
    deal = TwoStepDeal
    samples = (Sample(2, {}),)

    def seats(self, options: Any) -> range:
        return range(2, 2 + options["knots"])

    def minutes(self, options: Any, seats: int) -> float:
        return 5

    def outcome(self, options: Any, totals: Sequence[int], deals: Sequence[DealResult]) -> MatchResult | None:
        return None


@pytest.fixture
def tangle() -> Iterator[Game]:
    game = Tangle()
    with registered(game):
        yield game


def test_a_fourth_game_has_its_form_at_once(tangle: Game, client: Client) -> None:
    page = client.get(address("tangle")).text
    assert "Twist" in page
    assert "Knots" in page
    assert "As usual" in page
    assert [number for number in range(2, 13) if f'name="seats" value="{number}"' in page] == [2, 3, 4]


def test_a_fourth_game_stands_in_the_lobby_and_among_the_rules(tangle: Game, client: Client) -> None:
    assert "Tangle" in client.get(reverse("games:lobby")).text
    assert client.get(reverse("games:rules-of", args=["tangle"])).status_code == 200


def test_a_fourth_game_is_played_at_once(tangle: Game, client: Client) -> None:
    client.post(reverse("games:play-now", args=["tangle"]))
    table = Table.objects.get()
    assert (table.game, table.seat_count, table.options) == ("tangle", 3, {"twist": "left", "knots": 2})


# How often


@pytest.fixture
def three_an_hour(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "tables": "3/hour"}


@pytest.mark.usefixtures("three_an_hour")
def test_opening_tables_is_rate_limited(alice: Player, bob: Player) -> None:
    """Opening tables with eleven bots each and leaving them at once would keep all workers busy."""
    browser = browser_of(alice)
    for _ in range(3):
        where_to(browser.post(address("chicken-foot"), filled_in()))
    response = browser.post(address("chicken-foot"), filled_in())
    assert "many tables" in response.text
    assert Table.objects.count() == 3
    assert browser_of(bob).post(address("chicken-foot"), filled_in()).status_code == 302


@pytest.mark.usefixtures("three_an_hour")
def test_a_rematch_is_one_more_table(alice: Player, bob: Player) -> None:
    browser = browser_of(alice)
    tables = [finished_table([alice, bob]) for _ in range(4)]
    for table in tables:
        browser.post(reverse("games:rematch", args=[table.pk]))
    assert Table.objects.open().count() == 3


def test_new_guests_of_one_address_open_no_more_than_it_may(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "tables-of-address": "2/hour"}
    for _ in range(4):
        Client().post(address("chicken-foot"), filled_in())
    Client(REMOTE_ADDR="192.0.2.7").post(address("chicken-foot"), filled_in())
    assert Table.objects.count() == 3
