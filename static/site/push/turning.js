/** Turning push notices on and off in this browser. */

import { data, find, findAll } from "../dom.js";

/** @typedef {"unsupported" | "blocked" | "off" | "on"} State */

const root = find("#push");

/** Show what can be done in a state. @param {State} state */
function show(state) {
  for (const part of findAll("[data-state]", root, HTMLElement)) part.hidden = part.dataset.state !== state;
}

/** Return the list entry of a subscription; null if the site does not know it. @param {PushSubscription} subscription */
async function entryOf({ endpoint }) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return root.querySelector(`[data-browser="${hex}"]`);
}

async function lookUp() {
  if (!navigator.serviceWorker || !("PushManager" in window) || !("Notification" in window)) return show("unsupported");
  if (Notification.permission === "denied") return show("blocked");
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const entry = subscription && (await entryOf(subscription));
  if (!subscription || !entry) return show("off");
  find("[data-this]", entry).hidden = false;
  find("form", entry).hidden = true; // turning it off also tells the browser
  show("on");
}

/** Return a subscription with the site's key of today. @returns {Promise<PushSubscription>} */
async function subscribe() {
  const registration = await navigator.serviceWorker.register(data(root, "worker"), { scope: "/" });
  await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: data(root, "key") };
  try {
    return await registration.pushManager.subscribe(wanted);
  } catch (problem) {
    const old = await registration.pushManager.getSubscription();
    if (!old) throw problem;
    await old.unsubscribe(); // it has a key that the site no longer uses
    return registration.pushManager.subscribe(wanted);
  }
}

/** Fill the hidden fields of a form. @param {HTMLFormElement} form @param {Record<string, string | undefined>} values */
function fill(form, values) {
  for (const [name, value] of Object.entries(values)) find(`[name="${name}"]`, form, HTMLInputElement).value = value ?? "";
}

/** @param {HTMLFormElement} form */
async function turnOn(form) {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return lookUp();
  const { endpoint, keys } = (await subscribe()).toJSON();
  fill(form, { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  form.submit();
}

/** @param {HTMLFormElement} form */
async function turnOff(form) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  fill(form, { endpoint: subscription?.endpoint });
  form.submit();
}

/** @param {State} state @param {(form: HTMLFormElement) => Promise<void>} act */
function onSubmit(state, act) {
  const form = find(`form[data-state="${state}"]`, root, HTMLFormElement);
  const button = find("button", form, HTMLButtonElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    const problem = find("[data-problem]", root);
    problem.hidden = true;
    act(form)
      .catch(() => (problem.hidden = false))
      .finally(() => (button.disabled = false));
  });
}

onSubmit("on", turnOff);
onSubmit("off", turnOn);
lookUp().catch(() => show("unsupported")); // some browsers refuse service workers in private windows
