/** How much of the stage is covered at each edge. */

import { find } from "../../site/dom.js";

const AIR = 12;

/** @param {HTMLElement} root @returns {import("./camera.js").Box} */
export function margins(root) {
  const stage = find(".stage", root).getBoundingClientRect();
  /** @param {string} name @param {(box: DOMRect) => number} side */
  const covered = (name, side) => {
    const rail = find(`.rail-${name}`, root);
    const box = rail.getBoundingClientRect();
    const outside = box.bottom <= stage.top + 1 || !rail.childElementCount;
    return AIR + (outside ? 0 : side(box));
  };
  const sheet = root.querySelector(".over:not([hidden], .aside)")?.getBoundingClientRect();
  const bar = root.querySelector(".past:not([hidden])")?.getBoundingClientRect();
  const isUnder = sheet && sheet.left < stage.right - 1;
  return {
    left: covered("left", (box) => box.right - stage.left),
    right: covered("right", (box) => stage.right - box.left),
    top: covered("top", (box) => box.bottom - stage.top),
    bottom: AIR + Math.max(0, isUnder ? stage.bottom - sheet.top : 0, bar ? stage.bottom - bar.top : 0),
  };
}
