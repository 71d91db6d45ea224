// The parts of a panel with the page that do not depend on the editor: the document of the page,
// the service, and the relay between them.
import { spawn, type ChildProcess } from "node:child_process";

/** The document of the page for a panel, whose files are below base. */
export function pageDocument(index: string, base: string, from: string): string {
  const policy = `default-src 'none'; script-src ${from}; style-src ${from} 'unsafe-inline'; img-src ${from} data:; base-uri ${from}`;
  return index
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<base href="${base}/">`)
    .replace('src="app.js"', 'src="panel.js"');
}

/** The document of a panel with an answer: a film, a timeline or a strategy is a page; other answers are texts. */
export function answerDocument(answer: string, nonce: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:">`;
  if (answer.startsWith("<!DOCTYPE html>")) {
    return answer.replace(/<meta charset="utf-8">/, `$&\n${policy}`).replace(/<script>/g, `<script nonce="${nonce}">`);
  }
  const text = answer.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c] ?? c);
  return `<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n${policy}\n<title>Farbank</title>\n<pre style="white-space: pre-wrap">${text}</pre>\n`;
}

/** A process farbank serve on a free port. */
export class Service {
  private constructor(
    readonly address: string,
    private readonly process: ChildProcess,
  ) {}

  static begin(program: string, database: string): Promise<Service> {
    const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--db", database, "--log", "none"], { stdio: ["ignore", "ignore", "pipe"] });
    return new Promise((resolve, reject) => {
      let said = "";
      server.stderr.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(0, 4096);
        const address = said.match(/http:\/\/127\.0\.0\.1:\d+/);
        if (address) {
          resolve(new Service(address[0], server));
        }
      });
      server.on("error", reject);
      server.on("exit", () => reject(new Error(said.trim() || `${program} serve ended`)));
    });
  }

  get over(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  end(): void {
    this.process.kill();
  }
}

/** A message from the panel. */
export interface Said {
  id: number;
  ready?: boolean;
  abort?: boolean;
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A message to the panel: the head of a response, pieces of its body, or its end. */
export interface Told {
  id: number;
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  end?: boolean;
  failed?: string;
}

/** Relays requests of a panel to the service, and the responses back. */
export class Relay {
  private readonly running = new Map<number, AbortController>();

  constructor(
    private readonly address: string,
    private readonly tell: (told: Told) => unknown,
  ) {}

  async take({ id, abort, path, method, headers, body }: Said): Promise<void> {
    if (abort) {
      this.running.get(id)?.abort();
    }
    if (abort || path === undefined) {
      return;
    }
    const control = new AbortController();
    this.running.set(id, control);
    try {
      const to = new URL(path, this.address + "/");
      if (to.origin !== this.address) {
        throw new Error("the page asks its service only");
      }
      const answer = await fetch(to, { method, headers, body, signal: control.signal });
      this.tell({ id, status: answer.status, headers: { "content-type": answer.headers.get("content-type") ?? "" } });
      const decoder = new TextDecoder();
      for await (const piece of answer.body ?? []) {
        this.tell({ id, text: decoder.decode(piece, { stream: true }) });
      }
      this.tell({ id, text: decoder.decode(), end: true });
    } catch (e) {
      this.tell({ id, failed: e instanceof Error ? e.message : String(e) });
    } finally {
      this.running.delete(id);
    }
  }

  end(): void {
    for (const control of this.running.values()) {
      control.abort();
    }
  }
}
