"""Queries that are compiled once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Length
from django.test.utils import CaptureQueriesContext

from accounts.models import Block, Player
from common.database.compiled import NUMBER, compiled_once, padded

made: list[object] = []


@compiled_once
def named(name: str) -> QuerySet[Group]:
    made.append(name)
    return Group.objects.filter(name=name)


@compiled_once
def between(least: int, most: int) -> QuerySet[Group, int]:
    return Group.objects.filter(pk__gte=least, pk__lte=most).order_by("pk").values_list("pk", flat=True)


@compiled_once
def among(names: tuple[str, ...], upwards: bool) -> QuerySet[Group, tuple[str]]:
    return Group.objects.filter(name__in=names).order_by("name" if upwards else "-name").values_list("name")


@compiled_once
def number_from(least: int) -> QuerySet[Group, int]:
    return Group.objects.filter(pk__gte=least).order_by().values_list(NUMBER, flat=True)


@compiled_once
def over(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


@compiled_once
def similar(name: str) -> QuerySet[Group]:
    return Group.objects.filter(name__contains=name)


@compiled_once
def first(most: int) -> QuerySet[Group]:
    return Group.objects.order_by("pk")[:most]


@compiled_once
def overlooked(name: str, other: str) -> QuerySet[Group]:
    return Group.objects.filter(name=name)


@compiled_once
def itself(group: Group) -> QuerySet[Group]:
    return Group.objects.filter(pk=group.pk)


@compiled_once
def nowhere(name: str) -> QuerySet[Group]:
    return Group.objects.filter(name=name, pk__in=[])


@compiled_once
def signed_up(one: int, other: int, now: datetime) -> QuerySet[Player, Any]:
    """Return people, each with whether they had blocked somebody by then."""
    blocks = Block.objects.filter(player=OuterRef("pk"), made_at__lte=now)
    people = Player.objects.filter(pk__in=[one, other]).order_by("username")
    return people.values_list("username", Exists(blocks), "date_joined", "is_guest", "notice_choices")


@compiled_once
def lengths(least: int) -> QuerySet[Group, Any]:
    """Return distinct names, ordered by a column that is not selected."""
    return Group.objects.filter(pk__gte=least).order_by(Length("name").desc()).distinct().values_list("name")


class Which(StrEnum):
    FIRST = "first"
    SECOND = "second"


@compiled_once
def chosen(which: Which) -> QuerySet[Group]:
    return Group.objects.filter(name="first" if which is Which.FIRST else "second")


@compiled_once
def perhaps(name: str) -> QuerySet[Group]:
    return Group.objects.filter(name="a") if name == "a" else Group.objects.none()


@compiled_once
def with_permission(codename: str) -> QuerySet[Group]:
    given = Permission.objects.filter(group=OuterRef("pk"), codename=codename)
    return Group.objects.filter(Exists(given)).prefetch_related("permissions__content_type").order_by("pk")


@pytest.mark.django_db
class TestAQueryCompiledOnce:
    def test_it_is_compiled_once_and_run_with_other_values(self) -> None:
        for name in ("a", "b", "%s'\"c"):
            Group.objects.create(name=name)
        assert [one.name for one in named("a")] == ["a"]
        made.clear()
        found = [[one.name for one in named(name)] for name in ("b", "%s'\"c", "d", "a")]
        assert found == [["b"], ["%s'\"c"], [], ["a"]]
        assert made == []

    def test_it_is_one_query_and_counted_like_any_other(self) -> None:
        named("a")
        with CaptureQueriesContext(connection) as asked:
            named("b")
        assert len(asked) == 1

    def test_it_returns_rows_as_they_are_now(self) -> None:
        group = Group.objects.create(name="a")
        named("a")[0].name = "changed here alone"
        assert named("a") == [group]
        assert named("a")[0].name == "a"

    def test_equal_values_are_distinguished_by_position(self) -> None:
        keys = [Group.objects.create(name=str(number)).pk for number in range(4)]
        assert between(keys[1], keys[1]) == [keys[1]]
        assert between(keys[1], keys[3]) == keys[1:]
        assert between(keys[3], keys[1]) == []

    def test_flags_and_tuples_make_queries_of_their_own(self) -> None:
        for name in ("a", "b", "c"):
            Group.objects.create(name=name)
        assert among(("a", "b"), True) == [("a",), ("b",)]
        assert among(("a", "b"), False) == [("b",), ("a",)]
        assert among(("a", "b", "c"), True) == [("a",), ("b",), ("c",)]

    def test_it_counts_rows(self) -> None:
        keys = [Group.objects.create(name=name).pk for name in ("b", "c", "d")]
        assert [number_from(key) for key in (*keys, keys[-1] + 1)] == [[3], [2], [1], [0]]

    def test_times_are_adapted_to_the_database(self) -> None:
        now = datetime(2026, 5, 1, 12, tzinfo=UTC)
        Session.objects.create(session_key="k", session_data="", expire_date=now)
        assert over(now) == []
        assert [one.expire_date for one in over(now + timedelta(microseconds=1))] == [now]

    def test_columns_of_tuples_are_converted_as_by_django(self, alice: Player, bob: Player) -> None:
        noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
        Block.objects.create(player=alice, other=bob, made_at=noon)
        later = signed_up(alice.pk, bob.pk, noon + timedelta(seconds=1))
        assert later == [
            ("Alice", True, alice.date_joined, False, {}),
            ("Bob", False, bob.date_joined, False, {}),
        ]
        assert type(later[0][1]) is bool
        assert [row[:2] for row in signed_up(alice.pk, alice.pk, noon - timedelta(seconds=1))] == [("Alice", False)]

    def test_columns_selected_only_for_ordering_are_not_in_the_rows(self) -> None:
        keys = [Group.objects.create(name=name).pk for name in ("a", "ccc", "bb")]
        assert lengths(keys[0]) == [("ccc",), ("bb",), ("a",)]
        assert lengths(keys[2]) == [("bb",)]

    def test_related_rows_are_prefetched(self) -> None:
        groups = [Group.objects.create(name=str(number)) for number in range(3)]
        permissions = list(Permission.objects.select_related("content_type")[:2])
        groups[0].permissions.set(permissions)
        groups[2].permissions.set(permissions[:1])
        found = with_permission(permissions[0].codename)
        with CaptureQueriesContext(connection) as asked:
            assert [len(one.permissions.all()) for one in found] == [2, 1]
        assert [one.name for one in found] == ["0", "2"]
        assert len(asked) == 0

    def test_an_always_empty_query_is_not_run(self) -> None:
        with CaptureQueriesContext(connection) as asked:
            assert nowhere("a") == nowhere("b") == []
        assert len(asked) == 0

    def test_choices_make_queries_of_their_own(self) -> None:
        for name in ("first", "second"):
            Group.objects.create(name=name)
        assert [[one.name for one in chosen(which)] for which in (Which.FIRST, Which.SECOND)] == [["first"], ["second"]]

    def test_a_value_that_makes_the_query_empty_is_respected(self) -> None:
        Group.objects.create(name="a")
        assert perhaps("b") == []
        assert [one.name for one in perhaps("a")] == ["a"]

    def test_a_query_that_changes_an_argument_is_refused(self) -> None:
        with pytest.raises(ValueError, match="similar"):
            similar("a")
        with pytest.raises(ValueError, match="first"):
            first(3)
        with pytest.raises(ValueError, match="overlooked"):
            overlooked("a", "b")
        with pytest.raises(TypeError, match="key of a row"):
            itself(Group(name="a"))


def test_lists_of_similar_length_are_made_equally_long() -> None:
    assert padded([1]) == [1]
    assert padded([1, 2, 3]) == [1, 2, 3, 3]
    assert padded({3}) == [3]
    assert [len(padded(range(many))) for many in (4, 5, 16, 17, 64)] == [4, 8, 16, 32, 64]


@pytest.mark.django_db(transaction=True)
def test_each_thread_uses_its_own_connection() -> None:
    Group.objects.create(name="a")
    named("a")
    found = []

    def ask() -> None:
        found.append([one.name for one in named("a")])
        connection.close()

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["a"]] * 4
