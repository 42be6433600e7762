// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cornet/horn/format"
	"cornet/internal/option"
)

// Solver is a solver whose command line Cornet accepts.
type Solver struct {
	Name  string
	Flags []Flag
	// wrong is the exit code if the input cannot be read, or commands were refused.
	wrong int
	form  format.Form // the form of witnesses
	// answer executes a command line that has been read.
	answer func(s *Solver, ctx context.Context, c *call, p Process) int
}

// Flag is a flag of a solver.
type Flag struct {
	// Name ends with a colon or an equals sign if a value follows directly, with a space if the
	// value is the next argument, and with a point if it is a prefix of names.
	Name string
	// Meaning is the flag's meaning for Cornet; "" if the flag controls the search.
	Meaning string

	set func(c *call, value string) error
}

// Solvers are the solvers that Cornet can be called as.
var Solvers = []*Solver{
	{Name: "eld", Flags: eldarica, form: format.Eldarica, answer: (*Solver).once},
	{Name: "golem", Flags: golem, form: format.Golem, wrong: 1, answer: (*Solver).once},
	{Name: "z3", Flags: z3, form: format.Z3, wrong: 1, answer: (*Solver).converse},
	{Name: "fixpoint", Flags: fixpoint, wrong: 1, answer: (*Solver).refinements},
}

// Find returns the solver called name, nil for none.
func Find(name string) *Solver {
	for _, s := range Solvers {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Names lists the solvers for people.
func Names() string {
	var z []string
	for _, s := range Solvers {
		z = append(z, s.Name)
	}
	return strings.Join(z[:len(z)-1], ", ") + " or " + z[len(z)-1]
}

// names returns flags without an effect.
func names(all string) (z []Flag) {
	for _, name := range strings.Fields(all) {
		z = append(z, Flag{Name: name})
	}
	return z
}

// join concatenates lists of flags.
func join(lists ...[]Flag) (z []Flag) {
	for _, l := range lists {
		z = append(z, l...)
	}
	return z
}

// refused returns flags for outputs that Cornet does not support.
func refused(what, all string) []Flag {
	z := names(all)
	for i := range z {
		z[i].Meaning = "refused: " + what
		z[i].set = func(*call, string) error { return fmt.Errorf("%s: not available here", what) }
	}
	return z
}

var eldarica = join([]Flag{
	{"-h", "prints these flags", func(c *call, _ string) error { c.help = true; return nil }},
	{"-in", "standard input is read", func(c *call, _ string) error { c.file = "-"; return nil }},
	{"-t:", "`--timeout`, in seconds", func(c *call, v string) error { return c.timeout(v, time.Second) }},
	{"-ssol", "`--model`", func(c *call, _ string) error { c.model = true; return nil }},
	{"-cex", "`--proof=eldarica-prolog`", func(c *call, _ string) error { c.proof, c.form = true, format.EldaricaProlog; return nil }},
	{"-scex", "`--proof=eldarica`", func(c *call, _ string) error { c.proof, c.form = true, format.Eldarica; return nil }},
	{"-hints:", "`--hints`", func(c *call, v string) error { c.HintFile = v; return nil }},
	{"-hsmt", "SMT-LIB is read, as always", nil},
	{"-horn", "Horn clauses are solved, as always", nil},
	{"-verifySolutions", "answers are validated, as always", nil},
},
	refused("Prolog clauses, NTS and C as inputs", "-hin -ints -conc"),
	refused("solutions as Prolog clauses; -ssol prints a model", "-sol"),
	refused("counterexamples as pictures; -cex prints one", "-dotCEX -eogCEX"),
	refused("printed clauses; see cornet simplify", "-p -sp -pHints -pPredicates:"),
	names(`-portfolio -assert -log -log: -statistics -disj -stac -lbe -arrayQuans: -cloneArrays -noSlicing -noIntervals -abstract:
		-abstractTO: -abstractPO -splitClauses: -sym -sym: -symDepth: -logSimplified -logSimplifiedSMT -logPreds: -postHints: -m: -arithMode:`))

var golem = join([]Flag{
	{"-h", "prints these flags", func(c *call, _ string) error { c.help = true; return nil }},
	{"--help", "prints these flags", func(c *call, _ string) error { c.help = true; return nil }},
	{"--version", "prints the version", func(c *call, _ string) error { c.version = true; return nil }},
	{"-i ", "the input file", func(c *call, v string) error { c.file = v; return nil }},
	{"--input ", "the input file", func(c *call, v string) error { c.file = v; return nil }},
	{"--print-witness", "`--model --proof=golem`", func(c *call, _ string) error { c.model, c.proof = true, true; return nil }},
	{"--proof-format ", "`--proof=golem` for `legacy`, `--proof=alethe` for `alethe`", func(c *call, v string) error {
		switch v {
		case "legacy":
		case "alethe":
			c.form = format.Alethe
		default:
			return fmt.Errorf("%s: expected legacy or alethe", v)
		}
		return nil
	}},
	{"--validate", "answers are validated, as always", nil},
	{"-l ", "the file determines the logic", nil},
	{"--logic ", "the file determines the logic", nil},
},
	refused("termination", "--termination-backend "),
	[]Flag{{Name: "-e "}, {Name: "--engine "}, {Name: "-v"}, {Name: "--force-ts"}})

// rlimitPerSecond is the amount of z3's rlimit that counts as a second. Cornet has no equivalent of
// z3's measure of effort.
const rlimitPerSecond = 200_000

var z3 = join([]Flag{
	{"-h", "prints these flags", func(c *call, _ string) error { c.help = true; return nil }},
	{"-version", "prints the version", func(c *call, _ string) error { c.version = true; return nil }},
	{"--version", "prints the version", func(c *call, _ string) error { c.version = true; return nil }},
	{"-in", "a conversation on standard input", func(c *call, _ string) error { c.file = "-"; return nil }},
	{"-smt2", "SMT-LIB is read, as always", nil},
	{"-file:", "the input file", func(c *call, v string) error { c.file = v; return nil }},
	{"-model", "a model is printed after every `sat`", func(c *call, _ string) error { c.model = true; return nil }},
	{"-t:", "time for a question, in milliseconds", func(c *call, v string) error { return c.timeout(v, time.Millisecond) }},
	{"timeout=", "time for a question, in milliseconds", func(c *call, v string) error { return c.timeout(v, time.Millisecond) }},
	{"-T:", "time in all, in seconds", func(c *call, v string) (err error) { c.total, err = duration(v, time.Second); return err }},
	{"rlimit=", "time for a question, a second for every 200,000", func(c *call, v string) error {
		n, err := strconv.ParseUint(v, 10, 32)
		if err == nil && n > 0 && c.Timeout == 0 {
			c.Timeout = time.Duration(n) * time.Second / rlimitPerSecond
		}
		return err
	}},
	{"-memory:", "`--memory`, in megabytes", (*call).megabytes},
	{"memory_max_size=", "`--memory`, in megabytes", (*call).megabytes},
	{"fp.engine=", "`--engine bmc` for `bmc`", func(c *call, v string) error {
		if v == "bmc" {
			c.Engine = "bmc"
		}
		return nil
	}},
	{"fp.validate=", "answers are validated, as always", nil},
	{"model_validate=", "answers are validated, as always", nil},
	{"model=", "models are there, as always", nil},
	{"proof=", "proofs are there, as always", nil},
	{"fp.spacer.random_seed=", "`--seed`", (*call).seed},
	{"smt.random_seed=", "`--seed`", (*call).seed},
},
	names("-st -nw -v: fp. rewriter. smt. sat. pp. parser. solver. tactic. model. nlsat. combined_solver. opt. "+
		"auto_config= verbose= warning= type_check= well_sorted_check= unsat_core= stats= smtlib2_compliant="))

// duration reads a number of units.
func duration(text string, unit time.Duration) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 || n > 1e12 {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return time.Duration(n * float64(unit)), nil
}

func (c *call) timeout(text string, unit time.Duration) (err error) {
	c.Timeout, err = duration(text, unit)
	return err
}

func (c *call) megabytes(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	c.Memory = option.Bytes(n << 20)
	return err
}

func (c *call) seed(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	c.Seed = uint32(n)
	return err
}
