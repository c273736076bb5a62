/** Whether the reader prefers reduced motion. */

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
