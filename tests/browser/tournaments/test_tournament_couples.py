"""A couples' evening: partners enter by invitation, sit at different tables, and are ranked together."""

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
from tests.browser.driving.people import Person

ONE_ROUND = {
    "Rounds": "1",
    "Players at a table": "2",
    "Fewest players": "4",
    "Time for each move": "2 min",
    "Check-in": "none: everyone who has entered plays",
}


def makes_a_team(captain: Person, event: str, name: str, partner: str) -> None:
    captain.visits(event).follows("Make a team")
    captain.writes("Name of the team", name)
    captain.writes("Whom would you like to invite?", partner)
    captain.presses("Make the team and enter")
    expect(captain.page.get_by_text(f"{partner} is invited.")).to_be_visible()


def joins(partner: Person, event: str, name: str) -> None:
    """Join with the one click that the tournament's page offers."""
    invitation = partner.visits(event).page.locator("#own-team")
    partner.hands.press(invitation.get_by_role("button", name=re.compile(f"^Join.*{name}$")))
    expect(partner.page.get_by_text(f"You play for the team {name}.")).to_be_visible()


def test_a_couples_evening_from_the_invitation_to_the_standings(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("CouplesOlga")
    event = plans(olga, "Couples", **{"Name": "Two by two"}, **ONE_ROUND)
    names = ["PairAnn", "PairBen", "PairCleo", "PairDan"]
    ann, ben, cleo, dan = people = [welcome(name).signs_up(name) for name in names]
    makes_a_team(ann, event, "Foxes", "PairBen")
    makes_a_team(cleo, event, "Bears", "PairDan")
    expect(Sees(ann.visits(event)).now).to_contain_text("Your team is not complete")
    joins(ben, event, "Foxes")
    joins(dan, event, "Bears")
    for player in people:
        player.visits(event)
    expect(ann.page.locator("#own-team")).to_contain_text("PairBen")

    goes_to_the_control_room(olga, event)
    expect(olga.page.locator("#teams")).to_contain_text("Foxes")
    acts_after_a_look(olga, "Start now")
    tables = dict(zip(names, map(is_led_to_a_table, people), strict=True))
    assert tables["PairAnn"] != tables["PairBen"]
    assert tables["PairCleo"] != tables["PairDan"]
    acts_after_a_look(olga, "End the round now")

    for player in people:
        comes_back(player, event)
        expect(player.page.get_by_role("region", name="Standings of the teams")).to_be_visible()
    for player in people:
        sees_the_final_standings(player)
    won = [player for player in people if player.page.get_by_text("Your team has won!").count()]
    assert won in ([ann, ben], [cleo, dan], people)
    rows = ann.page.get_by_role("region", name="Standings of the teams").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(Sees(ann).final_standings.locator("tbody tr")).to_have_count(4)
