/** The page on which a finished match can be played on. */

import { find } from "../site/dom.js";
import { WhatIf } from "./whatif/whatif.js";

new WhatIf(find("#what-if"));
