// The function ask, with two back ends: the service, and the engines in a worker.

/**
 * An error in a problem or a request.
 * @typedef {{file?: string, line?: number, column?: number, message: string, hint?: string}} Mistake
 * @typedef {{phase?: string, states: number, nodes: number, depth: number, best?: number, bound?: number, seconds: number}} Progress
 * @typedef {{signal?: AbortSignal, progress?: (p: Progress) => void}} Options
 */

export class AskError extends Error {
  /** @param {Mistake[]} mistakes */
  constructor(mistakes) {
    super(mistakes.map((m) => m.message).join("; "));
    this.mistakes = mistakes;
  }
}

const back = document.querySelector('meta[name="farbank-back"]')?.getAttribute("content");

/**
 * Asks a question and returns the document of docs/json.md. The signal aborts it.
 * @param {Record<string, any>} request
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function ask(request, options = {}) {
  return back === "worker" ? askWorker(request, options) : askService(request, options);
}

/** Starts the back end in advance. */
export function warm() {
  if (back === "worker") start("quick");
}

/** Asks a question so that the engines are compiled. */
let exercising = false;

/**
 * Warms up the engines: browsers optimize WebAssembly only after it has run for a while, for all
 * workers. A question from the user ends this.
 * @param {string} source
 */
export async function exercise(source) {
  if (back !== "worker" || places.has("long")) return;
  exercising = true;
  try {
    for (let k = 0; k < 3; k++) await askWorker({ do: "solve", source, engine: "search", show: "film" }, {});
  } catch { /* ignored: no caller waits for the answer */ }
  exercising = false;
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

// The worker. Quick questions have a worker of their own, so that typing is not delayed by a search.

/**
 * @typedef {{resolve: (d: any) => void, reject: (e: Error) => void, progress?: Options["progress"], plans: any[]}} Waiting
 * @typedef {{worker: Worker, waiting: Map<number, Waiting>}} Place
 */

/** @type {Map<string, Place>} */
const places = new Map();
/** @type {Promise<WebAssembly.Module>|undefined} */
let program;
let last = 0;

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

/** @param {string} name @returns {Place} */
function start(name) {
  let place = places.get(name);
  if (place) return place;
  place = { worker: new Worker("worker.js"), waiting: new Map() };
  const { worker, waiting } = place;
  worker.onmessage = ({ data }) => {
    const w = waiting.get(data.id);
    if (!w) return;
    if (data.event) return told(w, JSON.parse(data.event));
    waiting.delete(data.id);
    const doc = JSON.parse(data.answer);
    if (!data.ok) return w.reject(new AskError(doc.errors));
    w.resolve(w.plans.length ? { plans: w.plans, ...doc } : doc);
  };
  worker.onerror = () => end(name, "the engines ended; perhaps memory is short");
  program ??= load();
  program.then((module) => worker.postMessage({ module }), (e) => {
    program = undefined;
    end(name, e.message);
  });
  places.set(name, place);
  return place;
}

/** @param {Waiting} w @param {any} event */
function told(w, event) {
  if (event.progress) w.progress?.(event.progress);
  if (event.plan) w.plans.push(event.plan);
}

/** Terminates a worker and rejects its questions. @param {string} name @param {string} why */
function end(name, why) {
  const place = places.get(name);
  if (!place) return;
  places.delete(name);
  place.worker.terminate();
  for (const w of place.waiting.values()) w.reject(new AskError([{ message: why }]));
}

const quick = ["check", "format", "play", "complete"];

/** @param {any} request @param {Options} options @returns {Promise<any>} */
function askWorker(request, { signal, progress }) {
  const name = quick.includes(request.do) && !request.hint ? "quick" : "long";
  if (name === "long" && exercising && places.has(name)) end(name, "not waited for");
  const place = start(name);
  const id = ++last;
  return new Promise((resolve, reject) => {
    place.waiting.set(id, { resolve, reject, progress, plans: [] });
    place.worker.postMessage({ id, request: JSON.stringify(request) });
    signal?.addEventListener("abort", () => {
      if (!place.waiting.delete(id)) return;
      if (name === "long") end(name, "stopped");
      reject(new DOMException("stopped", "AbortError"));
    });
  });
}
