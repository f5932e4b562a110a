// SPDX-License-Identifier: MIT
//
// The page's side of simt/web/executor.cpp: loads a device object, launches one of its kernels, and
// reads back results, report and the accesses of one warp.

const VERSION = 2;
const LANES = 32;
const ARGUMENT_STRIDE = 16;
const STEP_BYTES = 32 + 8 * LANES;

/** A kernel's argument: an address in a buffer, by its name, or a number of a C++ type. */
export type Argument =
  { buffer: string; at?: number } | { u64: number } | { i32: number } | { f32: number } | Struct;

/** A struct: a pointer to a buffer, if it begins with one, and numbers of four bytes. */
export interface Struct {
  pointer?: string;
  u32s: number[];
}

export interface Buffer {
  name: string;
  bytes: number;
  /** What it holds at first; without it, poison. */
  data?: Uint8Array<ArrayBuffer>;
  /** The kernel changes the data, so it is read back as well. */
  changes?: boolean;
  /** C++ type of its elements; float, if nothing is said. */
  type?: string;
}

export interface LaunchPlan {
  /** Mangled name of the kernel. */
  symbol: string;
  grid: [number, number, number];
  block: [number, number, number];
  buffers: Buffer[];
  arguments: Argument[];
  /** What stands in `__constant__` and `__device__` variables, by their mangled names. */
  variables?: { symbol: string; data: Uint8Array<ArrayBuffer> }[];
  /** Whose accesses are drawn. */
  followed: { block: number; warp: number };
}

export type Space = "global" | "shared";

/** One access of the followed warp. */
export interface Step {
  line: number;
  column: number;
  space: Space;
  access: "load" | "store" | "atomic";
  /** For each lane. */
  bytes: number;
  mask: number;
  /** Sectors or wavefronts, and the least that could do. */
  cost: number;
  ideal: number;
  /** Name of the buffer; empty for shared memory. */
  buffer: string;
  /** Byte offset of each lane in the buffer, or in shared memory. */
  at: number[];
}

export interface LaunchAnswer {
  ok: boolean;
  /** Why it is not ok. */
  message: string;
  /** What stands afterwards in the buffers that began without data, or that change. */
  buffers: Record<string, Uint8Array<ArrayBuffer>>;
  /** JSON of the report. */
  report: string;
  steps: Step[];
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  simt_web_version(): number;
  simt_web_allocate(bytes: number): number;
  simt_web_free(place: number): void;
  simt_web_text(): number;
  simt_web_open(object: number, bytes: number): number;
  simt_web_pointer_bytes(): number;
  simt_web_buffer(name: number, bytes: number): bigint;
  simt_web_variable(symbol: number): bigint;
  simt_web_serial(address: bigint): number;
  simt_web_write(address: bigint, from: number, bytes: number): number;
  simt_web_read(address: bigint, to: number, bytes: number): number;
  simt_web_launch(symbol: number, shape: number, values: number, count: number): number;
  simt_web_report(): number;
  simt_web_trace(): number;
  simt_web_trace_length(): number;
}

const SPACES = ["global", "shared"] as const;
const ACCESSES = ["load", "store", "atomic"] as const;

export class Executor {
  private readonly calls: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.calls = instance.exports as unknown as Exports;
    this.calls._initialize();
    if (this.calls.simt_web_version() !== VERSION) {
      throw new Error("the page and its executor are of different versions: load the page again");
    }
  }

  /** Launches a kernel of `object` in a fresh session. */
  launch(object: Uint8Array, plan: LaunchPlan): LaunchAnswer {
    const failed = (message: string) => ({
      ok: false,
      message,
      buffers: {},
      report: "",
      steps: [],
    });
    if (!this.with(object, (place) => this.calls.simt_web_open(place, object.length))) {
      return failed(this.text());
    }
    const addresses = new Map<string, bigint>();
    for (const buffer of plan.buffers) {
      const address = this.make(buffer);
      if (address === 0n) return failed(this.text());
      addresses.set(buffer.name, address);
    }
    for (const { symbol, data } of plan.variables ?? []) this.set(symbol, data);
    const ok = this.start(plan, addresses);
    const message = ok ? "" : this.text();
    const names = new Map<number, string>();
    for (const [name, address] of addresses) names.set(this.calls.simt_web_serial(address), name);
    return {
      ok,
      message,
      buffers: Object.fromEntries(
        plan.buffers
          .filter(({ data, changes }) => data === undefined || changes === true)
          .map(({ name, bytes }) => [name, this.contents(addresses.get(name)!, bytes)]),
      ),
      report: this.string(this.calls.simt_web_report()),
      steps: this.steps(names),
    };
  }

  private start(plan: LaunchPlan, addresses: Map<string, bigint>): boolean {
    const shape = Uint32Array.of(
      ...plan.grid,
      ...plan.block,
      0,
      plan.followed.block,
      plan.followed.warp,
    );
    const values = new DataView(new ArrayBuffer(ARGUMENT_STRIDE * plan.arguments.length));
    const wide = this.calls.simt_web_pointer_bytes() === 8;
    plan.arguments.forEach((argument, index) => {
      writeArgument(values, index * ARGUMENT_STRIDE, argument, addresses, wide);
    });
    return this.withString(plan.symbol, (symbol) =>
      this.with(new Uint8Array(shape.buffer), (shapeAt) =>
        this.with(
          new Uint8Array(values.buffer),
          (valuesAt) =>
            this.calls.simt_web_launch(symbol, shapeAt, valuesAt, plan.arguments.length) !== 0,
        ),
      ),
    );
  }

  private make(buffer: Buffer): bigint {
    const address = this.withString(buffer.name, (name) =>
      this.calls.simt_web_buffer(name, buffer.bytes),
    );
    if (address !== 0n && buffer.data !== undefined) this.write(address, buffer.data);
    return address;
  }

  /** Fills a variable of the object. A kernel that a reader changed may have none of that name. */
  private set(symbol: string, data: Uint8Array): void {
    const address = this.withString(symbol, (name) => this.calls.simt_web_variable(name));
    if (address !== 0n) this.write(address, data);
  }

  private write(address: bigint, data: Uint8Array): void {
    this.with(data, (place) => this.calls.simt_web_write(address, place, data.length));
  }

  private contents(address: bigint, bytes: number): Uint8Array<ArrayBuffer> {
    const place = this.calls.simt_web_allocate(bytes);
    this.calls.simt_web_read(address, place, bytes);
    const copy = new Uint8Array(this.calls.memory.buffer, place, bytes).slice();
    this.calls.simt_web_free(place);
    return copy;
  }

  private steps(names: Map<number, string>): Step[] {
    const count = this.calls.simt_web_trace_length();
    const view = new DataView(this.calls.memory.buffer, this.calls.simt_web_trace());
    return Array.from({ length: count }, (_, index) => readStep(view, index * STEP_BYTES, names));
  }

  /** Hands `bytes` over for the time of a call. */
  private with<Result>(bytes: Uint8Array, call: (place: number) => Result): Result {
    const place = this.calls.simt_web_allocate(Math.max(bytes.length, 1));
    if (place === 0) throw new Error("there is not enough memory");
    new Uint8Array(this.calls.memory.buffer, place, bytes.length).set(bytes);
    try {
      return call(place);
    } finally {
      this.calls.simt_web_free(place);
    }
  }

  private withString<Result>(text: string, call: (place: number) => Result): Result {
    return this.with(new TextEncoder().encode(`${text}\0`), call);
  }

  private string(place: number): string {
    const bytes = new Uint8Array(this.calls.memory.buffer, place);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  private text(): string {
    return this.string(this.calls.simt_web_text());
  }
}

function writeArgument(
  values: DataView,
  at: number,
  argument: Argument,
  addresses: Map<string, bigint>,
  wide: boolean,
): void {
  if ("buffer" in argument) {
    const start = addresses.get(argument.buffer) ?? 0n;
    values.setBigUint64(at, start + BigInt(argument.at ?? 0), true);
  } else if ("u64" in argument) {
    values.setBigUint64(at, BigInt(argument.u64), true);
  } else if ("i32" in argument) {
    values.setInt32(at, argument.i32, true);
  } else if ("f32" in argument) {
    values.setFloat32(at, argument.f32, true);
  } else {
    writeStruct(values, at, argument, addresses, wide);
  }
}

/** A pointer in a struct is as wide as the object has it, while one by itself is widened. */
function writeStruct(
  values: DataView,
  at: number,
  { pointer, u32s }: Struct,
  addresses: Map<string, bigint>,
  wide: boolean,
): void {
  let next = at;
  if (pointer !== undefined) {
    const address = addresses.get(pointer) ?? 0n;
    if (wide) values.setBigUint64(next, address, true);
    else values.setUint32(next, Number(address), true);
    next += wide ? 8 : 4;
  }
  u32s.forEach((value, index) => values.setUint32(next + 4 * index, value, true));
}

function readStep(view: DataView, at: number, names: Map<number, string>): Step {
  return {
    line: view.getUint32(at, true),
    column: view.getUint32(at + 4, true),
    space: SPACES[view.getUint8(at + 8)] ?? "global",
    access: ACCESSES[view.getUint8(at + 9)] ?? "load",
    bytes: view.getUint8(at + 10),
    mask: view.getUint32(at + 12, true),
    cost: view.getUint32(at + 16, true),
    ideal: view.getUint32(at + 20, true),
    buffer: names.get(view.getUint32(at + 24, true)) ?? "",
    at: Array.from({ length: LANES }, (_, lane) =>
      Number(view.getBigUint64(at + 32 + 8 * lane, true)),
    ),
  };
}
