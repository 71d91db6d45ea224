// Tokens of a file, for syntax highlighting.

const keywords = new Set(("puzzle param const enum type def state find move cost require never always goal minimize maximize show let " +
  "if then else for where all any count sum min max some prefer strict use and or not implies in subset true false text bool int set of").split(" "));

const token = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|[A-Za-z_][A-Za-z0-9_]*|\d+|\s+|[^]/gu;

/**
 * A mark at a position of the text.
 * @typedef {{line: number, column: number, odd: boolean}} Mark
 */

/**
 * Paints a text into an element.
 * @param {HTMLElement} into
 * @param {string} text
 * @param {Mark[]} marks
 */
export function paint(into, text, marks) {
  const at = new Map();
  const lines = text.split("\n");
  for (const m of marks) {
    if (m.line < 1 || m.line > lines.length) continue;
    const before = lines.slice(0, m.line - 1).reduce((n, l) => n + l.length + 1, 0);
    const points = Array.from(lines[m.line - 1]); // columns count code points
    at.set(before + points.slice(0, m.column - 1).join("").length, m);
  }
  const out = document.createDocumentFragment();
  let plain = "";
  const flush = () => {
    if (plain) out.append(plain);
    plain = "";
  };
  for (const found of text.matchAll(token)) {
    const word = found[0];
    const kind = kindOf(word);
    let mark = null;
    for (let i = 0; i < word.length && at.size && !mark; i++) mark = at.get(found.index + i) ?? null;
    if (!kind && !mark) {
      plain += word;
      continue;
    }
    flush();
    const span = document.createElement(mark ? "mark" : "span");
    span.className = [kind, mark?.odd && "odd"].filter(Boolean).join(" ");
    span.textContent = mark && !word.trim() ? " " + word : word;
    if (mark && !word.trim()) span.textContent = word;
    out.append(span);
  }
  flush();
  out.append("\n ");
  into.replaceChildren(out);
}

/** @param {string} word */
function kindOf(word) {
  if (word.startsWith("//") || word.startsWith("/*")) return "c";
  if (word[0] === '"') return "s";
  if (/^\d/.test(word)) return "n";
  return keywords.has(word) ? "k" : "";
}
