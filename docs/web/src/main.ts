// SPDX-License-Identifier: MIT
//
// Starts the components of a page.  Each looks for its own elements and does nothing without them.

import { startChecklists } from "./checklist.ts";
import { startLabs } from "./lab/lab.ts";
import { startLedger } from "./ledger.ts";
import { mendFrame } from "./frame.ts";
import { startYourGpu } from "./gpu/panel.ts";
import { startOffline } from "./offline/offline.ts";
import { startPractice } from "./practice/practice.ts";
import { startPredictions } from "./predict.ts";
import { startProgress } from "./progress.ts";
import { startPrograms } from "./run/program.ts";
import { startScrolling } from "./scroll.ts";
import { startSorting } from "./sort.ts";
import { startTooltips } from "./tooltip.ts";
import { startWidgets } from "./widget/widget.ts";
import { startYours } from "./yours.ts";

startChecklists();
startLabs();
startLedger();
mendFrame();
startOffline();
startPractice();
startPredictions();
startProgress();
startPrograms();
startYours(startYourGpu());
startScrolling();
startSorting();
startTooltips();
startWidgets();
