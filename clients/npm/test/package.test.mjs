// Tests of the installed package under Node, and in Chromium where it is installed.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";

import { FarbankError, check, close, compare, explain, exportTo, format, graph, plans, play, solve, space, verify } from "farbank";

after(() => close());

const counter = `puzzle "Counter"
param most: 0..9 = 3
state n: 0..9 = 0
move add { n = n + 1 }
goal n == most
`;

test("solve an example and a text", async () => {
  const answer = await solve("wolf");
  assert.equal(answer.status, "solved");
  assert.equal(answer.cost, 7);
  assert.deepEqual([answer.plan[0].move, answer.plan[0].args], ["cross", ["goat"]]);
  assert.equal((await solve(counter)).cost, 3);
  assert.equal((await solve(counter, { params: { most: 5 } })).cost, 5);
  assert.equal((await solve(counter, { data: { most: 6 } })).cost, 6);
  assert.equal((await solve("rollout", { data: "rollout-small.json" })).status, "solved");
});

test("unknowns, counts, all plans", async () => {
  assert.equal(Object.keys((await solve("queens")).find.row).length, 8);
  assert.equal((await solve("queens", { count: true })).count, 92);
  assert.equal((await solve("queens", { params: { n: 6 }, all: true })).plans.length, 4);
  const found = [];
  for await (const plan of plans("queens", { params: { n: 6 } })) found.push(plan.find.row[1]);
  assert.deepEqual(found.sort(), [2, 3, 4, 5]);
  for await (const plan of plans("queens", { params: { n: 14 } })) {
    assert.ok(plan.find);
    break; // ends the search
  }
});

test("statuses", async () => {
  assert.equal((await solve("husbands", { params: { couples: 4 } })).status, "none");
  assert.equal((await solve("wolf", { length: 3 })).status, "none-within-bound");
  const slow = await solve("hanoi", { params: { discs: 20 }, engine: "search", timeout: 0.3 });
  assert.equal(slow.status, "unknown");
  assert.ok(slow.reason);
});

test("mistakes", async () => {
  await assert.rejects(solve("state n: 0..3 = 0\ngoal tru\n"), (e) => e instanceof FarbankError && e.line === 2 && e.column === 6 && /tru/.test(e.message));
  await assert.rejects(solve("goal tru"), (e) => e instanceof FarbankError && e.line === 1);
  await assert.rejects(solve("nosuch"), FarbankError);
  await assert.rejects(solve("queens", { params: { n: 100 } }), FarbankError);
});

test("signal and progress", async () => {
  const aborted = new AbortController();
  let seen = 0;
  const long = solve("hanoi", { params: { discs: 20 }, engine: "search", signal: aborted.signal, onProgress: (p) => {
    assert.equal(typeof p.seconds, "number");
    if (++seen === 2) aborted.abort();
  } });
  await assert.rejects(long, { name: "AbortError" });
  assert.equal((await solve("wolf")).cost, 7); // others go on
  await assert.rejects(solve("wolf", { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("others", async () => {
  const [checked, why, verdict, compared, states, drawn, game, pddl, text] = await Promise.all([
    check(counter), explain("husbands", { params: { couples: 4 }, timeout: 60, limit: 1 }), verify("wolf", "cross(goat)\n"), compare("wolf"), space("wolf"),
    graph("wolf", { to: "svg" }), play("wolf", { moves: ["cross(goat)"] }), exportTo("wolf", "pddl"), format("state   n:0..3=0\n")]);
  assert.equal(checked.title, "Counter");
  assert.equal(why.status, "none");
  assert.equal(verdict.valid, false);
  assert.ok((await verify("wolf", await solve("wolf"))).valid);
  assert.ok(compared.engines.length > 3);
  assert.equal(states.states, 10);
  assert.match(drawn.text, /<svg/);
  assert.equal(game.cost, 1);
  assert.match(pddl, /:goal/);
  assert.equal(text, "state n: 0..3 = 0\n");
});

test("an idle worker keeps no process alive", () => {
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", `import { solve } from "farbank"; console.log((await solve("wolf")).cost)`], { encoding: "utf8", timeout: 60000, cwd: dirname(fileURLToPath(import.meta.url)) });
  assert.equal(run.stdout, "7\n", run.stderr);
});

const browser = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync(name, ["--version"]).status === 0);

test("Chromium", { skip: !browser && !process.env.CI && "not installed", timeout: 120000 }, async () => {
  const root = dirname(dirname(fileURLToPath(import.meta.resolve("farbank"))));
  const types = { ".js": "text/javascript", ".html": "text/html", ".gz": "application/gzip" };
  let answered;
  const answer = new Promise((resolve) => (answered = resolve));
  const page = `<!doctype html><meta charset="utf-8">
<farbank-problem id="one" example="wolf"></farbank-problem>
<farbank-problem id="two" params='{"most": 4}'><script type="text/plain">
${counter}</script></farbank-problem>
<farbank-problem id="three" example="nim"></farbank-problem>
<script type="module">
import { solve, FarbankError } from "/farbank/browser.js";
import "/farbank/element.js";
const tell = (doc) => fetch("/told", { method: "POST", body: JSON.stringify(doc) });
try {
  const wolf = await solve("wolf");
  const mistake = await solve("goal tru").catch((e) => e instanceof FarbankError && e.line);
  const stop = new AbortController();
  const long = solve("hanoi", { params: { discs: 20 }, engine: "search", signal: stop.signal }).catch((e) => e.name);
  setTimeout(() => stop.abort(), 300);
  const one = document.querySelector("#one"), two = document.querySelector("#two");
  await one.solve();
  await two.solve();
  const three = document.querySelector("#three");
  await three.solve();
  const situations = three.shadowRoot.querySelectorAll("details").length;
  const status = two.shadowRoot.querySelector("[role=status]").textContent;
  const pictures = one.shadowRoot.querySelectorAll("img").length;
  await one.read();
  const text = one.source.split("\\n")[0];
  await one.play();
  one.shadowRoot.querySelector("[data-move='cross(goat)']").click();
  await new Promise((resolve) => setTimeout(resolve, 700));
  tell({ cost: wolf.cost, situations, mistake, stopped: await long, status, pictures, text, game: one.shadowRoot.querySelector("[role=status]").textContent });
} catch (e) { tell({ error: String(e.stack ?? e) }); }
</script>`;
  const server = createServer((request, response) => {
    if (request.url === "/told") {
      let text = "";
      request.on("data", (d) => (text += d));
      request.on("end", () => { response.end(); answered(JSON.parse(text)); });
      return;
    }
    if (request.url === "/") return void response.setHeader("Content-Type", "text/html").end(page);
    const file = join(root, normalize(request.url));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "farbank-"));
  const chromium = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  try {
    assert.deepEqual(await answer, { cost: 7, situations: 50, mistake: 1, stopped: "AbortError", status: "Solved: 4 moves.", pictures: 1, text: 'puzzle "Wolf, goat and cabbage"', game: "1 moves, cost 1." });
  } finally {
    const ended = new Promise((resolve) => chromium.on("exit", resolve));
    chromium.kill("SIGKILL");
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
