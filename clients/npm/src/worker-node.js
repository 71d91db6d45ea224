// The worker that runs the engines, in Node and Deno.

import { parentPort } from "node:worker_threads";

// @ts-ignore: it comes with Go
import "./wasm_exec.js";
import { serve } from "./serve.js";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
serve((message) => port.postMessage(message), (heard) => port.on("message", heard));
