// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the tables of docs/back-end.md")

// TestPage checks that docs/back-end.md lists the flags as they are.
func TestPage(t *testing.T) {
	const begin, end = "<!-- flags: written by go test ./server/personality -update -->\n", "<!-- end -->"
	var b strings.Builder
	for _, s := range Solvers {
		fmt.Fprintf(&b, "\n`%s`\n\n| flag | here |\n|---|---|\n", s.Name)
		var without []string
		for _, f := range s.Flags {
			if f.Meaning == "" {
				without = append(without, strings.TrimSpace(f.Name))
				continue
			}
			fmt.Fprintf(&b, "| `%s %s` | %s |\n", s.Name, strings.TrimSpace(f.Name), f.Meaning)
		}
		fmt.Fprintf(&b, "| `%s %s` | taken, without an effect |\n", s.Name, strings.Join(without, " "))
	}
	b.WriteString("\n")
	page := filepath.Join("..", "..", "docs", "back-end.md")
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok)
	table, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(head+begin+b.String()+end+tail), 0o644))
		return
	}
	require.Equal(t, table, b.String(), "go test ./server/personality -update")
}

// TestFlags checks how the kinds of arguments are distinguished.
func TestFlags(t *testing.T) {
	for _, c := range []struct{ solver, args, want string }{
		{"eld", "-t:30 x.smt2", "timeout=30s file=x.smt2"},
		{"eld", "-ssol -scex -portfolio -abstract:off x.smt2", "model proof=eldarica file=x.smt2"},
		{"eld", "-hsmt -in -t:10 -cex", "proof=eldarica-prolog timeout=10s file=-"},
		{"eld", "-fancy -in", "file=- warning: unknown flag -fancy is ignored"},
		{"eld", "-sol x.smt2", "error: -sol: solutions as Prolog clauses; -ssol prints a model: not available here"},
		{"eld", "a b", "error: two inputs, a and b"},
		{"golem", "-l QF_LIA -e spacer,pa --print-witness -i x.smt2", "model proof=golem file=x.smt2"},
		{"golem", "--print-witness --proof-format alethe x.smt2", "model proof=alethe file=x.smt2"},
		{"golem", "--proof-format coq x.smt2", "error: --proof-format: coq: expected legacy or alethe"},
		{"golem", "x.smt2 -l", "error: -l wants a value"},
		{"z3", "-in -smt2 -model -t:1500 fp.engine=spacer fp.spacer.q3.use_qgen=true", "model timeout=1.5s file=-"},
		{"z3", "-T:5 rlimit=2000000 x.smt2", "timeout=10s total=5s file=x.smt2"},
		{"z3", "-memory:500 smt.random_seed=7 fp.engine=bmc x.smt2", "memory=524288000 seed=7 engine=bmc file=x.smt2"},
		{"z3", "-t:soon x.smt2", `error: -t:soon: "soon" is not a number`},
		{"z3", "colour=red dir/a=b.smt2", "file=dir/a=b.smt2 warning: unknown flag colour=red is ignored"},
	} {
		t.Run(c.solver+" "+c.args, func(t *testing.T) {
			z, err := Find(c.solver).parse(strings.Fields(c.args))
			if err != nil {
				require.Equal(t, c.want, "error: "+err.Error())
				return
			}
			require.Equal(t, c.want, z.String())
		})
	}
}

// String returns the settings of a command line.
func (c *call) String() string {
	var z []string
	add := func(ok bool, format string, x ...any) {
		if ok {
			z = append(z, fmt.Sprintf(format, x...))
		}
	}
	add(c.model, "model")
	add(c.proof, "proof=%s", c.form)
	add(c.Timeout > 0, "timeout=%v", c.Timeout)
	add(c.total > 0, "total=%v", c.total)
	add(c.Memory > 0, "memory=%d", c.Memory)
	add(c.Seed > 0, "seed=%d", c.Seed)
	add(c.Engine != "", "engine=%s", c.Engine)
	add(c.file != "", "file=%s", c.file)
	for _, w := range c.warnings {
		add(true, "warning: %s", w)
	}
	return strings.Join(z, " ")
}
