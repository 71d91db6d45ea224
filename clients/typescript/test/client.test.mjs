import assert from "node:assert/strict";
import test from "node:test";

import { Client, FarbankError } from "../dist/index.js";

const farbank = new Client(process.env.FARBANK_URL);

test("solve", async () => {
  const answer = await farbank.solve({ example: "wolf" });
  assert.equal(answer.status, "solved");
  assert.equal(answer.plan?.length, 7);
});

test("a job", async () => {
  const answer = await farbank.solve({ example: "hanoi", params: { discs: 20 }, timeout: 1, engine: "search" });
  assert.equal(answer.status, "unknown");
});

test("a mistake", async () => {
  await assert.rejects(farbank.check({ source: "goal tru" }), (e) => e instanceof FarbankError && e.status === 422 && e.errors[0].line === 1);
});
