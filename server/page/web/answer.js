// Answers: plans as tables, films and strips; counts; the results of engines.

import { copy, download, h, picture, say } from "./dom.js";

/** @typedef {{svg: string, caption?: string, lines?: string[]}} Frame */

const told = {
  solved: "Solved.", none: "There is no plan: all was searched.", unknown: "Not known.", feasible: "A plan, perhaps not the best.", unsupported: "This cannot be asked.",
};

/** Returns a sentence about an answer. @param {any} doc */
export function summary(doc) {
  if (doc.count !== undefined) return `${big(doc.count)} plans.`;
  if (doc.countAtLeast !== undefined) return `At least ${big(doc.countAtLeast)} plans. ${doc.reason ?? ""}`;
  let text = /** @type {Record<string, string>} */ (told)[doc.status] ?? doc.status ?? "";
  if (doc.plans) text = `${doc.plans.length} plans.`;
  else if (doc.length !== undefined && doc.plan?.length) text = `${doc.length} ${doc.length === 1 ? "move" : "moves"}` + (doc.cost !== doc.length ? `, cost ${doc.cost}` : "") + (doc.bound === doc.cost ? "; no plan is better." : ".");
  if (doc.reason) text += " " + doc.reason[0].toUpperCase() + doc.reason.slice(1) + ".";
  const s = doc.stats;
  if (s) text += ` ${s.engine}: ${big(s.stored || s.nodes || 0)} ${s.stored ? "states" : "nodes"}, ${seconds(s.seconds)}.`;
  return text;
}

/** @param {number|string} n */
export const big = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
/** @param {number} s */
export const seconds = (s) => (s < 1 ? `${(s * 1000).toFixed(s < 0.01 ? 1 : 0)} ms` : `${s.toFixed(1)} s`);

/**
 * Returns the plan as a table: with a column for each item if all states show the same items, else in
 * the format of the command line. Several plans are listed, and each can be opened.
 * @param {any} doc @param {(moves: string[]) => void} open
 */
export function table(doc, open) {
  if (doc.plans) return plans(doc.plans, open);
  const film = /** @type {Frame[]} */ (doc.film ?? []);
  return h("div", {}, film.length === 1 && still(film[0]), states(doc, film));
}

/** @param {any} doc @param {Frame[]} film */
function states(doc, film) {
  const rows = film.map((f) => (f.lines ?? []).map((l) => l.match(/^([^:\n]+): ?(.*)$/s)));
  const head = rows[0]?.map((m) => m?.[1]);
  const even = head && head.length > 0 && rows.every((r) => r.length === head.length && r.every((m, i) => m && m[1] === head[i]));
  if (!even) return h("div", {}, doc.shown && h("pre", { class: "shown", tabindex: "0", "aria-label": "The plan" }, doc.shown));
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "The plan" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), ...head.map((t) => h("th", { scope: "col" }, t)), film.length > 1 && h("th", { scope: "col" }, "Move"))),
      h("tbody", {}, ...rows.map((r, i) => h("tr", {}, h("td", {}, String(i)), ...r.map((m) => h("td", {}, m?.[2] || "–")), film.length > 1 && h("td", {}, film[i].caption ?? ""))))));
}

/**
 * Returns a picture that keeps a legible size and scrolls if it is too large.
 * @param {Frame} frame
 */
function still(frame) {
  const image = picture(frame.svg, (frame.lines ?? []).join("; ") || "the answer");
  image.style.minWidth = `min(${0.65 * Number(/ width="([\d.]+)"/.exec(frame.svg)?.[1] ?? 0)}px, 60rem)`;
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "The board" }, image);
}

/** @param {any[]} list @param {(moves: string[]) => void} open */
function plans(list, open) {
  return h("ol", {}, ...list.map((p, i) => h("li", {}, p.plan?.length ? p.plan.map(move).join(", ") : p.find ? JSON.stringify(p.find) : "nothing is to be done", " ",
    p.plan?.length && h("button", { type: "button", class: "open", "aria-label": `Film of plan ${i + 1}`, click: () => open(p.plan.map(move)) }, "Film"))));
}

/** @param {{move: string, args?: any[]}} s */
const move = (s) => s.move + (s.args?.length ? `(${s.args.map((a) => (typeof a === "string" ? a : JSON.stringify(a))).join(", ")})` : "");

/** Returns a film: a picture for each state, a slider, keys. @param {Frame[]} frames */
export function film(frames) {
  if (frames.length === 1) return h("figure", { class: "film" }, still(frames[0]));
  const board = still(frames[0]);
  const image = /** @type {HTMLImageElement} */ (board.firstElementChild);
  const caption = h("figcaption", { "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: frames.length - 1, value: 0, "aria-label": "State", input: () => go(Number(slider.value)) });
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ f) => h("button", { type: "button", "aria-label": name, title: name, click: f }, text);
  const playing = button("▶", "Play", () => (timer ? stop() : play()));
  let at = 0;
  /** @type {number|undefined} */
  let timer;
  const go = (/** @type {number} */ n) => {
    at = Math.max(0, Math.min(frames.length - 1, n));
    slider.value = String(at);
    const f = frames[at];
    const says = `State ${at} of ${frames.length - 1}` + (f.caption ? `. Next: ${f.caption}` : "");
    image.src = picture(f.svg, "").src;
    image.alt = (f.lines ?? []).join("; ") || `state ${at}`;
    slider.setAttribute("aria-valuetext", says);
    caption.textContent = says;
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    playing.textContent = "▶";
    playing.setAttribute("aria-label", "Play");
  };
  const play = () => {
    if (at === frames.length - 1) go(0);
    playing.textContent = "❚❚";
    playing.setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      if (!image.isConnected) return stop();
      go(at + 1);
      if (at === frames.length - 1) stop();
    }, 900);
  };
  const figure = h("figure", {
    class: "film",
    keydown: (/** @type {KeyboardEvent} */ e) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[e.key];
      if (to === undefined || e.target === slider) return;
      e.preventDefault();
      stop();
      go(to);
    },
  },
  h("div", { class: "film-keys" }, button("|◀", "First", () => go(0)), button("◀", "Back", () => go(at - 1)), playing, button("▶▶", "On", () => go(at + 1)), slider),
  board, caption);
  go(0);
  return figure;
}

/** Returns the film as a strip; a click opens a picture. @param {Frame[]} frames @param {(n: number) => void} open */
export function strip(frames, open) {
  return h("ol", { class: "strip" }, ...frames.map((f, i) =>
    h("li", {}, h("button", { type: "button", click: () => open(i) }, picture(f.svg, (f.lines ?? []).join("; ")), h("span", { class: "cap" }, `${i}. ${f.caption ?? ""}`)))));
}

/**
 * Returns buttons that copy and download an answer.
 * @param {any} doc @param {(show: string) => Promise<string>} shown
 */
export function taking(doc, shown) {
  const plain = JSON.stringify(doc, (k, v) => (k === "film" || k === "shown" ? undefined : v), 2);
  const button = (/** @type {string} */ text, /** @type {(b: HTMLElement) => any} */ f) => h("button", { type: "button", click: (/** @type {any} */ e) => Promise.resolve(f(e.currentTarget)).catch((x) => say(x.message)) }, text);
  const some = doc.film !== undefined;
  return h("div", { class: "bar" },
    button("Copy JSON", (b) => copy(plain, b)),
    button("Download JSON", () => download("answer.json", plain, "application/json")),
    some && button("Copy plan", async (b) => copy(await shown("plan"), b)),
    some && button("Download SVG", async () => download("plan.svg", await shown("svg"), "image/svg+xml")),
    some && button("Download page", async () => download("plan.html", await shown("html"), "text/html")));
}

/** Returns a table of the results of all engines. @param {any} doc */
export function engines(doc) {
  if (!doc.engines) return h("p", {}, summary(doc));
  const cells = (/** @type {any} */ r) => [r.engine, r.status, r.cost ?? "–", r.length ?? "–", r.work ? `${big(r.work)} ${r.unit ?? ""}` : "–", r.seconds !== undefined ? seconds(r.seconds) : "–", r.reason ?? ""];
  return h("div", {},
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "The engines" }, h("table", {},
      h("thead", {}, h("tr", {}, ...["Engine", "Answer", "Cost", "Moves", "Work", "Time", "Why"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", {}, ...doc.engines.map((/** @type {any} */ r) => h("tr", {}, ...cells(r).map((c) => h("td", {}, String(c)))))))),
    h("p", { class: doc.disagreements.length ? "wrong" : "good" }, doc.disagreements.length ? doc.disagreements.join("; ") : "The engines agree."));
}
