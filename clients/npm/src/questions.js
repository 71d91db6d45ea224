// The questions, on engines that the host provides.

import { FarbankError } from "./engines.js";

/** What solve and the others take beside the fields of a request. */
const ours = ["params", "data", "signal", "onProgress", "onPlan", "count"];

/**
 * Converts a problem: a text, or the name of an example, or a domain and a problem in PDDL.
 * @param {any} problem
 */
function problemOf(problem) {
  if (typeof problem === "object" && problem) return problem;
  const text = String(problem);
  return /\s/.test(text.trim()) || !text.trim() ? { source: text } : { example: text.trim() };
}

/** Sets of JavaScript as lists, and maps as objects, as JSON has them. @param {any} value @returns {any} */
function plain(value) {
  if (value instanceof Set || ArrayBuffer.isView(value)) return Array.from(/** @type {any} */ (value), plain);
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([k, v]) => [k, plain(v)]));
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}

/**
 * @param {string} kind @param {any} problem @param {any} options
 * @returns {Record<string, any>}
 */
function request(kind, problem, options) {
  /** @type {Record<string, any>} */
  const out = { do: kind, ...problemOf(problem) };
  for (const [name, value] of Object.entries(options)) {
    if (!ours.includes(name) && value !== undefined && value !== null) out[name] = value;
  }
  const { data, params } = options;
  if (typeof data === "string") out.dataSet = data;
  const given = { ...(typeof data === "object" ? data : {}), ...params };
  if (Object.keys(given).length) out.params = plain(given);
  return out;
}

/** @param {import("./engines.js").Engines} engines */
export function questions(engines) {
  /**
   * @param {string} kind @param {any} problem @param {any} [options] @param {any} [more]
   * @returns {Promise<any>}
   */
  const ask = async (kind, problem, options = {}, more = {}) =>
    engines.ask(request(kind, problem, { ...options, ...more }), { signal: options.signal, progress: options.onProgress, plan: options.onPlan });
  /** @param {string} kind */
  const question = (kind) => (/** @type {any} */ problem, /** @type {any} */ options) => ask(kind, problem, options);

  /** @param {any} problem @param {any} [options] */
  const solve = (problem, options = {}) => ask(options.count ? "count" : "solve", problem, options);

  /** @param {any} problem @param {any} [options] */
  async function* plans(problem, options = {}) {
    const ended = new AbortController();
    const stop = () => ended.abort(options.signal.reason);
    if (options.signal?.aborted) stop();
    options.signal?.addEventListener("abort", stop);
    /** @type {any[]} */
    const found = [];
    let wake = () => {};
    /** @type {any} */
    let end;
    const told = (/** @type {any} */ e) => { end = e; wake(); };
    const onPlan = (/** @type {any} */ plan) => { found.push(plan); wake(); };
    ask("solve", problem, { ...options, all: true, signal: ended.signal, onPlan }).then((doc) => told({ doc }), (error) => told({ error }));
    try {
      for (;;) {
        while (found.length) yield found.shift();
        if (end?.error) throw end.error;
        if (end) return end.doc;
        await new Promise((resolve) => (wake = () => resolve(undefined)));
      }
    } finally {
      options.signal?.removeEventListener("abort", stop);
      if (!end) ended.abort();
    }
  }

  return {
    ask: (/** @type {any} */ r, /** @type {any} */ options = {}) => engines.ask(r, { signal: options.signal, progress: options.onProgress, plan: options.onPlan }),
    solve,
    plans,
    check: question("check"),
    explain: question("explain"),
    compare: question("compare"),
    space: question("space"),
    graph: question("graph"),
    play: question("play"),
    /** @param {any} problem @param {any} plan @param {any} [options] */
    verify: (problem, plan, options) => ask("verify", problem, options, { plan: typeof plan === "string" ? plan : JSON.stringify(Array.isArray(plan) ? { plan } : plan) }),
    /** @param {any} problem @param {string} to @param {any} [options] */
    exportTo: async (problem, to, options) => {
      const doc = await ask("export", problem, options, { to });
      if (doc.text === undefined) throw new FarbankError([{ message: doc.reason ?? `the problem cannot be written as ${to}` }]);
      return doc.text;
    },
    /** @param {string} source */
    format: async (source) => (await ask("format", { source })).source,
    warm: () => engines.warm(),
    close: () => engines.close(),
  };
}
