/** Where at the table each seat is shown. */

/** Return how many of `count` opponents sit on the left; as many sit on the right, the rest at the top. @param {number} count */
export function atSide(count) {
  return [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3][count] ?? Math.round(count * 0.27);
}

/** Return the seats clockwise from the left of `seat`; for an onlooker (null), all seats. @param {number | null} seat @param {number} count */
export function around(seat, count) {
  const others = seat === null ? count : count - 1;
  return Array.from({ length: others }, (_, step) => ((seat ?? -1) + 1 + step + count) % count);
}
