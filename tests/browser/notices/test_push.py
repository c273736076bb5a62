"""Push notices: turned on in one browser, they come from the push service when no page of the site is open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Worker, expect

from run.trial.whole_site import WholeSite, until
from tests.accounts.notices.browser import PushBrowser
from tests.browser.driving.people import Person
from tests.browser.notices.test_notices import tell, toast
from tests.receiver import Receiver, receiving

CHOICES = "/notices/choices/"

A_SERVICE = """
const kept = () => JSON.parse(localStorage.getItem("push") ?? "null");
const shown = (one) => one && {
  endpoint: one.endpoint,
  toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: one.p256dh, auth: one.auth } }),
  unsubscribe: async () => { localStorage.removeItem("push"); return true; },
};
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => shown(kept());
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError("not as browsers want it");
  localStorage.setItem("push", JSON.stringify(SUBSCRIPTION));
  return shown(kept());
};
"""
"""Stands in for what a browser without a screen and without the internet has not: the reader's permission, and an
address at its maker's push service."""


ANOTHER_ADDRESS = """
async ({ endpoint, p256dh, auth }) => {
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError("not as browsers want it");
    return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  };
  let work;
  const changed = new Event("pushsubscriptionchange");
  self.dispatchEvent(Object.assign(changed, { waitUntil: (promise) => { work = promise; } }));
  await work;
}
"""
"""Does in the service worker what a browser does when its push service has changed its address."""


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as one:
        one.status = 201
        yield one


def with_a_service(person: Person, browser: PushBrowser) -> Person:
    person.page.add_init_script(A_SERVICE.replace("SUBSCRIPTION", json.dumps(browser.subscription)))
    return person


class Delivery:
    """Delivers messages to the service worker, as the browser does for its push service."""

    def __init__(self, person: Person) -> None:
        self._origin = person.site
        self._cdp: CDPSession = person.context.new_cdp_session(person.page)
        self._found: list[str] = []
        self._cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._cdp.send("ServiceWorker.enable")
        until(lambda: person.page.evaluate("true") and bool(self._found))

    def _note(self, event: Any) -> None:
        self._found += [one["registrationId"] for one in event["registrations"]]

    def deliver(self, message: Any) -> None:
        told = {"origin": self._origin, "registrationId": self._found[0], "data": json.dumps(message)}
        self._cdp.send("ServiceWorker.deliverPushMessage", told)


def recorded_by(worker: Worker) -> None:
    """Let the service worker keep what it shows, as there is no screen."""
    worker.evaluate(
        """() => {
          self.shown = [];
          self.registration.showNotification = async (_title, { body, data }) => self.shown.push([body, data.url]);
        }"""
    )


def test_a_notice_comes_when_no_page_is_open_and_not_twice_when_one_is(
    site: WholeSite, alice: Person, service: Receiver
) -> None:
    browser = PushBrowser(service.url)
    with_a_service(alice, browser).signs_up("Pia").visits(CHOICES)
    alice.presses("Turn on in this browser")
    expect(alice.page.get_by_text("This browser now shows your notices")).to_be_visible()
    expect(alice.page.get_by_text("(this one)")).to_be_visible()
    tell(site, "Pia", "Friday Bones")
    until(lambda: bool(service.received))
    message = browser.opened(service.received[0][1])
    expect(toast(alice, "Friday Bones")).to_be_visible()
    delivery, [worker] = Delivery(alice), alice.context.service_workers
    recorded_by(worker)
    delivery.deliver(message | {"text": "Seen already"})
    alice.page.goto("about:blank")
    delivery.deliver(message)
    until(lambda: worker.evaluate("self.shown.length > 0"))
    assert worker.evaluate("self.shown") == [[message["text"], message["url"]]]
    assert alice.answer(message["url"]) == 200


def test_it_can_be_turned_off_again(site: WholeSite, alice: Person, service: Receiver) -> None:
    with_a_service(alice, PushBrowser(service.url)).signs_up("Quinn").visits(CHOICES)
    alice.presses("Turn on in this browser")
    alice.presses("Turn off in this browser")
    expect(alice.page.get_by_text("This browser no longer shows")).to_be_visible()
    expect(alice.page.get_by_role("button", name="Turn on in this browser")).to_be_visible()


def test_a_browser_whose_address_changes_by_itself_keeps_push_notices(
    site: WholeSite, alice: Person, service: Receiver
) -> None:
    new = PushBrowser(f"{service.url}&new")
    with_a_service(alice, PushBrowser(service.url)).signs_up("Rosa").visits(CHOICES)
    alice.presses("Turn on in this browser")
    expect(alice.page.get_by_text("(this one)")).to_be_visible()
    [worker] = alice.context.service_workers
    worker.evaluate(ANOTHER_ADDRESS, new.subscription)
    alice.page.reload()
    tell(site, "Rosa", "Friday Bones")
    until(lambda: bool(service.received))
    assert new.opened(service.received[0][1])
