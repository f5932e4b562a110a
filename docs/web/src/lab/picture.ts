// SPDX-License-Identifier: MIT
//
// Draws one access of a warp: lanes above, below them the sectors that they touch, or the banks
// that serve them, round by round. The same stands in a table for those who do not see it.

import { element, table } from "../run/dom.ts";
import {
  isActive,
  LANES,
  lanesInWords,
  roundsOf,
  sectorsOf,
  type Delivery,
  type Sector,
  type WarpAccess,
} from "./pattern.ts";

const WIDTH = 640;
export const CELL = WIDTH / LANES;
const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG. */
export function shape(
  name: string,
  attributes: Record<string, string | number>,
  text = "",
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

function canvas(height: number, label: string): SVGElement {
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    class: "warp-picture",
  });
  svg.setAttribute("aria-label", label);
  return svg;
}

const middle = (index: number) => (index + 0.5) * CELL;

function drawLanes(svg: SVGElement, access: WarpAccess, y: number): void {
  for (let lane = 0; lane < LANES; ++lane) {
    const active = isActive(access, lane) ? "on" : "off";
    svg.append(
      shape("rect", {
        x: lane * CELL + 1,
        y,
        width: CELL - 2,
        height: 20,
        rx: 3,
        class: `lane lane-${active}`,
      }),
      shape(
        "text",
        { x: middle(lane), y: y + 14, class: `lane-text lane-text-${active}` },
        `${lane}`,
      ),
    );
  }
}

/** Sectors as boxes in the order of their addresses, filled as far as their bytes are of use. */
function drawSectors(svg: SVGElement, sectors: Sector[], laneY: number, y: number): void {
  const width = Math.min(4 * CELL, WIDTH / sectors.length);
  const left = (WIDTH - width * sectors.length) / 2;
  sectors.forEach((sector, place) => {
    const x = left + place * width;
    for (const lane of sector.lanes) {
      svg.append(
        shape("line", {
          x1: middle(lane),
          y1: laneY + 20,
          x2: x + width / 2,
          y2: y,
          class: `wire wire-${Math.floor(sector.index / 4) % 2}`,
        }),
      );
    }
    const filled = (40 * sector.usefulBytes) / 32;
    svg.append(
      shape("rect", { x: x + 1, y, width: width - 2, height: 40, class: "sector" }),
      shape("rect", {
        x: x + 1,
        y: y + 40 - filled,
        width: width - 2,
        height: filled,
        class: `useful useful-${Math.floor(sector.index / 4) % 2}`,
      }),
    );
    if (width >= 2 * CELL) {
      svg.append(
        shape("text", { x: x + width / 2, y: y + 56, class: "picture-text" }, `${sector.index}`),
      );
    }
  });
}

function drawRounds(svg: SVGElement, rounds: Delivery[][], top: number, row: number): void {
  rounds.forEach((deliveries, round) => {
    const y = top + round * row;
    for (let bank = 0; bank < LANES; ++bank) {
      svg.append(
        shape("rect", { x: bank * CELL + 1, y, width: CELL - 2, height: row - 2, class: "bank" }),
      );
    }
    for (const { bank, lanes } of deliveries) {
      const text = lanes.length === 1 ? `${lanes[0]}` : `${lanes.length}×`;
      svg.append(
        shape("rect", {
          x: bank * CELL + 1,
          y,
          width: CELL - 2,
          height: row - 2,
          class: `served served-${round === 0 ? "first" : "again"}`,
        }),
        shape("text", { x: middle(bank), y: y + row - 5, class: "lane-text lane-text-on" }, text),
      );
    }
  });
}

/** The folded table that says what a picture shows. */
export function twin(summary: string, content: HTMLElement): HTMLElement {
  return element(
    "details",
    { className: "fold run-traffic" },
    element("summary", {}, summary),
    element("div", { className: "run-scroll", tabIndex: 0 }, content),
  );
}

/** On a phone a picture is wider than the screen. */
function scrolling(svg: SVGElement): HTMLElement {
  return element("div", { className: "run-scroll", tabIndex: 0 }, svg);
}

/** A request to global memory. */
export function globalPicture(access: WarpAccess): Element[] {
  const sectors = sectorsOf(access);
  const label = `The lanes of the warp touch ${sectors.length} sectors; the table below lists them.`;
  const svg = canvas(176, label);
  svg.append(shape("text", { x: 2, y: 12, class: "picture-text start" }, "lanes"));
  drawLanes(svg, access, 18);
  drawSectors(svg, sectors, 18, 100);
  svg.append(
    shape(
      "text",
      { x: 2, y: 170, class: "picture-text start" },
      "sectors of 32 bytes, full as far as asked for",
    ),
  );
  const rows = sectors.map((sector) => [
    `${sector.index}`,
    `${sector.index * 32}`,
    lanesInWords(sector.lanes),
    `${sector.usefulBytes}`,
  ]);
  return [
    scrolling(svg),
    twin(
      "The picture as a table",
      table("Sectors of the request", ["Sector", "First byte", "Lanes", "Bytes of use"], rows),
    ),
  ];
}

/** A request to shared memory; the first `shown` rounds are drawn. */
export function sharedPicture(access: WarpAccess, shown: number): Element[] {
  const rounds = roundsOf(access);
  const row = rounds.length > 8 ? 16 : 22;
  const label = `The banks serve the warp in ${rounds.length} rounds; the table below lists them.`;
  const svg = canvas(26 + rounds.length * row, label);
  svg.append(
    shape(
      "text",
      { x: 2, y: 14, class: "picture-text start" },
      "banks 0 to 31, one round a row, the lane that each serves",
    ),
  );
  drawRounds(svg, rounds.slice(0, shown), 22, row);
  const rows = rounds.map((deliveries, round) => [
    `${round + 1}`,
    `${deliveries.length}`,
    lanesInWords([...new Set(deliveries.flatMap(({ lanes }) => lanes))].sort((a, b) => a - b)),
  ]);
  return [
    scrolling(svg),
    twin(
      "The picture as a table",
      table("Rounds of the request", ["Round", "Banks at work", "Lanes served"], rows),
    ),
  ];
}
