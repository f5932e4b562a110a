// SPDX-License-Identifier: MIT
//
// Fetches what a page needs only once a reader asks. Each asset is a classic script that hands over
// one text, because a page opened from a file may load those and nothing else.

interface Provider {
  provide(name: string, text: string): void;
}
declare global {
  // eslint-disable-next-line no-var
  var cudaMeasured: Provider | undefined;
}

const arrived = new Map<string, string>();
const wanted = new Map<string, Promise<string>>();

globalThis.cudaMeasured = {
  provide: (name, text) => void arrived.set(name, text),
};

/** Where this script came from; the other assets lie beside it. */
const home = (globalThis.document?.currentScript as HTMLScriptElement | null)?.src ?? "";

/** The address of an asset beside the page's script. */
export function besideScript(path: string): string {
  return new URL(path, home).href;
}

function load(name: string, address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => {
      script.remove();
      const text = arrived.get(name);
      arrived.delete(name);
      if (text === undefined) reject(new Error(`${address} does not hold ${name}`));
      else resolve(text);
    });
    script.addEventListener("error", () => {
      script.remove();
      wanted.delete(name);
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(script);
  });
}

/** The asset called `name` at `address`; loaded once. */
export function asset(name: string, address: string): Promise<string> {
  let promise = wanted.get(name);
  if (promise === undefined) {
    promise = load(name, address);
    wanted.set(name, promise);
  }
  return promise;
}
