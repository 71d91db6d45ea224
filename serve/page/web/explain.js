// Why there is no plan, and what would give one: each change a button.

import { h } from "./dom.js";

/**
 * @typedef {{kind: string, text: string, line?: number, name?: string, to?: number, array?: string}} Item
 * @typedef {{param: (name: string, value: string) => void, drop: (lines: number[]) => void}} Apply
 */

/** @param {any} doc @param {Apply} apply */
export function explanation(doc, apply) {
  const out = h("div", {});
  const heading = { none: "There is no plan", solved: "There is a plan" }[/** @type {string} */ (doc.status)] ?? "Not known";
  out.append(h("h3", {}, heading), doc.reason ? h("p", {}, doc.reason) : "");
  for (const c of doc.conflicts ?? []) out.append(h("div", { class: "card" }, h("strong", {}, "These cannot be kept together:"), items(c.items)));
  const ways = [...(doc.relaxations ?? []), ...(doc.changes ?? [])];
  if (ways.length) out.append(h("h3", {}, "What would give a plan"));
  for (const w of ways) out.append(way(w, apply));
  if (doc.effects?.length) {
    out.append(h("h3", {}, "What each rule does"), h("ul", {}, ...doc.effects.map((/** @type {any} */ e) => h("li", {}, e.item?.text ?? e.text ?? JSON.stringify(e)))));
  }
  if (!doc.complete) out.append(h("p", {}, "Not all was tried."));
  return out;
}

/** @param {Item[]} list */
const items = (list) => h("ul", {}, ...list.map((i) => h("li", {}, i.text)));

/** @param {any} w @param {Apply} apply */
function way(w, apply) {
  const list = /** @type {Item[]} */ (w.items);
  const can = list.every((i) => (i.kind === "parameter" ? i.to !== undefined && !i.array : i.line));
  const what = list.map((i) => (i.kind === "parameter" ? i.text : "without " + i.text)).join(" and ");
  return h("div", { class: "card" }, items(list), h("p", {}, w.length !== undefined && w.plan?.length ? `A plan of ${w.length} moves.` : w.status ?? ""),
    can && h("button", { type: "button", class: "apply", "aria-label": "Apply: " + what, click: () => {
      for (const i of list) if (i.kind === "parameter") apply.param(/** @type {string} */ (i.name), String(i.to));
      const lines = list.filter((i) => i.kind !== "parameter").map((i) => /** @type {number} */ (i.line));
      if (lines.length) apply.drop(lines);
    } }, "Apply"));
}

/**
 * The text with the statements that begin in some lines made comments.
 * @param {string} text @param {number[]} lines
 */
export function without(text, lines) {
  const all = text.split("\n");
  for (const first of lines) {
    let depth = 0;
    for (let i = first - 1; i < all.length; i++) {
      const code = all[i].replace(/"(?:\\.|[^"\\])*"/g, "").replace(/\/\/.*/, "");
      for (const c of code) depth += "{([".includes(c) ? 1 : "})]".includes(c) ? -1 : 0;
      all[i] = all[i].replace(/^(\s*)/, "$1// ");
      if (depth <= 0) break;
    }
  }
  return all.join("\n");
}
