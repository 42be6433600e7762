// SPDX-License-Identifier: Apache-2.0

package certificate_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/proof/certificate"
	"cornet/proof/checker"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

var (
	mutations = flag.Int("mutations", 300, "how many corrupted witnesses TestMutations tries")
	seed      = flag.Uint64("mutation-seed", 1, "the first seed of TestMutations")
	subjects  = flag.String("subjects", "", "files of lines 'SYSTEM WITNESS' with what TestMutations corrupts besides")
	kept      = flag.String("mutations-kept", "", "where TestMutations writes what z3 does not confirm")
	carcara   = flag.Int("mutations-by-carcara", 30, "how many corrupted certificates TestCarcaraMutations tries")
)

// subject is a system with a witness.
type subject struct {
	name, system, witness string
	isModel               bool
	proofs                []string // the proofs of the conditions; "" for none
}

// replacements are groups of operators. One of a line is replaced by another one of it.
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

// corrupt changes something in x, and reports whether it found something to change.
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

// outcome is the result for a corrupted witness.
type outcome struct{ accepted, sound, open int }

// judge counts an acceptance, and fails unless z3 finds all questions unsatisfiable.
func (o *outcome) judge(t *testing.T, seed uint64, who, questions string, texts ...string) {
	o.accepted++
	answers := z3(t, questions)
	unsat := 0
	for _, a := range answers {
		if a == "unsat" {
			unsat++
		}
	}
	switch {
	// errors remove assertions, which cannot add an answer unsat
	case unsat == strings.Count(questions, "(check-sat)"):
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

// keep writes acceptances that z3 has not confirmed to files.
func keep(seed uint64, questions string, texts []string) {
	if *kept == "" {
		return
	}
	for i, text := range append(texts, questions) {
		_ = os.WriteFile(filepath.Join(*kept, fmt.Sprintf("%d.%d", seed, i)), []byte(text), 0o644)
	}
}

// prove returns the proof of a condition, and whether there is one.
func prove(t *testing.T, c *checker.Condition) (string, bool) {
	var b bytes.Buffer
	status, err := certificate.Prove(t.Context(), io.Discard, &b, c, smt.Options{Ticks: 2_000_000})
	return b.String(), err == nil && status == smt.Unsat
}

// TestMutations corrupts proofs, models, refutations and systems at random. If the small checker or
// horn/check still accepts one, its claims must hold. z3 is asked about each assertion under the
// model, each step of the proof, and all instances of the refutation.
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
		kind := []string{"proof", "proof", "throughout", "model", "system"}[r.IntN(5)]
		if !s.isModel && kind != "system" {
			kind = "refutation"
		}
		tried[kind]++
		m := mutation{t: t, seed: *seed + uint64(n), subject: s, at: at}
		switch kind {
		case "proof":
			m.proof(r)
		case "throughout":
			m.throughout(r)
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
	t.Logf("tried: %v", tried)
	for _, name := range slices.Sorted(maps.Keys(results)) {
		t.Logf("%s: %+v", name, *results[name])
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
	err := c.Check("proof", strings.NewReader(proof))
	lines := strings.SplitAfter(proof, "\n")
	kind := "proof"
	if err != nil { // the witness before this step has been accepted
		kind = "step"
		line := len(lines)
		if place := regexp.MustCompile("^proof:([0-9]+):").FindStringSubmatch(err.Error()); place != nil {
			line, _ = strconv.Atoi(place[1])
		}
		proof = strings.Join(lines[:line-1], "")
	}
	var condition strings.Builder
	require.NoError(m.t, c.Write(&condition))
	if q := proofQuestions(condition.String(), proof, m.proofs[i]); q != "" {
		m.at(kind).judge(m.t, m.seed, "proofcheck", q, condition.String(), proof)
	}
}

// throughout replaces a word in the system, the model and the proof of one condition.
func (m *mutation) throughout(r *rand.Rand) {
	i := r.IntN(len(m.proofs))
	list, err := smtlib.ReadSexprs("", strings.NewReader(m.system+m.witness+m.proofs[i]))
	require.NoError(m.t, err)
	all := nodes(&smtlib.Sexpr{List: list})
	from, to := "", ""
	for from == to {
		x, y := all[r.IntN(len(all))], all[r.IntN(len(all))]
		for _, words := range replacements[:len(replacements)-1] {
			if slices.Contains(words, x.Text) {
				from, to = x.Text, words[r.IntN(len(words))]
			}
		}
		if x.Kind == smtlib.SexprNumeral && y.Kind == x.Kind || x.Kind == smtlib.SexprDecimal && y.Kind == x.Kind {
			from, to = x.Text, y.Text
		}
	}
	m.system, m.witness = replaced(m.system, from, to), replaced(m.witness, from, to)
	sys, err := checker.ReadSystem("system", strings.NewReader(m.system))
	if err != nil {
		return
	}
	model, err := checker.ReadModel("model", strings.NewReader(m.witness))
	if err != nil {
		return
	}
	c, err := sys.Condition(model, i)
	proof := replaced(m.proofs[i], from, to)
	if err == nil && (c.Holds() || c.Check("proof", strings.NewReader(proof)) == nil) {
		m.at("throughout").judge(m.t, m.seed, "proofcheck", modelQuestions(m.system, m.witness, i), m.system, m.witness, proof)
	}
}

func (m *mutation) condition(i int) *checker.Condition {
	sys, err := checker.ReadSystem("system", strings.NewReader(m.system))
	require.NoError(m.t, err)
	model, err := checker.ReadModel("model", strings.NewReader(m.witness))
	require.NoError(m.t, err)
	c, err := sys.Condition(model, i)
	require.NoError(m.t, err)
	return c
}

// witnessed has both checkers judge a corrupted system or witness.
func (m *mutation) witnessed() {
	questions := func(system, witness string) string { return modelQuestions(system, witness) }
	if !m.isModel {
		questions = refutationQuestion
	}
	texts := []string{m.system, m.witness}
	if c, err := certificate.NewChecker("system", []byte(m.system)); err == nil {
		if c.Check(m.t.Context(), []byte(m.witness), "", smt.Options{Ticks: 2_000_000}) == nil {
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

// TestCarcaraMutations corrupts certificates. If their script still accepts one, its claims must
// hold, as in TestMutations.
func TestCarcaraMutations(t *testing.T) {
	program := need.Of(t, "carcara")
	var folders []string
	for _, s := range collect(t) {
		script, err := smtlib.ReadString(logic.NewStore(), "system", s.system)
		require.NoError(t, err)
		sys, err := horn.FromScript(script)
		require.NoError(t, err)
		sys.Source = nil
		answer, err := engines.Run(t.Context(), sys, engines.Config{Backend: native.Backend{}})
		require.NoError(t, err)
		dir := filepath.Join(t.TempDir(), "certificate")
		z, err := certificate.WriteAnswer(t.Context(), dir, sys, &horn.Witness{Verdict: answer.Verdict, Model: answer.Model, Proof: answer.Proof}, smt.Options{Ticks: 2_000_000})
		require.NoError(t, err)
		if z.Proofs < z.Conditions || z.Conditions > 10 || z.Holes > 0 || answer.Proof == nil && z.Proofs == 0 {
			continue
		}
		folders = append(folders, dir)
	}
	var result outcome
	for n := range *carcara {
		r := rand.New(rand.NewPCG(*seed+uint64(n), 1))
		dir := folders[r.IntN(len(folders))]
		files, err := filepath.Glob(filepath.Join(dir, "*.alethe"))
		require.NoError(t, err)
		proof := files[r.IntN(len(files))]
		condition := strings.TrimSuffix(proof, "alethe") + "smt2"
		if filepath.Base(proof) == certificate.ProofFile {
			condition = filepath.Join(dir, certificate.ClausesFile)
		}
		changed := proof
		if r.IntN(4) == 0 {
			changed = condition
		}
		text, err := os.ReadFile(changed)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(changed, []byte(mutant(r, string(text))), 0o644))
		script := exec.Command(filepath.Join(dir, certificate.ScriptFile))
		script.Env = append(os.Environ(), "CARCARA="+program)
		if script.Run() == nil {
			c, err := os.ReadFile(condition)
			require.NoError(t, err)
			p, err := os.ReadFile(proof)
			require.NoError(t, err)
			result.judge(t, *seed+uint64(n), "Carcara", proofQuestions(string(c), string(p), ""), string(c), string(p))
		}
		require.NoError(t, os.WriteFile(changed, text, 0o644))
	}
	t.Logf("%d tried, %+v", *carcara, result)
}

// collect returns the inputs to corrupt: small systems with models, and those of testdata and of
// -subjects with the witnesses found for them.
func collect(t *testing.T) []subject {
	var z []subject
	add := func(name, system, witness string) {
		s := subject{name: name, system: system, witness: witness, isModel: strings.HasPrefix(witness, "sat")}
		if s.isModel {
			m := mutation{t: t, subject: s}
			sys, err := checker.ReadSystem("system", strings.NewReader(system))
			require.NoError(t, err)
			s.proofs = make([]string, sys.Assertions())
			for i := range s.proofs {
				if c := m.condition(i); !c.Holds() {
					s.proofs[i], _ = prove(t, c)
					s.proofs[i] = replaced(s.proofs[i], "", "") // written like the corrupted ones
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
