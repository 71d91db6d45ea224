// What is often done with elements.

/**
 * The element with an id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function el(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * A new element. Of its attributes those that are functions hear events, class and others
 * are set as they are, true is the name alone, and false and undefined are left out.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") e.addEventListener(key, value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) e.setAttribute(key, String(value));
  }
  e.append(.../** @type {(Node|string)[]} */ (children.filter((c) => c !== null && c !== undefined && c !== false)));
  return e;
}

/**
 * A picture: its text never becomes part of the page, so nothing in it can run.
 * @param {string} svg
 * @param {string} alt
 */
export function picture(svg, alt) {
  return h("img", { class: "board", alt, src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg) });
}

/** Says something to who cannot see the page. @param {string} text */
export function say(text) {
  el("said").textContent = text;
}

/** Gives a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const a = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

/** Copies a text. @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  const was = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const t = h("textarea", { "aria-hidden": "true" });
    t.value = text;
    document.body.append(t);
    t.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
    t.remove();
    button.focus();
  }
  say(button.textContent ?? "");
  setTimeout(() => (button.textContent = was), 1500);
}
