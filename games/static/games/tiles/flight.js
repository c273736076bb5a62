/** The animation of a tile across the page, from a hand to the table. */

import { isStill, lasting } from "../../site/motion.js";

const LENGTH = 420;

/** @typedef {{x: number, y: number, angle: number, width: number}} Pose the middle, in pixels of the window */

/** @param {SVGElement} traveller @param {Pose} from @param {Pose} to @returns {Promise<void>} resolves when it has arrived */
export async function fly(traveller, from, to) {
  if (isStill() || document.hidden) return;
  traveller.classList.add("flying");
  traveller.style.setProperty("width", `${to.width}px`);
  document.body.append(traveller);
  const arc = { duration: lasting(LENGTH), easing: "cubic-bezier(.3,.1,.2,1)" };
  await traveller.animate([pose(from, to), pose(to, to)], arc).finished.catch(() => {});
  traveller.remove();
}

/** @param {Pose} pose @param {Pose} end @returns {Keyframe} */
function pose({ x, y, angle, width }, { width: end }) {
  const turn = ((((angle + 180) % 360) + 360) % 360) - 180;
  return { transform: `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${width / end})` };
}

/** Return the pose of a tile image or button on the page. @param {Element} node @returns {Pose} */
export function poseOf(node, angle = 0) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, angle, width: Math.min(width, height) };
}
