/** Where a person of a held seating can be dropped, and the URL of the action that a drop requests. */

/**
 * A person who is moved; `table` is the number of their table, empty without one.
 * @typedef {{entry: string, table: string, seated: boolean}} Carried
 */
/**
 * A place: another person, a table by its number, or the byes.
 * @typedef {{kind: "sitter", entry: string, table: string} | {kind: "table", table: string} | {kind: "byes"}} Place
 */

/** Return the URL of the page that says what the drop would do, or nothing if it would change nothing.
 *  @param {string} desk the address of the control room @param {Carried} carried @param {Place} place */
export function dropAddress(desk, { entry, table, seated }, place) {
  switch (place.kind) {
    case "byes": return seated && table ? `${desk}bye/?one=${entry}&look=1` : null;
    case "table": return place.table !== table ? `${desk}move/?one=${entry}&table=${place.table}&look=1` : null;
    case "sitter":
      if (!seated) return place.table ? `${desk}move/?one=${entry}&table=${place.table}&look=1` : null;
      return place.entry !== entry ? `${desk}swap/?one=${entry}&other=${place.entry}&look=1` : null;
  }
}

/** Return the place after, or before, the current one; after the last comes the first.
 *  @template T @param {T[]} places @param {T | null} current @param {1 | -1} step */
export function stepped(places, current, step) {
  const index = current === null ? (step > 0 ? -1 : 0) : places.indexOf(current);
  return places[(index + step + places.length) % places.length] ?? null;
}
