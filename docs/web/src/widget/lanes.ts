// SPDX-License-Identifier: MIT
//
// Lanes that a reader moves by hand: drags them, or picks one and moves it with the arrow keys or
// with buttons. A lane moves by whole elements away from where the formula puts it.

import { LANES } from "../lab/pattern.ts";
import { CELL } from "../lab/picture.ts";
import { element } from "../run/dom.ts";

const FAR = 1024;
const KEY_STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 8,
  PageDown: -8,
};

/** How far each lane was moved, and which one is picked. */
export class MovedLanes {
  readonly moves = new Array<number>(LANES).fill(0);
  picked = 0;

  move(lane: number, to: number): void {
    this.picked = lane;
    this.moves[lane] = Math.max(-FAR, Math.min(FAR, to));
  }

  /** The element of a lane whom the formula puts at `formula`; none lies before the first. */
  place(lane: number, formula: number): number {
    return Math.max(0, formula + (this.moves[lane] ?? 0));
  }

  reset(): void {
    this.moves.fill(0);
  }

  get any(): boolean {
    return this.moves.some((move) => move !== 0);
  }
}

/** What the reader can do to the lanes of a picture. */
export class LaneControls {
  readonly row: HTMLElement;
  private readonly words = element("span", { className: "lane-words" });

  /** `places` are the lanes' elements; `changed` draws anew and returns the picture. */
  constructor(
    private readonly lanes: MovedLanes,
    private readonly places: number[],
    private readonly changed: () => HTMLElement,
  ) {
    const step = (text: string, name: string, by: number) => {
      const made = element("button", { type: "button", className: "run-button run-quiet" }, text);
      made.setAttribute("aria-label", name);
      made.addEventListener("click", () => this.moveBy(by, `[aria-label="${name}"]`));
      return made;
    };
    const back = element(
      "button",
      { type: "button", className: "run-button run-quiet", disabled: !lanes.any },
      "Put the lanes back",
    );
    back.addEventListener("click", () => {
      lanes.reset();
      this.changed();
    });
    this.tell();
    this.row = element(
      "div",
      { className: "run-controls lane-controls" },
      step("−1", "−1: lane one element back", -1),
      step("+1", "+1: lane one element on", 1),
      back,
      this.words,
    );
  }

  /** Makes the drawn lanes movable; `shapes` are in the order of the lanes. */
  attach(shapes: SVGElement[]): void {
    shapes.forEach((shape, lane) => {
      shape.setAttribute("role", "slider");
      shape.setAttribute("aria-label", `Lane ${lane}`);
      shape.setAttribute("aria-valuemin", "0");
      shape.setAttribute("aria-valuemax", String(FAR));
      shape.setAttribute("aria-valuenow", String(this.places[lane]));
      shape.setAttribute("aria-valuetext", `element ${this.places[lane]}`);
      shape.setAttribute("tabindex", lane === this.lanes.picked ? "0" : "-1");
      shape.classList.add("lane-handle");
      shape.classList.toggle("lane-picked", lane === this.lanes.picked);
      shape.addEventListener("keydown", (event) => this.key(event, lane));
      shape.addEventListener("pointerdown", (event) => this.drag(event, shape, lane));
      // "touch-action" ends with the shape, which is drawn anew; then the picture would scroll.
      shape.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    });
  }

  private tell(): void {
    const { picked } = this.lanes;
    this.words.textContent = `Lane ${picked} reads element ${this.places[picked]}. Drag a lane, or pick one and move it.`;
  }

  private moveBy(by: number, focus: string): void {
    const { picked, moves } = this.lanes;
    if (by < 0 && this.places[picked] === 0) return;
    this.lanes.move(picked, (moves[picked] ?? 0) + by);
    this.changed().querySelector<HTMLElement | SVGElement>(focus)?.focus();
  }

  private key(event: KeyboardEvent, lane: number): void {
    const by = KEY_STEPS[event.key];
    if (by !== undefined) {
      event.preventDefault();
      this.lanes.picked = lane;
      return this.moveBy(by, ".lane-picked");
    }
    // Like the fields of a table: Enter goes to the next lane, with Shift to the one before.
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.lanes.picked = (lane + (event.shiftKey ? LANES - 1 : 1)) % LANES;
    this.changed().querySelector<SVGElement>(".lane-picked")?.focus();
  }

  private drag(event: PointerEvent, shape: SVGElement, lane: number): void {
    event.preventDefault();
    const width = (shape.closest("svg")?.getBoundingClientRect().width ?? 0) / LANES || CELL;
    const from = this.lanes.moves[lane] ?? 0;
    this.lanes.picked = lane;
    // The picture is drawn anew at every step. A finger's movement would go to what it first
    // touched and end with it, so it goes to what stays, and the whole page listens.
    shape.closest(".widget")?.setPointerCapture(event.pointerId);
    this.changed().querySelector<SVGElement>(".lane-picked")?.focus({ preventScroll: true });
    const move = ({ clientX }: PointerEvent) => {
      const to = from + Math.round((clientX - event.clientX) / width);
      if (to === this.lanes.moves[lane]) return;
      this.lanes.move(lane, to);
      this.changed().querySelector<SVGElement>(".lane-picked")?.focus({ preventScroll: true });
    };
    const end = () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }
}
