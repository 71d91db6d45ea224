// Tests the grammar with the tokenizer of VS Code on the examples and on difficult lines.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const here = dirname(fileURLToPath(import.meta.url));
const examples = join(here, "../../../examples");

let grammar;

before(async () => {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const path = join(here, "../syntaxes/far.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  grammar = await registry.loadGrammar("source.far");
});

/** The tokens of a text, each with its scopes, and the state at its end. */
function tokenize(text) {
  let state = textmate.INITIAL;
  const tokens = [];
  for (const line of text.split("\n")) {
    const r = grammar.tokenizeLine(line, state);
    for (const t of r.tokens) {
      tokens.push({ text: line.slice(t.startIndex, t.endIndex), scopes: t.scopes.slice(1).join(" ") });
    }
    state = r.ruleStack;
  }
  return { tokens, state };
}

/** The scopes of the k-th token with this text. */
function scopes(text, token, k = 1) {
  const found = tokenize(text).tokens.filter((t) => t.text.trim() === token);
  assert.ok(found.length >= k, `${token} is no token of ${text}: ${JSON.stringify(tokenize(text).tokens)}`);
  return found[k - 1].scopes;
}

const keywords =
  /^(puzzle|param|const|enum|type|def|state|find|move|cost|require|never|always|goal|minimize|maximize|show|let|if|then|else|for|where|all|any|and|or|not|implies|in|set|of|true|false)$/;

for (const name of readdirSync(examples).filter((f) => f.endsWith(".far"))) {
  test(name, () => {
    const { tokens, state } = tokenize(readFileSync(join(examples, name), "utf8"));
    assert.equal(state.depth, 1, "nothing is open at the end");
    for (const t of tokens) {
      for (const word of t.scopes.match(/string|comment/) ? [] : t.text.split(/[^\p{L}\p{Nd}_]+/u)) {
        if (keywords.test(word)) {
          assert.match(t.scopes, /keyword|storage|constant/, `${word} in ${JSON.stringify(t.text)}`);
        }
      }
    }
    assert.ok(tokens.some((t) => t.scopes.includes("keyword.declaration")));
  });
}

test("texts and what is within them", () => {
  assert.match(scopes('move m "{cargo} to" { x = 1 }', "cargo"), /string.*meta\.embedded/);
  assert.match(scopes('show "a" = "{x} {if x == to then `down` else `onto {to}`}" // c', "then"), /meta\.embedded.*keyword\.control/);
  assert.match(scopes('show "a" = "{x} {if x == to then `down` else `onto {to}`}" // c', "// c"), /^comment/);
  assert.match(scopes('never "open {": x', "never"), /keyword/);
  assert.equal(scopes('never "open {": xyz', "xyz"), "");
  assert.match(scopes('const a = "// no"', "// no"), /^string/);
  assert.match(scopes('const a = "{{x}}" + b', "x"), /^string[^ ]*$/);
  assert.match(scopes("param level: text = `\n#####\n#@..#`\nconst b = 1", "#####"), /^string.*raw/);
  assert.match(scopes("param level: text = `\n#####\n#@..#`\nconst b = 1", "b"), /variable/);
  assert.match(scopes("/* a\n b */ const c = 1", "b"), /^comment/);
});

test("words that are names elsewhere", () => {
  assert.match(scopes('use "a.far"', "use"), /keyword/);
  assert.equal(scopes("goal use == 1", "use == 1".split(" ")[0]), "");
  assert.match(scopes("goal s union t == u", "union"), /keyword/);
  assert.match(scopes('prefer "w" weight 2: x', "prefer"), /keyword/);
  assert.match(scopes("together {", "together"), /keyword/);
  assert.equal(scopes("goal together == 1", "together"), "");
  assert.match(scopes("goal the x: T where e == y", "the"), /keyword/);
  assert.match(scopes("state größe: 1..3 = 1", "größe"), /variable/);
  assert.equal(scopes("goal andy == 1", "andy"), "");
});

test("numbers and operators", () => {
  assert.match(scopes("type T = 1..12", "12"), /numeric/);
  assert.match(scopes("type T = 1..12", ".."), /operator/);
  assert.match(scopes("goal distinct(c: T -> x)", "distinct"), /function/);
});
