// The tutorial and the manual beside the editor; each listing has a button to try it.

import { h } from "./dom.js";

/**
 * Shows a page.
 * @param {HTMLElement} into @param {string} name @param {(source: string) => void} tried
 */
export async function manual(into, name, tried) {
  const text = await (await fetch(name + ".md")).text();
  const other = name === "tutorial" ? "language" : "tutorial";
  into.replaceChildren(
    h("div", { class: "bar" }, h("strong", {}, name === "tutorial" ? "Tutorial" : "The language"), h("span", { class: "space" }),
      h("button", { type: "button", click: () => manual(into, other, tried) }, other === "tutorial" ? "Tutorial" : "The language")),
    ...blocks(text.split("\n"), tried));
  into.scrollTop = 0;
}

/** @param {string[]} lines @param {(source: string) => void} tried @returns {Node[]} */
function blocks(lines, tried) {
  const out = [];
  for (let i = 0; i < lines.length; ) {
    const from = i;
    const take = (/** @type {(l: string) => boolean} */ more) => {
      while (++i < lines.length && more(lines[i]));
      return lines.slice(from, i);
    };
    const line = lines[i];
    if (line.startsWith("```")) {
      const body = take((l) => !l.startsWith("```")).slice(1).join("\n");
      i++;
      out.push(listing(line.slice(3), body, tried));
    } else if (/^#+ /.test(line)) {
      i++;
      const rank = (line.match(/^#+/) ?? [""])[0].length;
      out.push(h("h" + Math.min(rank + 1, 6), {}, ...inline(line.replace(/^#+ /, ""))));
    } else if (line.startsWith("|")) {
      out.push(tabled(take((l) => l.startsWith("|"))));
    } else if (/^(?: {4}|\t)/.test(line)) {
      out.push(listing("", take((l) => /^(?: {4}|\t)/.test(l)).map((l) => l.slice(4)).join("\n"), tried));
    } else if (/^(?:[-*]|\d+\.) /.test(line)) {
      const items = take((l) => /^(?:[-*]|\d+\.) |^\s+\S/.test(l)).join("\n").split(/\n(?=(?:[-*]|\d+\.) )/);
      out.push(h(/^\d/.test(line) ? "ol" : "ul", {}, ...items.map((t) => h("li", {}, ...inline(t.replace(/^(?:[-*]|\d+\.) /, ""))))));
    } else if (line.trim() === "") {
      i++;
    } else {
      out.push(h("p", {}, ...inline(take((l) => l.trim() !== "" && !/^(?:```|#+ |\||[-*] )/.test(l)).join("\n"))));
    }
  }
  return out;
}

/** @param {string} language @param {string} body @param {(source: string) => void} tried */
function listing(language, body, tried) {
  const pre = h("pre", { tabindex: "0", "aria-label": "Listing" }, h("code", {}, body));
  return language.trim() === "far" ? h("div", {}, pre, h("button", { type: "button", "aria-label": "Try this listing", click: () => tried(body + "\n") }, "Try")) : pre;
}

/** @param {string[]} lines */
function tabled(lines) {
  const cells = (/** @type {string} */ l) => l.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((c) => c.trim().replaceAll("\\|", "|"));
  const [head, , ...rest] = lines;
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", {},
    h("thead", {}, h("tr", {}, ...cells(head).map((c) => h("th", { scope: "col" }, ...inline(c))))),
    h("tbody", {}, ...rest.map((l) => h("tr", {}, ...cells(l).map((c) => h("td", {}, ...inline(c))))))));
}

/** @param {string} text @returns {(Node|string)[]} */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    const link = part.match(/^\[([^\]]+)\]\([^)]+\)$/);
    return link ? link[1].replaceAll("`", "") : part;
  });
}
