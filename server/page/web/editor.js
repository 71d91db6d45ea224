// The editor: a plain text area over a highlighted copy of its text, so that undo, keyboards and
// screen readers work as usual.

import { h } from "./dom.js";
import { paint } from "./highlight.js";

/** @typedef {{line: number, column: number, odd: boolean}} Mark */

export class Editor {
  /** @param {HTMLElement} into @param {() => void} changed */
  constructor(into, changed) {
    this.gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    this.paper = h("pre", { class: "paint", "aria-hidden": "true" });
    /** @type {HTMLTextAreaElement} */
    this.area = h("textarea", { id: "source", "aria-label": "The text of the problem", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-describedby": "diagnostics" });
    into.append(this.gutter, h("div", { class: "page" }, this.paper, this.area));
    /** @type {Mark[]} */
    this.marks = [];
    this.area.addEventListener("input", () => {
      this.marks = [];
      this.draw();
      changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (e) => this.key(e));
    this.draw();
  }

  get text() {
    return this.area.value;
  }

  /** Sets a new text and clears the state. @param {string} text */
  open(text) {
    this.area.value = text;
    this.area.scrollTop = 0;
    this.marks = [];
    this.draw();
  }

  /** Replaces a part so that it can be undone. @param {number} from @param {number} to @param {string} by */
  replace(from, to, by) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    // The only way that supports undo by the browser.
    if (!document.execCommand("insertText", false, by) || this.area.value.slice(from, from + by.length) !== by) {
      this.area.setRangeText(by, from, to, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  /** Replaces the part that differs. @param {string} text */
  become(text) {
    const old = this.text;
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from++;
    let end = 0;
    while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    if (from < old.length || from < text.length) this.replace(from, old.length - end, text.slice(from, text.length - end));
  }

  /** Returns the offset of a position. @param {number} line @param {number} column */
  offset(line, column) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    return before + Array.from(lines[line - 1] ?? "").slice(0, column - 1).join("").length;
  }

  /** Moves the cursor to a position. @param {number} line @param {number} column */
  go(line, column) {
    const at = this.offset(line, column);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 5) * 20);
    this.follow();
  }

  /** @param {Mark[]} marks */
  mark(marks) {
    this.marks = marks;
    this.draw();
  }

  draw() {
    paint(this.paper, this.text, this.marks);
    const out = document.createDocumentFragment();
    const n = this.text.split("\n").length;
    for (let i = 1; i <= n; i++) {
      const m = this.marks.filter((m) => m.line === i);
      out.append(m.length ? h("span", { class: m.some((m) => !m.odd) ? "bad" : "odd" }, String(i)) : String(i), "\n");
    }
    this.gutter.replaceChildren(out, "\n\n");
    this.follow();
  }

  follow() {
    this.paper.scrollTop = this.gutter.scrollTop = this.area.scrollTop;
    this.paper.scrollLeft = this.area.scrollLeft;
  }

  /** Keeps the indentation on Enter. Tab moves to the next element, as accessibility requires. @param {KeyboardEvent} e */
  key(e) {
    if (e.key !== "Enter" || e.ctrlKey || e.metaKey || e.isComposing) return;
    const from = this.area.selectionStart;
    const line = this.text.slice(this.text.lastIndexOf("\n", from - 1) + 1, from);
    const indent = (line.match(/^\s*/)?.[0] ?? "") + (/\{\s*$/.test(line) ? "    " : "");
    if (!indent) return;
    e.preventDefault();
    this.replace(from, this.area.selectionEnd, "\n" + indent);
  }
}
