// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/proof/lrat"
)

// This file tests the API by sequences of calls, in the manner of CaDiCaL's
// mobical: scripts are written by hand or at random, run against the truth-table
// oracle with every invariant checked after every call, and shrunk when they
// fail. A script is a line of calls:
//
//	c1,-2    add the clause 1 ∨ ¬2 (c alone: the empty clause)
//	(  )     push, pop
//	]        pop, and release the variables made since the push
//	a1,-2    assume 1 and ¬2 for the next solve
//	s1,-2    solve, assuming 1 and ¬2
//	n5       make 5 more variables; scripts start with none
//	x3       decide variable 3 always
//	p-3      try variable 3 with false
//	l7       stop the next solve after 7 conflicts
//	m        maintain: collect garbage, compact the proof
//	e        eliminate variables in the next solve, first of all

type call struct {
	op   byte
	args []int
}

func parseScript(text string) []call {
	var z []call
	for word := range strings.FieldsSeq(text) {
		k := call{op: word[0]}
		if len(word) > 1 {
			for arg := range strings.SplitSeq(word[1:], ",") {
				n, err := strconv.Atoi(arg)
				if err != nil {
					panic(err)
				}
				k.args = append(k.args, n)
			}
		}
		z = append(z, k)
	}
	return z
}

func (k call) String() string {
	args := make([]string, len(k.args))
	for i, n := range k.args {
		args[i] = strconv.Itoa(n)
	}
	return string(k.op) + strings.Join(args, ",")
}

func (k call) lits() []Lit {
	z := make([]Lit, len(k.args))
	for i, n := range k.args {
		z[i] = FromDimacs(n)
	}
	return z
}

func scriptText(calls []call) string { return strings.Trim(fmt.Sprint(calls), "[]") }

// hurried makes a solver do its housekeeping every few conflicts.
func hurried(opts Options) *Solver {
	s := New(opts)
	s.sched.init(opts.Mode, pace{restart: 2, theory: 2, luby: 2, mode: 9, rephase: 4, reduce: 2, vivify: 5, eliminate: 1, collect: 8, proof: 64})
	return s
}

// labelled is a clause or an assumption with its partition.
type labelled struct {
	partition Partition
	lits      []Lit
}

// maxScriptVars bounds the truth tables.
const maxScriptVars = 13

// A scriptRun is a solver together with the expected state.
type scriptRun struct {
	s        *Solver
	vars     []Var        // the script's variable i+1
	scopes   [][]labelled // clauses, per open scope; in script literals
	marks    []int        // variables at each open push
	assumed  []labelled
	limited  bool
	answers  strings.Builder
	unsats   int // how many of the unsatisfiable ones had a proof checked
	partTurn Partition
}

// outer translates script literals to those of the solver, whose variables have
// gaps where scopes took their activation variables.
func (r *scriptRun) outer(lits []Lit) []Lit {
	z := make([]Lit, len(lits))
	for i, l := range lits {
		z[i] = r.vars[l.Var()-1].Pos() ^ l&1
	}
	return z
}

// inner is the inverse of outer.
func (r *scriptRun) inner(lits []Lit) []Lit {
	z := make([]Lit, len(lits))
	for i, l := range lits {
		v := Var(slices.Index(r.vars, l.Var()) + 1)
		if v == NoVar {
			panic(fmt.Sprintf("literal %v is not of the script", l))
		}
		z[i] = v.Pos() ^ l&1
	}
	return z
}

func runScript(calls []call, opts Options) (r *scriptRun, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r = &scriptRun{s: checked(hurried(opts)), scopes: make([][]labelled, 1)}
	for i, k := range calls {
		if err := r.call(k); err != nil {
			return r, fmt.Errorf("call %d, %v: %w", i, k, err)
		}
		if err := r.s.check(); err != nil {
			return r, fmt.Errorf("after call %d, %v: %w", i, k, err)
		}
	}
	return r, nil
}

// known drops the literals of variables that do not exist. So a script remains a script when calls
// are removed from it.
func (r *scriptRun) known(lits []Lit) []Lit {
	return slices.DeleteFunc(lits, func(l Lit) bool { return int(l.Var()) > len(r.vars) })
}

func (r *scriptRun) call(k call) error {
	lits := r.known(k.lits())
	switch k.op {
	case 'n':
		for range k.args[0] {
			if len(r.vars) < maxScriptVars {
				r.vars = append(r.vars, r.s.NewVar())
			}
		}
	case 'c':
		r.partTurn = 1 - r.partTurn
		top := len(r.scopes) - 1
		r.scopes[top] = append(r.scopes[top], labelled{r.partTurn, lits})
		r.s.AddClauseIn(r.partTurn, r.outer(lits)...)
	case '(':
		r.s.Push()
		r.scopes = append(r.scopes, nil)
		r.marks = append(r.marks, len(r.vars))
	case ')', ']':
		top := len(r.marks) - 1
		if top < 0 {
			break
		}
		r.s.Pop()
		r.scopes = r.scopes[:top+1]
		if k.op == ']' {
			r.s.Release(r.vars[r.marks[top]:]...)
			r.vars = r.vars[:r.marks[top]]
			if len(r.s.dying) > 2 {
				r.s.buryDying()
			}
		}
		r.marks = r.marks[:top]
	case 'a':
		r.partTurn = 1 - r.partTurn
		for _, l := range lits {
			r.assumed = append(r.assumed, labelled{r.partTurn, []Lit{l}})
		}
		r.s.Assume(r.partTurn, r.outer(lits)...)
	case 'x':
		for _, l := range r.outer(lits) {
			r.s.SetDecision(l.Var())
		}
	case 'p':
		for _, l := range r.outer(lits) {
			r.s.SetPhase(l.Var(), True-2*LBool(l&1))
		}
	case 'l':
		r.s.SetLimits(Limits{Conflicts: int64(k.args[0])})
		r.limited = true
	case 'm':
		r.s.collect()
	case 'e':
		r.s.sched.nextEliminate = 0
	case 's':
		for _, l := range lits {
			r.assumed = append(r.assumed, labelled{0, []Lit{l}})
		}
		err := r.solve(lits)
		r.assumed = nil
		if r.limited {
			r.limited = false
			r.s.SetLimits(Limits{})
		}
		return err
	}
	return nil
}

// solve solves and compares the answer with the oracle.
func (r *scriptRun) solve(lits []Lit) error {
	inputs := slices.Concat(r.scopes...)
	clauses := make([][]Lit, 0, len(inputs))
	for _, c := range slices.Concat(inputs, r.assumed) {
		clauses = append(clauses, c.lits)
	}
	n := len(r.vars)
	models := conjunction(n, clauses)
	status := r.s.Solve(context.Background(), r.outer(lits)...)
	fmt.Fprintf(&r.answers, "%v ", status)
	switch status {
	case Unknown:
		if !r.limited || r.s.UnknownReason() != ReasonConflicts {
			return fmt.Errorf("unknown: %v", r.s.UnknownReason())
		}
		return nil
	case Sat:
		if models.empty() {
			return fmt.Errorf("sat, want unsat")
		}
		return r.checkModel(clauses)
	}
	if !models.empty() {
		return fmt.Errorf("unsat, want sat")
	}
	core := r.inner(r.s.Core())
	for _, l := range core {
		if !slices.ContainsFunc(r.assumed, func(a labelled) bool { return a.lits[0] == l }) {
			return fmt.Errorf("core %v has %v, which was not assumed", core, l)
		}
	}
	if r.s.proof == nil {
		return r.checkCore(inputs, core)
	}
	return r.checkProof(inputs, core)
}

// checkModel: every extension of the model to the variables without a value
// satisfies all clauses, assumptions included.
func (r *scriptRun) checkModel(clauses [][]Lit) error {
	for _, c := range clauses {
		tautology := slices.ContainsFunc(c, func(l Lit) bool { return slices.Contains(c, l.Not()) })
		if !tautology && !slices.ContainsFunc(r.outer(c), func(l Lit) bool { return r.s.Value(l) == True }) {
			return fmt.Errorf("model does not satisfy %v", c)
		}
	}
	return nil
}

func (r *scriptRun) checkCore(inputs []labelled, core []Lit) error {
	var clauses [][]Lit
	for _, c := range inputs {
		clauses = append(clauses, c.lits)
	}
	for _, l := range core {
		clauses = append(clauses, []Lit{l})
	}
	if !conjunction(len(r.vars), clauses).empty() {
		return fmt.Errorf("the core %v is satisfiable", core)
	}
	return nil
}

// checkProof: the proof is valid and uses only clauses of open scopes and assumptions of the core.
// McMillan's interpolants from it interpolate.
func (r *scriptRun) checkProof(inputs []labelled, core []Lit) error {
	r.unsats++
	p := r.s.Proof()
	same := func(x labelled, n Node) bool {
		a, b := slices.Clone(r.outer(x.lits)), slices.Clone(n.Lits)
		slices.Sort(a)
		slices.Sort(b)
		return x.partition == n.Partition && slices.Equal(slices.Compact(a), b)
	}
	err := CheckProof(p, func(n Node) error {
		from := inputs
		if n.Kind == Assumption {
			from = r.assumed
			if !slices.Contains(core, r.inner(n.Lits)[0]) {
				return fmt.Errorf("assumption %v is not in the core %v", n.Lits, core)
			}
		}
		if !slices.ContainsFunc(from, func(x labelled) bool { return same(x, n) }) {
			return fmt.Errorf("%v %v of partition %d is not known", n.Kind, r.inner(n.Lits), n.Partition)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var formula, proof bytes.Buffer
	if err := errors.Join(p.WriteDIMACS(&formula), p.WriteLRAT(&proof, Numbering{}), lrat.Check(&formula, &proof)); err != nil {
		return err
	}
	return r.checkInterpolant(p)
}

// checkInterpolant interpolates between the leaves of partition 0 and those of partition 1 by
// McMillan's system (CAV 2003).
func (r *scriptRun) checkInterpolant(p *Proof) error {
	n := len(r.vars)
	var parts [2][][]Lit
	var occurs [2][]bool
	for i := range occurs {
		occurs[i] = make([]bool, n+1)
	}
	p.Visit(func(x Node) {
		if x.Kind != Derived {
			lits := r.inner(x.Lits)
			parts[x.Partition] = append(parts[x.Partition], lits)
			for _, l := range lits {
				occurs[x.Partition][l.Var()] = true
			}
		}
	})
	itp := make([]table, 0, p.Len())
	p.Visit(func(x Node) {
		switch {
		case x.Kind == Derived:
			z := itp[x.First]
			for _, st := range x.Steps {
				v := r.inner([]Lit{st.Pivot})[0].Var()
				if occurs[1][v] {
					z = z.and(itp[st.Ante])
				} else {
					z = z.or(itp[st.Ante])
				}
			}
			itp = append(itp, z)
		case x.Partition == 0:
			lits := slices.DeleteFunc(r.inner(x.Lits), func(l Lit) bool { return !occurs[1][l.Var()] })
			itp = append(itp, clauseTable(n, lits))
		default:
			itp = append(itp, constTable(n, true))
		}
	})
	root := itp[len(itp)-1]
	if !conjunction(n, parts[0]).implies(root) {
		return fmt.Errorf("the interpolant does not follow from A")
	}
	if !conjunction(n, parts[1]).and(root).empty() {
		return fmt.Errorf("the interpolant does not contradict B")
	}
	for v := Var(1); int(v) <= n; v++ {
		if root.dependsOn(v) && !(occurs[0][v] && occurs[1][v]) {
			return fmt.Errorf("the interpolant depends on the local variable %d", v)
		}
	}
	return nil
}

// shrinkScript removes calls, then arguments, as long as the script still fails.
func shrinkScript(calls []call, fails func([]call) bool) []call {
	for size := len(calls) / 2; size > 0; {
		smaller := false
		for i := 0; i+size <= len(calls); {
			if z := slices.Delete(slices.Clone(calls), i, i+size); fails(z) {
				calls, smaller = z, true
			} else {
				i += size
			}
		}
		if !smaller {
			size /= 2
		}
	}
	for i := range calls {
		for j := 0; j < len(calls[i].args) && calls[i].op != 'n' && calls[i].op != 'l'; {
			z := slices.Clone(calls)
			z[i].args = slices.Delete(slices.Clone(z[i].args), j, j+1)
			if fails(z) {
				calls = z
			} else {
				j++
			}
		}
	}
	return calls
}

// scriptOptions are the options with which every script is run.
func scriptOptions() map[string]Options {
	return map[string]Options{
		"plain":   {},
		"proof":   {Proof: true},
		"focused": {Proof: true, Mode: Focused, InitialPhase: True},
		"stable":  {Proof: true, Mode: Stable},
	}
}

// requireScript runs a script with all options. It reports a failure in shrunk form.
func requireScript(t *testing.T, calls []call) {
	t.Helper()
	for name, opts := range scriptOptions() {
		if _, err := runScript(calls, opts); err != nil {
			small := shrinkScript(calls, func(z []call) bool {
				_, err := runScript(z, opts)
				return err != nil
			})
			_, err = runScript(small, opts)
			t.Fatalf("options %q: %v\nscript: %s", name, err, scriptText(small))
		}
	}
}

func TestScripts(t *testing.T) {
	for _, tc := range []struct{ name, script, answers string }{
		{"nothing", "s", "sat "},
		{"empty clause", "c s", "unsat "},
		{"empty clause in a scope", "( c s ) s", "unsat sat "},
		{"unit", "n1 c1 s s-1 s1", "sat unsat sat "},
		{"contradiction", "n1 c1 c-1 s s1", "unsat unsat "},
		{"tautology and repetition", "n2 c1,-1 c2,2,2 s-2 s2", "unsat sat "},
		{"opposite assumptions", "n1 s1,-1 s", "unsat sat "},
		{"opposite assumptions after others", "n3 c1,2,3 s-1,2,3,-2", "unsat "},
		{"repeated assumptions", "n2 c1,2 s-1,-1,2,2 s-1,-1,-2", "sat unsat "},
		{"assumption by propagation", "n3 c-1,2 c-2,3 s1,-3 s1,3 s-3,1", "unsat sat unsat "},
		{"partitions of assumptions", "n3 c-1,2 a1 c-2,3 a-3 s s", "unsat sat "},
		{"scopes", "n2 c1,2 ( c-1 s ( c-2 s ) s ) s-1,-2 s", "sat unsat sat unsat sat "},
		{"same scope again", "n1 ( c1 s-1 ) ( c-1 s1 s-1 ) s1", "unsat unsat sat sat "},
		{"unit below a scope", "n2 ( c1 c-1,2 s-2 ) s-2 c-2 s2 s", "unsat sat unsat sat "},
		{"chain of units", "n4 c1 c-1,2 c-2,3 c-3,4 c-4,-1 s s", "unsat unsat "},
		{"parity", "n3 c1,2,3 c1,-2,-3 c-1,2,-3 c-1,-2,3 s c-1,-2,-3 c-1,2,3 c1,-2,3 c1,2,-3 s", "sat unsat "},
		{"new variables between", "n1 c1 s n1 c-1,2 s-2 s", "sat unsat sat "},
		{"decided without a clause", "n2 x1 p-1 s s1,2", "sat sat "},
		{"released variables", "n2 c1,2 ( n3 c3,4,5 c-3,1 c-4,1 c-5,1 s-1 ] n3 s-1,3,4,5 c-5 s5", "unsat sat unsat "},
		{"eliminated and assumed", "n3 c1,2 c-1,3 e s s1,-3 s-2,-3 e s-1", "sat unsat unsat sat "},
		{"eliminated, then a clause", "n4 c1,2 c-1,3 c-3,4 e s c-2 e s-4 s", "sat unsat sat "},
		{"eliminated in a scope", "n4 c-1,2 ( c-2,3 c-3,4 e s ) s1,-4 s1,-2", "sat sat unsat "},
		{"eliminated below a scope", "n4 c-1,2 c-2,3 e s ( c1 c-3 s ) s1", "sat unsat sat "},
		{"eliminated and decided", "n2 c1,2 e s x1 s-2", "sat sat "},
		{"limit", "n3 l1 c1,2,3 c1,-2,-3 c-1,2,-3 c-1,-2,3 c-1,-2,-3 c-1,2,3 c1,-2,3 c1,2,-3 s s", "unknown unsat "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			calls := parseScript(tc.script)
			require.Equal(t, tc.script, scriptText(calls))
			requireScript(t, calls)
			for name, opts := range scriptOptions() {
				r, err := runScript(calls, opts)
				require.NoError(t, err)
				require.Equal(t, tc.answers, r.answers.String(), name)
			}
		})
	}
}

// randomScript writes a script whose questions are mostly on the border between sat and unsat. It
// has either many calls with few short clauses between them, or few calls with many long ones.
func randomScript(r *rand.Rand) []call {
	n, width, rounds, burst := 3+r.IntN(6), 2+r.IntN(2), 3+r.IntN(8), 3.0
	if r.IntN(2) == 0 {
		n, width, rounds, burst = maxScriptVars-2, 3, 2+r.IntN(4), 8.0
	}
	lits := func(k int) []int {
		z := make([]int, k)
		for i := range z {
			z[i] = (1 + r.IntN(n+2)) * (1 - 2*r.IntN(2))
		}
		return z
	}
	z := []call{{'n', []int{n}}}
	for range rounds {
		for range r.IntN(int(burst * float64(n))) {
			k := width
			if r.IntN(8) == 0 {
				k = max(1, k+r.IntN(3)-1)
			}
			z = append(z, call{'c', lits(k)})
		}
		switch r.IntN(10) {
		case 0, 1, 2:
			z = append(z, call{'(', nil}, call{'n', []int{r.IntN(3)}})
		case 3, 4:
			z = append(z, call{")]"[r.IntN(2)], nil}, call{'n', []int{r.IntN(3)}})
		case 5:
			z = append(z, call{'a', lits(1 + r.IntN(3))})
		case 6:
			z = append(z, call{'p', lits(2)})
		case 7:
			z = append(z, call{'l', []int{1 + r.IntN(9)}})
		case 8:
			z = append(z, call{"xm"[r.IntN(2)], nil})
		}
		if r.IntN(2) == 0 {
			z = append(z, call{'e', nil})
		}
		z = append(z, call{'s', lits(r.IntN(4))})
	}
	return z
}

func TestRandomScripts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	unsats, eliminated, restored := 0, int64(0), int64(0)
	for range 400 {
		calls := randomScript(r)
		requireScript(t, calls)
		run, err := runScript(calls, Options{Proof: true})
		require.NoError(t, err)
		unsats += run.unsats
		eliminated += run.s.stats.Eliminated
		restored += run.s.stats.Restored
	}
	require.Greater(t, unsats, 300, "the scripts have become too easy")
	require.Greater(t, eliminated, int64(300))
	require.Greater(t, restored, int64(300))
}

// FuzzScript explores random scripts: the fuzzed input is the seed.
func FuzzScript(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		requireScript(t, randomScript(rand.New(rand.NewPCG(seed, 0))))
	})
}
