// Explanations: why no plan exists, with a button for each change that allows one.

import { h } from "./dom.js";

/**
 * @typedef {{kind: string, text: string, line?: number, name?: string, to?: number, array?: string}} Item
 * @typedef {{param: (name: string, value: string) => void, drop: (lines: number[]) => void}} Apply
 */

/** What the roles of rules mean if there is a plan. @type {Record<string, string>} */
const roles = {
  decides: "without it the best plan would be another",
  shapes: "it forbids something, but the best plan is as good without it",
  idle: "it is never needed",
};

/** Returns what the tab says before an explanation was asked for. @param {string|undefined} status of the answer, if there is one */
export function unexplained(status) {
  if (status === "none") return "There is no plan. An explanation shows what contradicts each other, and which changes give a plan.";
  if (status === "solved") return "There is a plan. An explanation shows which rules it depends on.";
  return "If there is no plan, an explanation shows the reasons and which changes give one; otherwise, which rules the plan depends on.";
}

/** @param {any} doc @param {Apply} apply */
export function explanation(doc, apply) {
  const out = h("div", {});
  const heading = { none: "There is no plan", solved: "There is a plan" }[/** @type {string} */ (doc.status)] ?? "Not known";
  out.append(h("h3", {}, heading), doc.reason ? h("p", {}, doc.reason) : "");
  const conflicts = (doc.conflicts ?? []).filter((/** @type {any} */ c) => c.items.length);
  for (const c of conflicts) out.append(h("div", { class: "card" }, h("strong", {}, "These cannot be kept together:"), items(c.items)));
  const ways = [...(doc.relaxations ?? []), ...(doc.changes ?? [])];
  if (ways.length) out.append(h("h3", {}, "What would give a plan"));
  for (const w of ways) out.append(way(w, apply));
  const effects = [...(doc.effects ?? [])];
  if (effects.length) {
    out.append(h("h3", {}, "What each rule does"), h("ul", {}, ...effects.map((/** @type {any} */ e) => h("li", {}, (e.item?.text ?? "") + ": " + (roles[e.role] ?? "its effect is not known")))));
  }
  if (doc.ranges?.length) {
    out.append(h("h3", {}, "Ranges that block moves"), h("ul", {}, ...doc.ranges.map((/** @type {any} */ r) => h("li", {}, `${r.name}: ${r.lo}..${r.hi} (line ${r.line})`))));
  }
  out.append(h("p", {}, ending(doc, conflicts.length, ways.length, effects.length)));
  return out;
}

/** Returns the last sentence: what was found, if it is not listed, and whether all was tried. @param {any} doc @param {number} conflicts @param {number} ways @param {number} effects */
function ending(doc, conflicts, ways, effects) {
  /** @type {string[]} */
  const said = [];
  if (doc.status === "solved" && !effects) said.push("There is nothing to explain: no rule or requirement can be left out.");
  if (doc.status === "solved" && doc.cost !== undefined) said.push(`A best plan costs ${doc.cost}.`);
  if (doc.status === "none" && doc.hopeless) said.push("There is no plan even without all rules and requirements that can be left out.");
  if (doc.status === "none" && !ways) said.push(doc.tried ? `None of ${doc.tried} changes that were tried gives a plan.` : "No change that was tried gives a plan.");
  if (doc.status !== "solved" && doc.status !== "none" && !conflicts && !ways) said.push("It is not known whether there is a plan, so nothing is explained.");
  if (!doc.complete) said.push("Not all was tried.");
  return said.join(" ");
}

/** @param {Item[]} list */
const items = (list) => h("ul", {}, ...list.map((i) => h("li", {}, i.text)));

/** @param {any} w @param {Apply} apply */
function way(w, apply) {
  const list = /** @type {Item[]} */ (w.items);
  const changed = (/** @type {Item} */ i) => ["parameter", "range", "start", "number"].includes(i.kind);
  const can = list.every((i) => (changed(i) ? i.kind === "parameter" && i.to !== undefined && !i.array : i.line));
  const what = list.map((i) => (changed(i) ? i.text : "without " + i.text)).join(" and ");
  return h("div", { class: "card" }, items(list), h("p", {}, w.length !== undefined && w.plan?.length ? `A plan of ${w.length} moves.` : w.status ?? ""),
    can && h("button", { type: "button", class: "apply", "aria-label": "Apply: " + what, click: () => {
      for (const i of list) if (i.kind === "parameter") apply.param(/** @type {string} */ (i.name), String(i.to));
      const lines = list.filter((i) => !changed(i)).map((i) => /** @type {number} */ (i.line));
      if (lines.length) apply.drop(lines);
    } }, "Apply"));
}

/**
 * Returns the text with the statements that begin in the given lines commented out.
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
