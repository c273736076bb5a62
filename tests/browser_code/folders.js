/** Makes modules import each other in Node as in the browser, where the apps' static files share one folder. */

import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

const FOLDERS = ["static/", "games/static/", "tournaments/static/", "clubs/static/"].map(
  (folder) => new URL(`../../${folder}`, import.meta.url).href,
);

registerHooks({
  resolve(specifier, context, nextResolve) {
    return nextResolve(found(specifier, context.parentURL) ?? specifier, context);
  },
});

/** Return the module's URL in the folder that has it, or nothing if it is not one of ours. */
function found(specifier, from) {
  if (!specifier.startsWith(".") || !from) return undefined;
  const { href } = new URL(specifier, from);
  const home = FOLDERS.find((folder) => href.startsWith(folder));
  if (!home) return undefined;
  return FOLDERS.map((folder) => folder + href.slice(home.length)).find((address) => existsSync(new URL(address)));
}
