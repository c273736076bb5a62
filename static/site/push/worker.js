/** The service worker: shows notices while no page of the site is open, and opens what they are about. */

const worker = /** @type {PushWorker.Scope} */ (/** @type {unknown} */ (self));

/** Safari takes the permission away from sites that are sent messages and show nothing. */
const MUST_SHOW = /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.url));
});

/** Show a notice, unless a page is being looked at, which shows it itself. @param {PushWorker.Notice} notice */
async function show({ id, text, url }) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!MUST_SHOW && windows.some((one) => one.visibilityState === "visible")) return;
  await worker.registration.showNotification("Boneyard", { body: text, tag: id, data: { url } });
}
