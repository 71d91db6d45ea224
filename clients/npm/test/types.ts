// Compiled only: the types of the package fit its use.

import { FarbankError, check, plans, solve, type Result, type Status } from "farbank";
import "farbank/element";

const answer: Result = await solve("wolf", { params: { n: 3, xs: new Set([1]) }, signal: new AbortController().signal, onProgress: (p) => p.seconds });
const status: Status = answer.status;
const first: string | undefined = answer.plan?.[0]?.move;
for await (const plan of plans("queens")) void plan.find;
try {
  void (await check({ source: "" })).warnings[0]?.line;
} catch (e) {
  if (e instanceof FarbankError) void [e.line, e.column, e.hint, status, first];
}
void document.querySelector("farbank-problem")?.solve();
// @ts-expect-error: there is no such kind
void solve("wolf", { plans: "longest" });
