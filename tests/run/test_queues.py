"""The queue of each task, and that some worker serves each queue."""

import re

from config.beat_thread import TOGETHER
from config.celery import app
from run import site

QUEUES = {"bots", "thinking", "clock", "slow"}


def queue_of(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def queues_of(command: list[str]) -> set[str]:
    return set(command[command.index("-Q") + 1].split(","))


def test_bots_rehearsals_and_pictures_wait_apart_and_all_else_keeps_the_clock() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if re.match(r"(accounts|clubs|games|moderation|tournaments)\.", name)}
    assert len(ours) > 10
    assert {name for name in ours if queue_of(name) == "bots"} == {"games.tasks.act", "games.tasks.finish"}
    assert {name for name in ours if queue_of(name) == "thinking"} == {"games.tasks.think"}
    assert {name for name in ours if queue_of(name) == "slow"} == {
        "accounts.tasks.expire",
        "accounts.tasks.make_export",
        "clubs.tasks.make_emblem",
        "games.tasks.pack",
        "moderation.tasks.check_play",
        "tournaments.tasks.rehearse",
    }
    assert {queue_of(name) for name in ours} == QUEUES


def test_every_task_that_beat_asks_for_is_there() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_what_is_asked_for_together_is_in_the_schedule_and_has_an_end() -> None:
    entries = [app.conf.beat_schedule[name] for name in app.conf.beat_together]
    assert all(entry["options"]["expires"] for entry in entries)
    assert TOGETHER in app.tasks


def test_nothing_that_may_take_long_is_asked_for_together_with_others_that_wait() -> None:
    """The worker for `slow` has one thread, in which everything waits anyway."""
    together = {app.conf.beat_schedule[name]["task"] for name in app.conf.beat_together}
    assert together.isdisjoint({"accounts.tasks.mail_notices", "moderation.tasks.renew_demo", "accounts.tasks.expire"})


def test_each_queue_has_a_worker_and_what_computes_long_a_worker_of_its_own() -> None:
    quick, thinking, slow = (queues_of(one.command) for one in (site.worker(), site.thinker(), site.slow()))
    assert quick | thinking | slow == QUEUES
    assert quick & (thinking | slow) == set()
    assert (thinking, slow) == ({"thinking"}, {"slow"})
    assert site.slow().command[site.slow().command.index("--concurrency") + 1] == "1"
