// The element farbank-problem: a problem in a page, with its answer, film and play.
//
//   <script type="module" src="farbank/element.js"></script>
//   <farbank-problem example="wolf"></farbank-problem>
//   <farbank-problem params='{"n": 6}'><script type="text/plain"> ... </script></farbank-problem>

import { FarbankError, ask, play, solve } from "farbank";

const style = `
:host { display: block; font: 15px/1.45 system-ui, sans-serif; border: 1px solid #8886; border-radius: 8px; padding: 12px; }
textarea { width: 100%; box-sizing: border-box; min-height: 12em; font: 13px/1.4 ui-monospace, monospace; tab-size: 4; }
button { font: inherit; padding: 3px 12px; margin: 4px 4px 4px 0; }
button[aria-disabled=true] { opacity: .55; }
img { display: block; max-width: 100%; background: #fff; }
ul { list-style: none; padding: 0; margin: 4px 0; display: flex; flex-wrap: wrap; gap: 4px; }
li small { display: block; }
input[type=range] { width: min(100%, 24em); }
details, details > div { margin-left: 1.2em; border-left: 1px solid #8886; padding-left: .6em; }
summary { cursor: pointer; } summary small { opacity: .7; }
.wrong { color: #b00020; } .good { color: #0a7a2f; }
table { border-collapse: collapse; } td, th { border: 1px solid #8884; padding: 2px 8px; text-align: left; }
`;

/**
 * Makes an element of HTML. @param {string} name @param {Record<string, any>} [with_] @param {...(Node|string)} inner
 * @returns {any}
 */
function h(name, with_ = {}, ...inner) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(with_)) {
    if (typeof value === "function") e.addEventListener(key, value);
    else if (value !== undefined && value !== false) e.setAttribute(key, String(value));
  }
  e.append(...inner);
  return e;
}

/** Returns a picture. As an image it can run no script. @param {any} frame */
const picture = (frame) => h("img", { src: "data:image/svg+xml," + encodeURIComponent(frame.svg), alt: (frame.lines ?? []).join("; ") || "the state" });

export class FarbankProblem extends HTMLElement {
  static observedAttributes = ["example", "src", "params"];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.text = h("textarea", { "aria-label": "The problem", spellcheck: "false" });
    this.out = h("div", { part: "answer" });
    this.status = h("p", { role: "status", part: "status" });
    this.stopButton = h("button", { type: "button", hidden: "", click: () => this.stop() }, "Stop");
    this.textButton = h("button", { type: "button", hidden: "", click: () => this.read() }, "Text");
    root.append(
      h("style", {}, style),
      this.text,
      h("div", { part: "actions" },
        h("button", { type: "button", click: () => this.solve() }, "Solve"),
        h("button", { type: "button", click: () => this.play() }, "Play"),
        this.textButton, this.stopButton),
      this.status, this.out);
    /** @type {AbortController|undefined} */
    this.running = undefined;
    /** @type {string[]} */
    this.moves = [];
    this.text.addEventListener("input", () => this.removeAttribute("example"));
  }

  get source() {
    return this.text.value;
  }

  set source(text) {
    this.text.value = text;
  }

  connectedCallback() {
    const own = this.querySelector("script[type='text/plain']")?.textContent ?? this.textContent ?? "";
    if (!this.source && own.trim()) this.source = own.replace(/^\s*\n/, "").trimEnd() + "\n";
    this.shown();
  }

  disconnectedCallback() {
    this.stop();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.shown();
  }

  /** Shows the text of src. That of an example is in the engines, which are loaded when it is asked for. */
  async shown() {
    const src = this.getAttribute("src");
    if (src) {
      const response = await fetch(src);
      if (!response.ok) return this.say(`${src} cannot be loaded`, "wrong");
      this.source = await response.text();
    }
    const compact = this.hasAttribute("compact"), example = Boolean(this.getAttribute("example"));
    this.text.hidden = example || compact;
    this.textButton.hidden = !example || compact;
  }

  /** Shows the text of an example. Editing makes it a problem of its own. */
  read() {
    return this.run(async (options, problem) => {
      const doc = /** @type {{source: string}} */ (await ask({ do: "format", example: problem }, { signal: options.signal }));
      this.source = doc.source;
      this.text.hidden = false;
      this.textButton.hidden = true;
      this.say("");
    });
  }

  /** What is asked about, and its parameters. */
  asked() {
    const params = JSON.parse(this.getAttribute("params") ?? "{}");
    return { problem: this.getAttribute("example") ?? { source: this.source }, params, data: this.getAttribute("data") ?? undefined };
  }

  /** @param {string} text @param {string} [kind] */
  say(text, kind = "") {
    this.status.textContent = text;
    this.status.className = kind;
  }

  stop() {
    this.running?.abort();
  }

  /** Runs a question, with the button to stop it. @param {(options: any, problem: any) => Promise<void>} question */
  async run(question) {
    this.stop();
    const mine = (this.running = new AbortController());
    this.stopButton.hidden = false;
    this.say("…");
    try {
      const { problem, ...options } = this.asked();
      const onProgress = (/** @type {any} */ p) => this.say(`… ${(p.states || p.nodes || 0).toLocaleString()} ${p.states ? "states" : "nodes"}`);
      await question({ ...options, signal: mine.signal, onProgress }, problem);
    } catch (e) {
      if (mine !== this.running) return;
      this.out.replaceChildren();
      if (mine.signal.aborted) this.say("Stopped.");
      else if (e instanceof FarbankError) this.say(e.errors.map((m) => (m.line ? `Line ${m.line}: ` : "") + m.message + (m.hint ? ` (${m.hint})` : "")).join("\n"), "wrong");
      else this.say(String(/** @type {Error} */ (e).message ?? e), "wrong");
    } finally {
      if (mine === this.running) this.stopButton.hidden = true;
    }
  }

  solve() {
    return this.run(async (options, problem) => {
      const doc = await solve(problem, { ...options, show: "film" });
      let text = /** @type {Record<string, string>} */ ({ solved: "Solved", feasible: "A plan, perhaps not the best", none: "No plan exists: this is proven", "none-within-bound": "No plan within the bound", unknown: "Not known", unsupported: "This cannot be asked" })[doc.status];
      if (doc.probability !== undefined) text += `: probability ${doc.probability}`;
      if (doc.plan?.length) text += `: ${doc.length} moves` + (doc.cost === doc.length ? "" : `, cost ${doc.cost}`);
      this.say(text + (doc.reason ? `. ${doc.reason}` : "") + ".", doc.status === "solved" ? "good" : "");
      const shown = [];
      if (doc.film?.length) shown.push(this.film(doc.film));
      if (doc.strategy) shown.push(this.strategy(doc.strategy));
      this.out.replaceChildren(...shown);
      this.dispatchEvent(new CustomEvent("answer", { detail: doc }));
    });
  }

  /** Returns a film: a picture for each state, with a slider. @param {any[]} frames */
  film(frames) {
    const image = picture(frames[0]);
    if (frames.length === 1) return image;
    const caption = h("figcaption", { "aria-live": "polite" });
    const slider = h("input", { type: "range", min: 0, max: frames.length - 1, value: 0, "aria-label": "State", input: () => go(Number(slider.value)) });
    const go = (/** @type {number} */ k) => {
      slider.value = String(k);
      const next = picture(frames[k]);
      image.src = next.src;
      image.alt = next.alt;
      caption.textContent = k + 1 < frames.length ? `${k}: ${frames[k].caption ?? ""}` : `${k}: the end`;
    };
    go(0);
    const step = (/** @type {string} */ text, /** @type {number} */ by) =>
      h("button", { type: "button", click: () => go(Math.min(Math.max(Number(slider.value) + by, 0), frames.length - 1)) }, text);
    return h("figure", {}, image, caption, step("Back", -1), slider, step("Next", 1));
  }

  /** Returns a strategy: a tree of situations that open and close. @param {any} strategy */
  strategy(strategy) {
    const situations = new Map(strategy.situations.map((/** @type {any} */ s) => [s.id, s]));
    const written = new Set();
    const call = (/** @type {any} */ m) => m.label || (m.args?.length ? `${m.move}(${m.args.join(", ")})` : m.move ?? "");
    const text = (/** @type {any} */ seen) => Object.entries(seen).map(([k, v]) => `${k}: ${typeof v === "object" ? JSON.stringify(v) : v}`).join(", ");
    const node = (/** @type {number} */ id, /** @type {string} */ how, /** @type {number} */ level) => {
      const s = situations.get(id), before = how && how + ": ";
      if (!s.next.length && !s.move) return h("div", { class: s.by === "goal" ? "good" : "wrong" }, before + s.by);
      if (written.has(id)) return h("div", {}, `${before}as in ${id}`);
      if (written.size >= 500) return h("div", {}, `${before}…`);
      written.add(id);
      const below = s.next.map((/** @type {any} */ n) => node(n.to, call(n) || (s.next.length > 1 ? text(situations.get(n.to).seen) : ""), level + 1));
      return h("details", { open: level < 2 ? "" : undefined }, h("summary", {}, `${before}${id}. ${s.move ? call(s) : s.by}`, h("small", {}, " " + text(s.seen))), ...below);
    };
    return h("div", { part: "strategy" }, ...strategy.starts.map((/** @type {number} */ k) => node(k, strategy.starts.length > 1 ? text(situations.get(k).seen) : "", 0)));
  }

  play() {
    this.moves = [];
    return this.turn();
  }

  /** Shows the state of the game. */
  turn() {
    return this.run(async (options, problem) => {
      const doc = await play(problem, { ...options, ...(this.moves.length ? { moves: this.moves } : {}) });
      if (!doc.choices) return this.say(/** @type {any} */ (doc).reason ?? "This cannot be played.", "wrong");
      const open = doc.choices.filter((/** @type {any} */ c) => !c.why);
      this.say(doc.won ? `Won, in ${this.moves.length} moves.` : open.length ? `${this.moves.length} moves, cost ${doc.cost}.` : "No move is left: take moves back.", doc.won ? "good" : "");
      const back = h("button", { type: "button", click: () => { this.moves.pop(); return this.turn(); } }, "Undo");
      const choices = [...open, ...doc.choices.filter((/** @type {any} */ c) => c.why)].slice(0, 60);
      this.out.replaceChildren(picture(doc.picture), back, h("ul", {}, ...choices.map((c) => h("li", {},
        h("button", {
          type: "button", "data-move": c.move, "aria-disabled": c.why ? "true" : undefined,
          click: () => {
            if (c.why) return this.say(`${c.label || c.move}: ${c.why}`, "wrong");
            this.moves.push(c.move);
            return this.turn();
          },
        }, c.label || c.move)))));
    });
  }
}

if (!customElements.get("farbank-problem")) customElements.define("farbank-problem", FarbankProblem);
