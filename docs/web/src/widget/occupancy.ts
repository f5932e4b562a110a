// SPDX-License-Identifier: MIT
//
// Occupancy: how many warps an SM holds, which limit says so, and the stairs over the registers.

import type { Field, Values } from "../lab/labs.ts";
import { shape, twin } from "../lab/picture.ts";
import { element, table } from "../run/dom.ts";
import type { Widget } from "./frame.ts";
import type { BlockNeeds, Device, Residency, WarpModel } from "./model.ts";

const LIMITS: [key: keyof Residency, words: string][] = [
  ["threads", "threads"],
  ["registers", "registers"],
  ["shared", "shared memory"],
  ["blocks", "blocks"],
];
const MAX_REGISTERS = 255;
const WARP = 32;

function fieldsFor(devices: Device[]): Field[] {
  return [
    {
      kind: "choice",
      name: "device",
      label: "GPU",
      choices: devices.map(({ name }, index) => [`${index}`, name]),
      initial: "0",
    },
    { kind: "number", name: "threads", label: "Threads a block", min: 1, max: 1024, initial: 256 },
    {
      kind: "number",
      name: "registers",
      label: "Registers a thread",
      min: 16,
      max: MAX_REGISTERS,
      initial: 40,
    },
    { kind: "number", name: "shared", label: "Shared KiB a block", min: 0, max: 227, initial: 16 },
  ];
}

/** The words for those limits that hold. */
export function limitsInWords(fit: Residency): string {
  const held = LIMITS.filter(([key]) => fit[key] === fit.resident).map(([, words]) => words);
  return held.length === 1 ? `${held[0]}` : `${held.slice(0, -1).join(", ")} and ${held.at(-1)}`;
}

/** The result in one sentence. */
export function residencyInWords(device: Device, block: BlockNeeds, fit: Residency): string {
  if (fit.resident === 0) return `No block fits: ${limitsInWords(fit)} would not do.`;
  const warps = fit.resident * Math.ceil(block.threads / WARP);
  const most = device.threads / WARP;
  const percent = Math.round((100 * warps) / most);
  const blocks = `${fit.resident} block${fit.resident === 1 ? "" : "s"}`;
  return `${blocks}, ${warps} of ${most} warps: ${percent} % occupancy. The limit: ${limitsInWords(fit)}.`;
}

const WIDTH = 640;
const HEIGHT = 180;
const BASE = HEIGHT - 24;

/** Resident warps over registers a thread, all else as the fields say. */
function stairs(warpsFor: (registers: number) => number, most: number, now: number): SVGElement {
  const x = (registers: number) => 34 + ((WIDTH - 44) * registers) / (MAX_REGISTERS + 1);
  const y = (warps: number) => BASE - ((BASE - 12) * warps) / most;
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    class: "warp-picture",
    "aria-label": "Resident warps over registers a thread; the table below lists the steps.",
  });
  let path = "";
  for (let registers = 1; registers <= MAX_REGISTERS; ++registers) {
    const level = y(warpsFor(registers));
    path += `${path === "" ? "M" : "L"}${x(registers)} ${level}H${x(registers + 1)}`;
  }
  svg.append(
    shape("path", { d: `M34 ${BASE}H${WIDTH - 10}M34 ${BASE}V8`, class: "axis" }),
    shape("path", { d: path, class: "stairs" }),
    shape("circle", { cx: x(now + 0.5), cy: y(warpsFor(now)), r: 5, class: "here" }),
    shape("text", { x: 30, y: 16, class: "end" }, `${most}`),
    shape("text", { x: 30, y: BASE, class: "end" }, "0"),
    shape("text", { x: 40, y: HEIGHT - 6, class: "start" }, "registers a thread, up to 255"),
    shape("text", { x: 40, y: 10, class: "start" }, "resident warps"),
  );
  return svg;
}

/** Where the stairs go down: first register count of each level, and its warps. */
export function steps(warpsFor: (registers: number) => number): [number, number][] {
  const found: [number, number][] = [];
  for (let registers = 1; registers <= MAX_REGISTERS; ++registers) {
    const warps = warpsFor(registers);
    if (found.at(-1)?.[1] !== warps) found.push([registers, warps]);
  }
  return found;
}

function blockOf(values: Values): BlockNeeds {
  return {
    threads: Number(values["threads"]),
    registers: Number(values["registers"]),
    sharedBytes: 1024 * Number(values["shared"]),
  };
}

export function occupancy(model: WarpModel): Widget {
  const devices = model.devices();
  return {
    fields: fieldsFor(devices),
    view: (values) => {
      const index = Number(values["device"]);
      const device = devices[index]!;
      const block = blockOf(values);
      const fit = model.residency(index, block);
      const warpsFor = (registers: number) =>
        model.residency(index, { ...block, registers }).resident * Math.ceil(block.threads / WARP);
      const limits = LIMITS.map(([key, words]) => [words, `${fit[key]}`]);
      const levels = steps(warpsFor).map(([registers, warps]) => [`${registers}`, `${warps}`]);
      return {
        words: residencyInWords(device, block, fit),
        picture: [
          element(
            "div",
            { className: "run-scroll", tabIndex: 0 },
            stairs(warpsFor, device.threads / WARP, block.registers),
          ),
          twin(
            "As tables",
            element(
              "div",
              {},
              table("Blocks that each limit allows", ["Limit", "Blocks"], limits),
              table("Steps of the stairs", ["From registers", "Warps"], levels),
            ),
          ),
        ],
        frames: 0,
      };
    },
  };
}
