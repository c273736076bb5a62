/** The service worker: shows notices while no page of the site is open, opens what they are about, and tells the site when the browser's address has
 *  changed. */

const worker = /** @type {PushWorker.Scope} */ (/** @type {unknown} */ (self));

/** Safari takes the permission away from sites that are sent messages and show nothing. */
const MUST_SHOW = /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

/** Where the site keeps the browser's address. */
const RENEWAL = "/notices/push/renew/";

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.url));
});

/**
 * Tell the site the browser's new address, unless its reader has signed out or turned push notices off here.
 * @param {PushWorker.Change} event
 */
async function renew({ newSubscription }) {
  const offer = await fetch(RENEWAL);
  if (!offer.ok) return;
  const { key, token } = await offer.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (newSubscription ?? (await worker.registration.pushManager.subscribe(wanted))).toJSON();
  const body = new URLSearchParams({ endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  await fetch(RENEWAL, { method: "POST", headers: { "x-csrftoken": token }, body });
}

/** Show a notice, unless a page is being looked at, which shows it itself. @param {PushWorker.Notice} notice */
async function show({ id, text, url }) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!MUST_SHOW && windows.some((one) => one.visibilityState === "visible")) return;
  await worker.registration.showNotification("Boneyard", { body: text, tag: id, data: { url } });
}
