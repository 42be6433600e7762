# SPDX-License-Identifier: Apache-2.0
"""Answers, as docs/answer.schema.json describes them."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple


@dataclass(frozen=True)
class Model:
    """Definitions of the predicates, after `sat`. `text` is SMT-LIB, as the program prints it."""

    text: str
    definitions: Dict[str, Tuple[List[Tuple[str, str]], str]]  # name: (parameters with sorts, body)

    def __str__(self) -> str:
        return self.text

    def __getitem__(self, predicate: str) -> str:
        """The body of the definition of a predicate."""
        return self.definitions[predicate][1]


@dataclass(frozen=True)
class Invariant:
    """An invariant of a loop. `c` is None if C cannot express it; `formula` is SMT-LIB."""

    file: str
    line: int
    function: str
    c: Optional[str]
    formula: str


@dataclass(frozen=True)
class Finding:
    """An error that an execution reaches."""

    file: str
    line: int
    kind: str
    message: str


@dataclass(frozen=True)
class Result:
    """An answer. A verdict is `sat`, `unsat` or `unknown` for Horn clauses, and `TRUE`, `FALSE` or
    `UNKNOWN` for programs."""

    verdict: str
    reason: Optional[str] = None
    model: Optional[Model] = None
    proof: Optional[List[Dict[str, Any]]] = None  # after unsat: steps; the last one derives false
    trace: List[str] = field(default_factory=list)  # after FALSE: the counterexample, line by line
    invariants: List[Invariant] = field(default_factory=list)
    findings: List[Finding] = field(default_factory=list)
    remarks: List[str] = field(default_factory=list)
    warnings: List[str] = field(default_factory=list)
    statistics: List[Dict[str, Any]] = field(default_factory=list)
    json: Dict[str, Any] = field(default_factory=dict, repr=False)  # all of the answer

    @property
    def decided(self) -> bool:
        return self.verdict.lower() not in ("unknown", "unchanged")

    def __str__(self) -> str:
        return "\n".join([self.verdict, *([f"reason: {self.reason}"] if self.reason else []), *self.trace, *self.remarks])

    def _repr_html_(self) -> str:
        """The answer in a notebook."""
        colour = {"sat": "#1a7f37", "TRUE": "#1a7f37", "unsat": "#cf222e", "FALSE": "#cf222e"}.get(self.verdict, "#9a6700")
        parts = [f'<p><b style="color:{colour}">{html.escape(self.verdict)}</b> {html.escape(self.reason or "")}</p>']
        if self.model:
            rows = "".join(
                f"<tr><td><code>{html.escape(name)}({html.escape(', '.join(f'{x}: {s}' for x, s in parameters))})</code></td>"
                f"<td><code>{html.escape(body)}</code></td></tr>"
                for name, (parameters, body) in self.model.definitions.items())
            parts.append(f"<table>{rows}</table>")
        if self.proof:
            rows = "".join(
                f"<tr><td>{i}</td><td>clause {step['clause']}</td><td><code>{html.escape(', '.join(v['name'] + ' = ' + v['value'] for v in step['values']))}</code></td>"
                f"<td>{html.escape(', '.join(str(p) for p in step['premises']))}</td></tr>"
                for i, step in enumerate(self.proof))
            parts.append(f"<table><tr><th>step</th><th></th><th>values</th><th>from</th></tr>{rows}</table>")
        if self.trace:
            parts.append("<pre>" + html.escape("\n".join(self.trace)) + "</pre>")
        if self.invariants:
            rows = "".join(f"<tr><td>{html.escape(i.file)}:{i.line}</td><td><code>{html.escape(i.c or i.formula)}</code></td></tr>" for i in self.invariants)
            parts.append(f"<table>{rows}</table>")
        parts.extend(f"<p>{html.escape(r)}</p>" for r in self.remarks)
        return "".join(parts)


def result_of(answer: Dict[str, Any]) -> Result:
    model = answer.get("model")
    return Result(
        verdict=answer["verdict"],
        reason=answer.get("reason"),
        model=model and Model(model["text"], {
            d["name"]: ([(p["name"], p["sort"]) for p in d["parameters"]], d["body"]) for d in model["definitions"]}),
        proof=answer.get("refutation"),
        trace=answer.get("trace", []),
        invariants=[Invariant(i["file"], i["line"], i["function"], i.get("c"), i["formula"]) for i in answer.get("invariants", [])],
        findings=[Finding(f["file"], f["line"], f["kind"], f["message"]) for f in answer.get("findings", [])],
        remarks=answer.get("remarks", []),
        warnings=answer.get("warnings", []),
        statistics=answer.get("statistics", []),
        json=answer,
    )
