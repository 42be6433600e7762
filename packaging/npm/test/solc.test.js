// SPDX-License-Identifier: Apache-2.0
'use strict';

// The Solidity compiler and Cornet in one process.

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { smtSolver } = require('..');

const folder = process.env.SOLC_JS ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'cornet-solc', 'node_modules', 'solc');
const skip = fs.existsSync(folder) ? false : `install the Solidity compiler: npm install --prefix ${path.dirname(path.dirname(folder))} solc`;
const contracts = path.join(__dirname, '..', '..', '..', 'testdata', 'solidity');

// A contract states what is expected behind this rule: a line for each finding.
const rule = '// ----\n';

// Of each theory one, with and without a defect.
const names = ['array_pop_bug', 'auction_bug', 'counter', 'loop_sum', 'overflow', 'reentrancy', 'struct_simple', 'token', 'token_bug'];

// What is checked: by default the compiler leaves overflows out.
const targets = ['assert', 'balance', 'constantCondition', 'divByZero', 'outOfBounds', 'overflow', 'popEmptyArray', 'underflow'];

/** The messages of the model checker about a source. */
function check(source) {
  const solc = require(folder);
  const { smtCallback } = require(path.join(folder, 'smtchecker'));
  const input = {
    language: 'Solidity',
    sources: { c: { content: source } },
    settings: { modelChecker: { engine: 'chc', solvers: ['smtlib2'], showUnproved: true, targets, timeout: 0 } },
  };
  const output = solc.compile(JSON.stringify(input), { smtSolver: smtCallback(smtSolver({ timeout: 30 })) });
  return JSON.parse(output).errors.map((e) => e.message);
}

for (const name of names) {
  const file = path.join(contracts, `${name}.sol`);
  test(`the model checker on ${name}`, { skip: skip || (fs.existsSync(file) ? false : 'no such contract') }, () => {
    const [source, expected] = fs.readFileSync(file, 'utf8').split(rule);
    const happens = expected.split('\n').filter((l) => l.endsWith(': happens')).length;
    const messages = check(source);
    assert.equal(messages.filter((m) => / happens here/.test(m)).length, happens, messages.join('\n'));
    assert.ok(!messages.some((m) => /might happen/.test(m)), messages.join('\n'));
  });
}
