// The package in Node and Deno: worker threads, and the program from a file.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";

import { Engines, FarbankError } from "./engines.js";
import { questions } from "./questions.js";

const engines = new Engines({
  program: async () => WebAssembly.compile(new Uint8Array(gunzipSync(await readFile(new URL("./farbank.wasm.gz", import.meta.url))))),
  worker(message, failed) {
    const worker = new Worker(new URL("./worker-node.js", import.meta.url), { execArgv: [] }); // --input-type is not for workers
    worker.on("message", message);
    worker.on("error", (/** @type {Error} */ e) => failed(e.message));
    worker.on("exit", () => failed("the engines ended; perhaps memory is short"));
    return {
      post: (m) => worker.postMessage(m),
      end: () => void worker.terminate(),
      idle: (idle) => (idle ? worker.unref() : worker.ref()), // an idle worker keeps no process alive
    };
  },
});

export { FarbankError };
export const { ask, solve, plans, check, explain, verify, compare, space, graph, play, exportTo, format, warm, close } = questions(engines);
