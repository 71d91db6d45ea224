// Helpers for elements.

/**
 * Returns the element with an id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function el(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * Creates an element. Attributes that are functions become event listeners; true sets an attribute
 * without a value, and false and undefined omit it.
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
 * Returns a picture as an image element, so that scripts in it cannot run.
 * @param {string} svg
 * @param {string} alt
 */
export function picture(svg, alt) {
  return h("img", { class: "board", alt, src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg) });
}

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  el("said").textContent = text;
}

/** Downloads a text as a file. @param {string} name @param {string} text @param {string} type */
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
