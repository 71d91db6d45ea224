/** Farbank's engines, as WebAssembly in a worker. The fields of answers are those of docs/json.md. */

/** The text of a .far file, the name of an example, or a problem with the files that it uses, or in PDDL. */
export type Problem = string | { source: string; files?: Record<string, string> } | { example: string } | { domain: string; problem: string };

/** A value of a parameter, as JSON has it; sets, maps and typed arrays are accepted. */
export type Value = number | string | boolean | readonly Value[] | ReadonlySet<Value> | ReadonlyMap<string, Value> | ArrayBufferView | { readonly [name: string]: Value };

/** solved: proven best. none: proven that no plan exists. unknown: a limit came first. */
export type Status = "solved" | "feasible" | "none" | "none-within-bound" | "unknown" | "unsupported";

export interface Progress {
  phase?: string;
  states: number;
  nodes: number;
  depth: number;
  best?: number;
  bound?: number;
  /** Seconds since the phase began. */
  seconds: number;
}

export interface Options {
  /** Parameters by name. */
  params?: Record<string, Value>;
  /** More parameters, or the name of a data set of the example. */
  data?: Record<string, Value> | string;
  /** Ends the question, and its worker, at once. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** The time limit in seconds; beyond it the status is unknown. */
  timeout?: number;
  /** The memory limit in bytes. */
  memory?: number;
  symmetry?: boolean;
  groundLimit?: number;
}

export type PlanKind = "shortest" | "simple" | "walks" | "any" | "ends" | "sure";
export type Engine = "auto" | "search" | "journey" | "fold" | "rules" | "milp" | "planning" | "constraint" | "strategy";

export interface SolveOptions extends Options {
  plans?: PlanKind;
  /** All plans, not one: the answer has them in plans, unless onPlan takes them. */
  all?: boolean;
  onPlan?: (plan: Plan) => void;
  /** The number of plans. */
  count?: boolean;
  /** With all, the largest number of plans. */
  limit?: number;
  /** The largest number of moves; with walks the exact number. */
  length?: number;
  engine?: Engine;
  strategy?: string;
  horizon?: number;
  freeEnd?: boolean;
  deadEnd?: boolean;
  strict?: boolean;
  prefer?: "fewest-switches";
  /** Also the plan as text or pictures: film gives one picture for each state. */
  show?: "table" | "steps" | "plan" | "csv" | "markdown" | "svg" | "html" | "film";
}

export interface Move {
  move: string;
  args: unknown[];
  cost: number;
  state: Record<string, unknown>;
  /** Where moves take time: when it begins, and how long it takes. */
  time?: number;
  duration?: number;
  /** Of the end of a move, in place of move: its name. */
  end?: string;
}

export interface Stats {
  engine: string;
  generated: number;
  expanded: number;
  stored: number;
  nodes: number;
  depth: number;
  stateBytes: number;
  memory: number;
  seconds: number;
}

export interface Soft {
  rule: string;
  weight: number;
  line: number;
}

export interface Frame {
  svg: string;
  caption?: string;
  lines?: string[];
}

export interface Plan {
  cost?: number;
  length?: number;
  values?: number[];
  find?: Record<string, unknown>;
  start?: Record<string, unknown>;
  plan: Move[] | null;
  /** The makespan, where moves take time. */
  time?: number;
  givenUp?: Soft[];
}

export interface Result extends Plan {
  status: Status;
  reason?: string;
  bound?: number;
  switches?: number;
  given?: number;
  /** With count. It may exceed 2^53: then it is not exact. */
  count?: number;
  countAtLeast?: number;
  plans?: Plan[];
  /** In place of a plan, where others move or something is not seen: docs/json.md describes it. */
  strategy?: { find?: Record<string, unknown>; starts: number[]; situations: Record<string, unknown>[] };
  probability?: unknown;
  expected?: unknown;
  /** With others and an objective: its value, guaranteed or expected. */
  value?: unknown;
  film?: Frame[];
  shown?: string;
  stats?: Stats;
}

export interface Mistake {
  file?: string;
  line?: number;
  column?: number;
  message: string;
  hint?: string;
}

/** The problem or the call is wrong. The attributes are those of the first mistake. */
export class FarbankError extends Error {
  constructor(mistakes: Mistake[]);
  readonly errors: Mistake[];
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  readonly hint?: string;
}

export interface Warning extends Mistake {
  kind?: string;
}

export interface Check {
  valid: boolean;
  title: string;
  variables: number;
  cells: number;
  moves: number;
  groundMoves: number;
  rules: number;
  warnings: Warning[];
  advice: Warning[];
  params?: { name: string; line: number; type?: string; index?: string[]; default?: string; low?: number; high?: number }[];
}

export interface Item {
  kind: string;
  text: string;
  line?: number;
  rule?: string;
  label?: string;
  move?: string;
  name?: string;
  from?: number;
  to?: number;
}

export interface Explanation {
  status: Status;
  complete: boolean;
  reason?: string;
  asked: number;
  hopeless?: boolean;
  conflicts?: { items: Item[]; sure: boolean }[];
  relaxations?: (Plan & { items: Item[]; sure: boolean })[];
  changes?: (Plan & { items: Item[]; sure: boolean; also?: Item[] })[];
  cost?: number;
  states?: number;
  effects?: { item: Item; role: string; refused?: number; alone?: number; without: { status: Status; cost?: number } }[];
}

export interface Verdict {
  valid: boolean;
  cost?: number;
  length?: number;
  step?: number;
  move?: string;
  rules?: string[];
  message?: string;
}

export interface Comparison {
  engines: (Plan & { engine: string; status: Status; reason?: string; valid?: boolean; count?: number; work?: number; unit?: string; seconds?: number })[];
  disagreements?: string[];
}

export interface Space {
  complete: boolean;
  states: number;
  starts: number;
  goalStates: number;
  deadEnds: number;
  moves: number;
  firstGoal: number;
  depth: number;
  layers: number[];
  branching: number[];
  possible?: number;
  safe?: number;
  reason?: string;
}

export interface Graph {
  text?: string;
  format?: string;
  states?: number;
  full?: number;
  edges?: number;
  best?: number | null;
  status?: Status;
  reason?: string;
}

export interface Play {
  state: Record<string, unknown>;
  picture: Frame;
  lines?: string[];
  cost: number;
  won: boolean;
  choices: { move: string; label: string; why?: string }[];
  way?: { known: boolean; none: boolean; cost: number; moves: string[]; why?: string };
}

/** Finds a best plan, all plans or their number, or proves that none exists. */
export function solve(problem: Problem, options?: SolveOptions): Promise<Result>;
/** Iterates over all plans as they are found. Ending the loop ends the search; the return value is the answer. */
export function plans(problem: Problem, options?: SolveOptions): AsyncGenerator<Plan, Result, undefined>;
/** Reads a problem and warns of probable mistakes. A mistake is a FarbankError. */
export function check(problem: Problem, options?: Options & { advice?: boolean }): Promise<Check>;
/** Explains why no plan exists and what would give one; or which rules matter. */
export function explain(problem: Problem, options?: Options & { keep?: string[]; limit?: number; steps?: number }): Promise<Explanation>;
/** Checks a plan: an answer of solve, a list of moves, or a text. */
export function verify(problem: Problem, plan: string | { plan: Move[] | null } | { move: string; args?: unknown[] }[], options?: Options & { freeEnd?: boolean }): Promise<Verdict>;
/** Compares the answers of all engines. */
export function compare(problem: Problem, options?: Options & { plans?: PlanKind; length?: number }): Promise<Comparison>;
/** Describes the state space. */
export function space(problem: Problem, options?: Options): Promise<Space>;
/** Draws the graph of states. */
export function graph(problem: Problem, options?: Options & { to?: "svg" | "dot" | "mmd" }): Promise<Graph>;
/** Returns the state of a game after some moves, and the moves that may follow. */
export function play(problem: Problem, options?: Options & { moves?: string[]; hint?: boolean }): Promise<Play>;
/** Writes a problem in the language of another system, such as pddl or minizinc. */
export function exportTo(problem: Problem, language: string, options?: Options & { horizon?: number }): Promise<string>;
/** Formats the text of a problem. */
export function format(source: string): Promise<string>;
/** Asks a question as the service takes it: {do: "solve", example: "wolf"}. */
export function ask(request: Record<string, unknown>, options?: Pick<SolveOptions, "signal" | "onProgress" | "onPlan">): Promise<unknown>;
/** Starts a worker in advance. */
export function warm(): void;
/** Ends all workers. A later question starts others. */
export function close(): void;
