// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { solve, solveAsync, verify, smtSolver } = require('..');

const testdata = path.join(__dirname, '..', '..', '..', 'testdata');
const read = (name) => fs.readFileSync(path.join(testdata, name), 'utf8');

test('a safe system has a model', () => {
  const z = solve(read('horn/bounded_loop.smt2'));
  assert.equal(z.verdict, 'sat');
  assert.equal(z.model.definitions[0].name, 'loop');
  assert.match(z.model.text, /define-fun loop/);
});

test('an unsafe system has a refutation', () => {
  const z = solve(read('horn/same_atom_twice.smt2'));
  assert.equal(z.verdict, 'unsat');
  assert.equal(z.refutation.length, 3);
  assert.equal(z.refutation.at(-1).premises.length, 3);
});

test('the same, without blocking', async () => {
  const all = await Promise.all(['bounded_loop', 'counter_up_bug', 'even'].map((f) => solveAsync(read(`horn/${f}.smt2`))));
  assert.deepEqual(all.map((z) => z.verdict), ['sat', 'unsat', 'sat']);
});

test('what is malformed is an error with a position', () => {
  assert.throws(() => solve('(assert (p 0))'), /-:1:\d+: /);
});

test('time is bounded', () => {
  const z = solve(`(declare-fun p (Int Int Int) Bool)
    (assert (p 0 0 0))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y (* 2 x) 1) (+ z (* 3 y) (* 3 x) 1)))))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 20000) (not (= (* 2 z) (+ x z)))) false)))`, { timeout: 2 });
  assert.equal(z.verdict, 'unknown');
  assert.match(z.reason, /out of time|did not end/);
});

test('a C program', () => {
  const z = verify(read('c/sum.c'));
  assert.equal(z.verdict, 'FALSE');
  assert.ok(z.trace.some((step) => /the error function is called/.test(step)), z.trace.join('\n'));
});

test('memory is free after each call', () => {
  const text = read('horn/bounded_loop.smt2');
  solve(text);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 10; i++) solve(text);
  assert.ok(process.memoryUsage().rss - before < 200e6, `${before} → ${process.memoryUsage().rss}`);
});

test('what a solver prints', () => {
  assert.match(smtSolver()(read('horn/bounded_loop.smt2')), /^sat\n\(\n {2}\(define-fun loop/);
});
