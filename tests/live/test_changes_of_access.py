"""A hub remembers access changes, so that a socket need not check twice whether it may stay."""

from __future__ import annotations

from live.hub import LOOK_AGAIN, Hub, News
from live.hub.hubs import CHANGES_KNOWN
from live.sessions import over_message


async def hub() -> Hub:
    """Return a hub that receives the news of other processes."""
    found = Hub()
    found._channel = "heard"
    return found


async def test_a_change_in_one_room_does_not_affect_another() -> None:
    heard = await hub()
    before = heard.changes()
    await heard.deliver(News("table", everyone=['{"type": "moved"}']))
    assert not heard.has_changed(["table", "club"], since=before)
    await heard.deliver(News("club", players={"1": [LOOK_AGAIN]}))
    assert heard.has_changed(["table", "club"], since=before)
    assert not heard.has_changed(["table"], since=before)
    assert not heard.has_changed(["table", "club"], since=heard.changes())


async def test_the_end_of_a_session_is_a_change() -> None:
    heard = await hub()
    before = heard.changes()
    await heard.deliver(News("sessions-1", everyone=[over_message("key")]))
    assert heard.has_changed(["sessions-1"], since=before)


async def test_unknown_history_counts_as_changed() -> None:
    heard = Hub()
    assert heard.has_changed(["table"], since=heard.changes())  # the hub does not receive other processes' news yet
    heard._channel = "heard"
    before = heard.changes()
    for _ in range(CHANGES_KNOWN + 1):
        await heard.deliver(News("elsewhere", everyone=[LOOK_AGAIN]))
    assert heard.has_changed(["table"], since=before)
