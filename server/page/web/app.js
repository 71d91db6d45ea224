// The page: the problem, the question and the answer.

import { ask, AskError, exercise, large, warm } from "./ask.js";
import { engines, film, strip, summary, table, taking } from "./answer.js";
import { completes } from "./complete.js";
import { copy, download, el, h, say } from "./dom.js";
import { Editor } from "./editor.js";
import { explanation, unexplained, without } from "./explain.js";
import { graph } from "./graph.js";
import { manual } from "./manual.js";
import { Params } from "./params.js";
import { Game } from "./play.js";
import { packed, unpacked } from "./share.js";

/** @typedef {{name: string, source: string, data: Record<string, any>}} Example */

const editor = new Editor(el("editor"), changed);
const params = new Params(el("params"), () => soon());
const json = /** @type {HTMLTextAreaElement} */ (el("json"));
const panel = el("panel");
/** @type {Example[]} */
let examples = [];
/** @type {AbortController|null} */
let running = null;
/** The last answer; it is cleared when the problem changes. @type {any} */
let answer = null;
let chosen = "table";

// The problem.

/** Returns the parameters and data. @returns {Record<string, any>} */
function data() {
  const text = json.value.trim();
  return { ...(text ? JSON.parse(text) : {}), ...params.values() };
}

function problem() {
  const given = data();
  return { source: editor.text, ...(Object.keys(given).length ? { params: given } : {}) };
}

/** @param {string} source @param {Record<string, string>} [given] @param {string} [text] */
function open(source, given = {}, text = "") {
  params.reset(given);
  json.value = text;
  /** @type {HTMLDetailsElement} */ (el("more-data")).open = text !== "";
  editor.open(source);
  own();
  forget();
  check();
}

/** The name of the last file that was opened or saved. */
let fileName = "";

/** Opens a file: data if it is JSON, else a problem. @param {File} file */
async function openFile(file) {
  const text = await file.text();
  if (/\.json$/i.test(file.name)) {
    json.value = text;
    /** @type {HTMLDetailsElement} */ (el("more-data")).open = true;
    soon();
  } else {
    open(text);
    fileName = file.name;
  }
  say(file.name + " is open");
}

/** Saves the problem under the name of its file, of the example, or of its title. */
function save() {
  const title = editor.text.match(/^\s*puzzle\s+"([^"]*)"/m)?.[1] ?? "";
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const name = fileName || (value("example") || slug || "problem") + ".far";
  download(name, editor.text, "text/plain");
  say(name + " is saved");
}

/** Shows the example that the text is, or that it is the user's own. */
function own() {
  const select = /** @type {HTMLSelectElement} */ (el("example"));
  const name = examples.find((e) => e.source === editor.text)?.name ?? "";
  if (select.value === name) return;
  select.value = name;
  dataSets();
}

let timer = 0;
let checked = 0;

/** Checks the problem when the user has stopped typing. */
function soon() {
  forget();
  clearTimeout(timer);
  timer = setTimeout(check, 250);
}

function changed() {
  el("diagnostics").replaceChildren();
  own();
  soon();
}

async function check() {
  const mine = ++checked;
  /** @type {any[]} */
  let found = [];
  try {
    const doc = await ask({ do: "check", ...problem() });
    if (mine !== checked) return;
    params.declare(doc.params ?? []);
    found = (doc.warnings ?? []).map((/** @type {any} */ w) => ({ ...w, odd: true }));
  } catch (e) {
    found = mistakes(e);
    const doc = await ask({ do: "format", source: editor.text }).catch(() => null);
    if (mine !== checked) return;
    if (doc) params.declare(doc.params ?? []);
  }
  if (mine !== checked) return;
  performance.mark("checked");
  diagnose(found);
  if (chosen === "play" && !game) show(); // once after the text changed; a game of this text stays as it is
}

/** @param {any} e @returns {any[]} */
function mistakes(e) {
  return e instanceof AskError ? e.mistakes : [{ message: String(e.message ?? e) }];
}

/** @param {any[]} list */
function diagnose(list) {
  editor.mark(list.filter((m) => m.line).map((m) => ({ line: m.line, column: m.column, odd: !!m.odd })));
  el("diagnostics").replaceChildren(...list.slice(0, 50).map((m) => h("li", { class: m.odd ? "odd" : "" },
    m.line && h("button", { type: "button", class: "at", title: "Go there", click: () => editor.go(m.line, m.column) }, `Line ${m.line}:${m.column}`),
    h("span", {}, m.message), m.hint && h("em", {}, m.hint), mended(m))));
}

/** Returns a button that applies a hint, if it suggests another word. @param {any} m */
function mended(m) {
  const word = m.hint?.match(/^did you mean (\S+?)\?$/)?.[1];
  if (!word || !m.line) return null;
  return h("button", { type: "button", class: "fix", click: () => {
    const at = editor.offset(m.line, m.column);
    const old = editor.text.slice(at).match(/^[A-Za-z_0-9]+|^\S/)?.[0] ?? "";
    editor.replace(at, at + old.length, word);
  } }, `Replace by ${word}`);
}

// The question.

/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement} */ (el(id)).value;

/** Returns the question of the form. */
function question() {
  const plans = value("plans");
  /** @type {Record<string, any>} */
  const q = { do: "solve" };
  if (value("engine") && value("engine") !== "auto") q.engine = value("engine");
  if (value("length") !== "") q.length = Number(value("length"));
  if (plans === "count") q.do = "count";
  else if (plans === "walks") Object.assign(q, { do: "count", plans });
  else if (plans === "all") Object.assign(q, { all: true, limit: 1000 });
  else if (plans === "simple") Object.assign(q, { all: true, limit: 1000, plans });
  else {
    q.show = "film";
    if (plans === "any") q.plans = plans;
  }
  return q;
}

/**
 * Asks a long question: one at a time, with progress and a stop button.
 * @param {Record<string, any>} q
 */
async function asked(q) {
  running?.abort();
  const mine = (running = new AbortController());
  const begun = performance.now();
  const line = el("progress");
  const button = /** @type {HTMLButtonElement} */ (el("stop"));
  line.className = "";
  line.textContent = "Working …";
  button.disabled = false;
  let work = "";
  const tell = () => (line.textContent = `Working … ${((performance.now() - begun) / 1000).toFixed(0)} s${work}`);
  const clock = setInterval(tell, 1000);
  try {
    return await ask({ ...q, ...problem() }, { signal: mine.signal, progress: (p) => {
      work = [p.phase, p.states && `${p.states.toLocaleString("en")} states`, p.nodes && `${p.nodes.toLocaleString("en")} nodes`, p.depth && `depth ${p.depth}`].filter(Boolean).map((t) => ", " + t).join("");
      if (running === mine) tell();
    } });
  } catch (e) {
    if (mine.signal.aborted) line.textContent = "Stopped.";
    else {
      const list = mistakes(e);
      if (list.some((m) => m.line)) diagnose(list);
      line.className = "wrong";
      line.textContent = list.map((m) => m.message).join("; ");
    }
    return null;
  } finally {
    clearInterval(clock);
    if (running === mine) {
      running = null;
      button.disabled = true;
    }
    if (line.textContent?.startsWith("Working")) line.textContent = "";
  }
}

async function solve() {
  const q = question();
  forget();
  performance.mark("asked");
  const doc = await asked(q);
  performance.mark("answered");
  if (!doc) return;
  answer = { q, doc };
  el("progress").textContent = summary(doc);
  if (!doc.film || !["film", "strip"].includes(chosen)) chosen = "table";
  show();
}

/** Clears the answers, since the problem has changed. */
function forget() {
  answer = null;
  game = null;
  el("progress").textContent = "";
  el("progress").className = "";
  if (chosen !== "play") show();
}

// The views.

/** @type {Game|null} */
let game = null;

/** @type {Record<string, {name: string, draw: () => any}>} */
const views = {
  table: { name: "Answer", draw: () => (answer ? answered() : h("p", {}, "Solve to see a plan, or play it yourself.")) },
  film: { name: "Film", draw: () => framed((f) => film(f)) },
  strip: { name: "Strip", draw: () => framed((f) => strip(f, (n) => {
    select("film");
    const slider = /** @type {HTMLInputElement|null} */ (panel.querySelector("input[type=range]"));
    if (!slider) return;
    slider.value = String(n);
    slider.dispatchEvent(new Event("input"));
    slider.focus();
  })) },
  graph: { name: "Graph", draw: () => onDemand("Draw the graph", { do: "graph" }, graph) },
  explain: { name: "Why", draw: () => onDemand("Explain", { do: "explain" }, (doc) => explanation(doc, { param: (n, v) => params.set(n, v), drop: (lines) => editor.become(without(editor.text, lines)) }), unexplained(answer?.doc.status)) },
  play: { name: "Play", draw: playing },
  compare: { name: "Engines", draw: () => onDemand("Compare the engines", { do: "compare", timeout: 60 }, engines) },
};

function answered() {
  const { q, doc } = answer;
  const more = doc.status === "none" && h("button", { type: "button", id: "why", click: () => {
    select("explain");
    /** @type {HTMLElement|null} */ (panel.querySelector(".ask"))?.click();
  } }, "Explain why");
  const shown = async (/** @type {string} */ s) => (await ask({ ...q, ...problem(), show: s })).shown;
  return h("div", {}, more, doc.film || doc.plans ? table(doc, openPlan) : null, taking(doc, shown));
}

/** Shows one of several plans, with the states of a game. @param {string[]} moves */
async function openPlan(moves) {
  const mine = answer;
  const frames = [];
  for (let n = 0; n <= moves.length; n++) {
    const doc = await ask({ do: "play", ...problem(), ...(n ? { moves: moves.slice(0, n) } : {}) });
    if (answer !== mine) return;
    const next = doc.choices?.find((/** @type {any} */ c) => c.move === moves[n]);
    frames.push({ svg: doc.picture.svg, lines: doc.lines, caption: next?.label || moves[n] });
  }
  mine.film = frames;
  select("film");
  panel.focus();
}

/** @param {(frames: any[]) => any} draw */
function framed(draw) {
  const frames = answer?.film ?? answer?.doc.film;
  return frames ? draw(frames) : h("p", {}, "Solve first: this shows the states of a plan.");
}

/** @param {string} name @param {any} q @param {(doc: any) => any} draw @param {string} [intro] what is shown before */
function onDemand(name, q, draw, intro) {
  const into = h("div", {});
  into.append(intro ? h("p", {}, intro) : "", h("button", { type: "button", class: "main ask", click: async () => {
    const doc = await asked(q);
    if (doc && into.isConnected) {
      into.replaceChildren(draw(doc));
      say(name + ": done");
    }
  } }, name));
  return into;
}

function playing() {
  const into = h("div", { class: "game", tabindex: "-1" });
  game ??= new Game((more) => ask({ do: "play", ...problem(), ...more }), into);
  const mine = game;
  if (mine.into !== into) game = Object.assign(new Game(mine.ask, into), { moves: mine.moves });
  game.show().catch((e) => into.replaceChildren(h("p", { class: "wrong" }, mistakes(e).map((m) => m.message).join("; "))));
  return into;
}

/** @param {string} name */
function select(name) {
  chosen = name;
  show();
}

function show() {
  for (const [name] of Object.entries(views)) {
    const tab = el("tab-" + name);
    if (!tab) continue;
    tab.setAttribute("aria-selected", String(name === chosen));
    tab.tabIndex = name === chosen ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", "tab-" + chosen);
  panel.replaceChildren(views[chosen].draw());
}

function tabs() {
  const names = Object.keys(views);
  el("tabs").append(...names.map((name, i) => h("button", {
    type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel", click: () => select(name),
    keydown: (/** @type {KeyboardEvent} */ e) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: names.length - 1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      const next = names[(to + names.length) % names.length];
      select(next);
      el("tab-" + next).focus();
    },
  }, views[name].name)));
}

// Start of the page.

async function share() {
  const what = { source: editor.text, params: params.given, json: json.value, plans: value("plans"), length: value("length"), engine: value("engine") };
  history.replaceState(null, "", await packed(what));
  await copy(location.href, el("link"));
}

/** Opens the problem in the fragment of the address. */
async function arrive() {
  const what = await unpacked(location.hash);
  if (typeof what?.source !== "string") return false;
  for (const id of ["plans", "length", "engine"]) if (typeof what[id] === "string") /** @type {HTMLInputElement} */ (el(id)).value = what[id];
  open(what.source, what.params ?? {}, what.json ?? "");
  return true;
}

function dataSets() {
  const e = examples.find((e) => e.name === value("example"));
  const names = Object.keys(e?.data ?? {});
  el("data-label").hidden = names.length === 0;
  el("data").replaceChildren(h("option", { value: "" }, "as written"), ...names.map((n) => h("option", { value: n }, n.replace(/\.json$/, ""))));
}

/** @param {string} name */
function openExample(name) {
  const e = examples.find((e) => e.name === name);
  if (!e) return;
  fileName = "";
  /** @type {HTMLSelectElement} */ (el("example")).value = name;
  dataSets();
  open(e.source);
}

/** @param {string} theme */
function dress(theme) {
  document.documentElement.dataset.theme = theme;
  el("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

function listen() {
  const complete = completes(editor, (at) => ask({ do: "complete", ...problem(), ...(at ? { at } : {}) }));
  el("complete").addEventListener("click", complete);
  el("question").addEventListener("submit", (e) => {
    e.preventDefault();
    solve();
  });
  el("stop").addEventListener("click", () => running?.abort());
  el("link").addEventListener("click", share);
  el("format").addEventListener("click", async () => {
    try {
      editor.become((await ask({ do: "format", source: editor.text })).source);
    } catch (e) {
      diagnose(mistakes(e));
    }
  });
  const file = /** @type {HTMLInputElement} */ (el("file"));
  el("open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = ""; // so that the same file can be opened again
    if (chosen) openFile(chosen).catch((e) => diagnose(mistakes(e)));
  });
  el("save").addEventListener("click", save);
  el("example").addEventListener("change", () => openExample(value("example")));
  el("data").addEventListener("change", () => {
    const e = examples.find((e) => e.name === value("example"));
    const set = e?.data[value("data")];
    json.value = set ? JSON.stringify(set, null, 1) : "";
    /** @type {HTMLDetailsElement} */ (el("more-data")).open = !!set;
    soon();
  });
  json.addEventListener("input", soon);
  el("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    dress(theme);
    try {
      localStorage.setItem("farbank-theme", theme);
    } catch { /* storage is unavailable */ }
  });
  el("manual").addEventListener("click", () => {
    const help = el("help");
    help.hidden = !help.hidden;
    el("manual").setAttribute("aria-expanded", String(!help.hidden));
    document.querySelector("main")?.classList.toggle("helped", !help.hidden);
    if (!help.hidden && !help.firstChild) manual(help, "tutorial", (source) => {
      fileName = "";
      open(source);
    });
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) solve();
  });
  addEventListener("hashchange", arrive);
}

async function begin() {
  let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    theme = localStorage.getItem("farbank-theme") ?? theme;
  } catch { /* storage is unavailable */ }
  dress(theme);
  el("engine").append(...["auto", "search", "journey", "fold", "rules", "milp", "planning", "constraint", "strategy"].map((n) => h("option", { value: n }, n)));
  tabs();
  show();
  listen();
  warm();
  const got = large("examples.json").then((r) => r.json());
  const arrived = await arrive();
  examples = await got;
  el("example").append(h("option", { value: "" }, "none, own text"), ...examples.map((e) => h("option", { value: e.name }, e.name)));
  if (!arrived && !editor.text) openExample("wolf");
  else if (!arrived) changed(); // the browser has kept the text, or the user was faster than the examples
  own();
  const idle = globalThis.requestIdleCallback ?? setTimeout; // not all browsers support it
  setTimeout(() => idle(() => exercise(examples.find((e) => e.name === "tiles")?.source ?? "")), 2000);
  document.documentElement.dataset.ready = "true";
}

begin();
