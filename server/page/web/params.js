// A form for the parameters, generated from their declarations.

import { h } from "./dom.js";

/** @typedef {{name: string, type?: string, index?: string[], default?: string, low?: number, high?: number}} Param */

export class Params {
  /** @param {HTMLElement} form @param {() => void} changed */
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    /** @type {Param[]} */
    this.list = [];
    /** @type {Record<string, string>} */
    this.given = {};
    form.addEventListener("submit", (e) => e.preventDefault());
  }

  /** @param {Param[]} list */
  declare(list) {
    if (JSON.stringify(list) === JSON.stringify(this.list)) return;
    this.list = list;
    this.form.hidden = list.length === 0;
    this.form.replaceChildren(h("h3", {}, "Parameters"), ...list.map((p) => this.field(p)));
  }

  /** @param {Param} p */
  field(p) {
    const common = {
      name: p.name,
      "data-param": p.name,
      input: (/** @type {any} */ e) => this.set(p.name, e.target.value, false),
    };
    const value = this.given[p.name] ?? "";
    let field;
    if (p.type === "bool" && !p.index) {
      field = h("select", common, ...["", "true", "false"].map((v) => h("option", { value: v }, v || `default (${p.default ?? "none"})`)));
    } else if (numeric(p)) {
      field = h("input", { ...common, type: "number", min: p.low, max: p.high, placeholder: p.default ?? "needed" });
    } else {
      field = h("input", { ...common, type: "text", placeholder: p.default ?? "needed", spellcheck: "false", size: Math.min(40, Math.max(12, (p.default ?? "").length)) });
    }
    field.value = value;
    const kind = p.index ? `[${p.index.join(", ")}]: ${p.type ?? ""}` : p.type ? ": " + p.type : "";
    return h("label", { title: p.name + kind }, p.name, field);
  }

  /** @param {string} name @param {string} value @param {boolean} [show] */
  set(name, value, show = true) {
    if (value === "") delete this.given[name];
    else this.given[name] = value;
    if (show) {
      const field = /** @type {any} */ (this.form.querySelector(`[data-param="${CSS.escape(name)}"]`));
      if (field) field.value = value;
    }
    this.changed();
  }

  /** Clears the values. @param {Record<string, string>} [given] */
  reset(given = {}) {
    this.given = given;
    this.list = [];
    this.form.hidden = true;
    this.form.replaceChildren();
  }

  /** Returns the values in the format of a data file. @returns {Record<string, any>} */
  values() {
    /** @type {Record<string, any>} */
    const out = {};
    for (const p of this.list) {
      const text = this.given[p.name];
      if (text !== undefined) out[p.name] = parsed(p, text);
    }
    return out;
  }
}

/** @param {Param} p */
function numeric(p) {
  return !p.index && (p.low !== undefined || p.type === "int" || /\.\./.test(p.type ?? "") && !/set/.test(p.type ?? ""));
}

/** @param {Param} p @param {string} text */
function parsed(p, text) {
  try {
    return JSON.parse(text);
  } catch {
    return p.type === "enum" ? text.split(",").map((s) => s.trim()) : text;
  }
}
