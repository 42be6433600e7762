#!/usr/bin/env node
// Tries the extension in Visual Studio Code itself: the editor is code-server's, and Chromium its screen.
//
// usage: node packaging/editors/vscode/try.mjs ENTRY CORNET [PICTURES]
//
// ENTRY is out/node/entry.js of an installed npm package code-server (4.100), CORNET the program, and PICTURES a folder for
// screenshots.  The extension and the page's packages have to be there: make vscode web.
import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import assert from 'node:assert/strict';

const here = import.meta.dirname;
const puppeteer = createRequire(join(here, '../../web/package.json'))('puppeteer-core');
const [entry, cornet, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vscode-'));
const [work, user, extensions] = ['work', 'user', 'extensions'].map((name) => join(folder, name));
mkdirSync(work);
mkdirSync(join(user, 'User'), { recursive: true });
for (const file of ['c/sum.c', 'horn/counter_up.smt2']) copyFileSync(join(here, '../../../testdata', file), join(work, file.split('/')[1]));
writeFileSync(join(work, 'loop.c'), '#include <assert.h>\nint main(void) {\n  int i = 0;\n  while (i < 10)\n    i++;\n  assert(i == 10);\n}\n');
writeFileSync(join(user, 'User/settings.json'), JSON.stringify({
  'cornet.path': resolve(cornet), 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none',
}));

const code = [resolve(entry), '--user-data-dir', user, '--extensions-dir', extensions];
const vsix = readdirSync(here).find((name) => name.endsWith('.vsix'));
execFileSync(process.execPath, [...code, '--install-extension', join(here, vsix)]);
const port = 8700 + process.pid % 1000;
const server = spawn(process.execPath, [...code, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', work], { stdio: 'ignore' });
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  defaultViewport: { width: 1300, height: 850 },
});
const page = await browser.newPage();

const texts = (selector) => page.$$eval(selector, (all) => all.map((x) => x.innerText.replaceAll('\u00a0', ' ')));
async function until(what, condition) {
  for (let i = 0; i < 150; i++) {
    if (await condition()) return;
    await new Promise((z) => setTimeout(z, 200));
  }
  throw new Error('waited in vain: ' + what);
}
const has = (selector, text) => until(text, async () => (await texts(selector)).some((x) => x.includes(text)));
async function chord(...keys) {
  for (const k of keys) await page.keyboard.down(k);
  for (const k of keys.reverse()) await page.keyboard.up(k);
}
async function open(file) {
  await chord('Control', 'p');
  await page.waitForSelector('.quick-input-widget input', { visible: true });
  await page.keyboard.type(file);
  await has('.quick-input-list .label-name', file);
  await page.keyboard.press('Enter');
  await has('.tab.active', file);
  await page.waitForSelector('.codelens-decoration');
}
async function saved(lens, file) {
  await chord('Control', 's');
  await has('.codelens-decoration', lens);
  if (pictures) await page.screenshot({ path: join(pictures, file + '.png') });
  console.log(file + ':', (await texts('.codelens-decoration')).join(', '));
}

try {
  await until('the server', () => fetch(`http://127.0.0.1:${port}/healthz`).then((r) => r.ok, () => false));
  await page.goto(`http://127.0.0.1:${port}/?folder=${work}`);
  await page.waitForSelector('.monaco-workbench', { timeout: 60000 });
  await page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: 60000 });

  await open('sum.c');
  await chord('Control', 'Shift', 'm');
  await saved('FALSE (again)', 'sum.c');
  await has('.markers-panel', 'the error function is called');
  await has('.markers-panel', '__VERIFIER_nondet_int() = 10');
  await chord('Control', 'Shift', 'm');

  await open('loop.c');
  await saved('TRUE (again)', 'loop.c');
  await has('.view-line', 'invariant');
  console.log((await texts('.view-line')).find((x) => x.includes('invariant')).trim());

  await open('counter_up.smt2');
  await saved('sat (again)', 'counter_up.smt2');
  const colours = await page.$$eval('.view-line span span', (all) => new Set(all.map((x) => x.className.match(/mtk\d+/)?.[0])).size);
  assert(colours > 3, 'the text has no colours');
  const line = (await texts('.view-line')).findIndex((x) => x.includes('(inv x)'));
  const column = (await texts('.view-line'))[line].indexOf('(inv x)') + 2;
  await chord('Control', 'g');
  await page.waitForSelector('.quick-input-widget input', { visible: true });
  await page.keyboard.type(`${line + 1}:${column}`);
  await page.keyboard.press('Enter');
  await chord('Control', 'k');
  await chord('Control', 'i');
  await page.waitForSelector('.monaco-hover-content', { visible: true });
  console.log('hover:', (await texts('.monaco-hover-content')).join(' ').replace(/\s+/g, ' '));
  if (pictures) await page.screenshot({ path: join(pictures, 'hover.png') });
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
