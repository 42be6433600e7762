// SPDX-License-Identifier: Apache-2.0
'use strict';

// Runs the program once: its arguments, its standard input and the module come as data of the worker; exit code, standard output and error go
// back through the port. It sees no files and no environment.

const path = require('node:path');
const { workerData } = require('node:worker_threads');

const { module: program, args, input, done, port } = workerData;
const text = Buffer.from(input);
const printed = [undefined, [], []];
let position = 0;

function refuse(...args) {
  const error = new Error('there are no files');
  error.code = 'ENOENT';
  args.at(-1)(error);
}

const files = {
  constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
  writeSync(fd, buffer) {
    printed[fd].push(Buffer.from(buffer));
    return buffer.length;
  },
  write(fd, buffer, offset, length, at, callback) {
    printed[fd].push(Buffer.from(buffer.subarray(offset, offset + length)));
    callback(null, length);
  },
  read(fd, buffer, offset, length, at, callback) {
    const n = fd === 0 ? text.copy(buffer, offset, position, position + length) : 0;
    position += n;
    callback(null, n);
  },
  fstat: refuse,
  close(fd, callback) { callback(null); },
  fsync(fd, callback) { callback(null); },
};
globalThis.fs = new Proxy(files, { get: (known, name) => known[name] ?? refuse });
require(path.join(__dirname, 'wasm_exec.js'));

async function run() {
  const go = new Go();
  go.argv = ['cornet', ...args];
  go.env = {};
  let code = 4;
  go.exit = (z) => { code = z; };
  try {
    await go.run(new WebAssembly.Instance(program, go.importObject));
  } catch (error) {
    printed[2].push(Buffer.from(String(error)));
  }
  const [, stdout, stderr] = printed.map((parts) => parts && Buffer.concat(parts).toString());
  port.postMessage({ code, stdout, stderr });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}

run();
