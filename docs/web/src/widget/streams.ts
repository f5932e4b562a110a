// SPDX-License-Identifier: MIT
//
// A timeline of streams: chunks that are copied in, computed and copied out. Each engine does one
// thing at a time, in the order in which work for it was enqueued; each stream keeps its order.

import type { Field, Values } from "../lab/labs.ts";
import { element, table } from "../run/dom.ts";
import { shape, twin } from "../lab/picture.ts";
import type { Widget } from "./frame.ts";

const STAGES = ["copy in", "kernel", "copy out"] as const;

export interface Piece {
  chunk: number;
  stream: number;
  stage: number;
  begin: number;
  end: number;
}

export interface Work {
  chunks: number;
  streams: number;
  /** Time of each stage for all chunks together, in any unit. */
  stages: [number, number, number];
  /** One engine for both directions of copies, or one for each. */
  copyEngines: 1 | 2;
}

/** When each stage of each chunk runs. Chunks are enqueued one after the other. */
export function schedule(work: Work): Piece[] {
  const engineFree = [0, 0, 0];
  const streamFree = new Array<number>(work.streams).fill(0);
  const pieces: Piece[] = [];
  for (let chunk = 0; chunk < work.chunks; ++chunk) {
    const stream = chunk % work.streams;
    work.stages.forEach((time, stage) => {
      const engine = stage === 2 && work.copyEngines === 1 ? 0 : stage;
      const begin = Math.max(streamFree[stream] ?? 0, engineFree[engine] ?? 0);
      const end = begin + time / work.chunks;
      streamFree[stream] = end;
      engineFree[engine] = end;
      pieces.push({ chunk, stream, stage, begin, end });
    });
  }
  return pieces;
}

/** When the last piece ends. */
export const finish = (pieces: Piece[]) => Math.max(0, ...pieces.map(({ end }) => end));

/** The result in one sentence. */
export function timelineInWords(work: Work): string {
  const serial = work.stages.reduce((sum, time) => sum + time, 0);
  const end = finish(schedule(work));
  const share = serial === 0 ? 100 : Math.round((100 * end) / serial);
  return `It takes ${share} % of the time that one stage after the other would take.`;
}

const WIDTH = 640;
const ROW = 26;

function draw(pieces: Piece[], work: Work): SVGElement {
  const end = finish(pieces);
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${work.streams * ROW + 4}`,
    role: "img",
    class: "warp-picture",
    "aria-label": "Timeline, one row for each stream; the table below lists it.",
  });
  for (const piece of pieces) {
    const x = (WIDTH * piece.begin) / end;
    const width = Math.max(0.5, (WIDTH * (piece.end - piece.begin)) / end - 1);
    const y = piece.stream * ROW + 2;
    svg.append(
      shape("rect", { x, y, width, height: ROW - 4, rx: 2, class: `piece piece-${piece.stage}` }),
    );
    if (width > 18) {
      const text = { x: x + width / 2, y: y + 15, class: "piece-text" };
      svg.append(shape("text", text, `${piece.chunk}`));
    }
  }
  return svg;
}

const FIELDS: Field[] = [
  { kind: "number", name: "chunks", label: "Chunks", min: 1, max: 16, initial: 4 },
  { kind: "number", name: "streams", label: "Streams", min: 1, max: 8, initial: 2 },
  { kind: "number", name: "in", label: "Copy in, units of time", min: 1, max: 20, initial: 8 },
  { kind: "number", name: "kernel", label: "Kernel, units of time", min: 1, max: 20, initial: 6 },
  { kind: "number", name: "out", label: "Copy out, units of time", min: 1, max: 20, initial: 8 },
  {
    kind: "choice",
    name: "engines",
    label: "Copy engines",
    choices: [
      ["2", "one for each direction"],
      ["1", "one for both directions"],
    ],
    initial: "2",
  },
];

function workOf(values: Values): Work {
  const number = (name: string) => Number(values[name]);
  return {
    chunks: number("chunks"),
    streams: number("streams"),
    stages: [number("in"), number("kernel"), number("out")],
    copyEngines: values["engines"] === "1" ? 1 : 2,
  };
}

const round = (time: number) => String(Math.round(time * 100) / 100);

export function streams(): Widget {
  return {
    fields: FIELDS,
    view: (values) => {
      const work = workOf(values);
      const pieces = schedule(work);
      const key = STAGES.map((name, stage) =>
        element("span", { className: `key key-${stage}` }, name),
      );
      const rows = pieces.map(({ chunk, stream, stage, begin, end }) => [
        `${stream}`,
        `${chunk}`,
        STAGES[stage] ?? "",
        round(begin),
        round(end),
      ]);
      const header = ["Stream", "Chunk", "Stage", "Begins", "Ends"];
      return {
        words: timelineInWords(work),
        picture: [
          element("div", { className: "run-scroll", tabIndex: 0 }, draw(pieces, work)),
          element("p", { className: "keys" }, ...key),
          twin("The picture as a table", table("Timeline, in units of time", header, rows)),
        ],
        frames: 0,
      };
    },
  };
}
