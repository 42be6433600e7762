// SPDX-License-Identifier: Apache-2.0

// Builds the page into dist/. npm/cornet.wasm has to be there: see the Makefile.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const src = path.join(here, 'src');
const dist = path.join(here, 'dist');
fs.rmSync(dist, { recursive: true, force: true });
fs.mkdirSync(dist);

// The examples: each line of examples/index.txt has a file, the title, and what is checked.
const folder = path.join(here, 'examples');
const examples = fs.readFileSync(path.join(folder, 'index.txt'), 'utf8').trim().split('\n').map((line) => {
  const [file, title, check] = line.split(/\s*\|\s*/);
  return { name: path.basename(file), title, check: check || undefined, language: file.endsWith('.c') ? 'c' : 'horn', text: fs.readFileSync(path.join(folder, file), 'utf8') };
});

const common = { bundle: true, minify: true, format: 'esm', target: 'es2022', outdir: dist, logLevel: 'warning', legalComments: 'linked' };
await build({
  ...common, entryPoints: [path.join(src, 'app.js')], splitting: true,
  plugins: [{ name: 'examples', setup(b) {
    b.onResolve({ filter: /examples\.json$/ }, () => ({ path: 'examples', namespace: 'examples' }));
    b.onLoad({ filter: /.*/, namespace: 'examples' }, () => ({ contents: JSON.stringify(examples), loader: 'json' }));
  } }],
});
await build({ ...common, entryPoints: [path.join(src, 'worker.js')] });
for (const file of ['index.html', 'style.css']) fs.copyFileSync(path.join(src, file), path.join(dist, file));
fs.writeFileSync(path.join(dist, 'cornet.wasm.gz'), zlib.gzipSync(fs.readFileSync(path.join(here, '..', 'npm', 'cornet.wasm')), { level: 9 }));

const files = fs.readdirSync(dist).sort();
const hash = createHash('sha256');
for (const file of files) hash.update(fs.readFileSync(path.join(dist, file)));
await build({
  ...common, entryPoints: [path.join(src, 'offline.js')],
  define: { FILES: JSON.stringify(['./', ...files.filter((f) => f !== 'index.html')]), VERSION: JSON.stringify(hash.digest('hex').slice(0, 12)) },
});
