// SPDX-License-Identifier: MIT
//
// Starts the components of a page.  Each looks for its own elements and does nothing without them.

import { startPredictions } from "./predict.ts";
import { startProgress } from "./progress.ts";
import { startSorting } from "./sort.ts";
import { startTooltips } from "./tooltip.ts";

startPredictions();
startProgress();
startSorting();
startTooltips();
