"""The explanations of duel formats are whole sentences, and true."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.duels.duelling import (
    by_chance_with_shared_wins,
    closed,
    event,
    lost,
    opened,
    played,
    seat,
    shared,
    the_lower_id,
    won,
)
from tests.tournaments.formats.duels.test_tie_breaks import ANNA, BEN, CARLA, DORA, EMIL, THREE_ROUNDS, plan
from tests.tournaments.formats.duels.test_tie_breaks import event as told
from tournaments.formats import FORMATS, Event, Plan, SeatScore, Sentence, Who
from tournaments.formats.duels.base import Scored
from tournaments.formats.duels.history import History
from tournaments.formats.duels.prospects import Prospects

NAMES = {ANNA: "Anna", BEN: "Ben", CARLA: "Carla", DORA: "Dora", EMIL: "Emil"}


def said(*sentences: Sentence) -> str:
    return " ".join(one.template.format(**{key: _said(gap) for key, gap in one.gaps.items()}) for one in sentences)


def _said(gap: object) -> str:
    if isinstance(gap, tuple):
        return " and ".join(map(_said, gap))
    return NAMES.get(gap.entrant, f"#{gap.entrant}") if isinstance(gap, Who) else str(gap)


def why_table(at: Event, entrant: int) -> str:
    return said(*FORMATS[at.plan.format].why_this_table(at, entrant))


def why_rank(at: Event, entrant: int) -> str:
    return said(*FORMATS[at.plan.format].why_this_rank(at, entrant))


def needed(at: Event, entrant: int) -> str:
    return said(*FORMATS[at.plan.format].what_is_needed(at, entrant))


# Why this table?


def test_swiss_says_why_two_meet() -> None:
    at = event(Plan("swiss", "two-step"), 4)
    at = opened(at, seat(at))
    assert why_table(at, ANNA).startswith(
        "You meet Carla: in the first round the upper half of the starting order meets the lower half."
    )
    at = closed(at, the_lower_id, random.Random(0))
    at = opened(at, seat(at))
    assert why_table(at, ANNA).startswith("You and Ben both have a score of 1 and have not met.")
    at = closed(at, the_lower_id, random.Random(0))
    at = opened(at, seat(at))
    assert why_table(at, ANNA).startswith("You have a score of 2 and Dora of 0: not everybody finds")


def test_swiss_admits_a_repeat() -> None:
    at = played(event(Plan("swiss", "two-step", rounds=3), 2), rounds=1)
    at = opened(at, seat(at))
    assert why_table(at, ANNA).startswith("You and Ben met in round 1 already: not everybody could get a new opponent")


def test_swiss_says_why_a_bye() -> None:
    at = event(Plan("swiss", "two-step"), 3)
    at = opened(at, seat(at))
    assert why_table(at, CARLA) == (
        "The number of players is odd, so you have a bye, which counts as a win: of those who have had the fewest byes "
        "nobody has a lower score than you, 0."
    )
    assert said(seat(event(at.plan, 3)).byes[0][1]).startswith("The number of players is odd, so Carla has a bye")


def test_absentees_are_told_that_they_were_not_there() -> None:
    at = event(Plan("swiss", "two-step"), 4)
    assert why_table(opened(at, seat(at, [1, 2])), DORA) == "You were not there when this round was seated."


def test_round_robin_says_why() -> None:
    at = event(Plan("round-robin", "two-step"), 4)
    at = opened(at, seat(at, [1, 2, 3]))
    assert why_table(at, BEN) == "Everybody meets everybody: in round 1 it is Carla for you."
    assert why_table(at, ANNA) == "You would meet Dora, who is not there, and so have a bye, which counts as a win."
    assert why_table(at, DORA) == "You were not there when this round was seated."
    odd = event(Plan("round-robin", "two-step"), 3)
    odd = opened(odd, seat(odd))
    (idle,) = odd.rounds[0].byes
    assert why_table(odd, idle).startswith("The number of entrants is odd, so that everybody has a bye in turn")


def test_knockout_says_why() -> None:
    at = event(Plan("knockout", "two-step", third_place=True), 5)
    at = opened(at, seat(at))
    assert why_table(at, ANNA).startswith("The bracket has more places than there are players, and you are among")
    assert why_table(at, DORA) == "The bracket has you meet Emil: high seeds meet low ones first."
    at = closed(at, the_lower_id, random.Random(0))
    at = opened(at, seat(at, [1, 2, 4, 5]))
    assert why_table(at, EMIL) == "You were knocked out in round 1."
    assert why_table(at, BEN) == "Carla, whom you would meet, is not there: you go on without a match."
    assert why_table(at, CARLA) == "You were not there when this round was seated."
    assert why_table(at, ANNA) == "You and Dora have both reached round 2."
    at = closed(at, the_lower_id, random.Random(0))
    at = opened(at, seat(at))
    assert why_table(at, ANNA) == "You and Ben play the final."
    assert why_table(at, CARLA) == "You and Dora play for third place."


# Why this rank?


def test_a_rank_is_explained_by_the_one_just_ahead() -> None:
    at = told(plan("buchholz", "direct"), *THREE_ROUNDS)
    assert why_rank(at, ANNA) == (
        "You are in place 2 with a score of 2. Dora, just ahead of you, has the same score. "
        "Decided by the Buchholz, the sum of the opponents' scores: 6 against 5."
    )
    assert why_rank(at, CARLA) == (
        "You are in place 3 with a score of 2. Anna, just ahead of you, has the same score. "
        "Decided by the score in the matches among those who are level: 1 against 0."
    )
    assert why_rank(at, BEN) == (
        "You are in place 4 with a score of 1. Carla, just ahead of you, has a higher score: 2."
    )


def test_the_first_is_told_what_put_the_next_behind() -> None:
    assert why_rank(told(plan("buchholz"), *THREE_ROUNDS), DORA) == (
        "You are first with a score of 2. Anna, just behind you, has the same score. "
        "Decided by the Buchholz, the sum of the opponents' scores: 5 against 6."
    )


def test_a_shared_rank_names_the_others() -> None:
    assert why_rank(told(plan("direct"), *THREE_ROUNDS), CARLA) == (
        "You are in place 1 with a score of 2, together with Anna and Dora: you are level in everything that counts."
    )


def test_a_knockout_tells_how_it_went() -> None:
    at = played(event(Plan("knockout", "two-step", third_place=True), 5), the_lower_id)
    assert why_rank(at, ANNA) == "You have won the knockout. You are in place 1."
    assert why_rank(at, BEN) == "The final went to Anna. You are in place 2."
    assert why_rank(at, CARLA) == "You have won the match for third place. You are in place 3."
    assert why_rank(at, DORA) == "The match for third place went to Carla. You are in place 4."
    assert why_rank(at, EMIL) == "In round 1 Dora went on and you were out. You are in place 5."


def test_a_knockout_tells_that_a_shared_match_went_to_the_higher_seed() -> None:
    at = played(event(Plan("knockout", "kardinal"), 2), lambda seats, rng: (shared(), shared()))
    assert why_rank(at, BEN) == (
        "The final went to Anna. Your match with Anna was shared: the higher seed goes on then. You are in place 2."
    )


# What is needed?


def test_before_the_last_match_it_says_what_a_win_is_worth() -> None:
    """Anna has 2 and plays Dora, who has none; Ben and Carla have 1, and one of them will have more."""
    at = event(Plan("swiss", "two-step", rounds=3), 4)
    at = played(at, the_lower_id, rounds=2)
    at = opened(at, seat(at))
    assert [set(table.entrants) for table in at.rounds[-1].tables] == [{ANNA, DORA}, {BEN, CARLA}]
    assert needed(at, ANNA) == (
        "If you win your last match, first place is yours. Even without another point you finish in place 2 or better."
    )
    assert needed(at, BEN) == (
        "If you win your last match, you finish in place 2 or better. "
        "Anna leads with a score of 2; you can still reach 2."
    )
    assert needed(at, DORA) == "A better place than 3 is out of reach."
    over = closed(at, the_lower_id, random.Random(0))
    assert needed(over, ANNA) == "All matches are over: you are in place 1."


def test_a_knockout_says_how_far_it_is() -> None:
    at = event(Plan("knockout", "two-step", third_place=True), 8)
    assert needed(at, ANNA) == "To be first you need to get through 3 rounds, counting the final."
    at = played(at, the_lower_id, rounds=1)
    assert needed(at, EMIL) == "You are out and cannot get any further."
    assert needed(at, ANNA).startswith("If you win your next match, you are in the final; if not, third place is left.")
    at = played(at, the_lower_id, rounds=1)
    assert needed(at, BEN) == "If you win the final, you are first; if you lose it, you are second."
    assert needed(at, DORA) == "If you win the match for third place, you are third."
    assert needed(played(at, the_lower_id), ANNA) == "You have won the knockout."


def always(entrant: int, outcome: SeatScore, other: SeatScore, seats: tuple[int, ...]) -> tuple[SeatScore, SeatScore]:
    return (outcome, other) if seats[0] == entrant else (other, outcome)


def prospects(at: Event, entrant: int) -> Prospects:
    format = FORMATS[at.plan.format]
    assert isinstance(format, Scored)
    left = format.rounds(at.plan, len(at.entrants)) - len(at.rounds)
    return Prospects(History(at), entrant, left, format.still_to_meet(at, entrant))


def finish(at: Event, entrant: int, *, wins: bool, rng: random.Random) -> int:
    """Return the final rank of an entrant who wins or loses everything."""

    def judge(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, SeatScore]:
        if entrant in seats:
            return always(entrant, *((won(), lost()) if wins else (lost(), won())), seats)
        return by_chance_with_shared_wins(seats, rng)

    over = played(closed(at, judge, rng), judge, seed=rng.randrange(2**32))
    return next(one.rank for one in FORMATS[at.plan.format].standings(over) if one.entrant == entrant)


@given(st.sampled_from(["swiss", "round-robin"]), st.integers(2, 9), st.integers(0, 2**32))
@settings(max_examples=times(100, 1000), deadline=None)
def test_no_promise_is_broken(slug: str, entrants: int, seed: int) -> None:
    rng = random.Random(seed)
    at = event(Plan(slug, "two-step"), entrants)
    rounds = FORMATS[slug].rounds(at.plan, entrants)
    at = played(at, by_chance_with_shared_wins, seed=seed, rounds=rng.randrange(rounds))
    at = opened(at, seat(at, seed=seed))
    entrant = rng.randint(1, entrants)
    found = prospects(at, entrant)
    at_best, at_worst, least = found.at_best(), found.at_worst(), found.at_worst_without_more()
    for _ in range(6):
        assert at_best <= finish(at, entrant, wins=True, rng=rng) <= at_worst
        assert at_best <= finish(at, entrant, wins=False, rng=rng) <= least


@pytest.mark.parametrize("slug", ["swiss", "round-robin", "knockout", "double-elimination"])
@given(entrants=st.integers(1, 9), seed=st.integers(0, 2**32))
@settings(max_examples=times(25, 250), deadline=None)
def test_every_sentence_has_its_gaps_filled_for_everybody_at_any_time(slug: str, entrants: int, seed: int) -> None:
    rng = random.Random(seed)
    plan = Plan(slug, "two-step", third_place=bool(seed % 2), duplicate=bool(seed % 3), consolation=bool(seed % 5))
    at = event(plan, entrants)
    for number in range(FORMATS[slug].rounds(at.plan, entrants) + 1):
        for entrant in at.entrants:
            assert why_rank(at, entrant.id)
            assert bool(why_table(at, entrant.id)) == bool(number)
            assert needed(at, entrant.id) or not at.entrants[1:]
        if FORMATS[slug].is_over(at):
            break
        seating = seat(at, [entrant.id for entrant in at.entrants if rng.random() < 0.8])
        assert all(said(*table.why) for table in seating.tables)
        assert all(said(why) for _, why in seating.byes)
        at = opened(at, seating)
        for entrant in at.entrants:
            assert why_table(at, entrant.id)
            assert needed(at, entrant.id)
        at = closed(at, by_chance_with_shared_wins, rng)
