// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"cornet"
	"cornet/horn"
	"cornet/horn/refinement"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/input"
)

// This file prints answers in the form of liquid-fixpoint.

var fixpoint = join([]Flag{
	{"--help", "prints these flags", func(c *call, _ string) error { c.help = true; return nil }},
	{"--version", "prints the version", func(c *call, _ string) error { c.version = true; return nil }},
	{"--stdin", "standard input is read", func(c *call, _ string) error { c.file = "-"; return nil }},
	{"--json", "the result is printed as JSON, too", func(c *call, _ string) error { c.json = true; return nil }},
	{"-q", "only JSON is printed", func(c *call, _ string) error { c.quiet = true; return nil }},
	{"--quiet", "only JSON is printed", func(c *call, _ string) error { c.quiet = true; return nil }},
},
	refused("the syntax before the prefix form", "--nosmthorn --noSmtHorn"),
	refused("queries made smaller or divided", "--minimize --minimizeqs --minimizeks --parts --stats"),
	names(`--eliminate= --solver= --scrape= --cores= --fuel= --smtTimeout= --smttimeout= --elimBound= --elimbound= --allowho --allowhoqs --rewrite --ple
		--save --solverstats --elimstats --linear --stringtheory --defunction --etabeta --etaelim --extensionality --oldple --noincrple --nolazyple
		--interpreter --local-rewrites --minpartsize= --maxpartsize= --minimalsol --nononlincuts --noslice --loud -l -v --verbose`))

// maxFailures bounds the goals that are reported, since each one needs another run.
const maxFailures = 20

// verdict is a result of liquid-fixpoint: Safe, Unsafe with goals, or Crash with a reason.
type verdict struct {
	tag     string
	reason  string
	checked int
	failing []failure
}

// failure is a goal that does not hold: its number, from 1, and its tag.
type failure struct {
	id  int
	tag string
}

// refinements answers one query of refinement types. It prints an answer unknown as a crash, since
// liquid-fixpoint has no such answer.
func (s *Solver) refinements(ctx context.Context, c *call, p Process) int {
	ctx, end := c.Budget.Context(ctx)
	defer end()
	v, err := budget.Within(ctx, func() (verdict, error) { return s.check(ctx, c, p) }, func() verdict {
		return verdict{tag: "Crash", reason: "unknown: " + budget.Why(ctx)}
	})
	if err != nil {
		v = verdict{tag: "Crash", reason: err.Error()}
	}
	if !c.quiet {
		io.WriteString(p.Stdout, v.text())
	}
	if c.json {
		b, _ := json.Marshal(v.value())
		fmt.Fprintf(p.Stdout, "%s\n", b)
	}
	if v.tag != "Safe" {
		return 1
	}
	return 0
}

// check reads and decides a query.
func (s *Solver) check(ctx context.Context, c *call, p Process) (verdict, error) {
	in, err := input.Open(ctx, c.file, p.Stdin)
	if err != nil {
		return verdict{}, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return verdict{}, err
	}
	query, err := refinement.Read(c.file, string(text))
	if err != nil {
		return verdict{}, err
	}
	o := c.Options
	o.SMT.Memory, o.Budget = c.ForSolver(), budget.Budget{}
	z := verdict{tag: "Safe", checked: len(query.Goals)}
	for sys := query.System; len(z.failing) < maxFailures; {
		answer, err := cornet.Solve(ctx, sys, o)
		var broken *defect.Error
		if errors.As(err, &broken) {
			fmt.Fprintf(p.Stderr, "%s: %v\n", s.Name, err)
			err = nil
		}
		switch {
		case err != nil:
			return verdict{}, err
		case answer.Verdict == horn.Unknown && z.tag == "Safe":
			return verdict{}, fmt.Errorf("unknown: %s", answer.Reason)
		case answer.Verdict != horn.Unsafe:
			return z, nil
		}
		z.tag = "Unsafe"
		rest := z.add(query, sys, answer.Proof)
		if rest == nil {
			return z, nil
		}
		if sys, err = horn.FromSource(sys.Store, sys.Preds, rest); err != nil {
			return verdict{}, err
		}
	}
	return z, nil
}

// add records the goal that a refutation violates, and returns the other formulas that are asserted
// with it. It returns nil if the refutation violates no goal.
func (v *verdict) add(query *refinement.Problem, sys *horn.System, proof *horn.Proof) *horn.Source {
	number := proof.Steps[len(proof.Steps)-1].Assert
	rest := *sys.Source
	rest.Asserts = nil
	found := false
	for _, a := range sys.Source.Asserts {
		if a.Number != number {
			rest.Asserts = append(rest.Asserts, a)
			continue
		}
		for i, g := range query.Goals {
			if g.Pos == a.Pos {
				v.failing = append(v.failing, failure{i + 1, g.Tag})
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	return &rest
}

// text returns the output of liquid-fixpoint for people.
func (v *verdict) text() string {
	switch v.tag {
	case "Safe":
		return fmt.Sprintf("\nSafe ( %d  constraints checked)\n", v.checked)
	case "Unsafe":
		var b strings.Builder
		b.WriteString("\nUnsafe:\n")
		for _, f := range v.failing {
			fmt.Fprintf(&b, "WARNING: (%d, %q)\n", f.id, f.tag)
		}
		return b.String()
	}
	return "\nCrash!: " + v.reason + "\n"
}

// value returns the result in the form of liquid-fixpoint's JSON.
func (v *verdict) value() any {
	stats := map[string]int{"numCstr": v.checked, "numIter": 0, "numBrkt": 0, "numChck": v.checked, "numVald": v.checked - len(v.failing)}
	failing := []any{}
	for _, f := range v.failing {
		var tag any
		if f.tag != "" {
			tag = f.tag
		}
		failing = append(failing, []any{f.id, tag})
	}
	var contents any = stats
	switch v.tag {
	case "Unsafe":
		contents = []any{stats, failing}
	case "Crash":
		contents = []any{[]any{}, v.reason}
	}
	return map[string]any{"tag": v.tag, "contents": contents}
}
