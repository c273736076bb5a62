"""The queue of each task, and that some worker serves each queue."""

import re

from config.celery import app
from run import site

QUEUES = {"bots", "clock", "slow"}


def queue_of(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def queues_of(command: list[str]) -> set[str]:
    return set(command[command.index("-Q") + 1].split(","))


def test_bots_rehearsals_and_pictures_wait_apart_and_all_else_keeps_the_clock() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if re.match(r"(accounts|clubs|games|moderation|tournaments)\.", name)}
    assert len(ours) > 10
    assert {name for name in ours if queue_of(name) == "bots"} == {"games.tasks.act", "games.tasks.finish"}
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


def test_each_queue_has_a_worker_and_the_slow_one_a_worker_of_its_own() -> None:
    quick, slow = queues_of(site.worker().command), queues_of(site.slow().command)
    assert quick | slow == QUEUES
    assert quick & slow == set()
    assert slow == {"slow"}
    assert site.slow().command[site.slow().command.index("--concurrency") + 1] == "1"
