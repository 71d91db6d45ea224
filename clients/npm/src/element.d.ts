/**
 * The element farbank-problem: a problem with its answer, film and play. Its text, or the attribute
 * example or src, is the problem; params is a JSON object.
 */
export class FarbankProblem extends HTMLElement {
  /** The text of the problem. */
  source: string;
  /** Solves the problem, and shows the answer. */
  solve(): Promise<void>;
  /** Shows the problem as a game. */
  play(): Promise<void>;
  /** Shows the text of an example. */
  read(): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "farbank-problem": FarbankProblem;
  }
}
