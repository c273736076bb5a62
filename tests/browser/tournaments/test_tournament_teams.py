"""A match of two teams of two, line against line: from the invitations to the standings of the teams."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import (
    Sees,
    acts_after_a_look,
    comes_back,
    goes_to_the_control_room,
    is_led_to_a_table,
    plans,
    sees_the_final_standings,
)
from tests.browser.driving.people import play_together
from tests.browser.tournaments.test_tournament_couples import joins, makes_a_team

TWO_LINES = {
    "Name": "Line by line",
    "What is played": "Custom",
    "Points to win": "1",
    "Teams": "couples",
    "Reserves of a team": "0",
    "Fewest players": "4",
    "Time for each move": "2 min",
    "Check-in": "none: everyone who has entered plays",
}
RESULT = re.compile(r"[\d½]+ : [\d½]+")


def in_numbers(result: str) -> list[float]:
    """Return "1½ : ½" as numbers."""
    return [float(score.replace("½", ".5")) for score in result.split(" : ")]


def test_a_team_match_from_the_invitations_to_the_standings(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("MatchOlga")
    event = plans(olga, "Two-Step for teams", **TWO_LINES)
    names = ["LineAnn", "LineBen", "LineCleo", "LineDan"]
    ann, ben, cleo, dan = people = [welcome(name).signs_up(name) for name in names]
    makes_a_team(ann, event, "Foxes", "LineBen")
    makes_a_team(cleo, event, "Bears", "LineDan")
    joins(ben, event, "Foxes")
    joins(dan, event, "Bears")
    for player in people:
        player.visits(event)

    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Start now")
    ann_at, ben_at, cleo_at, dan_at = map(is_led_to_a_table, people)
    assert (ann_at, ben_at) == (cleo_at, dan_at)
    assert ann_at != ben_at
    match = olga.page.locator("#matches li.card")
    expect(match).to_have_count(1)
    expect(match).to_contain_text("Foxes")
    expect(match).to_contain_text("Bears")
    play_together(*people)

    for player in people:
        comes_back(player, event)
    expect(match).to_contain_text("2 of 2 lines are over")
    for player in people:
        sees_the_final_standings(player)
    result = ann.page.locator(".team-matches .numerals").first
    expect(result).to_have_text(RESULT)
    won = [player for player in people if player.page.get_by_text("Your team has won!").count()]
    left, right = ([ann, ben], [cleo, dan])
    if ann.page.locator(".team-matches .one").first.inner_text() == "Bears":
        left, right = right, left
    one, other = in_numbers(result.inner_text())
    assert one + other == 2
    assert won in ([left, right, people] if one == other else [left] if one > other else [right])
    rows = ann.page.get_by_role("region", name="Standings of the teams").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(Sees(ann).final_standings.locator("tbody tr")).to_have_count(4)
