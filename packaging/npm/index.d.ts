// SPDX-License-Identifier: Apache-2.0

/** What bounds and guides a call. */
export interface Options {
  /** Seconds. The default is no limit. */
  timeout?: number;
  /** One engine instead of all that fit. */
  engine?: string;
  /** More options of the command line, as in docs/options.md. */
  args?: string[];
}

export interface Definition {
  name: string;
  parameters: { name: string; sort: string }[];
  /** SMT-LIB */
  body: string;
}

/** What every answer has. docs/answer.schema.json describes all of it. */
export interface Answer {
  /** Why there is no verdict. */
  reason?: string;
  warnings?: string[];
  statistics?: object[];
  exit_code: number;
  error?: string;
}

export interface HornAnswer extends Answer {
  verdict: 'sat' | 'unsat' | 'unknown';
  /** After sat. `text` is SMT-LIB. */
  model?: { text: string; definitions: Definition[] };
  /** After unsat: the last step derives false. */
  refutation?: { clause: number; values: { name: string; value: string }[]; premises: number[] }[];
}

export interface ProgramAnswer extends Answer {
  verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  /** After FALSE: the counterexample, line by line. */
  trace?: string[];
  remarks?: string[];
  invariants?: { file: string; line: number; function: string; c?: string; formula: string }[];
}

/** Decides the Horn system that an SMT-LIB text poses. It blocks the thread. Throws an Error with a position if the text is malformed or not Horn. */
export function solve(text: string, options?: Options): HornAnswer;

/** Like solve, without blocking the thread. */
export function solveAsync(text: string, options?: Options): Promise<HornAnswer>;

/** Decides whether a C program can reach an error. It blocks the thread. */
export function verify(text: string, options?: Options): ProgramAnswer;

/** A function from a query to the text that a solver prints, for the callback of solc-js. */
export function smtSolver(options?: Options): (query: string) => string;
