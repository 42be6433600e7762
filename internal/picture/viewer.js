// SPDX-License-Identifier: Apache-2.0

// Shows a picture as package picture writes it in JSON. viz lays out what is unfolded.

const element = (tag, properties, ...children) => {
  const z = Object.assign(document.createElement(tag), properties);
  z.append(...children);
  return z;
};

const few = 120; // nodes that are unfolded at first
const many = 400; // nodes from which on the layout is a coarse one
const most = 2500; // nodes that are unfolded at once; the layout takes ten seconds

/** Shows data in root. */
export function show(root, data, viz) {
  const state = { step: data.steps.length - 1, open: new Set(), picked: null, found: new Set(), box: null };
  let graph; // of the step: nodes, children, parents

  root.className = 'picture viewer';
  const title = element('span');
  const slider = element('input', { type: 'range', min: 0, max: Math.max(0, data.steps.length - 1), value: state.step, title: 'steps of the search: arrow keys' });
  const search = element('input', { type: 'search', placeholder: 'Search', title: 'Enter: next' });
  const stage = element('div', { className: 'stage' });
  const results = element('div', { className: 'results' }), detail = element('div', { className: 'detail' });
  const button = (textContent, title, onclick) => element('button', { type: 'button', textContent, title, onclick });
  const buttons = [
    button('Unfold all', `show every node, up to ${most}`, () => { unfold(undefined, most); draw('start'); if (graph.nodes.has(state.picked)) reveal(state.picked); }),
    button('Fold', 'show the nodes next to the roots', () => { unfold(); draw('start'); }),
    button('Fit', 'the whole picture', () => { fit(); look(); }),
    button('+', 'larger; or turn the wheel', () => zoom(1.25)),
    button('−', 'smaller', () => zoom(0.8)),
  ];
  const style = element('style', { textContent: data.style });
  const heading = element('h1', { textContent: data.title }, data.verdict && element('b', { textContent: `: ${data.verdict}` }), ' ', title);
  const legend = element('div', { className: 'legend' }, ...data.legend.map((l) => element('div', { className: l.class },
    element('i', { className: `${l.edge ? 'line' : ''} ${l.dashed ? 'dashed' : ''} ${l.bold ? 'bold' : ''}` }), l.meaning)));
  root.replaceChildren(style, element('header', {}, heading, ...(data.steps.length > 1 ? [slider] : []), search, element('span', { className: 'buttons' }, ...buttons)),
    stage, element('aside', {}, results, detail, ...(data.legend.length ? [element('h2', { textContent: 'Legend' }), legend] : [])));

  /** The graph of the step, by replaying the changes. */
  function load() {
    const nodes = new Map(), children = new Map(), parent = new Map();
    for (let i = 0; i <= state.step; i++) {
      for (const n of data.steps[i].nodes) nodes.set(n.id, n);
      for (const id of data.steps[i].gone ?? []) nodes.delete(id);
    }
    for (const id of nodes.keys()) children.set(id, []);
    const fed = new Set();
    for (const n of nodes.values()) {
      for (const e of n.from ?? []) {
        if (e.weak || !nodes.has(e.id) || e.id === n.id) continue;
        children.get(e.id).push(n.id);
        fed.add(n.id);
      }
    }
    // Roots: what no edge leads to; then, one by one, what they do not reach.
    const roots = [...nodes.keys()].filter((id) => !fed.has(id));
    const reach = (queue) => {
      for (const id of queue) {
        for (const c of children.get(id)) if (!parent.has(c)) { parent.set(c, id); queue.push(c); }
      }
    };
    for (const id of roots) parent.set(id, null);
    reach([...roots]);
    for (const id of nodes.keys()) if (!parent.has(id)) { roots.push(id); parent.set(id, null); reach([id]); }
    graph = { nodes, children, parent, roots };
    const size = nodes.size === 1 ? '1 node' : `${nodes.size} nodes`;
    title.textContent = data.steps.length > 1 ? `step ${state.step + 1} of ${data.steps.length}: ${data.steps[state.step].title}, ${size}` : size;
  }

  /** The nodes that are reachable through unfolded ones. */
  function visible() {
    const seen = new Set(graph.roots);
    for (const id of seen) if (state.open.has(id)) for (const c of graph.children.get(id)) seen.add(c); // a Set is walked with what is added
    return seen;
  }

  /** Unfolds nodes from the roots, or from one node, as long as they are few. */
  function unfold(from, bound = few) {
    if (from === undefined) state.open.clear();
    const queue = from === undefined ? [...graph.roots] : [from], seen = new Set(queue);
    for (const id of queue) {
      const next = graph.children.get(id).filter((c) => !seen.has(c));
      if (seen.size + next.length > bound && id !== from) continue;
      state.open.add(id);
      for (const c of next) { seen.add(c); queue.push(c); }
    }
  }

  /** Draws the step; where says what comes into view: all (fit), the roots (start), a node, or nothing else. */
  function draw(where, anchor) {
    if (data.empty || !graph.nodes.size) {
      stage.replaceChildren(element('p', { textContent: data.empty || 'There is nothing to draw.' }));
      return;
    }
    const shown = visible(), lines = [];
    for (const id of shown) {
      const n = graph.nodes.get(id), hidden = graph.children.get(id).filter((c) => !shown.has(c)).length;
      lines.push(`n${id} [${n.dot}, id=n${id}];`);
      for (const e of n.from ?? []) if (shown.has(e.id)) lines.push(`n${e.id} -> n${id} [${e.dot}];`);
      if (hidden) lines.push(`m${id} [label="+${hidden}", shape=plain, class=more, id=m${id}]; n${id} -> m${id} [style=dotted, dir=none, class=faint];`);
    }
    const before = anchor !== undefined && at(`n${anchor}`);
    const coarse = shown.size > many ? 'nslimit=1; nslimit1=1; mclimit=0.3; splines=line;' : '';
    const svg = viz.renderSVGElement(`digraph picture {\n${coarse}${data.defaults}${lines.join('\n')}\n}`);
    const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    for (const t of svg.querySelectorAll('g > title')) t.remove();
    stage.replaceChildren(svg);
    state.size = { width, height };
    for (const g of svg.querySelectorAll('.node')) {
      g.setAttribute('tabindex', 0);
      const id = Number(g.id.slice(1));
      g.onclick = () => (g.id[0] === 'm' ? toggle(id) : pick(id));
      g.ondblclick = () => toggle(id);
      g.onkeydown = (e) => { if (e.key === 'Enter') g.onclick(); else if (e.key === ' ') { e.preventDefault(); toggle(id); } };
    }
    if (where === 'fit' || !state.box) fit();
    if (where === 'start') start();
    if (before) {
      const after = at(`n${anchor}`);
      state.box.x += after.x - before.x;
      state.box.y += after.y - before.y;
    }
    look();
    mark();
  }

  /** The centre of a drawn node, in the picture's own coordinates. */
  function at(id) {
    const g = stage.querySelector(`#${id}`), svg = stage.querySelector('svg');
    if (!g) return null;
    const b = g.getBoundingClientRect(), m = svg.getScreenCTM().inverse();
    const p = new DOMPoint(b.x + b.width / 2, b.y + b.height / 2).matrixTransform(m);
    return { x: p.x, y: p.y };
  }

  /** Shows the part of the picture that state.box names. */
  function look() {
    const { x, y, width, height } = state.box;
    stage.querySelector('svg')?.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  }

  function fit() {
    const { width, height } = state.size;
    const scale = Math.min(1.6, stage.clientWidth / (width + 20), stage.clientHeight / (height + 20));
    centre({ x: width / 2, y: height / 2 }, scale);
  }

  function centre({ x, y }, scale) {
    const width = stage.clientWidth / scale, height = stage.clientHeight / scale;
    state.box = { x: x - width / 2, y: y - height / 2, width, height };
  }

  /** The whole picture where it is legible; its roots otherwise, with no more empty space than must be. */
  function start() {
    fit();
    if (stage.clientWidth / state.box.width >= 0.75) return;
    look();
    const root = at(`n${graph.roots[0]}`);
    centre(root, 1);
    const within = (from, shown, size) => (size + 20 <= shown ? (size - shown) / 2 : Math.min(Math.max(from, -10), size + 10 - shown));
    const up = root.y > state.size.height / 2;
    state.box.x = within(state.box.x, state.box.width, state.size.width);
    state.box.y = within(up ? Infinity : -Infinity, state.box.height, state.size.height);
  }

  function zoom(factor, point) {
    const b = state.box;
    const { x, y } = point ?? { x: b.x + b.width / 2, y: b.y + b.height / 2 };
    state.box = { x: x - (x - b.x) / factor, y: y - (y - b.y) / factor, width: b.width / factor, height: b.height / factor };
    look();
  }

  function mark() {
    for (const g of stage.querySelectorAll('.node[id^=n]')) {
      const id = Number(g.id.slice(1));
      g.classList.toggle('picked', id === state.picked);
      g.classList.toggle('found', state.found.has(id));
    }
  }

  function toggle(id) {
    const shown = visible();
    if (graph.children.get(id).every((c) => shown.has(c))) state.open.delete(id);
    else unfold(id);
    draw('', id);
    pick(id);
  }

  function pick(id) {
    state.picked = id;
    mark();
    const n = graph.nodes.get(id);
    const children = graph.children.get(id) ?? [];
    const folded = children.some((c) => !visible().has(c));
    detail.replaceChildren(...(!n ? [] : [
      element('h2', { textContent: n.name }),
      ...(children.length ? [button(folded ? 'Unfold' : 'Fold', 'or double click', () => toggle(id))] : []),
      element('dl', {}, ...(n.detail ?? []).flatMap(([k, v]) => [element('dt', { textContent: k }), element('dd', { textContent: v })])),
    ]));
  }

  /** Unfolds what leads to a node, and brings it into view. */
  function reveal(id) {
    for (let p = graph.parent.get(id); p !== null && p !== undefined; p = graph.parent.get(p)) state.open.add(p);
    draw();
    const scale = Math.max(0.9, stage.clientWidth / state.box.width);
    centre(at(`n${id}`), scale);
    look();
    pick(id);
  }

  function find() {
    const wanted = search.value.trim().toLowerCase();
    state.found = new Set();
    results.replaceChildren();
    if (wanted) {
      for (const n of graph.nodes.values()) {
        if ([n.name, ...(n.detail ?? []).flat()].some((t) => t.toLowerCase().includes(wanted))) state.found.add(n.id);
      }
      const first = [...state.found].slice(0, 50);
      results.replaceChildren(element('h2', { textContent: `${state.found.size} found` }), ...first.map((id) => {
        const { name, detail: d } = graph.nodes.get(id);
        return button(d?.length ? `${name}: ${d[d.length - 1][1].slice(0, 60)}` : name, '', () => reveal(id));
      }));
    }
    mark();
  }

  function move(step) {
    state.step = Math.min(Math.max(0, step), data.steps.length - 1);
    slider.value = state.step;
    load();
    unfold();
    find();
    draw('start');
    pick(state.picked);
  }

  slider.oninput = () => move(Number(slider.value));
  search.oninput = find;
  search.onkeydown = (e) => {
    if (e.key !== 'Enter' || !state.found.size) return;
    const all = [...state.found];
    reveal(all[(all.indexOf(state.picked) + 1) % all.length]);
  };
  root.onkeydown = (e) => {
    if (e.target.tagName !== 'INPUT' && (e.key === 'ArrowLeft' || e.key === 'ArrowRight')) move(state.step + (e.key === 'ArrowLeft' ? -1 : 1));
  };
  stage.addEventListener('wheel', (e) => {
    e.preventDefault();
    const r = stage.getBoundingClientRect(), b = state.box;
    zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, { x: b.x + ((e.clientX - r.x) / r.width) * b.width, y: b.y + ((e.clientY - r.y) / r.height) * b.height });
  }, { passive: false });
  stage.onpointermove = (e) => {
    if (!(e.buttons & 1) || !state.box) return;
    state.box.x -= (e.movementX * state.box.width) / stage.clientWidth;
    state.box.y -= (e.movementY * state.box.height) / stage.clientHeight;
    look();
  };
  new ResizeObserver(() => { if (state.box && stage.clientWidth) { state.box.height = (state.box.width * stage.clientHeight) / stage.clientWidth; look(); } }).observe(stage);

  if (data.steps.length) {
    load();
    unfold();
  } else {
    graph = { nodes: new Map(), children: new Map(), parent: new Map(), roots: [] };
  }
  draw('start');
}
