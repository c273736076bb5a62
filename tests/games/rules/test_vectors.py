"""The rules agree with every line of the test vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import Match, read_move

VECTORS = Path(__file__).parent / "vectors"


def lines(pattern: str) -> list[Any]:
    return [
        pytest.param(json.loads(line), id=f"{file.name}:{number}")
        for file in sorted(VECTORS.glob(pattern))
        for number, line in enumerate(file.read_text().splitlines(), 1)
    ]


@pytest.mark.parametrize("record", lines("*.games.jsonl"))
def test_matches_go_as_written(record: dict[str, Any]) -> None:
    match = Match(record["game"], record["seats"], record["options"])
    for written in record["deals"]:
        deal = match.start_deal(written["deck"])
        assert (match.deals[-1].number, match.deals[-1].first) == (written["number"], written["first"])
        for (seat, text), legal in zip(written["moves"], written["legal"], strict=True):
            assert deal.turn == seat
            assert deal.legal_moves() == legal
            match.play(read_move(text))
        assert deal.legal_moves() == []
        assert deal.result is not None
        assert deal.result.reason == written["result"]["reason"]
        assert list(deal.result.scores) == written["result"]["scores"]
    assert match.result is not None
    assert list(match.result.totals) == record["result"]["totals"]
    assert list(match.result.winners) == record["result"]["winners"]
    assert list(match.result.settlement or ()) == record["result"].get("settlement", [])
