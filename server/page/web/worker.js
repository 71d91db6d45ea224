// The worker that runs the engines. Its first message contains the program, the others questions.
/* global Go, importScripts, farbankAsk */
// @ts-ignore
importScripts("wasm_exec.js");

/** @type {(() => void)|undefined} */
let ready;
const started = new Promise((resolve) => (ready = /** @type {() => void} */ (resolve)));
// @ts-ignore
globalThis.farbankReady = () => ready?.();

self.onmessage = async ({ data }) => {
  if (data.module) {
    // @ts-ignore
    const go = new Go();
    const instance = await WebAssembly.instantiate(data.module, go.importObject);
    go.run(instance);
    return;
  }
  await started;
  // @ts-ignore
  farbankAsk(
    data.request,
    (/** @type {string} */ event) => self.postMessage({ id: data.id, event }),
    (/** @type {boolean} */ ok, /** @type {string} */ answer) => self.postMessage({ id: data.id, ok, answer }),
  );
};
