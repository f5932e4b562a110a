// SPDX-License-Identifier: MIT
//
// The book's models, of the warp, of occupancy, of the roofline and of the memory of training,
// compiled to WebAssembly by the build from the headers in common/.

import type { WarpAccess } from "../lab/pattern.ts";
import { asset, besideScript } from "../run/assets.ts";
import { unpacked } from "../run/unpack.ts";

export interface GlobalCost {
  requests: number;
  sectors: number;
  lines: number;
  usefulBytes: number;
}
export interface SharedCost {
  wavefronts: number;
  ideal: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  model_addresses(): number;
  model_result(): number;
  model_global(active: number, bytes: number): void;
  model_shared(active: number, bytes: number): void;
  model_devices(): number;
  model_device_name(device: number): number;
  model_device_threads(device: number): number;
  model_residency(device: number, threads: number, registers: number, shared: number): void;
  model_amounts(): number;
  model_peak(device: number, arithmetic: number): void;
  model_roofline(flops: number, bytes: number, intensity: number): void;
  model_budget(
    layers: number,
    hidden: number,
    heads: number,
    sequence: number,
    vocabulary: number,
    sharding: number,
    ranks: number,
    sequences: number,
    recompute: number,
  ): void;
}

/** A GPU of simt/src/devices.def. */
export interface Device {
  name: string;
  /** Most threads that one SM holds. */
  threads: number;
}

/** What one block needs. */
export interface BlockNeeds {
  threads: number;
  registers: number;
  sharedBytes: number;
}

/** Blocks that each limit would allow on an SM, and how many are resident. */
export interface Residency {
  threads: number;
  blocks: number;
  registers: number;
  shared: number;
  resident: number;
}

/** Operations of one kind and bytes of one memory, a second: cm::Roof. */
export interface Roof {
  flops: number;
  bytes: number;
}

/** What a roof comes to for a kernel, both in operations: a byte, a second. */
export interface Bound {
  ridge: number;
  attainable: number;
}

/** The shape of a transformer: cm::Transformer. */
export interface TransformerShape {
  layers: number;
  hidden: number;
  heads: number;
  sequence: number;
  vocabulary: number;
}

/** How it is trained: cm::Sharding and cm::Recompute by their numbers, sequences on each device. */
export interface Plan {
  sharding: number;
  ranks: number;
  sequences: number;
  recompute: number;
}

/** What each device keeps, in bytes. */
export interface Budget {
  parameters: number;
  weights: number;
  gradients: number;
  master: number;
  moments: number;
  activations: number;
}

export class WarpModel {
  private readonly calls: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.calls = instance.exports as unknown as Exports;
  }

  global(access: WarpAccess): GlobalCost {
    this.write(access.at);
    this.calls.model_global(access.mask, access.bytes);
    const [requests = 0, sectors = 0, lines = 0, usefulBytes = 0] = this.answers();
    return { requests, sectors, lines, usefulBytes };
  }

  shared(access: WarpAccess): SharedCost {
    this.write(access.at);
    this.calls.model_shared(access.mask, access.bytes);
    const [wavefronts = 0, ideal = 0] = this.answers();
    return { wavefronts, ideal };
  }

  private write(addresses: number[]): void {
    const place = this.calls.model_addresses();
    const lanes = new BigUint64Array(this.calls.memory.buffer, place, addresses.length);
    lanes.set(addresses.map(BigInt));
  }

  devices(): Device[] {
    return Array.from({ length: this.calls.model_devices() }, (_, device) => ({
      name: this.string(this.calls.model_device_name(device)),
      threads: this.calls.model_device_threads(device),
    }));
  }

  /** `device` is an index into `devices()`. */
  residency(device: number, block: BlockNeeds): Residency {
    this.calls.model_residency(device, block.threads, block.registers, block.sharedBytes);
    const [threads = 0, blocks = 0, registers = 0, shared = 0, resident = 0] = this.answers();
    return { threads, blocks, registers, shared, resident };
  }

  /** What the tables of a device come to; `arithmetic` is the number of cm::Arithmetic. */
  peak(device: number, arithmetic: number): Roof {
    this.calls.model_peak(device, arithmetic);
    const [flops = 0, bytes = 0] = this.amounts(2);
    return { flops, bytes };
  }

  roofline(roof: Roof, intensity: number): Bound {
    this.calls.model_roofline(roof.flops, roof.bytes, intensity);
    const [ridge = 0, attainable = 0] = this.amounts(2);
    return { ridge, attainable };
  }

  /** Adam in mixed precision. */
  budget(t: TransformerShape, plan: Plan): Budget {
    this.calls.model_budget(
      t.layers,
      t.hidden,
      t.heads,
      t.sequence,
      t.vocabulary,
      plan.sharding,
      plan.ranks,
      plan.sequences,
      plan.recompute,
    );
    const [parameters = 0, weights = 0, gradients = 0, master = 0, moments = 0, activations = 0] =
      this.amounts(6);
    return { parameters, weights, gradients, master, moments, activations };
  }

  private answers(): Int32Array {
    return new Int32Array(this.calls.memory.buffer, this.calls.model_result(), 5);
  }

  private amounts(count: number): Float64Array {
    return new Float64Array(this.calls.memory.buffer, this.calls.model_amounts(), count);
  }

  private string(place: number): string {
    const bytes = new Uint8Array(this.calls.memory.buffer, place);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** Loads the model. */
export async function loadModel(): Promise<WarpModel> {
  const packed = await asset("model", besideScript("run/model.js"));
  const { instance } = await WebAssembly.instantiate(await unpacked(packed), {});
  return new WarpModel(instance);
}
