/** Whether the reader wants less of what moves. */

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
