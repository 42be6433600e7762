// SPDX-License-Identifier: Apache-2.0
'use strict';

// Runs the Solidity compiler's model checker on standard input's jobs, one JSON object a
// line, and prints one JSON line for each:
//
//   job     {"input": standard JSON, "way": "callback"|"two-pass"|"path", "command": [program, flags…]}
//   answer  {"output": standard JSON, "queries": [{"query": …, "answer": …, "seconds": …}]}
//
// The command reads a query from its standard input. With the way "path" the solver is what the package's
// smtsolver.js finds on the PATH, called as that file does.
//
// usage: node driver.js FOLDER-OF-THE-PACKAGE

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const readline = require('readline');

const folder = process.argv[2];
const solc = require(folder);
const { smtSolver } = require(path.join(folder, 'smtsolver'));
const { handleSMTQueries, smtCallback } = require(path.join(folder, 'smtchecker'));

// answers has what was answered to a query, so that a question asked in both ways is solved once.
const answers = new Map();

function call(query, command) {
  const child = spawnSync(command[0], command.slice(1), { input: query, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (child.error) throw child.error;
  return child.stdout;
}

function run(job) {
  const queries = [];
  const [solver, which] = job.way === 'path' ? [smtSolver, undefined] : [call, job.command];
  const solve = (query) => {
    const key = JSON.stringify([which, query]);
    const start = process.hrtime.bigint();
    if (!answers.has(key)) answers.set(key, solver(query, which));
    const answer = answers.get(key);
    queries.push({ query, answer, seconds: Number(process.hrtime.bigint() - start) / 1e9 });
    return answer;
  };
  const compile = (input, callbacks) => JSON.parse(solc.compile(JSON.stringify(input), callbacks));

  if (job.way !== 'two-pass') {
    return { output: compile(job.input, { smtSolver: smtCallback(solve) }), queries };
  }
  const first = compile(job.input, {});
  const second = handleSMTQueries(job.input, first, solve);
  return { output: second === null ? first : compile(second, {}), queries };
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  let answer;
  try {
    answer = run(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error) };
  }
  fs.writeSync(1, JSON.stringify(answer) + '\n');
});
