// SPDX-License-Identifier: Apache-2.0

// The pages of `cornet graph` in a browser: go builds the program, CHROME is the browser's, or chromium is looked for.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import puppeteer from 'puppeteer-core';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const chrome = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => p && fs.existsSync(p));
const options = { skip: !chrome && 'install Chromium, as the Debian package chromium, or set CHROME' };
let dir, browser;

before(async () => {
  if (!chrome) return;
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures'));
  execFileSync('go', ['build', '-o', path.join(dir, 'cornet'), './cmd/cornet'], { cwd: root, env: { ...process.env, CGO_ENABLED: '0' } });
  browser = await puppeteer.launch({ executablePath: chrome, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  if (dir) fs.rmSync(dir, { recursive: true });
});

/** A picture of a system in the browser, and its errors and requests. */
async function draw(system, ...flags) {
  const html = path.join(dir, 'picture.html');
  execFileSync(path.join(dir, 'cornet'), ['graph', ...flags, '-o', html, '-'], { input: system, stdio: ['pipe', 'pipe', 'ignore'] });
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 800 });
  page.errors = [];
  page.on('pageerror', (e) => page.errors.push(e.message));
  page.on('request', (r) => /^https?:/.test(r.url()) && page.errors.push(`fetches ${r.url()}`));
  await page.goto(`file://${html}`);
  await page.waitForSelector('.stage :is(svg, p)');
  return page;
}

const shot = async (page, name) => process.env.SHOTS && page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
const count = (page) => page.$$eval('.stage .node[id^=n]', (all) => all.length);
const press = (page, name) => page.$$eval('header button', (all, text) => all.find((b) => b.textContent === text).click(), name);
const file = (name) => fs.readFileSync(path.join(root, 'testdata', 'horn', name), 'utf8');

/** A counter that reaches an error after n steps. */
const counter = (n) => `(set-logic HORN)(declare-fun inv (Int Int) Bool)(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x ${n})) false)))(check-sat)`;

test('the layout program is that of the package', () => {
  const package_ = fs.readFileSync(path.join(root, 'packaging', 'web', 'node_modules', '@viz-js', 'viz', 'dist', 'viz-global.js'));
  assert.ok(zlib.gunzipSync(fs.readFileSync(path.join(root, 'internal', 'picture', 'viz.js.gz'))).equals(package_));
});

test('a refutation has values, in which one searches', options, async () => {
  const page = await draw(file('fibonacci_bug.smt2'), '--proof');
  assert.equal(await count(page), 7);
  assert.match(await page.$eval('h1', (e) => e.textContent), /Derivation of false of standard input: unsat/);
  await page.type('input[type=search]', 'n = 4');
  assert.equal(await page.$eval('.results h2', (e) => e.textContent), '1 found');
  await page.keyboard.press('Enter');
  assert.match(await page.$eval('.detail', (e) => e.textContent), /Values.*n = 4/s);
  assert.equal((await page.$$('.stage .found')).length, 1);
  await shot(page, 'proof');
  assert.deepEqual(page.errors, []);
});

test('a node is folded and unfolded', options, async () => {
  const page = await draw(file('bounded_loop.smt2'), '--model');
  assert.equal(await count(page), 4);
  assert.match(await page.$eval('.stage', (e) => e.textContent), /i n\)/);
  await page.$eval('#n0', (e) => e.dispatchEvent(new MouseEvent('dblclick')));
  assert.equal(await count(page), 2);
  assert.equal(await page.$eval('#m0', (e) => e.textContent.trim()), '+2');
  await page.$eval('#m0', (e) => e.onclick());
  assert.equal(await count(page), 4);
  await shot(page, 'model');
  assert.deepEqual(page.errors, []);
});

test('two thousand nodes begin folded; a search unfolds what leads to its result', options, async () => {
  const page = await draw(counter(1998), '--proof', '--engine', 'bmc');
  assert.ok(await count(page) <= 120);
  await page.type('input[type=search]', 'x = 1500 y');
  await page.click('.results button');
  assert.ok(await count(page) > 490);
  assert.match(await page.$eval('.stage .picked', (e) => e.textContent), /x = 1500/);
  const seen = await page.$eval('.stage .picked', (e) => e.getBoundingClientRect().toJSON());
  assert.ok(seen.x > 0 && seen.right < 1200 && seen.y > 0 && seen.bottom < 800 && seen.height > 20, JSON.stringify(seen));
  await press(page, 'Unfold all');
  assert.equal(await count(page), 2000);
  await shot(page, 'large');
  assert.deepEqual(page.errors, []);
});

test('of more nodes, those next to the roots are unfolded', options, async () => {
  const page = await draw(counter(2998), '--proof', '--engine', 'bmc');
  await press(page, 'Unfold all');
  assert.equal(await count(page), 2500);
  assert.equal(await page.$$eval('.stage .more', (all) => all.length), 1);
  assert.deepEqual(page.errors, []);
});

test('the steps of a search; covers are not of the tree', options, async () => {
  const page = await draw(file('bounded_loop.smt2'), '--art');
  const steps = Number(await page.$eval('input[type=range]', (e) => e.max));
  assert.ok(steps > 0);
  assert.ok(await page.$('.stage .edge.purple'));
  await page.$eval('.stage .node', (e) => e.focus());
  await page.keyboard.press('ArrowLeft');
  assert.match(await page.$eval('h1', (e) => e.textContent), new RegExp(`step ${steps} of`));
  await shot(page, 'art');
  assert.deepEqual(page.errors, []);
});

test('colours follow the screen, and an empty picture says why', options, async () => {
  const page = await draw(file('bounded_loop.smt2'), '--proof');
  assert.match(await page.$eval('.stage', (e) => e.textContent), /No refutation: the system is sat/);
  const back = () => page.$eval('#picture', (e) => getComputedStyle(e).backgroundColor);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  assert.equal(await back(), 'rgb(255, 255, 255)');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  assert.equal(await back(), 'rgb(18, 23, 30)');
  await page.setViewport({ width: 400, height: 700 });
  await shot(page, 'empty');
  assert.deepEqual(page.errors, []);
});
