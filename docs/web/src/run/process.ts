// SPDX-License-Identifier: MIT
//
// A whole program as a process: arguments, environment, standard output, exit code.

import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

import type { EndMessage, ProgramRequest } from "./messages.ts";
import { patched } from "./patch.ts";
import { unpacked } from "./unpack.ts";

const REPORT = "report.json";
const MAX_OUTPUT_BYTES = 1 << 20;
const OUTPUT_BATCH_BYTES = 1 << 14;

/** Collects what a program writes, hands it on in batches, and cuts it off where a page would choke. */
class Output {
  private readonly decoder = new TextDecoder();
  private pending = "";
  private written = 0;

  constructor(private readonly handOn: (text: string) => void) {}

  readonly write = (bytes: Uint8Array): void => {
    const before = this.written;
    this.written += bytes.length;
    if (before > MAX_OUTPUT_BYTES) return;
    this.pending += this.decoder.decode(bytes, { stream: true });
    if (this.cut) {
      this.pending += "\n… the program wrote more than 1 MiB; the rest is not shown.\n";
    }
    if (this.cut || this.pending.length >= OUTPUT_BATCH_BYTES) this.flush();
  };

  /** Whether something was left out. */
  get cut(): boolean {
    return this.written > MAX_OUTPUT_BYTES;
  }

  flush(): void {
    if (this.pending !== "") this.handOn(this.pending);
    this.pending = "";
  }
}

/** The program's WebAssembly. */
async function wasmOf({ wasm, base }: ProgramRequest): Promise<ArrayBuffer> {
  if (base === undefined) return unpacked(wasm);
  const [common, difference] = await Promise.all([unpacked(base), unpacked(wasm)]);
  return patched(new Uint8Array(common), new Uint8Array(difference)).buffer;
}

/** Runs a program to its end; `onOutput` gets what it writes. */
export async function runProgram(
  request: ProgramRequest,
  onOutput: (text: string) => void,
): Promise<EndMessage> {
  const output = new Output(onOutput);
  const files = Object.entries(request.files ?? {});
  const contents = new Map(files.map(([name, data]) => [name, new File(data)]));
  const folder = new PreopenDirectory("/", contents);
  const environment = { ...request.environment, SIMT_REPORT_FILE: `/${REPORT}` };
  const wasi = new WASI(
    request.args,
    Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    [
      new OpenFile(new File(new Uint8Array())),
      new ConsoleStdout(output.write),
      new ConsoleStdout(output.write),
      folder,
    ],
    { debug: false },
  );
  const module = await WebAssembly.compile(await wasmOf(request));
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
  });
  try {
    const exitCode = wasi.start(instance);
    const report = folder.dir.contents.get(REPORT);
    const text = report instanceof File ? new TextDecoder().decode(report.data) : "";
    return { kind: "end", exitCode, report: text, cut: output.cut };
  } finally {
    output.flush();
  }
}
