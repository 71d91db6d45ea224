// Tests the language server with the client library of VS Code. FARBANK is the program; the default
// is the one in PATH, if it is installed.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const rpc = require("vscode-jsonrpc/node");
const program = process.env.FARBANK || "farbank";
const there = spawnSync(program, ["version"]).status === 0;
const file = join(dirname(fileURLToPath(import.meta.url)), "../../../examples/wolf.far");
const uri = pathToFileURL(file).href;
const text = readFileSync(file, "utf8");

test("a session", { skip: !there && "farbank is not there", timeout: 120_000 }, async () => {
  const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const left = new Promise((done) => server.on("exit", done));
  const c = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const told = [];
  let heard = () => {};
  c.onNotification("textDocument/publishDiagnostics", (p) => {
    told.push(p);
    heard();
  });
  const diagnostics = async (version) => {
    while (!told.some((p) => p.version === version)) {
      await new Promise((done) => (heard = done));
    }
    return told.findLast((p) => p.version === version).diagnostics;
  };
  c.listen();
  const hello = await c.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  assert.equal(hello.capabilities.positionEncoding, "utf-16");
  await c.sendNotification("initialized", {});
  await c.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "far", version: 1, text } });
  assert.deepEqual(await diagnostics(1), []);
  const textDocument = { uri };
  const lines = text.split("\n");
  const line = lines.findIndex((l) => l.includes("at[cargo] == at[farmer]"));
  const position = { line, character: lines[line].indexOf("at[cargo]") };
  const hover = await c.sendRequest("textDocument/hover", { textDocument, position });
  assert.match(hover.contents.value, /state at\[Thing\]: Bank = west/);
  const from = { line, character: position.character + "at[cargo] == ".length };
  const to = { line, character: lines[line].length };
  await c.sendNotification("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: from, end: to }, text: "farmer" }],
  });
  const wrong = await diagnostics(2);
  assert.equal(wrong.length, 1);
  assert.match(wrong[0].message, /they cannot be compared\nhint: did you mean at\[farmer\]\?/);
  const actions = await c.sendRequest("textDocument/codeAction", { textDocument, range: wrong[0].range, context: { diagnostics: wrong } });
  assert.equal(actions[0].edit.changes[uri][0].newText, "at[farmer]");
  await c.sendNotification("textDocument/didChange", { textDocument: { uri, version: 3 }, contentChanges: [{ text }] });
  const lenses = await c.sendRequest("textDocument/codeLens", { textDocument });
  assert.deepEqual(lenses.map((l) => l.command.title).slice(0, 3), ["solve", "play", "explain"]);
  const { command, arguments: args } = lenses[0].command;
  assert.match(await c.sendRequest("workspace/executeCommand", { command, arguments: args }), /7 moves; no plan is shorter/);
  await c.sendRequest("shutdown");
  await c.sendNotification("exit");
  assert.equal(await left, 0);
});
