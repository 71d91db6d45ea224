// Runs before the page in a panel of the editor: passes the requests of the page to the
// extension, since a panel cannot reach a server itself.
import { packed } from "./share.js";

// @ts-ignore
const editor = acquireVsCodeApi();

/**
 * @typedef {{id: number, status?: number, headers?: Record<string, string>, text?: string, end?: boolean, failed?: string, source?: string}} Told
 * @typedef {{resolve: (r: Response) => void, reject: (e: Error) => void, body?: ReadableStreamDefaultController<Uint8Array>}} Waiting
 */

/** @type {Map<number, Waiting>} */
const waiting = new Map();
const encoder = new TextEncoder();
let last = 0;

/** @param {RequestInfo | URL} path @param {RequestInit} [init] @returns {Promise<Response>} */
window.fetch = (path, init = {}) =>
  new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    const abort = () => {
      const w = waiting.get(id);
      const why = new DOMException("stopped", "AbortError");
      if (!w || !waiting.delete(id)) return;
      editor.postMessage({ id, abort: true });
      w.body?.error(why);
      reject(why);
    };
    if (init.signal?.aborted) return abort();
    init.signal?.addEventListener("abort", abort);
    editor.postMessage({ id, path: String(path), method: init.method ?? "GET", headers: Object.fromEntries(new Headers(init.headers)), body: init.body ?? undefined });
  });

/** @type {(source: string) => void} */
let arrived;
const source = new Promise((resolve) => (arrived = resolve));

/** @param {string} text */
const open = async (text) => {
  location.hash = await packed({ source: text });
};

addEventListener("message", ({ data }) => {
  const m = /** @type {Told} */ (data);
  if (typeof m?.source === "string") {
    arrived(m.source);
    if (document.documentElement.dataset.ready) void open(m.source);
    return;
  }
  const w = waiting.get(m?.id);
  if (!w) return;
  if (m.failed !== undefined) {
    waiting.delete(m.id);
    const why = new TypeError(m.failed);
    w.body?.error(why);
    w.reject(why);
    return;
  }
  if (m.status) {
    const body = new ReadableStream({ start: (c) => void (w.body = c) });
    w.resolve(new Response([204, 304].includes(m.status) ? null : body, { status: m.status, headers: m.headers }));
  }
  if (m.text) w.body?.enqueue(encoder.encode(m.text));
  if (m.end) {
    waiting.delete(m.id);
    w.body?.close();
  }
});

editor.postMessage({ id: 0, ready: true });
await open(await source);
/** @type {HTMLElement} */ (document.getElementById("link")).hidden = true; // it would lead to the panel
await import("./app.js");
