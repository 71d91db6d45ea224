// The engines in workers: the one way in which JavaScript calls them. The page and the npm package
// farbank (clients/npm) use this file; what differs between their hosts is in Host.

/**
 * An error in a problem or a request. Lines and columns count from 1.
 * @typedef {{file?: string, line?: number, column?: number, message: string, hint?: string}} Mistake
 * @typedef {{phase?: string, states: number, nodes: number, depth: number, best?: number, bound?: number, seconds: number}} Progress
 * @typedef {{signal?: AbortSignal, progress?: (p: Progress) => void, plan?: (plan: any) => void}} Options
 */

/**
 * A worker, as browsers and Node have it.
 * @typedef {{post: (message: any) => void, end: () => void, idle?: (idle: boolean) => void}} Port
 */

/**
 * What a host provides: the compiled program, and workers that run worker.js.
 * @typedef {{
 *   program: () => Promise<WebAssembly.Module>,
 *   worker: (message: (data: any) => void, failed: (why: string) => void) => Port,
 *   idle?: number,
 * }} Host
 */

/** The problem or the request is wrong. The attributes are those of the first mistake. */
export class FarbankError extends Error {
  /** @param {Mistake[]} mistakes */
  constructor(mistakes) {
    super(mistakes.map((m) => m.message).join("; "));
    this.name = "FarbankError";
    this.mistakes = mistakes;
    this.errors = mistakes;
    const first = mistakes[0];
    this.file = first?.file;
    this.line = first?.line;
    this.column = first?.column;
    this.hint = first?.hint;
  }
}

/**
 * @typedef {{resolve: (d: any) => void, reject: (e: any) => void, options: Options, plans: any[], done: () => void}} Asked
 * @typedef {{port: Port, asked: Asked|null, id: number}} Place
 */

/** A pool of workers. Each answers one question at a time, so that a question can be ended alone. */
export class Engines {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {Set<Place>} */
    this.places = new Set();
    /** @type {Promise<WebAssembly.Module>|undefined} */
    this.program = undefined;
    this.last = 0;
  }

  /** Starts a worker in advance. */
  warm() {
    if (!this.places.size) this.start();
  }

  /**
   * Asks a question and returns its document (docs/json.md). The signal ends the worker at once.
   * @param {Record<string, any>} request @param {Options} [options]
   * @returns {Promise<any>}
   */
  ask(request, options = {}) {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(reason(signal));
    const place = [...this.places].find((p) => !p.asked) ?? this.start();
    return new Promise((resolve, reject) => {
      const abort = () => this.end(place, reason(/** @type {AbortSignal} */ (signal)));
      const done = () => signal?.removeEventListener("abort", abort);
      place.asked = { resolve, reject, options, plans: [], done };
      place.id = ++this.last;
      signal?.addEventListener("abort", abort);
      place.port.idle?.(false);
      place.port.post({ id: place.id, request: JSON.stringify(request) });
    });
  }

  /** Starts a worker. @returns {Place} */
  start() {
    /** @type {Place} */
    const place = { port: /** @type {any} */ (undefined), asked: null, id: 0 };
    place.port = this.host.worker(
      (data) => this.heard(place, data),
      (why) => this.end(place, new FarbankError([{ message: why }])));
    this.places.add(place);
    place.port.idle?.(true);
    this.program ??= this.host.program();
    this.program.then((module) => place.port.post({ module }), (e) => {
      this.program = undefined;
      this.end(place, new FarbankError([{ message: e.message }]));
    });
    return place;
  }

  /** @param {Place} place @param {any} data */
  heard(place, data) {
    const { asked } = place;
    if (!asked || data.id !== place.id) return;
    if (data.event) {
      const { progress, plan } = JSON.parse(data.event);
      if (progress) asked.options.progress?.(progress);
      if (plan) {
        if (asked.options.plan) asked.options.plan(plan);
        else asked.plans.push(plan);
      }
      return;
    }
    place.asked = null;
    asked.done();
    place.port.idle?.(true);
    const idle = [...this.places].filter((p) => !p.asked);
    for (const extra of idle.slice(this.host.idle ?? 2)) this.end(extra, null); // each holds memory
    const doc = JSON.parse(data.answer);
    if (!data.ok) asked.reject(new FarbankError(doc.errors));
    else asked.resolve(asked.plans.length ? { plans: asked.plans, ...doc } : doc);
  }

  /** Ends a worker, and rejects its question. @param {Place} place @param {any} why */
  end(place, why) {
    if (!this.places.delete(place)) return;
    place.port.end();
    place.asked?.done();
    place.asked?.reject(why);
    place.asked = null;
  }

  /** Ends all workers. */
  close() {
    for (const place of [...this.places]) this.end(place, new DOMException("the engines were closed", "AbortError"));
  }
}

/** @param {AbortSignal} signal */
function reason(signal) {
  return signal.reason ?? new DOMException("stopped", "AbortError");
}
