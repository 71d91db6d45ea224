// Tests the extension in the test runner of VS Code, with the window in Chromium. It needs a server
// of VS Code, such as that in code-server of npm (which needs node 24):
//   VSCODE_SERVER="node node_modules/code-server/lib/vscode/out/server-main.js" FARBANK=farbank node test/vscode/run.mjs
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser } from "../browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = mkdtempSync(join(tmpdir(), "vscode-"));
const tested = join(folder, "tested.json");
const port = 18770 + (process.pid % 100);
mkdirSync(join(folder, "data/Machine"), { recursive: true });
writeFileSync(join(folder, "data/Machine/settings.json"), JSON.stringify({ "farbank.path": process.env.FARBANK || "farbank" }));
mkdirSync(join(folder, "data/User"), { recursive: true });
writeFileSync(join(folder, "data/User/settings.json"), JSON.stringify({ "security.workspace.trust.enabled": false, "workbench.startupEditor": "none" }));
const [program, ...args] = process.env.VSCODE_SERVER.split(" ");
const server = spawn(program, [...args, "--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms", "--server-data-dir", folder,
  "--enable-smoke-test-driver", "--telemetry-level", "off", "--disable-workspace-trust"], { env: { ...process.env, FARBANK_TESTED: tested }, stdio: ["ignore", "inherit", "inherit"] });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const limit = Date.now() + Number(process.env.LIMIT || 300) * 1000;
let browser;
try {
  while (!(await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined))?.ok) {
    if (Date.now() > limit || server.exitCode !== null) throw new Error("VS Code does not answer");
    await wait(500);
  }
  const remote = `vscode-remote://127.0.0.1:${port}`;
  const payload = JSON.stringify([["extensionDevelopmentPath", remote + root], ["extensionTestsPath", `${remote}${root}/test/vscode/index.cjs`], ["skipWelcome", "true"]]);
  browser = await Browser.open(process.env.CHROMIUM || "chromium", `http://127.0.0.1:${port}/?folder=${join(root, "../../examples")}&payload=${encodeURIComponent(payload)}`);
  while (!existsSync(tested)) {
    if (Date.now() > limit) throw new Error("the tests did not end; the window says: " + (await browser.run("document.body.innerText")).slice(0, 2000));
    await wait(500);
  }
  await wait(500);
  const { done, failed } = JSON.parse(readFileSync(tested, "utf8"));
  console.log("in VS Code:", done.join(", "));
  if (failed) throw new Error(failed);
} catch (e) {
  console.error(e);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server.kill();
  await wait(1000);
  if (process.exitCode && process.env.KEEP) console.error(folder);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
