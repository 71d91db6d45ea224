// Chromium, controlled through a pipe by the DevTools protocol.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  static async open(program, url) {
    const b = new Browser();
    b.folder = mkdtempSync(join(tmpdir(), "panel-"));
    b.process = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", `--user-data-dir=${b.folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    b.left = new Promise((done) => b.process.on("exit", done));
    b.waiting = new Map();
    b.last = 0;
    let rest = "";
    b.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) {
        const { id, result, error } = JSON.parse(part);
        b.waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
      }
    });
    const { targetId } = await b.send("Target.createTarget", { url });
    b.session = (await b.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    return b;
  }

  send(method, params = {}) {
    const id = ++this.last;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    for (let k = 0; k < 600; k++) {
      if (await this.run(expression).catch(() => false)) {
        return;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`never: ${expression}; the page says: ${await this.run("document.body.innerText")}`);
  }

  async close() {
    this.process.kill();
    await this.left;
    // Chromium's other processes may write to the folder for a moment after the first one has ended.
    for (let k = 0; k < 50; k++) {
      try {
        return rmSync(this.folder, { recursive: true, force: true });
      } catch {
        await new Promise((done) => setTimeout(done, 100));
      }
    }
    console.error(`${this.folder} is left`); // no test fails by a folder for temporary files
  }
}
