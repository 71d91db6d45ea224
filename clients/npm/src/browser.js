// The package in browsers: workers, and the program by fetch.

import { Engines, FarbankError } from "./engines.js";
import { questions } from "./questions.js";

/** Returns the compiled program. It is stored compressed; some hosts decompress it on the way. */
async function program() {
  const response = await fetch(new URL("./farbank.wasm.gz", import.meta.url));
  if (!response.ok) throw new Error(`farbank.wasm.gz cannot be loaded: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return WebAssembly.compile(bytes);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
}

const engines = new Engines({
  program,
  worker(message, failed) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => message(data);
    worker.onerror = (e) => failed(`the engines ended${e.message ? `: ${e.message}` : ""}; perhaps memory is short`);
    return { post: (m) => worker.postMessage(m), end: () => worker.terminate() };
  },
});

export { FarbankError };
export const { ask, solve, plans, check, explain, verify, compare, space, graph, play, exportTo, format, warm, close } = questions(engines);
