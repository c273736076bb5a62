"""Fair decks: the worked example of docs/fair-deals.md, and what nobody can choose."""

import hmac
import json
import re
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from games.rules import full_set, shuffle

SECRET = bytes(range(32))
CONTRIBUTIONS = [bytes([seat + 1] * 16) for seat in range(4)]


def test_link_zero_is_the_anchor_and_the_last_link_the_secret() -> None:
    links = [shuffle.link(SECRET, 5, number) for number in range(6)]
    assert links[5] == SECRET
    assert all(sha256(later).digest() == link for link, later in pairwise(links))
    assert all(shuffle.leads_to(links[0], link, number) for number, link in enumerate(links))
    assert not shuffle.leads_to(links[0], links[3], 2)
    for number in (-1, 6):
        with pytest.raises(ValueError, match="no link"):
            shuffle.link(SECRET, 5, number)


@pytest.mark.parametrize("length", [1, 63, 64, 65, 200])
def test_each_link_is_the_hash_of_the_next_whatever_the_length(length: int) -> None:
    links = [shuffle.link(SECRET, length, number) for number in range(length + 1)]
    assert links[length] == SECRET
    assert all(sha256(later).digest() == link for link, later in pairwise(links))


def test_secrets_and_contributions_are_fresh() -> None:
    assert len(shuffle.new_secret()) == 32
    assert shuffle.new_secret() != shuffle.new_secret()
    assert len(shuffle.new_contribution()) == 16
    assert shuffle.new_contribution() != shuffle.new_contribution()


def test_the_deck_depends_on_every_part() -> None:
    link, tiles = shuffle.link(SECRET, 5, 1), full_set(6)
    deck = shuffle.deck(tiles, link, CONTRIBUTIONS, 1)
    assert sorted(deck) == sorted(tiles)
    assert deck == shuffle.deck(tiles, link, CONTRIBUTIONS, 1)
    assert deck != shuffle.deck(tiles, shuffle.link(SECRET, 5, 2), CONTRIBUTIONS, 1)
    assert deck != shuffle.deck(tiles, link, CONTRIBUTIONS, 2)
    for seat in range(4):
        others = [bytes(16) if other == seat else its for other, its in enumerate(CONTRIBUTIONS)]
        assert deck != shuffle.deck(tiles, link, others, 1)
    assert deck != shuffle.deck(tiles, link, CONTRIBUTIONS[::-1], 1)


def test_every_tile_is_equally_likely_at_every_place() -> None:
    tiles = full_set(2)
    firsts: Counter[str] = Counter()
    lasts: Counter[str] = Counter()
    for number in range(1, 3001):
        deck = shuffle.deck(tiles, SECRET, CONTRIBUTIONS, number)
        firsts[deck[0]] += 1
        lasts[deck[-1]] += 1
    assert all(400 < counts[tile] < 600 for counts in (firsts, lasts) for tile in tiles)


def test_numbers_that_would_favour_some_tiles_are_skipped() -> None:
    assert shuffle._below(3, iter([2**32 - 1, 7])) == 1
    assert shuffle._below(2, iter([2**32 - 1])) == 1


def strangers_deck(tiles: list[str], link: bytes, contributions: list[bytes], number: int) -> list[str]:
    """Derive a deck using nothing but docs/fair-deals.md."""
    key = hmac.new(link, b"boneyard-chain/1" + number.to_bytes(8, "big") + b"".join(contributions), sha256).digest()
    stream = b"".join(hmac.new(key, block.to_bytes(8, "big"), sha256).digest() for block in range(100))
    numbers = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)])
    deck = list(tiles)
    i = len(deck) - 1
    while i > 0:
        value = next(numbers)
        if value < 2**32 // (i + 1) * (i + 1):
            j = value % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
            i -= 1
    return deck


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_a_stranger_derives_the_same_deck(highest: int) -> None:
    tiles = [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]
    for number in (1, 2, 300):
        link = shuffle.link(SECRET, shuffle.LENGTH, number)
        assert list(shuffle.deck(full_set(highest), link, CONTRIBUTIONS, number)) == strangers_deck(
            tiles, link, CONTRIBUTIONS, number
        )


def test_the_worked_example_in_the_docs_holds() -> None:
    text = (Path(__file__).parents[3] / "docs" / "fair-deals.md").read_text()
    example = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[-1])
    secret = bytes.fromhex(example["secret"])
    contributions = [bytes.fromhex(its) for its in example["contributions"]]
    assert shuffle.link(secret, example["length"], 0).hex() == example["anchor"]
    assert shuffle.link(secret, example["length"], example["number"]).hex() == example["link"]
    link = bytes.fromhex(example["link"])
    assert shuffle._deal_key(link, contributions, example["number"]).hex() == example["key"]
    assert list(shuffle.deck(full_set(example["set"]), link, contributions, example["number"])) == example["deck"]
