/** Formatting durations given in seconds. */

import { fill, gettext } from "./i18n.js";

const MINUTE = 60, HOUR = 3600, DAY = 86_400;
const CALM_STEP = 10;

const UNITS = [
  { from: 2 * DAY, unit: DAY, sentence: () => gettext("%(count)s d") },
  { from: 2 * HOUR, unit: HOUR, sentence: () => gettext("%(count)s h") },
  { from: 2 * MINUTE, unit: MINUTE, sentence: () => gettext("%(count)s min") },
];

/** Format in one unit: "12 s", "5 min", "7 h", "2 d". @param {number} seconds */
export function inOneUnit(seconds) {
  const { unit, sentence } = UNITS.find(({ from }) => seconds >= from) ?? { unit: 1, sentence: () => gettext("%(count)s s") };
  return fill(sentence(), { count: Math.floor(seconds / unit) });
}

/** Format to the second if short: "4:05", "3 h 1 min", "2 d 5 h". @param {number} seconds */
export function exactly(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= DAY) return fill(gettext("%(days)s d %(hours)s h"), { days: Math.floor(whole / DAY), hours: Math.floor(whole % DAY / HOUR) });
  if (whole >= HOUR) return fill(gettext("%(hours)s h %(minutes)s min"), { hours: Math.floor(whole / HOUR), minutes: Math.floor(whole % HOUR / MINUTE) });
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** Format like `exactly`, but changing less often: every minute, and near the end every ten seconds. @param {number} seconds */
export function calmly(seconds) {
  if (seconds >= HOUR) return exactly(seconds);
  if (seconds > MINUTE) return fill(gettext("%(minutes)s min"), { minutes: Math.ceil(seconds / MINUTE) });
  return exactly(Math.ceil(seconds / CALM_STEP) * CALM_STEP);
}
