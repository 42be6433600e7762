// SPDX-License-Identifier: Apache-2.0

package task

import "fmt"

// Verdict is what a task expects or what a solver answered. One type serves Horn systems and
// programs, because a system is satisfiable if and only if the program that it encodes is safe.
type Verdict uint8

// The verdicts. Unknown is the zero value: no verdict is known, or the solver gave up.
const (
	Unknown Verdict = iota
	True            // sat for a Horn system, TRUE for a program: the property holds
	False           // unsat for a Horn system, FALSE for a program: the property is violated
)

// words holds the two vocabularies, by language and verdict.
var words = map[Language][3]string{
	SMTLIB: {"unknown", "sat", "unsat"},
	C:      {"UNKNOWN", "TRUE", "FALSE"},
}

// Word returns the verdict as solvers of the language spell it: sat, unsat, unknown or TRUE, FALSE,
// UNKNOWN.
func (v Verdict) Word(l Language) string {
	w, ok := words[l]
	if !ok {
		w = words[SMTLIB]
	}
	return w[v]
}

// String returns sat, unsat or unknown.
func (v Verdict) String() string { return v.Word(SMTLIB) }

// ParseVerdict reads a verdict in any of the vocabularies sat/unsat/unknown, TRUE/FALSE/UNKNOWN and
// true/false/unknown. Anything else is an error.
func ParseVerdict(s string) (Verdict, error) {
	switch s {
	case "sat", "TRUE", "true":
		return True, nil
	case "unsat", "FALSE", "false":
		return False, nil
	case "unknown", "UNKNOWN":
		return Unknown, nil
	}
	return Unknown, fmt.Errorf("verdict %q: expected sat, unsat, unknown, true or false", s)
}

// MarshalText writes sat, unsat or unknown, whatever the language is. This is the form of the JSON
// results.
func (v Verdict) MarshalText() ([]byte, error) {
	if v > False {
		return nil, fmt.Errorf("verdict %d: out of range", v)
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads the same words as ParseVerdict, and the empty text as Unknown.
func (v *Verdict) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*v = Unknown
		return nil
	}
	*v, err = ParseVerdict(string(text))
	return err
}

// Language is the language of a task's input files.
type Language uint8

// The languages. SMTLIB is the zero value.
const (
	SMTLIB Language = iota // constrained Horn clauses in SMT-LIB
	C                      // C programs, preprocessed or not
)

// String returns the name that task definitions use: "SMT-LIB" or "C".
func (l Language) String() string {
	if l == C {
		return "C"
	}
	return "SMT-LIB"
}

// MarshalText writes the language's name.
func (l Language) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads "SMT-LIB", "C" or nothing, which is SMT-LIB.
func (l *Language) UnmarshalText(text []byte) error {
	switch string(text) {
	case "", "SMT-LIB":
		*l = SMTLIB
	case "C":
		*l = C
	default:
		return fmt.Errorf("language %q: expected SMT-LIB or C", text)
	}
	return nil
}
