// What a worker does, in browsers and elsewhere. wasm_exec.js must be loaded.

/**
 * Runs the program that the first message contains, and passes questions to it.
 * @param {(message: any) => void} post @param {(heard: (data: any) => void) => void} listen
 */
export function serve(post, listen) {
  /** @type {any} */
  const host = globalThis;
  const started = new Promise((resolve) => (host.farbankReady = resolve));
  listen(async (data) => {
    if (data.module) {
      const go = new host.Go();
      const instance = await WebAssembly.instantiate(data.module, go.importObject);
      go.run(instance);
      return;
    }
    await started;
    host.farbankAsk(
      data.request,
      (/** @type {string} */ event) => post({ id: data.id, event }),
      (/** @type {boolean} */ ok, /** @type {string} */ answer) => post({ id: data.id, ok, answer }));
  });
}
