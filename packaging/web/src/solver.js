// SPDX-License-Identifier: Apache-2.0

let compiled;

/** The program, fetched and compiled once. */
export function program() {
  compiled ??= fetch('cornet.wasm.gz')
    .then((answer) => {
      if (!answer.ok) throw new Error(`cornet.wasm.gz: ${answer.status}`);
      return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    })
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Starts the program: `done` is a promise of { code, stdout, stderr }, `cancel` ends it, so that the promise is one of null. */
export function start(args, input) {
  const worker = new Worker('worker.js', { type: 'module' });
  let cancel;
  const done = new Promise((resolve, reject) => {
    cancel = () => resolve(null);
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message ?? 'the worker has failed'));
    program().then((module) => worker.postMessage({ module, args, input }), reject);
  }).finally(() => worker.terminate());
  return { done, cancel };
}
