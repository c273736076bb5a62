"""Different spellings of an address lead to the same mailbox."""

import pytest

from accounts.models.personal import mailbox


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Anna@Example.org", "anna@example.org", True),
        ("anna+tiles@example.org", "anna@example.org", True),
        ("an.na@gmail.com", "anna@gmail.com", True),
        ("a.n.na+tiles@googlemail.com", "Anna@GMail.com", True),
        ("an.na@example.org", "anna@example.org", False),
        ("anna@example.org", "anna@example.com", False),
        ("anna@gmail.com.example.org", "an.na@gmail.com.example.org", False),
    ],
)
def test_the_same_mailbox(one: str, other: str, is_same: bool) -> None:
    assert (mailbox(one) == mailbox(other)) is is_same
