// The function ask, with two back ends: the service, and the engines in a worker.

import { Engines, FarbankError as AskError } from "./engines.js";

export { AskError };

/**
 * @typedef {import("./engines.js").Mistake} Mistake
 * @typedef {import("./engines.js").Progress} Progress
 * @typedef {{signal?: AbortSignal, progress?: (p: Progress) => void}} Options
 */

const back = document.querySelector('meta[name="farbank-back"]')?.getAttribute("content");

/**
 * Asks a question and returns the document of docs/json.md. The signal aborts it.
 * @param {Record<string, any>} request
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function ask(request, options = {}) {
  if (back !== "worker") return askService(request, options);
  asked ||= !quick.includes(request.do);
  if (asked) exercising.abort();
  return engines.ask(request, options);
}

/** Starts the back end in advance. */
export function warm() {
  if (back === "worker") engines.warm();
}

const quick = ["check", "format", "play", "complete"];
let asked = false; // whether the user has asked what may take long
const exercising = new AbortController();

/**
 * Warms up the engines: browsers optimize WebAssembly only after it has run for a while, for all
 * workers. A question from the user ends this.
 * @param {string} source
 */
export async function exercise(source) {
  if (back !== "worker" || asked) return;
  const { signal } = exercising;
  try {
    for (let k = 0; k < 3; k++) await engines.ask({ do: "solve", source, engine: "search", show: "film" }, { signal });
  } catch { /* ignored: no caller waits for the answer */ }
  performance.mark("exercised");
}

// The service.

let token = "";
let refused = false; // so that the user is asked for a token only once

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
async function call(path, init) {
  const sent = token;
  const headers = new Headers(init.headers);
  if (sent) headers.set("Authorization", "Bearer " + sent);
  const r = await fetch(path, { ...init, headers });
  if (r.status !== 401 || refused) return r;
  if (sent === token) { // otherwise a token was entered meanwhile
    const given = prompt(sent ? "The service does not know this token. Another?" : "This service needs a token.");
    refused = !given;
    if (!given) return r;
    token = given.trim();
  }
  return call(path, init);
}

/** @param {any} request @param {Options} options */
async function askService(request, { signal, progress }) {
  const { do: kind, ...rest } = request;
  // Not aborted before the ID of the job is known.
  const r = await call("api/v1/" + kind, { method: "POST", body: JSON.stringify(rest), headers: { "Content-Type": "application/json", Prefer: "wait=0" } });
  const doc = await r.json().catch(() => ({ errors: [{ message: `the service said ${r.status}` }] }));
  if (r.status === 202) return follow(doc.id, signal, progress);
  if (!r.ok) throw new AskError(doc.errors ?? [{ message: doc.detail ?? `the service said ${r.status}` }]);
  return doc;
}

/**
 * Follows a job to its end.
 * @param {string} id @param {AbortSignal|undefined} signal @param {Options["progress"]} progress
 */
async function follow(id, signal, progress) {
  const stop = () => call("api/v1/jobs/" + id, { method: "DELETE" });
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) void stop();
  try {
    const r = await call(`api/v1/jobs/${id}/events`, { signal });
    for await (const e of events(r)) {
      const d = JSON.parse(e.data);
      if (e.kind === "progress") {
        progress?.(d.progress ?? { states: 0, nodes: 0, depth: 0, seconds: 0, phase: d.state });
        continue;
      }
      if (d.state === "done") return d.answer;
      throw new AskError(d.answer?.errors ?? [{ message: `the job is ${d.state}` }]);
    }
    const last = await (await call("api/v1/jobs/" + id, { signal })).json();
    if (last.state === "done") return last.answer;
    throw new AskError([{ message: "the service was lost sight of" }]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Yields the server-sent events of a response. @param {Response} r */
async function* events(r) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (r.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const e = { kind: "message", data: "" };
      for (const line of part.split("\n")) {
        if (line.startsWith("event:")) e.kind = line.slice(6).trim();
        if (line.startsWith("data:")) e.data += line.slice(5).trim();
      }
      if (e.data) yield e;
    }
  }
}

// The engines in workers.

/**
 * Fetches a large file. On a static site it is compressed by the host, or else stored compressed.
 * @param {string} name @returns {Promise<Response>}
 */
export async function large(name) {
  if (back !== "worker") return fetch(name);
  const plain = await fetch(name, { method: "HEAD" });
  const packed = plain.ok && plain.headers.get("Content-Encoding");
  const r = await fetch(packed ? name : name + ".gz");
  if (!r.ok || !r.body) throw new AskError([{ message: name + " cannot be loaded" }]);
  if (packed) return r;
  return new Response(r.headers.get("Content-Encoding") ? r.body : r.body.pipeThrough(new DecompressionStream("gzip")));
}

/** Returns the compiled program. */
async function load() {
  const { body } = await large("farbank.wasm");
  return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
}

const engines = new Engines({
  program: load,
  worker(message, failed) {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => message(data);
    worker.onerror = () => failed("the engines ended; perhaps memory is short");
    return { post: (m) => worker.postMessage(m), end: () => worker.terminate() };
  },
});
