// SPDX-License-Identifier: Apache-2.0

import examples from './examples.json';
import { Editor } from './editor.js';
import { program, start } from './solver.js';
import { show } from '../../../internal/picture/viewer.js';
import { fromLink, toLink } from './link.js';

const at = (id) => document.getElementById(id);
const element = (tag, properties, ...children) => {
  const z = Object.assign(document.createElement(tag), properties);
  z.append(...children);
  return z;
};

const engines = ['auto', 'pdr', 'predabs', 'lawi', 'imc', 'kind', 'bmc'];
const editor = new Editor(at('editor'), { onRun: run, onEdit: clear });
let running = null;

/** Prints times as people read them. */
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

function language(name) {
  document.body.dataset.language = at('language').value = name;
  at('run').textContent = name === 'c' ? 'Verify' : 'Solve';
  at('example').replaceChildren(...examples.filter((e) => e.language === name).map((e) => new Option(e.title, e.name)));
}

function example(name) {
  const e = examples.find((x) => x.name === name);
  language(e.language);
  at('example').value = name;
  at('check').value = e.check ?? '';
  editor.set(e.text, e.language);
  history.replaceState(null, '', '#');
}

/** Takes back what was said about a text that is no more. */
function clear() {
  at('verdict').replaceChildren();
  at('notes').replaceChildren();
  at('detail').replaceChildren();
  at('drawing').replaceChildren();
  at('drawing').className = '';
}

/** Runs the program on the text, and passes what it prints on, unless it is cancelled. */
async function work(args, input, show) {
  running?.cancel();
  const run = (running = start(args, input));
  at('cancel').disabled = false;
  const begin = performance.now();
  const clock = setInterval(() => (at('state').textContent = `Running … ${seconds(begin)}`), 100);
  try {
    const z = await run.done;
    if (running === run) z ? await show(z, seconds(begin)) : say('cancelled', 'unknown', []);
  } catch (error) {
    if (running === run) say('the solver has failed', 'error', [error.message]);
  } finally {
    clearInterval(clock);
    if (running === run) {
      running = null;
      at('cancel').disabled = true;
      at('state').textContent = 'Ready.';
    }
  }
}

function say(verdict, kind, notes) {
  at('verdict').className = kind;
  at('verdict').textContent = verdict;
  at('notes').replaceChildren(...notes.map((n) => element('li', { textContent: n })));
}

/** What every command that decides something gets: there is no other solver here. */
const limits = () => ['--solver', 'native', '--timeout', at('timeout').value];

/** What is checked of a C program. */
const check = () => (at('check').value ? ['--check', at('check').value] : []);

function options() {
  return [...limits(), ...(at('engine').value === 'auto' ? [] : ['--engine', at('engine').value])];
}

function run() {
  clear();
  editor.mark([]);
  const text = editor.text;
  if (document.body.dataset.language === 'c') {
    work(['verify', '-', '--format', 'json', '--invariants', '--replay', 'off', ...check(), ...options()], text, showProgram);
  } else {
    work(['solve', '-', '--format', 'json', ...options()], text, showSystem);
  }
}

/** A step at a line of the text, which a thread may do. */
const stepPattern = /^-:(\d+)(?: \(([^)]*)\))?:\s?(.*)$/s;

const place = /^-:(\d+):(?:(\d+):)?\s*(.*)$/s;

/** The answer that was printed; null after an error, which is shown. */
function parse({ code, stdout, stderr }) {
  let z = {};
  try {
    z = JSON.parse(stdout);
  } catch {
    z = { error: stderr.trim() || `exit code ${code}` };
  }
  if (!z.error) return z;
  const [, line, column, message] = z.error.match(place) ?? [];
  if (line) editor.mark([{ line: Number(line), column: Number(column ?? 0), message, severity: 'error' }]);
  say('no answer', 'error', [z.error.replace(/^-:/, 'line ')]);
  return null;
}

function showProgram(printed, time) {
  const z = parse(printed);
  if (!z) return;
  const findings = z.findings ?? [];
  const properties = (z.properties ?? []).map((p) => `${p.name}: ${p.verdict}`);
  say(`${z.verdict} (${time})`, z.verdict, [...properties, ...(z.reason ? [z.reason] : []), ...findings.flatMap((f) => f.remarks), ...(z.remarks ?? [])]);
  const invariants = (z.invariants ?? []).map((i) => ({ line: i.line, text: i.c || i.formula }));
  editor.invariants(invariants);
  const steps = (z.trace ?? []).map((l) => {
    const [, line, thread, text] = l.match(stepPattern) ?? [l, '', '', l];
    return { line, text: thread ? `${thread}: ${text}` : text };
  });
  const last = steps.findLast(({ line }) => line);
  if (findings.length) editor.mark(findings.map(({ line, column, message }) => ({ line, column, message, severity: 'error' })));
  else if (z.verdict === 'FALSE' && last) editor.mark([{ line: Number(last.line), column: 0, message: last.text.trim(), severity: 'error' }]);
  const step = (line, text) => element('button', { className: 'step', onclick: () => line && editor.show(Number(line)) }, element('b', { textContent: line }), text);
  at('detail').replaceChildren(...invariants.map((i) => step(i.line, `invariant ${i.text}`)), ...steps.map(({ line, text }) => step(line, text)));
}

function showSystem(printed, time) {
  const z = parse(printed);
  if (!z) return;
  say(`${z.verdict} (${time})`, z.verdict, z.reason ? [z.reason] : []);
  const detail = [];
  if (z.model) detail.push(element('h2', { textContent: 'Model' }), element('pre', { textContent: z.model.text }));
  if (z.refutation) {
    detail.push(element('h2', { textContent: 'Refutation' }), element('pre', { textContent: z.refutation.map((s, i) => {
      const values = s.values.map((v) => `${v.name} = ${v.value}`).join(', ');
      return `${i}: clause ${s.clause}${values && ` with ${values}`}${s.premises.length ? ` from ${s.premises.join(', ')}` : ''}`;
    }).join('\n') }));
  }
  at('detail').replaceChildren(...detail);
}

function draw() {
  const what = at('picture').value;
  const picture = (system) => work(['graph', '-', what, '--format', 'json', ...limits()], system, async (z) => {
    at('drawing').replaceChildren();
    const printed = parse(z);
    if (!printed) return;
    const { instance } = await import('@viz-js/viz');
    show(at('drawing'), JSON.parse(printed.output), await instance());
  });
  if (document.body.dataset.language === 'horn') return picture(editor.text);
  return work(['encode', '-', ...check()], editor.text, (z) => (z.code === 0 ? void setTimeout(() => picture(z.stdout)) : parse(z)));
}

async function share() {
  const link = await toLink({ language: document.body.dataset.language, check: at('check').value, text: editor.text });
  history.replaceState(null, '', link);
  let said = 'The link is in the address bar.';
  try {
    await navigator.clipboard.writeText(location.href);
    said = 'The link has been copied.';
  } catch { /* not allowed */ }
  at('state').textContent = said;
}

async function begin() {
  at('engine').replaceChildren(...engines.map((e) => new Option(e, e)));
  const linked = await fromLink(location.hash).catch(() => null);
  if (linked) {
    language(linked.language);
    at('check').value = linked.check;
    editor.set(linked.text, linked.language);
  } else {
    example(examples[0].name);
  }
  at('language').onchange = () => example(examples.find((e) => e.language === at('language').value).name);
  at('example').onchange = () => example(at('example').value);
  at('run').onclick = run;
  at('cancel').onclick = () => running?.cancel();
  at('share').onclick = share;
  at('draw').onclick = draw;
  navigator.serviceWorker?.register('offline.js').catch(() => {}); // not from a file, nor without TLS
  try {
    await program();
    at('state').textContent = 'Ready.';
  } catch (error) {
    at('state').textContent = `The solver could not be loaded: ${error.message}`;
  }
  document.body.dataset.ready = 'yes';
}

begin();
