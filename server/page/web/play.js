// The problem as a game: a button for each move, arrow keys, undo, hints, and reasons why moves are
// not permitted.

import { h, picture, say } from "./dom.js";

const directions = {
  ArrowUp: /\b(up|north|n)\b/i, ArrowDown: /\b(down|south|s)\b/i, ArrowLeft: /\b(left|west|w)\b/i, ArrowRight: /\b(right|east|e)\b/i,
};

export class Game {
  /**
   * @param {(more: Record<string, any>) => Promise<any>} ask
   * @param {HTMLElement} into
   */
  constructor(ask, into) {
    this.ask = ask;
    this.into = into;
    /** @type {string[]} */
    this.moves = [];
    /** @type {any} */
    this.doc = null;
    this.busy = false;
    this.seed = 1 + Math.floor(Math.random() * 1e9); // of what chance and the unknown do
    into.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {string} [said] */
  async show(said = "") {
    if (this.busy) return;
    this.busy = true;
    try {
      this.doc = await this.ask(this.played());
      this.draw(said);
    } finally {
      this.busy = false;
    }
  }

  /** What was played: the moves, and the seed of what others do. */
  played() {
    return { seed: this.seed, ...(this.moves.length ? { moves: this.moves } : {}) };
  }

  /** @param {any} c */
  make(c) {
    if (this.busy) return; // the choices are those of the state before
    if (c.why) return this.tell(`${c.label || c.move}: not now. ${c.why}`, true);
    this.moves.push(c.move);
    return this.show(c.label || c.move);
  }

  undo() {
    if (this.busy || !this.moves.length) return;
    this.moves.pop();
    return this.show("Taken back.");
  }

  again() {
    if (this.busy) return;
    this.moves = [];
    this.seed++;
    return this.show("From the start.");
  }

  async hint() {
    this.tell("Looking for the way …");
    const { way } = await this.ask({ ...this.played(), hint: true });
    if (way?.text && !way.moves.length) return this.tell(`There is no best move: ${way.text}.`);
    if (way?.none && !way.text) return this.tell("No way leads to the goal from here: take moves back.", true);
    if (!way?.known) return this.tell("The way is not known" + (way?.why ? `: ${way.why}` : "."));
    if (!way.moves.length) return this.tell("The goal is reached.");
    const c = this.doc.choices.find((/** @type {any} */ c) => c.move === way.moves[0]);
    this.tell(`Try: ${c?.label ?? way.moves[0]} (${way.text || `${way.moves.length} to go`}).`);
    this.into.querySelector(`[data-move="${CSS.escape(way.moves[0])}"]`)?.classList.add("main");
  }

  /** @param {string} text @param {boolean} [wrong] */
  tell(text, wrong = false) {
    const p = this.into.querySelector(".told");
    if (!p) return;
    p.textContent = text;
    p.className = "told" + (wrong ? " wrong" : "");
  }

  /** @param {string} said */
  draw(said) {
    const { doc } = this;
    if (!doc.choices && !doc.picture) {
      this.into.replaceChildren(h("p", {}, doc.reason ?? "This cannot be played."));
      return;
    }
    const choices = doc.choices ?? [];
    const open = choices.filter((/** @type {any} */ c) => !c.why);
    const focus = document.activeElement?.getAttribute("data-move") ?? document.activeElement?.getAttribute("data-act");
    const had = this.into.contains(document.activeElement);
    let state = [said, ...(doc.news ?? [])].filter(Boolean).join("; ");
    if (doc.lost) state += ". Lost: the play is over, and the goal was not reached. Take moves back.";
    else if (doc.won) state = `Won, in ${this.moves.length} moves.`;
    else if (!open.length) state = "Lost: no move is left. Each says why; take moves back.";
    const act = (/** @type {string} */ name, /** @type {() => any} */ f, off = false) => h("button", { type: "button", "data-act": name, disabled: off, click: f }, name);
    this.into.replaceChildren(
      h("div", { class: "bar" }, act("Undo", () => this.undo(), !this.moves.length), act("Again", () => this.again(), !this.moves.length), act("Hint", () => this.hint()), h("span", {}, `${this.moves.length} moves, cost ${doc.cost}`)),
      h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "The board" }, picture(doc.picture.svg, (doc.lines ?? []).join("; "))),
      h("p", { class: "told" + (doc.won ? " good" : !open.length ? " wrong" : ""), role: "status" }, state),
      h("ul", { class: "choices" }, ...shown(choices).map((c) => h("li", {},
        h("button", { type: "button", "data-move": c.move, "aria-disabled": c.why ? "true" : undefined, click: () => this.make(c) }, c.label || c.move), c.why && h("small", {}, c.why)))),
      choices.length > most ? h("p", {}, `${choices.length - most} more moves cannot be made now.`) : "");
    if (had) this.focus(focus);
    if (doc.won) say(state);
  }

  /** Restores the focus, or focuses the first move. @param {string|null|undefined} name */
  focus(name) {
    const all = /** @type {HTMLElement[]} */ ([...this.into.querySelectorAll("button:enabled")]);
    const found = all.find((b) => name && (b.dataset.move === name || b.dataset.act === name)) ?? all.find((b) => b.dataset.move);
    (found ?? this.into).focus();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (!this.doc?.choices || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "u") return this.undo();
    const way = /** @type {Record<string, RegExp>} */ (directions)[e.key];
    if (!way) return;
    const fits = this.doc.choices.filter((/** @type {any} */ c) => way.test(c.move.replaceAll("_", " ")) || way.test(c.label ?? ""));
    if (!fits.length) return;
    e.preventDefault();
    const open = fits.filter((/** @type {any} */ c) => !c.why);
    if (open.length > 1) return this.tell("Several moves lead this way: choose by button.");
    return this.make(open[0] ?? fits[0]);
  }
}

const most = 60;

/** Returns a limited number of choices, permitted moves first. @param {any[]} choices */
function shown(choices) {
  return [...choices.filter((c) => !c.why), ...choices.filter((c) => c.why)].slice(0, most);
}
