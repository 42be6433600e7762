"use strict";
(() => {
  const table = document.getElementById("runs");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const find = document.getElementById("find");
  const show = document.getElementById("show");
  const shown = document.getElementById("shown");

  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const r of rows) {
      r.text ??= (r.textContent + " " + Array.from(r.querySelectorAll("[title]"), c => c.title).join(" ")).toLowerCase();
      const kind = show.value === "" || r.dataset.k.split(" ").includes(show.value);
      r.hidden = !(kind && words.every(w => r.text.includes(w)));
      n += r.hidden ? 0 : 1;
    }
    shown.textContent = n + " of " + rows.length + " tasks";
  };
  find.addEventListener("input", filter);
  show.addEventListener("change", filter);
  filter();

  // The second row of headers holds the cells of the solvers, behind the first row's own three.
  const own = Array.from(table.tHead.rows[0].cells).filter(c => c.rowSpan === 2);
  const heads = own.concat(Array.from(table.tHead.rows[1].cells));
  heads.forEach((head, column) => head.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(h => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const numeric = head.dataset.sort === "num";
    const value = r => {
      const c = r.cells[column];
      if (!numeric) return c.textContent;
      const v = parseFloat(c.dataset.v ?? c.textContent);
      return Number.isNaN(v) ? Infinity : v;
    };
    const compare = numeric
      ? (a, b) => (a === b ? 0 : a < b ? -1 : 1)
      : (a, b) => a.localeCompare(b, undefined, { numeric: true });
    const keyed = rows.map((r, i) => ({ r, i, v: value(r) }));
    keyed.sort((a, b) => (up ? 1 : -1) * compare(a.v, b.v) || a.i - b.i);
    body.append(...keyed.map(k => k.r));
  }));
})();
