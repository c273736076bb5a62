"""A club's evening from founding to medals: an officer plans, players come, everything else is automatic."""

from collections import Counter

from playwright.sync_api import expect

from games.rules.records import record
from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import (
    Record,
    Sees,
    acts_after_a_look,
    checks_in,
    comes_back,
    downloads_all_records,
    enters,
    founds_a_club,
    goes_to_the_control_room,
    is_led_to_a_table,
    joins_the_club,
    plans,
    seating_of,
    sees_the_final_standings,
)
from tests.browser.driving.people import Person, play_together

TWO_ROUNDS = {
    "Rounds": "2",
    "Players at a table": "3",
    "Time for each move": "2 min",
    "Break between rounds": "30 s",
}


def points_of(records: list[Record]) -> Counter[str]:
    """Verify each record; return everyone's points according to the records alone."""
    points: Counter[str] = Counter()
    for one in records:
        assert list(record.check(one)) == []
        points.update(dict(zip([player["name"] for player in one["players"]], record.load(one).totals, strict=True)))
    return points


def partners(seating: list[list[str]]) -> set[frozenset[str]]:
    return {frozenset(names) for names in seating}


def test_an_evening_of_a_club_from_its_founding_to_the_medals(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("OfficerOlga")
    club = founds_a_club(olga, "Friday Doves", **{"Who may join": "open"})
    evening = plans(olga, "Chicken Foot, short", club=club, **{"Name": "Doves at eight"}, **TWO_ROUNDS)

    players = [welcome(name).signs_up(f"Dove{name}") for name in ("Ann", "Ben", "Cleo")]
    for player in players:
        joins_the_club(player, "Friday Doves")
        player.page.get_by_role("link", name="Doves at eight").click()
        assert player.address == evening
        enters(player, evening)

    goes_to_the_control_room(olga, evening)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "3"})
    olga.presses("Open check-in now")
    for player in players:
        checks_in(player)
    expect(olga.page.get_by_text("not checked in")).to_have_count(0)
    expect(olga.page.get_by_text("checked in", exact=True)).to_have_count(3)
    acts_after_a_look(olga, "Start now")

    first_tables, second_tables = (play_a_round(olga, players, evening) for _number in range(2))
    assert not first_tables & second_tables

    for player in players:
        sees_the_final_standings(player)
    scores = Sees(players[0]).scores()
    assert all(Sees(player).scores() == scores for player in players)
    points = points_of(downloads_all_records(players[0]))
    assert {name: int(score) for name, score in scores.items()} == points
    in_order = sorted(points.values())
    assert [points[name] for name in scores] == in_order
    for player in players:  # more than three medals if the third has as many points as the fourth
        expect(Sees(player).medals).to_have_count(sum(in_order.index(one) < 3 for one in in_order))
    first, second = (seating_of(players[0], evening, number) for number in (1, 2))
    assert {name for names in first for name in names} == set(points)
    assert not partners(first) & partners(second)


def play_a_round(olga: Person, players: list[Person], evening: str) -> set[str]:
    """Play a round, starting at the page that leads everyone to a table and back; return the tables' URLs."""
    tables = {is_led_to_a_table(player) for player in players}
    expect(olga.page.locator("#tables").get_by_role("heading", level=3)).to_have_count(2)
    play_together(*players)
    for player in players:
        comes_back(player, evening)
    return tables
