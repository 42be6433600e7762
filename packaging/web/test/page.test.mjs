// SPDX-License-Identifier: Apache-2.0

// The page in a browser: CHROME is its program, or chromium is looked for.
import assert from 'node:assert';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import puppeteer from 'puppeteer-core';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, '..', 'dist');
const chrome = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => p && fs.existsSync(p));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const wants = { // the verdict of each example
  'counter.c': 'TRUE', 'gcd.c': 'FALSE', 'binary_search.c': 'FALSE', 'list.c': 'FALSE', 'threads.c': 'FALSE', 'mutex.c': 'TRUE',
  'bounded_loop.smt2': 'sat', 'mccarthy91.smt2': 'sat', 'fibonacci_bug.smt2': 'unsat', 'array_init.smt2': 'sat', 'list_length.smt2': 'unsat', 'real_clock_bug.smt2': 'unsat',
};
const patience = 120_000;
let server, browser, address;

before(async () => {
  if (!chrome) return;
  server = http.createServer((request, response) => {
    const file = path.join(dist, path.normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
    if (!file.startsWith(dist) || !fs.existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await puppeteer.launch({ executablePath: chrome, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

const options = { skip: !chrome && 'install Chromium, as the Debian package chromium, or set CHROME' };

/** A page that is ready, with the errors that it logs. */
async function open(fragment = '') {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.setViewport({ width: 1300, height: 800 });
  page.errors = [];
  page.on('pageerror', (e) => page.errors.push(e.message));
  page.on('console', (m) => m.type() === 'error' && page.errors.push(m.text()));
  await page.goto(address + fragment);
  await page.waitForSelector('body[data-ready]');
  return page;
}

const text = (page, selector) => page.$eval(selector, (e) => e.textContent);

async function decide(page) {
  await page.click('#run');
  await page.waitForFunction(() => document.querySelector('#verdict').textContent !== '');
  return text(page, '#verdict');
}

test('the first load is small', () => {
  let size = 0;
  for (const file of fs.readdirSync(dist)) {
    const bytes = fs.readFileSync(path.join(dist, file));
    size += file.endsWith('.gz') ? bytes.length : zlib.gzipSync(bytes).length;
  }
  assert.ok(size < 11.5e6, `${size} bytes`);
});

test('every example has its verdict', options, async () => {
  const page = await open();
  const names = await page.evaluate(() => [...document.querySelectorAll('#language option')].flatMap((l) => {
    document.querySelector('#language').value = l.value;
    document.querySelector('#language').onchange();
    return [...document.querySelectorAll('#example option')].map((e) => [l.value, e.value]);
  }));
  assert.deepEqual(names.map(([, n]) => n).sort(), Object.keys(wants).sort());
  for (const [language, name] of names) {
    await page.select('#language', language);
    await page.select('#example', name);
    const verdict = await decide(page);
    assert.ok(verdict.startsWith(`${wants[name]} (`), `${name}: ${verdict}`);
  }
  assert.deepEqual(page.errors, []);
});

test('a proof has its invariant behind the loop', options, async () => {
  const page = await open();
  await page.select('#example', 'counter.c');
  await decide(page);
  assert.match(await text(page, '.cm-line:has(.invariant)'), /while .*invariant /);
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'proof.png') });
});

test('a counterexample has steps that show their lines', options, async () => {
  const page = await open();
  await page.select('#example', 'list.c');
  await decide(page);
  await page.click('.step:last-child');
  assert.match(await text(page, '.cm-activeLine'), /first->next->value/);
  assert.ok(await page.$('.cm-lint-marker-error, .cm-lintRange-error'));
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'counterexample.png') });
});

test('steps of threads show their lines', options, async () => {
  const page = await open();
  await page.select('#example', 'threads.c');
  await decide(page);
  const steps = await page.$$eval('.step', (all) => all.map((e) => [e.querySelector('b').textContent, e.textContent]));
  const starts = steps.findIndex(([, t]) => /main: starts thread 1/.test(t));
  assert.ok(starts >= 0 && Number(steps[starts][0]) > 0, JSON.stringify(steps));
  await (await page.$$('.step'))[starts].click();
  assert.match(await text(page, '.cm-activeLine'), /pthread_create/);
});

test('names can be read in the dark', options, async () => {
  const page = await open();
  for (const scheme of ['dark', 'light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const [language, name] of [['c', 'threads.c'], ['horn', 'list_length.smt2']]) {
      await page.select('#language', language);
      await page.select('#example', name);
      const worst = await page.evaluate(() => {
        const light = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((c) => c / 255)
          .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((z, c, i) => z + c * [0.2126, 0.7152, 0.0722][i], 0);
        const back = light(getComputedStyle(document.body).backgroundColor);
        return [...document.querySelectorAll('.cm-line span')].map((e) => {
          const fore = light(getComputedStyle(e).color);
          return [(Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05), e.textContent];
        }).sort(([a], [b]) => a - b)[0];
      });
      assert.ok(worst[0] >= 4.5, `${scheme}: ${worst}`); // WCAG 2.1, 1.4.3
    }
  }
});

test('a mistake has its place', options, async () => {
  const page = await open();
  await page.click('.cm-content');
  await page.keyboard.type('int main(void) { return 1 + }\n');
  assert.equal(await decide(page), 'no answer');
  assert.match(await text(page, '#notes'), /unexpected/);
});

test('a run can be cancelled', options, async () => {
  const page = await open();
  await page.select('#language', 'horn');
  await page.evaluate(() => document.querySelector('.cm-content').focus());
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(`(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y (* 2 x) 1) (+ z (* 3 y) (* 3 x) 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 20000) (not (= (* 2 z) (+ x z)))) false)))`);
  await page.click('#run');
  await page.waitForSelector('#cancel:not([disabled])');
  await page.click('#cancel');
  await page.waitForFunction(() => document.querySelector('#verdict').textContent === 'cancelled');
});

test('a link brings the text back', options, async () => {
  const page = await open();
  await page.select('#example', 'gcd.c');
  await page.click('#share');
  await page.waitForFunction(() => location.hash.length > 10);
  const again = await open(await page.evaluate(() => location.hash));
  assert.match(await text(again, '.cm-content'), /unsigned gcd\(/);
});

test('clauses and the search are drawn', options, async () => {
  const page = await open();
  await page.select('#language', 'horn');
  await page.select('#example', 'bounded_loop.smt2');
  await page.click('#pictures summary');
  for (const what of ['--system', '--model', '--art']) {
    await page.select('#picture', what);
    await page.evaluate(() => document.querySelector('#drawing').replaceChildren());
    await page.click('#draw');
    await page.waitForSelector('#drawing svg');
    assert.deepEqual(page.errors, []);
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `drawing${what}.png`) });
  }
});

test('clauses of a program are drawn, and a proof of a safe one says that there is none', options, async () => {
  const page = await open();
  await page.select('#example', 'counter.c');
  await page.click('#pictures summary');
  await page.select('#picture', '--system');
  await page.click('#draw');
  await page.waitForSelector('#drawing svg');
  assert.match(await text(page, '#drawing'), /main/);
  await page.select('#picture', '--proof');
  await page.click('#draw');
  await page.waitForFunction(() => document.querySelector('#drawing').textContent.includes('No refutation: the system is sat'));
  assert.equal(await text(page, '#verdict'), '');
  assert.deepEqual(page.errors, []);
});

test('the page works offline', options, async () => {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.setOfflineMode(true);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.match(await decide(page), /^(TRUE|FALSE) \(/);
});
