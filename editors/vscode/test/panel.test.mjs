// Tests the panel with the page in Chromium, with a stub instead of the editor: the files and
// messages are those of the extension, sent over HTTP.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { Browser } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = process.env.FARBANK || "farbank";
const chromium = process.env.CHROMIUM || "chromium";
const files = join(root, "dist/page");
const missing = [program, chromium].find((p) => spawnSync(p, [p === program ? "version" : "--version"]).status !== 0) ?? (existsSync(files) ? undefined : files);
const example = (name) => readFileSync(join(root, "../../examples", name + ".far"), "utf8");

// The part of the editor's interface to panels that the page uses.
const stub = `
  const send = fetch.bind(window);
  window.acquireVsCodeApi = () => ({ postMessage: (m) => void send("/said", { method: "POST", body: JSON.stringify(m) }) });
  new EventSource("/told").onmessage = (e) => window.postMessage(JSON.parse(e.data));
`;

test("the page in a panel", { skip: missing && `${missing} is not there`, timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "panel-"));
  await build({ entryPoints: [join(root, "src/panel.ts")], bundle: true, platform: "node", format: "esm", outfile: join(folder, "panel.mjs"), logLevel: "silent" });
  const { pageDocument, Relay, Service } = await import(pathToFileURL(join(folder, "panel.mjs")).href);
  const service = await Service.begin(program, join(folder, "page.db"));
  let tell = () => {};
  const relay = new Relay(service.address, (m) => tell(m));
  const asked = [];
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  const host = createServer(async (request, answer) => {
    if (request.url === "/told") {
      answer.writeHead(200, { "content-type": "text/event-stream" });
      tell = (m) => answer.write(`data: ${JSON.stringify(m)}\n\n`);
      return;
    }
    if (request.url === "/said") {
      let text = "";
      for await (const piece of request) text += piece;
      answer.end();
      const said = JSON.parse(text);
      asked.push(said);
      return said.ready ? tell({ source: example("wolf") }) : relay.take(said);
    }
    if (request.url === "/") {
      const { port } = host.address();
      const from = `http://127.0.0.1:${port}`;
      const page = pageDocument(readFileSync(join(files, "index.html"), "utf8"), `${from}/files`, from);
      assert.match(page, /default-src 'none'/);
      // Unlike that of the editor, the stub is a script in the page and uses fetch.
      answer.writeHead(200, { "content-type": "text/html" });
      return answer.end(page.replace("default-src 'none'", "default-src 'none'; connect-src 'self'").replace("script-src", "script-src 'unsafe-inline'").replace("<head>", `<head><script>${stub}</script>`));
    }
    const path = normalize(join(files, request.url.replace(/^\/files/, "")));
    if (!path.startsWith(files) || !existsSync(path)) {
      answer.writeHead(404);
      return answer.end();
    }
    answer.writeHead(200, { "content-type": types[path.split(".").pop()] ?? "text/plain" });
    answer.end(readFileSync(path));
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
  const browser = await Browser.open(chromium, `http://127.0.0.1:${host.address().port}/`);
  try {
    await browser.until("document.documentElement.dataset.ready === 'true'");
    assert.equal(await browser.run("document.getElementById('source').value"), example("wolf"));
    assert.ok(await browser.run("document.getElementById('link').hidden"));
    await browser.run("document.getElementById('solve').click()");
    await browser.until("/7 moves/.test(document.getElementById('right').innerText)");
    // The progress of a long question is shown, and it is stopped.
    await browser.run("document.getElementById('example').value = 'knight', document.getElementById('example').dispatchEvent(new Event('change', { bubbles: true }))");
    await browser.until(`document.getElementById('source').value === ${JSON.stringify(example("knight"))}`);
    await browser.run("{ const e = document.getElementById('engine'); e.value = 'journey'; e.dispatchEvent(new Event('change', { bubbles: true })); document.getElementById('solve').click(); }");
    await browser.until("!document.getElementById('stop').disabled && /Working.* [1-9]\\d* s/s.test(document.getElementById('progress').innerText)"); // its events have begun
    await browser.run("document.getElementById('stop').click()");
    await browser.until("document.getElementById('stop').disabled");
    for (let k = 0; k < 100 && !asked.some((said) => said.abort); k++) {
      await new Promise((done) => setTimeout(done, 50)); // the request is being sent
    }
    assert.ok(asked.some((said) => said.abort));
    // The file is saved with a new text.
    tell({ source: example("jugs") });
    await browser.until(`document.getElementById('source').value === ${JSON.stringify(example("jugs"))}`);
    // The manual also comes from the service; requests to other hosts fail.
    await browser.run("document.getElementById('manual').click()");
    await browser.until("document.getElementById('help').innerText.length > 1000");
    assert.match(await browser.run("fetch('http://example.org/').catch((e) => e.message)"), /its service only/);
  } finally {
    await browser.close().catch(console.error);
    relay.end();
    service.end();
    host.closeAllConnections();
    host.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
