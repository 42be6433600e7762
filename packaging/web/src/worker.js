// SPDX-License-Identifier: Apache-2.0

// Runs the program once. The page ends the worker to cancel it.
import { run } from '../../npm/program.js';
import '../../npm/wasm_exec.js';

onmessage = async ({ data: { module, args, input } }) => postMessage(await run(module, args, input));
