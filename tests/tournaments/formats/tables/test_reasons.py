"""The answers to "Why this table?", "Why am I fifth?" and "What do I need?" at tables."""

import string
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.tables.at_tables import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    EMMA,
    FINN,
    doubles,
    event,
    kardinal,
    played,
    played_through,
    said,
    scored,
    seat,
    table,
)
from tournaments.formats import FORMATS, Entrant, Event, PlayedTable, Sentence, Who

FIRST = played(1, table(1, anna=10, ben=20, carla=0), table(2, david=44, emma=12, finn=9))
RUNNING = played(2, table(1, anna=None, david=None, carla=None), table(2, ben=3, emma=0, finn=8))


def why_this_table(its: Event, entrant: int) -> list[str]:
    return said(FORMATS[its.plan.format].why_this_table(its, entrant))


def why_this_rank(its: Event, entrant: int) -> list[str]:
    return said(FORMATS[its.plan.format].why_this_rank(its, entrant))


def what_is_needed(its: Event, entrant: int) -> list[str]:
    return said(FORMATS[its.plan.format].what_is_needed(its, entrant))


def test_before_anything_has_happened() -> None:
    its = event(doubles(), 6)
    assert why_this_table(its, ANNA) == []
    assert why_this_rank(its, ANNA) == ["No result is in yet: all share the first place."]
    assert what_is_needed(its, ANNA) == ["Nothing is decided yet. Rounds to come: 10."]


def test_the_first_table_is_drawn() -> None:
    assert why_this_table(event(doubles(), 6, FIRST), BEN) == [
        "The tables of the first round are drawn by lot.",
        "Seats are drawn by lot in your first round. You have seat 2.",
    ]


def test_whom_you_have_met_and_who_is_new() -> None:
    its = event(doubles(), 6, FIRST, played(2, table(1, carla=None, anna=None, david=None)))
    assert why_this_table(its, ANNA) == [
        "Tables are made so that people seldom meet again.",
        "You have met Carla before.",
        "New to you: David.",
        "You have seat 2, where you have not sat before.",
    ]
    assert "You have met none of the others before." in why_this_table(its, DAVID)


def test_two_sizes_of_tables_are_told() -> None:
    its = event(doubles(), 5, played(1, table(1, anna=1, ben=2, carla=3), table(2, david=4, emma=5)))
    assert "5 players were there. Tables of 3: 1; tables of 2: 1. Yours is one of 2." in why_this_table(its, EMMA)


def test_leaders_are_told_whose_places_they_meet() -> None:
    its = event(doubles(3, "standings"), 6, FIRST, played(2, table(1, carla=None, finn=None, anna=None)))
    assert why_this_table(its, ANNA)[0] == "Leaders meet leaders. Places of this table before the round: 1, 2, 3."


def test_fixed_tables_say_who_stayed() -> None:
    its = event(doubles(3, "fixed"), 6, FIRST, played(2, table(1, carla=None, finn=None, anna=None)))
    assert why_this_table(its, ANNA)[0] == "Tables stay together: you sat with Carla in the round before."
    assert why_this_table(its, FINN)[0].endswith("You are new at this one.")


def test_absentees_are_told_what_it_costs() -> None:
    assert why_this_table(event(doubles(), 7, FIRST), 7) == [
        "You were not there when round 1 was seated. It counts as the worst result of the round."
    ]


def test_a_bye_is_explained() -> None:
    its = event(
        doubles(2, duplicate=True), 5, played(1, table(1, anna=1, ben=2), table(2, carla=3, david=4), byes=(5,))
    )
    assert why_this_table(its, EMMA) == [
        "The same tiles at every table need equally large tables, and 5 players do not fill tables of 2. "
        "Those who have had the fewest byes have one.",
        "It counts as the average of your rounds at tables, or of all who played while you have none.",
    ]
    alone = event(doubles(), 2, played(1, byes=(ANNA,)))
    assert why_this_table(alone, ANNA)[0] == "Nobody else was there to play with in this round."


def test_the_place_the_total_and_who_is_above() -> None:
    its = event(doubles(), 6, FIRST)
    assert why_this_rank(its, BEN) == ["You are in place 5 of 6 with a total of 20.", "Just above you, with 12: Emma."]
    assert why_this_rank(its, CARLA) == ["You are first of 6 with a total of 0.", "Next behind you, with 9: Finn."]


def test_a_tie_that_is_broken() -> None:
    its = event(doubles(), 2, played(1, table(1, anna=5, ben=0)), played(2, table(1, anna=5, ben=10)))
    assert why_this_rank(its, ANNA)[1:] == ["Ben has the same total, but more deals without a point: 1 against your 0."]
    assert why_this_rank(its, BEN)[1:] == ["Anna has the same total; you have more deals without a point: 1 against 0."]


def test_a_tie_that_is_shared() -> None:
    its = event(doubles(), 3, played(1, table(1, anna=5, ben=5, carla=9)))
    assert why_this_rank(its, ANNA)[0] == (
        "You share place 1 of 3 with Ben: total 5, and the tie-breaks are equal too."
    )


def test_a_tie_with_somebody_without_a_table() -> None:
    its = event(doubles(), 3, played(1, table(1, anna=20, ben=20), byes=(CARLA,)))
    assert "Anna has the same total, and unlike you at least one deal with points at a table." in why_this_rank(
        its, CARLA
    )
    assert "Carla has the same total, but unlike you no deal with points at a table." in why_this_rank(its, ANNA)


def test_rounds_missed_and_byes_are_named() -> None:
    its = event(doubles(), 7, FIRST, replace(FIRST, number=2, byes=(EMMA,), tables=FIRST.tables[:1]))
    assert "Rounds that you missed: 1, 2. They count as the worst result that there was: 44, 20." in why_this_rank(
        its, 7
    )
    assert "Rounds in which you had no table: 2. They count as the average of your others: 12." in why_this_rank(
        its, EMMA
    )


def test_a_running_round_is_told() -> None:
    its = event(doubles(), 6, FIRST, RUNNING)
    assert why_this_rank(its, ANNA)[-1] == (
        "Round 2 is still being played. Tables that are not done: 1. Who sits there has a round less in the total."
    )


def test_how_a_duplicate_counts() -> None:
    its = event(doubles(2, duplicate=True), 4, played(1, table(1, anna=1, ben=2), table(2, carla=3, david=4)))
    assert "the average of your seat at the other tables; less is better" in " ".join(why_this_rank(its, ANNA))


def test_what_is_needed_to_be_first() -> None:
    its = event(
        doubles(high=4), 6, FIRST, played(2, table(1, anna=14, david=2, carla=13), table(2, ben=3, emma=0, finn=8))
    )
    assert what_is_needed(its, ANNA) == [
        "After round 2 of 5, rounds still to come: 3.",
        "To draw level with Emma you need 12 less than Emma in what is still to come; to pass, more than that.",
        "On average that is 4 in each round.",
        "To draw level with Ben you need 1 less than Ben in what is still to come; to pass, more than that.",
        "In one round so far, the best and the worst result were up to 44 apart.",
    ]


@settings(max_examples=times(40, 400), deadline=None)
@given(count=st.integers(2, 12), seed=st.integers(0, 999), more=st.integers(1, 20), data=st.data())
def test_what_is_needed_is_true(count: int, seed: int, more: int, data: st.DataObject) -> None:
    """Scoring exactly that much less than the leader gives a tie, and scoring even less gives the lead."""
    its = played_through(doubles(high=3), count, seed)
    its = replace(its, rounds=its.rounds[:3])
    form = FORMATS[its.plan.format]
    leader = form.standings(its)[0].entrant
    entrant = data.draw(st.sampled_from([one.entrant for one in form.standings(its)[1:]]))
    needed = [one for one in form.what_is_needed(its, entrant) if one.gaps.get("who") == Who(leader)]
    difference = int(str(needed[0].gaps["difference"])) if needed and "difference" in needed[0].gaps else 0

    def after(own: int, leaders: int) -> dict[int, Fraction | int]:
        last = played(4, PlayedTable(1, (leader, entrant), scored([leaders, own])))
        return {one.entrant: one.score.value for one in form.standings(replace(its, rounds=(*its.rounds, last)))}

    level, ahead = after(7, 7 + difference), after(7, 7 + difference + more)
    assert level[entrant] == level[leader]
    assert ahead[entrant] < ahead[leader]


def test_what_the_leader_needs() -> None:
    its = event(doubles(high=4), 6, FIRST)
    assert what_is_needed(its, CARLA)[1:] == [
        "You are first, ahead of Finn by 9. You stay first while nobody makes that up."
    ]
    shared = event(doubles(), 2, played(1, table(1, anna=5, ben=5)))
    assert what_is_needed(shared, ANNA)[1:] == [
        "You share first place. The one of you who does better from here on will be ahead."
    ]


def test_settlements_need_more_not_less() -> None:
    its = event(kardinal(ending="games"), 3, played(1, table(1, anna=20, ben=5, carla=11)))
    assert what_is_needed(its, CARLA)[1] == (
        "To draw level with Ben you need 18 more than Ben in what is still to come; to pass, more than that."
    )


def test_unequal_numbers_of_rounds_are_told() -> None:
    its = event(doubles(), 6, FIRST, RUNNING)
    assert "Rounds to finish: you 8, Carla 9." in what_is_needed(its, BEN)


def test_at_the_end_and_after_withdrawing() -> None:
    its = event(doubles(high=1), 6, FIRST, RUNNING)
    assert what_is_needed(its, BEN)[-1].startswith("You have played all your rounds.")
    done = event(doubles(high=0), 6, FIRST)
    assert what_is_needed(done, BEN) == ["All rounds are played. You are in place 5."]
    left = Event(doubles(), tuple(Entrant(id, id, is_out=id == CARLA) for id in range(1, 7)), (FIRST,))
    assert what_is_needed(left, CARLA) == ["You have withdrawn: the rounds still to come count as missed."]


def test_the_late_rule_is_told_beforehand() -> None:
    assert "highest score" in str(FORMATS["table-rounds"].late_rule(kardinal(ending="points")))
    assert "lowest result" in str(FORMATS["table-rounds"].late_rule(kardinal(ending="games")))
    assert FORMATS["table-rounds"].last_round_to_enter(kardinal(rounds=4), 20) == 4


@settings(max_examples=times(40, 400), deadline=None)
@given(
    count=st.integers(1, 14),
    rounds=st.integers(0, 4),
    seating=st.sampled_from(["spread", "standings", "random", "fixed"]),
    duplicate=st.booleans(),
    seed=st.integers(0, 99),
    halfway=st.booleans(),
)
def test_every_sentence_has_what_fills_its_gaps(
    count: int, rounds: int, seating: str, duplicate: bool, seed: int, halfway: bool
) -> None:
    its = played_through(doubles(3, seating, duplicate=duplicate, high=3), count, seed, there=0.7)
    its = replace(its, rounds=its.rounds[:rounds])
    if halfway and its.rounds:
        open_tables = tuple(PlayedTable(one.number, one.entrants) for one in its.rounds[-1].tables[:1])
        last = replace(its.rounds[-1], tables=(*open_tables, *its.rounds[-1].tables[1:]))
        its = replace(its, rounds=(*its.rounds[:-1], last))
    form = FORMATS[its.plan.format]
    sentences = [why for one in seat(its, range(1, count + 1), seed).tables for why in one.why]
    for entrant in range(1, count + 1):
        sentences += form.why_this_table(its, entrant)
        sentences += form.why_this_rank(its, entrant)
        sentences += form.what_is_needed(its, entrant)
    for sentence in sentences:
        assert gaps_of(sentence) == set(sentence.gaps)
        assert not any(gap == () for gap in sentence.gaps.values())
        assert str(sentence).endswith(".")


def gaps_of(sentence: Sentence) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence.template) if name}
