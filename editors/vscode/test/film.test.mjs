// Tests the panels with answers: what the language server sends for a film, a timeline, a strategy and a
// problem without a plan, as the document of the panel, in Chromium.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { Browser } from "./browser.mjs";

const rpc = createRequire(import.meta.url)("vscode-jsonrpc/node");
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = process.env.FARBANK || "farbank";
const chromium = process.env.CHROMIUM || "chromium";
const missing = [program, chromium].find((p) => spawnSync(p, [p === program ? "version" : "--version"]).status !== 0);
const example = (name) => readFileSync(join(root, "../../examples", name + ".far"), "utf8");

const texts = {
  film: example("wolf"),
  timeline: example("jobshop"),
  strategy: example("nim"),
  none: "state n: 0..3 = 0\nmove add { n += 1 }\nnever \"not <b>2</b>\": n == 2\ngoal n == 3\n",
};

test("answers in pictures", { skip: missing && `${missing} is not there`, timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "film-"));
  await build({ entryPoints: [join(root, "src/panel.ts")], bundle: true, platform: "node", format: "esm", outfile: join(folder, "panel.mjs"), logLevel: "silent" });
  const { answerDocument } = await import(pathToFileURL(join(folder, "panel.mjs")).href);
  const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const left = new Promise((done) => server.on("exit", done));
  const c = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  c.listen();
  await c.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await c.sendNotification("initialized", {});
  const pages = {};
  for (const [name, text] of Object.entries(texts)) {
    const uri = pathToFileURL(join(folder, name + ".far")).href;
    await c.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "far", version: 1, text } });
    const answer = await c.sendRequest("workspace/executeCommand", { command: "farbank.film", arguments: [{ uri }] });
    const page = join(folder, name + ".html");
    writeFileSync(page, answerDocument(answer, "abc123"));
    pages[name] = pathToFileURL(page).href;
  }
  await c.sendRequest("shutdown");
  await c.sendNotification("exit");
  await left;
  c.dispose();
  const browser = await Browser.open(chromium, pages.film);
  try {
    // The film goes on by a button: the script runs under the policy of the panel.
    await browser.until("document.querySelector('#stage *') && document.readyState === 'complete'");
    assert.match(await browser.run("document.querySelector('meta[http-equiv]').content"), /nonce-abc123/);
    const first = await browser.run("document.getElementById('stage').innerHTML");
    await browser.run("document.getElementById('on').click()");
    await browser.until(`document.getElementById('stage').innerHTML !== ${JSON.stringify(first)}`);
    assert.match(await browser.run("document.getElementById('caption').innerText"), /farmer/);
    await browser.run(`location.href = ${JSON.stringify(pages.timeline)}`);
    await browser.until("/A job shop/.test(document.body.innerText) && document.querySelectorAll('svg rect').length > 9");
    await browser.run(`location.href = ${JSON.stringify(pages.strategy)}`);
    await browser.until("document.querySelectorAll('details').length > 40");
    assert.match(await browser.run("document.body.innerText"), /The goal can be forced: 11 moves at most/);
    await browser.run("document.querySelector('#s13 summary').click()");
    await browser.until("document.getElementById('s13').open");
    await browser.run(`location.href = ${JSON.stringify(pages.none)}`);
    await browser.until("/No plan exists/.test(document.body.innerText)");
    assert.equal(await browser.run("document.querySelectorAll('b').length"), 0);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
