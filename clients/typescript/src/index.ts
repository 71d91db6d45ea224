import { Questions, type ErrorJSON, type JobDocument, type Request } from "./generated.js";

export * from "./generated.js";

/** An error response: its HTTP status and a list of errors with their places. */
export class FarbankError extends Error {
  constructor(
    readonly status: number,
    readonly errors: ErrorJSON[],
  ) {
    const first = errors[0];
    const place = first?.line ? `${first.file}:${first.line}:${first.column}: ` : "";
    super(place + (first?.message ?? `the service answers ${status}`));
    this.name = "FarbankError";
  }
}

export interface Options {
  token?: string;
  /** Milliseconds between queries for the state of a job. */
  poll?: number;
}

/** A client of the service at an address. */
export class Client extends Questions {
  constructor(
    private readonly base = "http://127.0.0.1:8080",
    private readonly options: Options = {},
  ) {
    super();
    this.base = base.replace(/\/+$/, "");
  }

  protected async ask(question: string, request: Request, signal?: AbortSignal): Promise<unknown> {
    const response = await this.send("POST", `/api/v1/${question}`, request, signal);
    if (response.status !== 202) return response.json();
    return this.wait(response.headers.get("Location") ?? "", signal);
  }

  private async wait(where: string, signal?: AbortSignal): Promise<unknown> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.options.poll ?? 500));
      if (signal?.aborted) {
        await this.send("DELETE", where);
        signal.throwIfAborted();
      }
      const job = (await (await this.send("GET", where)).json()) as JobDocument;
      if (job.state === "done") return job.answer;
      if (job.state === "failed") throw new FarbankError(422, (job.answer as { errors: ErrorJSON[] }).errors);
      if (job.state === "cancelled") throw new FarbankError(410, [{ message: "the job was cancelled" }]);
    }
  }

  private async send(method: string, path: string, body?: Request, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (this.options.token) headers.Authorization = `Bearer ${this.options.token}`;
    const response = await fetch(this.base + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    if (response.ok) return response;
    const text = await response.text();
    let errors: ErrorJSON[] = [{ message: text.trim() }];
    try {
      errors = JSON.parse(text).errors ?? errors;
    } catch {
      // the response does not come from the service
    }
    throw new FarbankError(response.status, errors);
  }
}
