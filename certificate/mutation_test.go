// SPDX-License-Identifier: Apache-2.0

package certificate_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/certificate"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/proofcheck"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
	"cornet/test/smttest"
)

var (
	mutations = flag.Int("mutations", 400, "how many corrupted witnesses TestMutations tries")
	seed      = flag.Uint64("mutation-seed", 1, "the first seed of TestMutations")
	subjects  = flag.String("subjects", "", "files of lines 'SYSTEM WITNESS' with what TestMutations corrupts besides")
	kept      = flag.String("mutations-kept", "", "where TestMutations writes what z3 does not confirm")
	carcara   = flag.Bool("mutations-by-carcara", false, "TestMutations asks Carcara in place of the small checker")
)

// subject is a system with a witness.
type subject struct {
	name, system, witness string
	isModel               bool
	proofs                []string // of the conditions, "" for none
}

// operators are replaced by others of their line.
var replacements = [][]string{
	{"<=", "<", ">=", ">", "=", "distinct"}, {"and", "or", "=>", "xor", "="}, {"+", "-", "*"}, {"div", "mod"}, {"true", "false"}, {"forall", "exists"},
	{"and_pos", "and_neg", "or_pos", "or_neg", "implies_pos", "implies_neg1", "implies_neg2", "la_generic", "resolution", "not_not", "la_disequality", "hole",
		"equiv_pos1", "equiv_pos2", "equiv_neg1", "equiv_neg2", "ite_pos1", "ite_pos2", "ite_neg1", "ite_neg2", "true", "false", "or"},
}

// mutant returns a text of s-expressions with one to three corruptions.
func mutant(r *rand.Rand, text string) string {
	list, err := smtlib.ReadSexprs("", strings.NewReader(text))
	if err != nil {
		return text
	}
	top := smtlib.Sexpr{List: list}
	for range 1 + r.IntN(3) {
		for !corrupt(r, &top) {
		}
	}
	var b strings.Builder
	for _, x := range top.List {
		b.WriteString(x.String() + "\n")
	}
	return b.String()
}

// nodes returns all s-expressions below x.
func nodes(x *smtlib.Sexpr) (z []*smtlib.Sexpr) {
	for i := range x.List {
		z = append(append(z, &x.List[i]), nodes(&x.List[i])...)
	}
	return z
}

// corrupt changes something in x, and reports whether it has found what to change.
func corrupt(r *rand.Rand, x *smtlib.Sexpr) bool {
	all := nodes(x)
	if len(all) == 0 {
		return true
	}
	y, z := all[r.IntN(len(all))], all[r.IntN(len(all))]
	if r.IntN(6) == 0 {
		y = &smtlib.Sexpr{List: x.List} // the steps, definitions or assertions themselves
		defer func() { x.List = y.List }()
	}
	symbol := func(name string, args ...smtlib.Sexpr) smtlib.Sexpr {
		return smtlib.Sexpr{List: append([]smtlib.Sexpr{{Kind: smtlib.SexprSymbol, Text: name}}, args...)}
	}
	i, j := 0, 0
	if len(y.List) > 0 {
		i, j = r.IntN(len(y.List)), r.IntN(len(y.List))
	}
	switch k := r.IntN(8); {
	case len(y.List) > 0 && k == 0:
		y.List = slices.Delete(slices.Clone(y.List), i, i+1)
	case len(y.List) > 0 && k == 1:
		y.List = slices.Insert(slices.Clone(y.List), i, y.List[j])
	case len(y.List) > 1 && k < 4:
		y.List = slices.Clone(y.List)
		y.List[i], y.List[j] = y.List[j], y.List[i]
	case len(y.List) > 0:
		return false
	case y.Kind == smtlib.SexprNumeral || y.Kind == smtlib.SexprDecimal:
		numbers := []string{"0", "1", "2", "7", y.Text + "0", "1" + y.Text}
		switch y.Text = numbers[r.IntN(len(numbers))]; {
		case k == 0:
			*y = symbol("-", *y)
		case k < 4 && z.Kind == y.Kind:
			y.Text = z.Text
		}
	case k == 0:
		*y = symbol("not", *y)
	case y.Kind == smtlib.SexprSymbol:
		for _, words := range replacements {
			if slices.Contains(words, y.Text) {
				y.Text = words[r.IntN(len(words))]
				return true
			}
		}
		if z.Kind != smtlib.SexprSymbol {
			return false
		}
		y.Text = z.Text
	default:
		return false
	}
	return true
}

// z3 returns what z3 prints for the questions of a text.
func z3(t *testing.T, text string) []string {
	c := exec.Command(smttest.Program(t, "z3"), "-in", "-T:60", "-t:4000")
	c.Stdin = strings.NewReader(text)
	out, _ := c.Output() // it fails after errors in the text, which are printed
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// modelQuestions asks whether the negation of each assertion is unsatisfiable under a model.
func modelQuestions(system, witness string) string {
	list, _ := smtlib.ReadSexprs("", strings.NewReader(witness))
	if len(list) > 0 && list[0].IsSymbol("sat") {
		list = list[1:]
	}
	if len(list) == 1 && list[0].Head() != "define-fun" {
		list = list[0].List
	}
	definitions := map[string]string{}
	for _, d := range list {
		if d.Head() == "define-fun" && len(d.List) == 5 {
			definitions[d.List[1].String()] = d.String() + "\n"
		}
	}
	return questions(system, func(c smtlib.Sexpr) string {
		switch c.Head() {
		case "declare-fun":
			return definitions[c.List[1].String()]
		case "assert":
			return "(push)(assert (not " + c.List[1].String() + "))(check-sat)(pop)\n"
		}
		return c.String() + "\n"
	})
}

// questions translates the commands of a system that have meaning.
func questions(system string, command func(smtlib.Sexpr) string) string {
	commands, _ := smtlib.ReadSexprs("", strings.NewReader(system))
	b := "(set-logic ALL)\n"
	for _, c := range commands {
		if c.Head() == "check-sat" || c.Head() == "exit" {
			break // what follows is not asked about
		}
		if slices.Contains([]string{"declare-fun", "define-fun", "assert"}, c.Head()) {
			b += command(c)
		}
	}
	return b
}

// refutationQuestion asks whether the instances of a refutation are unsatisfiable together.
func refutationQuestion(system, witness string) string {
	var assertions []smtlib.Sexpr
	b := questions(system, func(c smtlib.Sexpr) string {
		if c.Head() == "assert" {
			assertions = append(assertions, c.List[1])
			return ""
		}
		return c.String() + "\n"
	})
	list, _ := smtlib.ReadSexprs("", strings.NewReader(witness))
	for _, s := range list[len(list)-1].List[1:] {
		var k int
		fmt.Sscan(s.List[2].List[1].Text, &k)
		b += "(assert " + instance(assertions[k], &s.List[3].List) + ")\n"
	}
	return b + "(check-sat)\n"
}

// instance binds the variables that are quantified outside to values.
func instance(f smtlib.Sexpr, values *[]smtlib.Sexpr) string {
	switch f.Head() {
	case "forall":
		b := "(let ("
		for _, v := range f.List[1].List {
			i := slices.IndexFunc(*values, func(x smtlib.Sexpr) bool { return len(x.List) == 2 && x.List[0].IsSymbol(v.List[0].Text) })
			if i < 0 {
				return "true" // no value: the step says nothing
			}
			value := (*values)[i].List[1].String()
			*values = slices.Delete(slices.Clone(*values), i, i+1)
			if v.List[1].IsSymbol("Real") {
				value = "(+ 0.0 " + value + ")"
			}
			b += "(" + v.List[0].String() + " " + value + ")"
		}
		return b + ") " + instance(f.List[2], values) + ")"
	case "let":
		return "(let " + f.List[1].String() + " " + instance(f.List[2], values) + ")"
	}
	return f.String()
}

// proofQuestions asks about a proof whether the assumption is the condition, and whether each clause follows from its premises.
func proofQuestions(condition, proof string) string {
	lines := strings.Split(condition, "\n")
	b, formula := "", ""
	sort := "Int"
	for _, l := range lines {
		if rest, ok := strings.CutPrefix(l, "(assert "); ok {
			formula = strings.TrimSuffix(rest, ")")
		} else if l != "(check-sat)" {
			b += l + "\n"
		}
		if strings.HasSuffix(l, " Real)") {
			sort = "Real"
		}
	}
	var plain func(x smtlib.Sexpr) string
	plain = func(x smtlib.Sexpr) string {
		if x.Head() == "!" && len(x.List) == 4 {
			s := "Bool"
			if slices.Contains([]string{"+", "-", "*", "/"}, x.List[1].Head()) {
				s = sort
			}
			b += fmt.Sprintf("(define-fun %v () %s %s)\n", x.List[3], s, plain(x.List[1]))
			return x.List[3].String()
		}
		if x.Kind != smtlib.SexprList {
			return x.String()
		}
		var parts []string
		for _, y := range x.List {
			parts = append(parts, plain(y))
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	clauses := map[string]string{}
	commands, _ := smtlib.ReadSexprs("", strings.NewReader(proof))
	for _, c := range commands {
		name := c.List[1].Text
		if c.Head() == "assume" {
			clauses[name] = plain(c.List[2])
			b += "(push)(assert (not (= " + clauses[name] + " " + formula + ")))(check-sat)(pop)\n"
			continue
		}
		literals := []string{"false"}
		for _, l := range c.List[2].List[1:] {
			literals = append(literals, plain(l))
		}
		clauses[name] = "(or " + strings.Join(literals, " ") + ")"
		b += "(push)"
		for i, x := range c.List {
			if x.Text == ":premises" {
				for _, p := range c.List[i+1].List {
					b += "(assert " + clauses[p.Text] + ")"
				}
			}
		}
		b += "(assert (not " + clauses[name] + "))(check-sat)(pop)\n"
	}
	return b
}

// outcome of a corrupted witness.
type outcome struct{ accepted, sound, open int }

// judge counts an acceptance, and fails unless z3 finds all questions unsatisfiable.
func (o *outcome) judge(t *testing.T, seed uint64, who, questions string, texts ...string) {
	o.accepted++
	if !strings.Contains(questions, "(check-sat)") {
		o.sound++
		return
	}
	answers := z3(t, questions)
	switch {
	case !slices.ContainsFunc(answers, func(a string) bool { return a != "unsat" }):
		o.sound++
	case slices.Contains(answers, "sat") && !strings.Contains(strings.Join(answers, ""), "(error"):
		t.Errorf("seed %d: %s accepts what does not hold:\n%.6000s", seed, who, strings.Join(texts, "\n"))
		keep(seed, questions, texts)
	default:
		o.open++
		t.Logf("seed %d: %s accepts what z3 does not decide: %.300v", seed, who, answers)
		keep(seed, questions, texts)
	}
}

// keep writes what z3 has not confirmed to files.
func keep(seed uint64, questions string, texts []string) {
	if *kept == "" {
		return
	}
	for i, text := range append(texts, questions) {
		_ = os.WriteFile(filepath.Join(*kept, fmt.Sprintf("%d.%d", seed, i)), []byte(text), 0o644)
	}
}

// prove returns the proof of a condition, and whether there is one.
func prove(t *testing.T, c *proofcheck.Condition) (string, bool) {
	var b bytes.Buffer
	status, err := certificate.Prove(t.Context(), &b, c, smt.Options{Ticks: 2_000_000})
	return b.String(), err == nil && status == smt.Unsat
}

// TestMutations corrupts proofs, models, refutations and systems at random. What the small checker or horn/check accepts all the same must
// hold: z3 is asked about each assertion under the model, each step of the proof, and all instances of the refutation.
func TestMutations(t *testing.T) {
	all := collect(t)
	results := map[string]*outcome{}
	at := func(name string) *outcome {
		if results[name] == nil {
			results[name] = &outcome{}
		}
		return results[name]
	}
	tried := map[string]int{}
	for n := range *mutations {
		r := rand.New(rand.NewPCG(*seed+uint64(n), 0))
		s := all[r.IntN(len(all))]
		kind := []string{"proof", "proof", "model", "system"}[r.IntN(4)]
		if !s.isModel && kind != "system" {
			kind = "refutation"
		}
		tried[kind]++
		at(kind)
		m := mutation{t: t, seed: *seed + uint64(n), subject: s, at: at}
		switch kind {
		case "proof":
			m.proof(r)
		case "system":
			if system := mutant(r, s.system); system != s.system {
				m.system, m.kind = system, kind
				m.witnessed()
			}
		default:
			if witness := mutant(r, s.witness); witness != s.witness {
				m.witness, m.kind = witness, kind
				m.witnessed()
			}
		}
	}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for k := range results {
			if !yield(k) {
				return
			}
		}
	}) {
		t.Logf("%s: %d tried, %+v", name, tried[name], *results[name])
	}
}

// mutation is a corrupted subject.
type mutation struct {
	subject
	t    *testing.T
	seed uint64
	kind string
	at   func(string) *outcome
}

// proof corrupts the proof of one condition.
func (m *mutation) proof(r *rand.Rand) {
	i := r.IntN(len(m.proofs))
	if m.proofs[i] == "" {
		return
	}
	proof := mutant(r, m.proofs[i])
	c := m.condition(i)
	if proof == m.proofs[i] || c.Check("proof", strings.NewReader(proof)) != nil {
		return
	}
	var condition strings.Builder
	require.NoError(m.t, c.Write(&condition))
	m.at("proof").judge(m.t, m.seed, "proofcheck", proofQuestions(condition.String(), proof), condition.String(), proof)
}

func (m *mutation) condition(i int) *proofcheck.Condition {
	sys, err := proofcheck.ReadSystem("system", strings.NewReader(m.system))
	require.NoError(m.t, err)
	model, err := proofcheck.ReadModel("model", strings.NewReader(m.witness))
	require.NoError(m.t, err)
	c, err := sys.Condition(model, i)
	require.NoError(m.t, err)
	return c
}

// witnessed has both checkers judge a corrupted system or witness.
func (m *mutation) witnessed() {
	questions := modelQuestions
	if !m.isModel {
		questions = refutationQuestion
	}
	texts := []string{m.system, m.witness}
	if c, err := certificate.NewChecker("system", []byte(m.system)); err == nil {
		if c.Check(m.t.Context(), []byte(m.witness), smt.Options{Ticks: 2_000_000}) == nil {
			m.at(m.kind+" by proofcheck").judge(m.t, m.seed, "proofcheck", questions(m.system, m.witness), texts...)
		}
	}
	if validate(m.t.Context(), m.system, m.witness) == nil {
		m.at(m.kind+" by horn/check").judge(m.t, m.seed, "horn/check", questions(m.system, m.witness), texts...)
	}
}

// validate has horn/check judge a witness.
func validate(ctx context.Context, system, witness string) error {
	script, err := smtlib.ReadString(logic.NewStore(), "system", system)
	if err != nil {
		return err
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		return err
	}
	w, err := horn.ReadWitness(sys, "witness", strings.NewReader(witness))
	if err != nil {
		return err
	}
	judges := check.Judges(sys.Store, native.Backend{}, nil, smt.Options{Ticks: 2_000_000})
	if w.Proof != nil {
		return check.Proof(ctx, sys, w.Proof, judges)
	}
	return check.Model(ctx, sys, w.Model, judges)
}

// collect returns what is corrupted: small systems with models, those of testdata with what is found for them, and those of -subjects.
func collect(t *testing.T) []subject {
	var z []subject
	add := func(name, system, witness string) {
		s := subject{name: name, system: system, witness: witness, isModel: strings.HasPrefix(witness, "sat")}
		if s.isModel {
			m := mutation{t: t, subject: s}
			sys, err := proofcheck.ReadSystem("system", strings.NewReader(system))
			require.NoError(t, err)
			s.proofs = make([]string, sys.Assertions())
			for i := range s.proofs {
				if c := m.condition(i); !c.Holds() {
					s.proofs[i], _ = prove(t, c)
				}
			}
		}
		z = append(z, s)
	}
	for name, test := range tests {
		add(name, test.system, "sat\n("+test.model+")")
	}
	files, err := filepath.Glob("../testdata/horn/*.smt2")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if _, err := certificate.NewChecker(file, text); err == nil && !strings.HasSuffix(file, "even.smt2") {
			add(file, string(text), solve(t, string(text)))
		}
	}
	slices.SortFunc(z, func(x, y subject) int { return strings.Compare(x.name, y.name) })
	if *subjects != "" {
		list, err := os.ReadFile(*subjects)
		require.NoError(t, err)
		for line := range strings.Lines(string(list)) {
			system, witness, _ := strings.Cut(strings.TrimSpace(line), " ")
			text, err := os.ReadFile(system)
			require.NoError(t, err)
			answer, err := os.ReadFile(witness)
			require.NoError(t, err)
			add(system, string(text), string(answer))
		}
	}
	return z
}

// solve returns the answer to a system, with its witness.
func solve(t *testing.T, text string) string {
	script, err := smtlib.ReadString(logic.NewStore(), "system", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	answer, err := engines.Run(t.Context(), sys, engines.Config{Backend: native.Backend{}})
	require.NoError(t, err)
	b := &strings.Builder{}
	fmt.Fprintln(b, answer.Verdict)
	if answer.Verdict == horn.Safe {
		require.NoError(t, horn.WriteModel(b, sys, answer.Model))
	} else {
		require.NoError(t, horn.WriteProof(b, answer.Proof))
	}
	return b.String()
}
