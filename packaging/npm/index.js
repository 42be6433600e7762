// SPDX-License-Identifier: Apache-2.0
'use strict';

// Each call runs the program, compiled once for the process, in a worker of its own: the caller's thread may wait for it, time can be
// bounded, and the worker's memory is free afterwards.

const fs = require('node:fs');
const path = require('node:path');
const { Worker, MessageChannel, receiveMessageOnPort } = require('node:worker_threads');

let compiled;

/** The program; compiled when it is first needed. */
function program() {
  compiled ??= new WebAssembly.Module(fs.readFileSync(path.join(__dirname, 'cornet.wasm')));
  return compiled;
}

// Seconds beyond the time limit after which a worker that has not ended is stopped.
const grace = 10;

/** Starts the program; `wait` blocks until it has ended, `ended` is a promise of the same. */
function start(args, input, timeout) {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(path.join(__dirname, 'worker.js'), {
    workerData: { module: program(), args, input, done, port: port2 },
    transferList: [port2],
    resourceLimits: { stackSizeMb: 64 },
  });
  worker.on('error', () => {}); // what has been printed counts; timers may still end after the program
  const limit = timeout > 0 ? (timeout + grace) * 1000 : undefined;
  const failed = (why) => ({ code: 4, stdout: '', stderr: why });
  const stop = () => {
    port1.close();
    worker.terminate();
  };
  return {
    wait() {
      const why = Atomics.wait(done, 0, 0, limit);
      const message = receiveMessageOnPort(port1);
      stop();
      return message ? message.message : failed(why === 'timed-out' ? 'stopped: it did not end in time' : 'the worker has failed');
    },
    ended() {
      return new Promise((resolve) => {
        const timer = limit && setTimeout(() => finish(failed('stopped: it did not end in time')), limit);
        const finish = (message) => {
          clearTimeout(timer);
          stop();
          resolve(message);
        };
        port1.on('message', finish);
        worker.on('exit', () => finish(failed('the worker has failed')));
      });
    },
  };
}

/** The command line for options. */
function flags({ timeout, engine, args = [] } = {}) {
  const z = ['--solver', 'native'];
  if (timeout > 0) z.push('--timeout', String(timeout));
  if (engine) z.push('--engine', engine);
  return z.concat(args);
}

/** The answer that the program has printed as JSON; throws if there is none. */
function answer({ code, stdout, stderr }) {
  if (stdout === '') {
    return { verdict: 'unknown', reason: stderr.trim(), exit_code: code };
  }
  const z = JSON.parse(stdout);
  if (z.exit_code > 1 && z.verdict === undefined) {
    throw new Error(z.error ?? stderr.trim());
  }
  return z;
}

const commandLine = (command, options) => [command, '-', '--format', 'json', ...flags(options)];

/** Decides the Horn system that `text` poses, and returns when it is decided. */
function solve(text, options = {}) {
  return answer(start(commandLine('solve', options), text, options.timeout).wait());
}

/** Like solve, without blocking the thread. */
async function solveAsync(text, options = {}) {
  return answer(await start(commandLine('solve', options), text, options.timeout).ended());
}

/** Decides a C program. */
function verify(text, options = {}) {
  return answer(start(commandLine('verify', options), text, options.timeout).wait());
}

/** A function from a query to what a solver's process prints, for solc-js: `smtCallback(smtSolver({ timeout: 10 }))`. */
function smtSolver(options = {}) {
  return (query) => {
    const z = start(['solve', '-', '--model', ...flags(options)], query, options.timeout).wait();
    if (z.stdout === '') throw new Error(z.stderr.trim());
    return z.stdout;
  };
}

module.exports = { solve, solveAsync, verify, smtSolver };
