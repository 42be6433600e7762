// SPDX-License-Identifier: Apache-2.0
'use strict';

// The program in a worker, in Node or in a browser: it sees its arguments and its standard input, no files and no environment. A worker runs it once.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const printed = [undefined, [], []];
let text = new Uint8Array();
let position = 0;

function refuse(...args) {
  const error = new Error('there are no files');
  error.code = 'ENOENT';
  args.at(-1)(error);
}

const files = {
  constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
  writeSync(fd, buffer) {
    printed[fd].push(buffer.slice());
    return buffer.length;
  },
  write(fd, buffer, offset, length, at, callback) {
    printed[fd].push(buffer.slice(offset, offset + length));
    callback(null, length);
  },
  read(fd, buffer, offset, length, at, callback) {
    const part = fd === 0 ? text.subarray(position, position + length) : new Uint8Array();
    buffer.set(part, offset);
    position += part.length;
    callback(null, part.length);
  },
  fstat: refuse,
  close(fd, callback) { callback(null); },
  fsync(fd, callback) { callback(null); },
};
globalThis.fs = new Proxy(files, { get: (known, name) => known[name] ?? refuse }); // before wasm_exec.js is loaded

/** Runs the module and returns { code, stdout, stderr }. */
async function run(module, args, input) {
  text = encoder.encode(input);
  const go = new globalThis.Go();
  go.argv = ['cornet', ...args];
  go.env = {};
  let code = 4;
  go.exit = (z) => { code = z; };
  try {
    await go.run(new WebAssembly.Instance(module, go.importObject));
  } catch (error) {
    printed[2].push(encoder.encode(String(error)));
  }
  const [, stdout, stderr] = printed.map((parts) => parts && parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode());
  return { code, stdout, stderr };
}

module.exports = { run };
