// The graph of states: zoom by wheel, buttons, keys and pinching; pan by dragging; select states by
// clicking.

import { download, h } from "./dom.js";

/** @param {any} doc */
export function graph(doc) {
  if (!doc.text) return h("p", {}, doc.reason ?? "There is no graph.");
  const svg = safe(doc.text);
  const told = h("pre", { class: "shown", role: "status", "aria-live": "polite" }, "Choose a state to see it.");
  const stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "The graph of states: plus and minus zoom, arrows move" }, svg);
  const whole = (svg.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
  let box = [...whole];
  const set = () => svg.setAttribute("viewBox", box.join(" "));
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const zoom = (/** @type {number} */ by, fx = 0.5, fy = 0.5) => {
    const w = Math.min(Math.max(box[2] * by, 40), whole[2] * 4), k = w / box[2];
    box = [box[0] + box[2] * fx * (1 - k), box[1] + box[3] * fy * (1 - k), w, box[3] * k];
    set();
  };
  const shift = (/** @type {number} */ x, /** @type {number} */ y) => {
    box[0] += x;
    box[1] += y;
    set();
  };
  const zoomAt = (/** @type {number} */ by, /** @type {number} */ x, /** @type {number} */ y) => {
    const r = stage.getBoundingClientRect();
    zoom(by, (x - r.left) / r.width, (y - r.top) / r.height);
  };
  stage.addEventListener("wheel", (/** @type {WheelEvent} */ e) => {
    e.preventDefault();
    zoomAt(e.deltaY > 0 ? 1.15 : 1 / 1.15, e.clientX, e.clientY);
  }, { passive: false });
  dragged(stage, (x, y) => {
    const k = Math.max(box[2] / stage.clientWidth, box[3] / stage.clientHeight);
    shift(-x * k, -y * k);
  }, zoomAt);
  stage.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const step = box[2] / 10;
    const act = { "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": () => ((box = [...whole]), set()),
      ArrowLeft: () => shift(-step, 0), ArrowRight: () => shift(step, 0), ArrowUp: () => shift(0, -step), ArrowDown: () => shift(0, step) }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  });
  for (const node of svg.querySelectorAll(".node")) choosable(node, svg, told);
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ f) => h("button", { type: "button", "aria-label": name, click: f }, text);
  return h("div", {},
    h("div", { class: "bar" }, h("span", {}, `${doc.states} states, ${doc.edges} edges`), h("span", { class: "space" }), button("+", "Zoom in", () => zoom(0.8)), button("−", "Zoom out", () => zoom(1.25)),
      button("Whole", "The whole graph", () => ((box = [...whole]), set())), button("Download SVG", "Download SVG", () => download("graph.svg", doc.text, "image/svg+xml"))),
    stage, told);
}

/** @param {Element} node @param {SVGElement} svg @param {HTMLElement} told */
function choosable(node, svg, told) {
  const text = node.querySelector("title")?.textContent ?? "";
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", [node.textContent?.slice(text.length) ?? "", text].join("; ").replace(/\s+/g, " ")); // the visible text comes first
  const choose = () => {
    svg.querySelector(".chosen")?.classList.remove("chosen");
    node.classList.add("chosen");
    told.textContent = text;
  };
  node.addEventListener("click", choose);
  node.addEventListener("keydown", (e) => {
    const key = /** @type {KeyboardEvent} */ (e).key;
    if (key !== "Enter" && key !== " ") return;
    e.preventDefault();
    choose();
  });
}

/**
 * Handles pointers: one finger or the mouse pans, two fingers zoom.
 * @param {HTMLElement} stage
 * @param {(x: number, y: number) => void} move
 * @param {(by: number, x: number, y: number) => void} zoom
 */
function dragged(stage, move, zoom) {
  /** @type {Map<number, {x: number, y: number}>} */
  const held = new Map();
  const spread = () => {
    const [a, b] = [...held.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
  };
  stage.addEventListener("pointerdown", (e) => held.set(e.pointerId, { x: e.clientX, y: e.clientY }));
  stage.addEventListener("pointermove", (e) => {
    const from = held.get(e.pointerId);
    if (!from) return;
    if (!e.buttons) return void held.delete(e.pointerId);
    const to = { x: e.clientX, y: e.clientY };
    if (held.size === 1) move(to.x - from.x, to.y - from.y);
    const was = held.size === 2 ? spread() : null;
    held.set(e.pointerId, to);
    if (!was) return;
    const now = spread();
    move(now.x - was.x, now.y - was.y);
    zoom(was.wide / now.wide, now.x, now.y);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) stage.addEventListener(end, (e) => held.delete(/** @type {PointerEvent} */ (e).pointerId));
}

/** Returns a picture as elements of the page, without scripts. @param {string} text */
function safe(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const e of svg.querySelectorAll("script, foreignObject, style, iframe, a")) e.remove();
  for (const e of [svg, ...svg.querySelectorAll("*")]) {
    for (const a of [...e.attributes]) if (a.name.startsWith("on") || a.name.endsWith("href")) e.removeAttribute(a.name);
  }
  svg.setAttribute("role", "group");
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(svg, true)));
}
