// Completion: a list below the cursor, opened by Ctrl+Space or a button. The focus stays in the
// text; for screen readers the text is a combo box.

import { h, say } from "./dom.js";

/** @typedef {{text: string, detail?: string}} Item */

const seen = 8; // visible items

/**
 * @param {import("./editor.js").Editor} editor
 * @param {(at: number) => Promise<{from: number, items: Item[]}>} ask
 * @returns {() => Promise<void>} a function that opens the list
 */
export function completes(editor, ask) {
  const { area } = editor;
  const list = h("ul", { id: "completions", role: "listbox", "aria-label": "Completions", hidden: true });
  area.parentElement?.append(list);
  area.setAttribute("aria-autocomplete", "list");
  area.setAttribute("aria-controls", list.id);
  /** @type {Item[]} */
  let items = [];
  let from = 0, chosen = 0;

  const close = () => {
    list.hidden = true;
    list.replaceChildren();
    area.removeAttribute("aria-activedescendant");
  };
  /** Returns the items that match the typed prefix. */
  const fitting = () => {
    const typed = area.value.slice(from, area.selectionStart).toLowerCase();
    return items.filter((i) => i.text.toLowerCase().startsWith(typed));
  };
  const accept = () => {
    const item = fitting()[chosen];
    close();
    if (item) editor.replace(from, area.selectionStart, item.text);
  };
  const draw = () => {
    const fit = fitting();
    if (area.selectionStart < from || !fit.length) return close();
    chosen = Math.min(Math.max(chosen, 0), fit.length - 1);
    const top = Math.max(0, Math.min(chosen - (seen >> 1), fit.length - seen));
    list.replaceChildren(...fit.slice(top, top + seen).map((item, i) => h("li", {
      id: "completion-" + (top + i), role: "option", "aria-selected": String(top + i === chosen), "aria-posinset": top + i + 1, "aria-setsize": fit.length,
      mousedown: (/** @type {Event} */ e) => e.preventDefault(), // the text keeps the focus
      click: () => {
        chosen = top + i;
        accept();
      },
    }, item.text, item.detail && h("small", {}, item.detail))));
    list.hidden = false;
    area.setAttribute("aria-activedescendant", "completion-" + chosen);
  };
  const open = async () => {
    area.focus();
    const text = area.value, at = area.selectionStart;
    const doc = await ask(Array.from(text.slice(0, at)).length).catch(() => null);
    if (!doc || area.value !== text || area.selectionStart !== at) return;
    ({ items } = doc);
    from = Array.from(text).slice(0, doc.from).join("").length;
    chosen = 0;
    const before = text.slice(0, from).split("\n");
    const below = 8 + 20 * before.length - area.scrollTop;
    const over = below + 25 * seen > area.clientHeight && below > area.clientHeight / 2;
    list.style.top = over ? "" : `${below}px`;
    list.style.bottom = over ? `${area.offsetHeight - below + 20}px` : "";
    list.style.left = `min(calc(8px + ${(before.at(-1) ?? "").length}ch - ${area.scrollLeft}px), calc(100% - 14rem))`;
    draw();
    say(list.hidden ? "Nothing is known that fits here." : `${fitting().length} completions`);
  };
  area.addEventListener("input", () => !list.hidden && draw());
  area.addEventListener("blur", close);
  area.addEventListener("scroll", close);
  area.addEventListener("keydown", (e) => {
    if (e.key === " " && e.ctrlKey) {
      e.preventDefault();
      return void open();
    }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) {
      const n = fitting().length;
      chosen = (chosen + step + n) % n;
      draw();
    } else if (e.key === "Enter" || e.key === "Tab") accept();
    else if (e.key === "Escape") close();
    else {
      if (e.key.startsWith("Arrow") || e.key === "Home" || e.key === "End") close();
      return;
    }
    e.preventDefault();
    e.stopImmediatePropagation();
  }, { capture: true });
  return open;
}
