// SPDX-License-Identifier: Apache-2.0

// The documentation as `make site` leaves it, in a browser: CHROME is its program, or chromium is looked for.
import assert from 'node:assert';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'site', 'dist');
const chrome = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => p && fs.existsSync(p));
const built = fs.existsSync(path.join(dist, 'index.html'));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const fileOf = (pathname) => path.join(dist, decodeURIComponent(pathname).replace(/\/$/, '/index.html'));

test('no link leads nowhere', { skip: !built && 'run make site' }, () => {
  const pages = fs.readdirSync(dist, { recursive: true }).filter((f) => f.endsWith('.html'));
  const text = new Map(pages.map((f) => [path.join(dist, f), fs.readFileSync(path.join(dist, f), 'utf8')]));
  assert.ok(pages.length > 30);
  const bad = [];
  for (const page of pages) {
    for (const [, link] of text.get(path.join(dist, page)).matchAll(/<(?:a|img)[^>]* (?:href|src)="([^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), `http://site/${page}`);
      if (url.host !== 'site') continue;
      const file = fileOf(url.pathname), name = decodeURIComponent(url.hash.slice(1));
      if (!fs.existsSync(file) || (name && text.has(file) && !text.get(file).includes(` id="${name}"`))) bad.push(`${page}: ${link}`);
    }
  }
  assert.deepEqual(bad, []);
});

test('a search leads to a page, and nothing is fetched from elsewhere', { skip: (!built && 'run make site') || (!chrome && 'install Chromium, as the Debian package chromium, or set CHROME') }, async (t) => {
  const server = http.createServer((request, response) => {
    const file = fileOf(new URL(request.url, 'http://site').pathname);
    if (!file.startsWith(dist) || !fs.existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const browser = await puppeteer.launch({ executablePath: chrome, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const address = `http://127.0.0.1:${server.address().port}`;
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (e) => errors.push(e.message));
  page.on('response', (r) => r.status() >= 400 && errors.push(`${r.status()} ${r.url()}`));
  page.on('request', (r) => r.url().startsWith(address) || r.url().startsWith('data:') || errors.push(`fetches ${r.url()}`));
  await page.goto(`${address}/`, { waitUntil: 'networkidle0' });
  await page.click('.VPNavBarSearch button');
  await page.waitForSelector('#localsearch-input');
  await page.type('#localsearch-input', 'data races');
  await page.waitForSelector('.VPLocalSearchBox .result');
  await page.waitForFunction(() => /Data races/.test(document.querySelector('.VPLocalSearchBox .result').textContent));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#data-races' && document.querySelector('h1')?.textContent.includes('C programs'));
  assert.deepEqual(errors, []);
});
