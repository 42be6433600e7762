// SPDX-License-Identifier: Apache-2.0

// The site has the pages of docs/, README.md and others, which 'make site' copies to pages/ as they stand in the repository. The build fails on links that lead nowhere.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const pages = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'pages');
const title = (file) => fs.readFileSync(path.join(pages, file), 'utf8').match(/^# +(.*)$/m)[1].replaceAll('`', '');
const entry = (file) => ({ text: title(file), link: `/${file.replace(/\.md$/, '')}` });
const folder = (name) => fs.readdirSync(path.join(pages, name)).filter((f) => f.endsWith('.md') && f !== 'index.md').sort().map((f) => `${name}/${f}`);

// The sidebar has the sections of docs/index.md with the pages that they name, and then the other pages.
const sections = fs.readFileSync(path.join(pages, 'docs', 'index.md'), 'utf8').split(/^## /m).slice(1).map((text) => ({
  text: text.match(/.*/)[0],
  files: [...new Set([...text.matchAll(/\]\(([\w-]+\.md)\)/g)].map((m) => `docs/${m[1]}`))],
}));
const others = folder('docs').filter((file) => !sections.some((s) => s.files.includes(file)));

// The names of headings in links are those that the repository's host gives.
const anchor = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');

// Commands stand in boxes, as programs do, and names of options on one line.
const style = `
.vp-doc > div > pre { overflow-x: auto; padding: 16px 24px; border-radius: 8px; background: var(--vp-code-block-bg); font-size: var(--vp-code-font-size); line-height: 1.6; }
.vp-doc > div > pre code { padding: 0; background: none; font-size: inherit; color: var(--vp-code-block-color); }
.vp-doc td:first-child code { white-space: nowrap; }`;

export default defineConfig({
  title: 'Cornet',
  description: 'A solver for constrained Horn clauses, and a verifier of C programs',
  srcDir: 'pages',
  outDir: 'dist',
  base: process.env.BASE ?? '/',
  cleanUrls: false,
  rewrites: { 'README.md': 'index.md' },
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    languageAlias: { smt2: 'lisp', smtlib: 'lisp' },
    anchor: { slugify: anchor },
  },
  head: [['link', { rel: 'icon', href: 'data:,' }], ['style', {}, style]],
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [{ text: 'Tutorial', link: '/docs/tutorial' }, { text: 'Options', link: '/docs/options' }],
    sidebar: [
      { text: 'Overview', link: '/docs/' },
      ...sections.map((s, i) => ({ text: s.text, collapsed: i > 2, items: s.files.map(entry) })),
      ...(others.length ? [{ text: 'More', collapsed: true, items: others.map(entry) }] : []),
      { text: 'How to add', collapsed: true, items: folder('docs/how-to').map(entry) },
      { text: 'Log', collapsed: true, items: folder('docs/log').map(entry) },
    ],
  },
});
