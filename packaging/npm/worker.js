// SPDX-License-Identifier: Apache-2.0
'use strict';

// Runs the program once: its arguments, its standard input and the module come as data of the worker; exit code, standard output and error go
// back through the port.

const path = require('node:path');
const { workerData } = require('node:worker_threads');
const { run } = require('./program.js');
require(path.join(__dirname, 'wasm_exec.js'));

const { module: program, args, input, done, port } = workerData;
run(program, args, input).then((z) => {
  port.postMessage(z);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
