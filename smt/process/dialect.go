// SPDX-License-Identifier: Apache-2.0

package process

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// interpolation is the way in which a program is asked for interpolants.
type interpolation uint8

const (
	fromModels interpolation = iota // the program has no interpolation
	byTree                          // (get-interpolants a b (c d) e)
	byPair                          // (get-interpolants a b)
	byFormula                       // (get-interpolant I f), an interpolant of what is asserted and f
)

// dialect describes a program.
type dialect struct {
	name          string // a prefix of the answer to (get-info :name)
	logic         string
	options       []string // sent before set-logic
	interpolation interpolation
	interpolants  []string // options that enable interpolation
	ticks, memory string   // options that limit effort, and memory in MiB; "" for none
	resets        bool     // (reset) restores the initial state
}

const (
	models = ":produce-models true"
	cores  = ":produce-unsat-cores true"
)

// dialects are the known programs. The last one applies to all others.
var dialects = []dialect{
	{name: "Z3", logic: "ALL", options: []string{models, cores}, ticks: ":rlimit", memory: ":memory_max_size", resets: true},
	{name: "cvc5", logic: "ALL", options: []string{models, cores, ":incremental true"}, ticks: ":rlimit-per",
		interpolation: byFormula, interpolants: []string{":produce-interpolants true"}, resets: true},
	{name: "SMTInterpol", logic: "ALL", options: []string{models, cores},
		interpolation: byTree, interpolants: []string{":produce-interpolants true"}, resets: true},
	{name: "OpenSMT", logic: "QF_AUFLIRA", options: []string{models, cores},
		interpolation: byPair, interpolants: []string{":produce-interpolants true"}},
	{name: "MathSAT", logic: "QF_AUFBVLIRA", options: []string{models, cores}},
	{logic: "ALL", options: []string{models, cores}},
}

func dialectOf(name string) *dialect {
	for i := range dialects {
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(dialects[i].name)) {
			return &dialects[i]
		}
	}
	return &dialects[len(dialects)-1]
}

// preamble returns the commands before the first declaration.
func (d *dialect) preamble(o settings) string {
	options := append([]string(nil), d.options...)
	if o.interpolants {
		// Interpolation needs no cores, and cvc5 does not interpolate with them.
		options = append(slices.DeleteFunc(options, func(x string) bool { return x == cores }), d.interpolants...)
	}
	if d.ticks != "" && o.ticks > 0 {
		options = append(options, fmt.Sprintf("%s %d", d.ticks, min(o.ticks, 1<<32-1)))
	}
	if d.memory != "" && o.memory > 0 {
		options = append(options, fmt.Sprintf("%s %d", d.memory, max(1, o.memory>>20)))
	}
	if o.seed != 0 {
		options = append(options, fmt.Sprintf(":random-seed %d", o.seed))
	}
	var b strings.Builder
	for _, x := range options {
		fmt.Fprintf(&b, "(set-option %s)\n", x)
	}
	fmt.Fprintf(&b, "(set-logic %s)\n", d.logic)
	return b.String()
}

// arguments make programs read their standard input.
var arguments = map[string][]string{
	"z3":   {"-in"},
	"cvc5": {"--lang=smt2"},
}

// Command splits a command line at blanks, outside quotes. z3 and cvc5 without arguments get those
// that make them read their standard input. A jar file is run by java.
func Command(line string) ([]string, error) {
	var z []string
	var word strings.Builder
	var quote rune
	inWord := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				z = append(z, word.String())
			}
			word.Reset()
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("process: the command %q lacks a closing %c", line, quote)
	}
	if inWord {
		z = append(z, word.String())
	}
	switch {
	case len(z) == 0:
		return nil, fmt.Errorf("process: no command; name a solver, as in process:z3")
	case strings.HasSuffix(z[0], ".jar"):
		z = append([]string{"java", "-jar"}, z...)
		if len(z) == 3 {
			z = append(z, "-q")
		}
	case len(z) == 1:
		z = append(z, arguments[filepath.Base(z[0])]...)
	}
	return z, nil
}
