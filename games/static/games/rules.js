/** The page of a game's rules. */

import { showExamples } from "./replay/examples.js";

showExamples(document);
