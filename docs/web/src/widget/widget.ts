// SPDX-License-Identifier: MIT
//
// Starts the widgets of a page. The model is loaded only where a page has one that needs it.

import { banks } from "./banks.ts";
import { budget } from "./budget.ts";
import { coalescing } from "./coalescing.ts";
import { WidgetBox, type Widget } from "./frame.ts";
import { loadModel } from "./model.ts";
import { occupancy } from "./occupancy.ts";
import { figuresIn, roofline } from "./roofline.ts";
import { streams } from "./streams.ts";

const MAKERS: Record<string, (box: HTMLElement) => Promise<Widget>> = {
  coalescing: async () => coalescing(await loadModel()),
  banks: async () => banks(await loadModel()),
  occupancy: async () => occupancy(await loadModel()),
  budget: async () => budget(await loadModel()),
  roofline: async (box) => roofline(await loadModel(), figuresIn(box)),
  streams: () => Promise.resolve(streams()),
};

/** Gives each widget of the page its fields. */
export function startWidgets(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".widget")) {
    MAKERS[box.dataset["widget"] ?? ""]?.(box).then(
      (widget) => new WidgetBox(box, widget),
      (error: unknown) => box.append(`The picture could not be loaded: ${String(error)}`),
    );
  }
}
