// SPDX-License-Identifier: MIT
//
// The part of @bjorn3/browser_wasi_shim that the worker uses; the package ships no types.
declare module "@bjorn3/browser_wasi_shim" {
  export class Fd {}
  export class File {
    constructor(data: Uint8Array);
    data: Uint8Array;
  }
  export class OpenFile extends Fd {
    constructor(file: File);
  }
  export class PreopenDirectory extends Fd {
    constructor(name: string, contents: Map<string, File>);
    dir: { contents: Map<string, unknown> };
  }
  export class ConsoleStdout extends Fd {
    constructor(write: (bytes: Uint8Array) => void);
  }
  export class WASI {
    constructor(args: string[], env: string[], fds: Fd[], options?: { debug?: boolean });
    wasiImport: WebAssembly.ModuleImports;
    inst: { exports: { memory: WebAssembly.Memory } };
    start(instance: WebAssembly.Instance): number;
  }
}
