"""What is removed from texts before they leave the site."""

import pytest

from telemetry.scrubbing import scrubbed


@pytest.mark.parametrize(
    "hidden",
    [
        "9-5",
        "12-0",
        "18-18",
        "a3" * 16,
        r"b'\x01\x02it is\'s'",
        'b"secret"',
        "alice@example.org",
    ],
)
@pytest.mark.parametrize("sentence", ["You do not hold {}.", "{}", "move='{}@3>2'", "[{}, 1]"])
def test_tiles_secrets_and_e_mail_addresses_are_removed(sentence: str, hidden: str) -> None:
    assert hidden not in scrubbed(sentence.format(hidden))


def test_passwords_in_urls_are_removed() -> None:
    assert scrubbed("smtp+tls://me:pass@mail.example:587") == "smtp+tls://[…]@mail.example:587"
    assert scrubbed("rediss://:pass@redis:6379/0 is down") == "rediss://[…]@redis:6379/0 is down"


@pytest.mark.parametrize(
    "plain", ["2026-11-22 14:05", "10.0.0.9:5432", "table k3m9p2q7rs at ply 14", "error -3-", "line 3, in play"]
)
def test_other_text_is_unchanged(plain: str) -> None:
    assert scrubbed(plain) == plain
