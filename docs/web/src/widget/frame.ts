// SPDX-License-Identifier: MIT
//
// The frame of every widget: fields, what they come to in one sentence, and a picture with its
// text twin.

import { form } from "../lab/fields.ts";
import type { Field, Values } from "../lab/labs.ts";
import { element } from "../run/dom.ts";

/** What a widget shows for the values of its fields. */
export interface View {
  words: string;
  picture: Element[];
  /** Parts of the picture that can be played one after the other; 0 = it stands still. */
  frames: number;
  /** Names of fields that mean nothing beside the others' values. */
  idle?: string[];
}

export interface Widget {
  fields: Field[];
  /** `frame` parts of the picture are shown; `again` draws it anew and returns its place. */
  view: (values: Values, frame: number, again: () => HTMLElement) => View;
}

const FRAME_MILLISECONDS = 500;

export class WidgetBox {
  private readonly read: () => Values;
  private readonly fields: HTMLElement;
  private readonly words = element("p", { className: "lab-step" });
  private readonly picture = element("div", { className: "lab-picture" });
  private readonly back = element("button", { type: "button", className: "run-button run-quiet" });
  private readonly next = element("button", { type: "button", className: "run-button run-quiet" });
  private readonly play = element("button", { type: "button", className: "run-button" }, "Play");
  private frames = 0;
  private shown = Infinity;
  private timer = 0;

  constructor(
    box: HTMLElement,
    private readonly widget: Widget,
  ) {
    [this.fields, this.read] = form(widget.fields, () => {
      this.pause();
      this.shown = Infinity;
      this.show();
    });
    this.words.setAttribute("role", "status");
    this.back.textContent = "Back";
    this.next.textContent = "Next";
    this.back.addEventListener("click", () => this.move(-1));
    this.next.addEventListener("click", () => this.move(1));
    this.play.addEventListener("click", () => this.toggle());
    const controls = element("div", { className: "run-controls" }, this.play, this.back, this.next);
    box.append(this.fields, this.words, controls, this.picture);
    this.show();
    controls.hidden = this.frames === 0;
  }

  private show(): void {
    const { words, picture, frames, idle } = this.widget.view(this.read(), this.shown, () => {
      this.show();
      return this.picture;
    });
    this.frames = frames;
    this.hide(idle ?? []);
    this.words.textContent = words;
    this.picture.replaceChildren(...picture);
    const at = Math.min(this.shown, frames);
    this.back.disabled = at <= 1;
    this.next.disabled = at >= frames;
    this.play.disabled = frames < 2;
  }

  private hide(names: string[]): void {
    this.widget.fields.forEach(({ name }, at) => {
      const row = this.fields.children[at];
      if (row instanceof HTMLElement) row.hidden = names.includes(name);
    });
  }

  private move(by: number): void {
    this.pause();
    this.shown = Math.max(1, Math.min(this.shown, this.frames) + by);
    this.show();
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = "Play";
  }

  private toggle(): void {
    if (this.timer !== 0) return this.pause();
    this.play.textContent = "Pause";
    this.shown = 1;
    this.show();
    this.timer = window.setInterval(() => {
      this.shown += 1;
      this.show();
      if (this.shown >= this.frames) this.pause();
    }, FRAME_MILLISECONDS);
  }
}
