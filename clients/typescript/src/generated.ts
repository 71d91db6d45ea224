// Generated from the description of the service; see server/clients.

export interface AdviceJSON {
  column: number;
  hint: string;
  line: number;
  message: string;
}

export interface BiteJSON {
  hi: number;
  line: number;
  lo: number;
  name: string;
  nearest: number;
  refused: number;
  wider: WithoutJSON;
}

export interface CheckDocument {
  advice: AdviceJSON[];
  cells: number;
  groundMoves: number;
  moves: number;
  params?: ParamDocument[];
  rules: number;
  title: string;
  unit?: number;
  valid: boolean;
  variables: number;
  warnings: WarningJSON[];
}

export interface ChoiceDocument {
  label: string;
  move: string;
  why?: string;
}

export interface CompareDocument {
  disagreements: string[];
  engines: Record<string, unknown>[];
}

export interface CompleteDocument {
  /** the number of characters before the replaced word */
  from: number;
  items: Completion[];
}

export interface Completion {
  detail?: string;
  text: string;
}

export interface ConflictJSON {
  items: ItemJSON[];
  sure: boolean;
  whole?: boolean;
}

export interface CountDocument {
  count?: number;
  countAtLeast?: number;
  reason?: string;
  stats?: StatsJSON;
  status: string;
}

export interface Document {
  bound?: number;
  cost?: number;
  expected?: unknown;
  find?: Record<string, unknown>;
  given?: number;
  givenUp?: SoftJSON[];
  length?: number;
  plan: unknown[];
  probability?: unknown;
  reason?: string;
  start?: Record<string, unknown>;
  stats?: StatsJSON;
  status?: string;
  strategy?: StrategyJSON;
  switches?: number;
  time?: number;
  value?: unknown;
  values?: string[];
}

export interface EffectJSON {
  alone?: number;
  item: ItemJSON;
  refused?: number;
  role: string;
  starts?: number;
  without: WithoutJSON;
}

export interface ErrorJSON {
  column?: number;
  file?: string;
  hint?: string;
  line?: number;
  message: string;
}

export interface ExampleDocument {
  dataSets: string[];
  name: string;
  source: string;
}

export interface ExplainedDocument {
  asked: number;
  bound?: number;
  changes?: RelaxationJSON[];
  complete: boolean;
  conflicts?: ConflictJSON[];
  cost?: number;
  effects?: EffectJSON[];
  fixed?: string[];
  hopeless?: boolean;
  /** where others move or something is not seen: the only member */
  others?: OthersExplanationJSON;
  partial?: boolean;
  ranges?: BiteJSON[];
  reason?: string;
  relaxations?: RelaxationJSON[];
  shown?: string;
  states?: number;
  status: string;
  tried?: number;
  untried?: string;
}

export interface ExportDocument {
  language?: string;
  reason?: string;
  /** unsupported if the language cannot express it */
  status?: string;
  text?: string;
}

export interface Fault {
  errors: ErrorJSON[];
  status: number;
}

export interface ForkJSON {
  args?: unknown[];
  label?: string;
  move?: string;
  to: number;
  weight?: number;
}

export interface FormatDocument {
  params?: ParamDocument[];
  source: string;
}

export interface FrameDocument {
  caption?: string;
  lines?: string[];
  svg: string;
}

export interface GraphDocument {
  best?: number;
  edges?: number;
  format?: string;
  full?: number;
  reason?: string;
  states?: number;
  /** if there is no graph: unsupported, none or unknown */
  status?: string;
  text?: string;
}

export interface HelpJSON {
  change: string;
  line?: number;
  status: string;
  value: string;
}

export interface ItemJSON {
  array?: string;
  choice?: string;
  from?: number;
  kind: string;
  label?: string;
  line?: number;
  move?: string;
  name?: string;
  rule?: string;
  says?: string;
  text: string;
  to?: number;
  was?: string;
  will?: string;
}

export interface JobDocument {
  /** the document if the job is done; the errors if it failed */
  answer?: unknown;
  attempts: number;
  created: string;
  do: string;
  ended?: string;
  id: string;
  progress?: unknown;
  started?: string;
  state: string;
}

export interface ModelDocument {
  id: string;
  model: Problem;
}

export interface OthersExplanationJSON {
  asked: number;
  complete: boolean;
  helps: HelpJSON[];
  positions?: number;
  reason?: string;
  replies?: ReplyJSON[];
  same: HelpJSON[];
  status: string;
  value: string;
}

export interface ParamDocument {
  default?: string;
  high?: number;
  index?: string[];
  line: number;
  low?: number;
  name: string;
  type?: string;
}

export interface PlayDocument {
  choices: ChoiceDocument[];
  cost: number;
  lines: string[];
  lost?: boolean;
  news?: string[];
  picture: FrameDocument;
  state: Record<string, unknown>;
  way?: WayDocument;
  won: boolean;
}

export interface Problem {
  /** the name of a data set of the example */
  dataSet?: string;
  /** the text of a domain in PDDL */
  domain?: string;
  /** the name of an example that ships with the program */
  example?: string;
  /** the files that the source uses: texts by their names */
  files?: Record<string, string>;
  /** the maximum number of grounding steps; 0: 50,000,000 */
  groundLimit?: number;
  /** parameters, as a data file gives them */
  params?: Record<string, unknown>;
  /** the text of a problem in PDDL */
  problem?: string;
  /** the text of a .far file */
  source?: string;
}

export interface ProgressEvent {
  progress?: unknown;
  state: string;
}

export interface RelaxationJSON {
  also?: ItemJSON[];
  bound?: number;
  cost?: number;
  expected?: unknown;
  find?: Record<string, unknown>;
  given?: number;
  givenUp?: SoftJSON[];
  items: ItemJSON[];
  length?: number;
  plan: unknown[];
  probability?: unknown;
  reason?: string;
  start?: Record<string, unknown>;
  stats?: StatsJSON;
  status?: string;
  strategy?: StrategyJSON;
  sure: boolean;
  switches?: number;
  time?: number;
  value?: unknown;
  values?: string[];
  whole?: boolean;
}

export interface ReplyJSON {
  ours?: string;
  theirs?: string;
}

export interface Request {
  /** check: also advice on formulations that are solved faster */
  advice?: boolean;
  /** solve: all plans, not one */
  all?: boolean;
  /** complete: the number of characters of the source before the cursor */
  at?: number;
  /** verify: the certificate, in place of a plan */
  certificate?: string;
  /** the name of a data set of the example */
  dataSet?: string;
  /** solve, count, compare: a path to a dead end instead of the goal */
  deadEnd?: boolean;
  /** what is asked: check, format, solve, count, explain, graph, compare, verify, space, export, play, simulate */
  do?: string;
  /** the text of a domain in PDDL */
  domain?: string;
  /** solve, count: which engine answers; auto chooses */
  engine?: string;
  /** the name of an example that ships with the program */
  example?: string;
  /** the files that the source uses: texts by their names */
  files?: Record<string, string>;
  /** solve, count, verify: a plan may end in any safe state */
  freeEnd?: boolean;
  /** play: also a path to the goal */
  hint?: boolean;
  /** solve, count, export: the maximum number of moves, if an engine or a format has a horizon */
  horizon?: number;
  /** explain: never give these up: rules, moves, parameters, kinds of rules */
  keep?: string[];
  /** solve, count, compare: the maximum number of moves; with walks the exact number */
  length?: number;
  /** solve with all: the maximum number of plans; explain: of sets to give up (0: 10) */
  limit?: number;
  /** memory limit in bytes; above it the answer is unknown */
  memory?: number;
  /** play: the moves made, as a plan writes them */
  moves?: string[];
  /** parameters, as a data file gives them */
  params?: Record<string, unknown>;
  /** verify: the plan, as solve gives it */
  plan?: string;
  /** solve, count, compare, simulate: which plans count: shortest, simple, walks, any, ends; strategies: shortest, any, sure */
  plans?: string;
  /** solve: which of several shortest plans: fewest-switches */
  prefer?: string;
  /** the text of a problem in PDDL */
  problem?: string;
  /** simulate: the number of plays; 0: 10,000 */
  runs?: number;
  /** play, simulate: the seed of what is drawn, where others move or something is not seen; simulate: 1 if absent */
  seed?: number;
  /** solve: also the plan as table, steps, plan, csv, markdown, svg, html or film (a picture a state); explain: table, also what the command prints */
  show?: string;
  /** the text of a .far file */
  source?: string;
  /** explain: the maximum number of steps by which a number may change; default 3 */
  steps?: number;
  /** solve: the order in which the engine search expands states */
  strategy?: string;
  /** solve, count, compare: say how a move can leave the range of a variable */
  strict?: boolean;
  /** use interchangeable values where the engine can; default true */
  symmetry?: boolean;
  /** time limit in seconds; after it the answer is unknown */
  timeout?: number;
  /** export: the language; graph: svg, dot or mmd */
  to?: string;
  /** processors used; 0: all */
  workers?: number;
}

export interface SimulationDocument {
  /** computed: the cost in the worst case */
  cost?: number;
  /** plays that were ended since they were too long */
  cut: number;
  /** computed: the expected cost */
  expected?: unknown;
  /** of the plays that reached the goal */
  leastCost?: number;
  /** of the objective, in these plays */
  leastValue?: number;
  meanCost?: number;
  meanValue?: number;
  mostCost?: number;
  mostValue?: number;
  /** computed: a fraction, or an interval with low and high */
  probability?: unknown;
  /** plays that reached the goal */
  reached: number;
  reason?: string;
  runs: number;
  seed: number;
  /** plays that reached the goal, among all */
  share: number;
  /** of the mean cost */
  standardError?: number;
  /** if there is no strategy to play: none, unknown or unsupported */
  status?: string;
  /** computed: the value of the objective */
  value?: unknown;
  /** the standard error of the mean value */
  valueError?: number;
}

export interface SituationJSON {
  args?: unknown[];
  by: string;
  id: number;
  label?: string;
  move?: string;
  next: ForkJSON[];
  possible?: number;
  seen: Record<string, unknown>;
}

export interface SoftJSON {
  line: number;
  rule: string;
  weight: number;
}

export interface SolveDocument {
  bound?: number;
  cost?: number;
  expected?: unknown;
  film?: FrameDocument[];
  find?: Record<string, unknown>;
  given?: number;
  givenUp?: SoftJSON[];
  length?: number;
  plan: unknown[];
  /** with all: the plans */
  plans?: Document[];
  probability?: unknown;
  reason?: string;
  shown?: string;
  start?: Record<string, unknown>;
  stats?: StatsJSON;
  status?: string;
  strategy?: StrategyJSON;
  switches?: number;
  time?: number;
  value?: unknown;
  values?: string[];
}

export interface SpaceDocument {
  branching: number[];
  branchingMean?: number;
  branchingMost?: number;
  canReachGoal?: number;
  complete: boolean;
  deadEndStates?: Record<string, unknown>[];
  deadEnds: number;
  depth: number;
  everyPlanPasses?: Record<string, unknown>[];
  firstGoal: number;
  goalStates: number;
  layers: number[];
  moves: number;
  possible?: number;
  reason?: string;
  safe?: number;
  starts: number;
  states: number;
  status?: string;
}

export interface StatsJSON {
  depth: number;
  engine: string;
  expanded: number;
  generated: number;
  memory: number;
  nodes: number;
  seconds: number;
  stateBytes: number;
  stored: number;
}

export interface StrategyJSON {
  find?: Record<string, unknown>;
  situations: SituationJSON[];
  starts: number[];
}

export interface VerifyDocument {
  /** of bounds: cost, expected, probability, value or expected-value */
  about?: string;
  /** of bounds: no strategy is better; absent if the goal cannot be forced */
  bound?: string;
  certificate?: string;
  cost?: number;
  /** of a strategy: the expected cost */
  expected?: unknown;
  length?: number;
  line?: number;
  message?: string;
  move?: string;
  /** of bounds */
  positions?: number;
  /** of a strategy: a fraction, or an interval with low and high */
  probability?: unknown;
  rules?: string[];
  /** of a strategy */
  situations?: number;
  states?: number;
  step?: number;
  steps?: number;
  tables?: number;
  valid: boolean;
  /** of a strategy: the value of the objective */
  value?: unknown;
}

export interface WarningJSON {
  column: number;
  file?: string;
  kind: string;
  line: number;
  message: string;
}

export interface WayDocument {
  cost: number;
  known: boolean;
  moves: string[];
  none: boolean;
  text?: string;
  why?: string;
}

export interface WithoutJSON {
  cost?: number;
  follows?: boolean;
  reason?: string;
  states?: number;
  status: string;
}

/** A method for each question. */
export abstract class Questions {
  protected abstract ask(question: string, request: Request, signal?: AbortSignal): Promise<unknown>;

  /** Reads a problem and warns about likely mistakes. */
  check(request: Request, signal?: AbortSignal): Promise<CheckDocument> {
    return this.ask("check", request, signal) as Promise<CheckDocument>;
  }

  /** Compares the answers of all engines. */
  compare(request: Request, signal?: AbortSignal): Promise<CompareDocument> {
    return this.ask("compare", request, signal) as Promise<CompareDocument>;
  }

  /** Completes the text at a position of a file. */
  complete(request: Request, signal?: AbortSignal): Promise<CompleteDocument> {
    return this.ask("complete", request, signal) as Promise<CompleteDocument>;
  }

  /** Counts the plans. */
  count(request: Request, signal?: AbortSignal): Promise<CountDocument> {
    return this.ask("count", request, signal) as Promise<CountDocument>;
  }

  /** Explains why no plan exists and which changes would allow one; or which rules matter. */
  explain(request: Request, signal?: AbortSignal): Promise<ExplainedDocument> {
    return this.ask("explain", request, signal) as Promise<ExplainedDocument>;
  }

  /** Translates the problem to the language of another system. */
  export(request: Request, signal?: AbortSignal): Promise<ExportDocument> {
    return this.ask("export", request, signal) as Promise<ExportDocument>;
  }

  /** Formats a file. */
  format(request: Request, signal?: AbortSignal): Promise<FormatDocument> {
    return this.ask("format", request, signal) as Promise<FormatDocument>;
  }

  /** Draws the graph of states as a picture or a text. */
  graph(request: Request, signal?: AbortSignal): Promise<GraphDocument> {
    return this.ask("graph", request, signal) as Promise<GraphDocument>;
  }

  /** Returns the state of a game after some moves. */
  play(request: Request, signal?: AbortSignal): Promise<PlayDocument> {
    return this.ask("play", request, signal) as Promise<PlayDocument>;
  }

  /** Plays a strategy many times, where others move or something is not seen. */
  simulate(request: Request, signal?: AbortSignal): Promise<SimulationDocument> {
    return this.ask("simulate", request, signal) as Promise<SimulationDocument>;
  }

  /** Finds one plan, or all. */
  solve(request: Request, signal?: AbortSignal): Promise<SolveDocument> {
    return this.ask("solve", request, signal) as Promise<SolveDocument>;
  }

  /** Computes statistics of the state space. */
  space(request: Request, signal?: AbortSignal): Promise<SpaceDocument> {
    return this.ask("space", request, signal) as Promise<SpaceDocument>;
  }

  /** Checks a plan or a certificate. */
  verify(request: Request, signal?: AbortSignal): Promise<VerifyDocument> {
    return this.ask("verify", request, signal) as Promise<VerifyDocument>;
  }
}
