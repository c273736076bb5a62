/** What everyone has learnt about the hands of others, in words. */

import { choice, fill, gettext, ngettext } from "../../site/i18n.js";

/** Return a short phrase for each fact learnt about a seat's hand, such as "no 3 or 5". @param {Wire.Public} shown @param {number} seat */
export function learntAbout(shown, seat) {
  return (shown.told ?? []).filter((fact) => fact.seat === seat).map(inWords);
}

/** Return "Berta – shown so far: no 3 or 5". @param {string} name @param {string[]} facts */
export function learntSentence(name, facts) {
  return facts.length ? fill(gettext("%(name)s – shown so far: %(facts)s"), { name, facts: facts.join("; ") }) : "";
}

/** @param {Wire.Learnt} fact */
function inWords({ says, numbers, doubles, wild, but }) {
  const all = choice([...inRuns(numbers), ...inRuns(doubles).map((number) => fill(gettext("double %(number)s"), { number }))]);
  const which = wild ? fill(gettext("%(which)s except cardinals"), { which: all }) : all;
  if (says === "holds") return fill(gettext("holds %(which)s"), { which });
  if (!but) return fill(gettext("no %(which)s"), { which });
  return fill(ngettext("no %(which)s (and %(count)s newer tile)", "no %(which)s (and %(count)s newer tiles)", but), { which, count: but });
}

/** Return ascending numbers as text, three or more in a row as "1 to 6". @param {number[]} numbers */
function inRuns(numbers) {
  /** @type {number[][]} */
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => run.length < 3 ? run.map(String)
    : [fill(gettext("%(first)s to %(last)s"), { first: /** @type {number} */ (run[0]), last: /** @type {number} */ (run.at(-1)) })]);
}
