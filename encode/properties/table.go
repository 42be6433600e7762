// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/internal/spelling"
)

// A Kind describes a kind of errors.
type Kind struct {
	Error cfg.ErrorKind // its String is the name that users write
	// Group is a name for several kinds that users may ask for together.
	Group string
	// Property is its name in the field's property files, or "".
	Property string
	// OnRequest means that "all" does not include the kind, since C allows it.
	OnRequest bool
	// Defined means that C defines how executions continue after the error.
	Defined bool
	// CWE is the number in the Common Weakness Enumeration. Clause is the paragraph in C17.
	CWE    int
	Clause string
	// Sanitizer is gcc's name for the sanitizer that detects it in a run, or "". Reports are the
	// functions that such a run calls, without __ubsan_handle_.
	Sanitizer string
	Reports   []string
	// Missed means that the sanitizer may miss the error. gcc may compute a result in another way
	// that does not overflow. An access may leave its object and reach another one. The sanitizer
	// does not treat *(a + i) as an index.
	Missed bool
	// Message describes the error in a trace.
	Message string
}

// Unreachability is the property that the program's own errors violate.
const Unreachability = "unreach-call"

// Termination is the property that every execution ends.
const Termination = "termination"

// Table has the kinds of errors. A property file that names a property asks for all its kinds.
var Table = []Kind{
	{Error: cfg.ReachError, Group: "reach", Property: Unreachability, Message: "the error function is called"},
	{Error: cfg.AssertFailed, Group: "reach", Property: Unreachability, CWE: 617, Clause: "7.2.1.1p2", Message: "the assertion fails"},
	{Error: cfg.ErrorLabel, Group: "reach", Property: Unreachability, Message: "the label ERROR is reached"},
	{
		Error: cfg.SignedOverflow, Group: "overflow", Property: "no-overflow", CWE: 190, Clause: "6.5p5", Sanitizer: "signed-integer-overflow", Missed: true,
		Reports: []string{"add_overflow", "sub_overflow", "mul_overflow", "negate_overflow", "divrem_overflow"}, Message: "a signed operation overflows",
	},
	{
		Error: cfg.WrongShift, Group: "overflow", Property: "no-overflow", CWE: 1335, Clause: "6.5.7p3-4", Sanitizer: "shift",
		Reports: []string{"shift_out_of_bounds"}, Message: "a shift is undefined",
	},
	{
		Error: cfg.DivisionByZero, Group: "arithmetic", CWE: 369, Clause: "6.5.5p5", Sanitizer: "integer-divide-by-zero",
		Reports: []string{"divrem_overflow"}, Message: "a number is divided by zero",
	},
	{
		Error: cfg.FloatConversion, Group: "arithmetic", CWE: 681, Clause: "6.3.1.4p1", Sanitizer: "float-cast-overflow",
		Reports: []string{"float_cast_overflow"}, Message: "a floating-point number is converted to an integer type that cannot hold its value",
	},
	{
		Error: cfg.OutOfBounds, Group: "arrays", CWE: 129, Clause: "6.5.6p8", Sanitizer: "bounds", Missed: true,
		Reports: []string{"out_of_bounds"}, Message: "an index is outside the bounds of its array",
	},
	{
		Error: cfg.WrongLength, Group: "arrays", CWE: 1284, Clause: "6.7.6.2p5", Sanitizer: "vla-bound",
		Reports: []string{"vla_bound_not_positive"}, Message: "the length of a variable-length array is not positive",
	},
	{
		Error: cfg.Overlap, Group: "arrays", CWE: 475, Clause: "7.24.2.1p2", Sanitizer: "address", Missed: true,
		Message: "the source and the destination of a copy overlap",
	},
	{
		Error: cfg.PointerArithmetic, Group: "pointers", CWE: 823, Clause: "6.5.6p8", Message: "a pointer leaves its object",
	},
	{
		Error: cfg.PointerComparison, Group: "pointers", CWE: 469, Clause: "6.5.6p9, 6.5.8p5",
		Message: "pointers into different objects are subtracted or ordered",
	},
	{
		Error: cfg.InvalidDeref, Group: "memory", Property: "valid-deref", CWE: 119, Clause: "6.5.3.2p4", Sanitizer: "address", Missed: true,
		Message: "an access is outside of every live object",
	},
	{
		Error: cfg.InvalidFree, Group: "memory", Property: "valid-free", CWE: 763, Clause: "7.22.3.3p2", Sanitizer: "address",
		Message: "the freed pointer is not the start of a live allocated object",
	},
	{
		Error: cfg.Misaligned, Group: "alignment", CWE: 188, Clause: "6.3.2.3p7", Sanitizer: "alignment", Missed: true,
		Reports: []string{"type_mismatch_v1"}, Message: "an address is not aligned as the type of the access requires",
	},
	{
		Error: cfg.LostMemory, Group: "leaks", Property: "valid-memtrack", Defined: true, CWE: 401, Sanitizer: "address",
		Message: "memory is leaked: nothing points to it any more",
	},
	{
		Error: cfg.NotFreed, Group: "leaks", Property: "valid-memcleanup", OnRequest: true, Defined: true, CWE: 401, Sanitizer: "address",
		Message: "memory was not freed",
	},
	{
		Error: cfg.DataRace, Group: "races", Property: "no-data-race", CWE: 362, Clause: "5.1.2.4p25", Sanitizer: "thread",
		Message: "two threads access the same memory without synchronisation",
	},
	{
		Error: cfg.Deadlock, Group: "deadlock", OnRequest: true, CWE: 833, Sanitizer: "thread", Message: "no thread can go on",
	},
	{
		Error: cfg.Uninitialised, Group: "values", CWE: 457, Clause: "6.3.2.1p2", Message: "a variable is read before it is assigned",
	},
	{
		Error: cfg.WrongFormat, Group: "values", CWE: 685, Clause: "7.21.6.1p2", Message: "a format has more conversions than there are arguments",
	},
	{
		Error: cfg.UnsignedOverflow, Group: "conversion", OnRequest: true, Defined: true, CWE: 190, Clause: "6.2.5p9",
		Message: "an unsigned operation wraps",
	},
	{
		Error: cfg.LossyConversion, Group: "conversion", OnRequest: true, Defined: true, CWE: 197, Clause: "6.3.1.3p2-3",
		Message: "a conversion changes the value",
	},
	{
		Error: cfg.Endless, Group: Termination, Property: Termination, OnRequest: true, CWE: 835, Message: "an execution does not end",
	},
}

// Of returns the row of a kind.
func Of(k cfg.ErrorKind) Kind {
	for _, row := range Table {
		if row.Error == k {
			return row
		}
	}
	message := "a pointer contradicts the points-to analysis"
	if k == cfg.Unsupported {
		message = "what happens here is not supported"
	}
	return Kind{Error: k, Message: message}
}

// Formula returns a property in the language of property files. An empty entry means main.
func Formula(property, entry string) string {
	if entry == "" {
		entry = "main"
	}
	formula := "G " + property
	if property == Termination {
		formula = "F end"
	} else if name, ok := strings.CutPrefix(property, "no-"); ok {
		formula = "G ! " + name
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", entry, formula)
}

// Name returns the name of the property that the kind violates: the name in the field or, if it has
// none, its own.
func (k Kind) Name() string {
	if k.Property != "" {
		return k.Property
	}
	return k.Error.String()
}

// A Set has kinds of errors. The zero value is empty.
type Set uint64

// Has reports whether the set has a kind.
func (s Set) Has(k cfg.ErrorKind) bool { return s>>k&1 != 0 }

// With returns the set with more kinds.
func (s Set) With(ks ...cfg.ErrorKind) Set {
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

// Without returns the set without those of t.
func (s Set) Without(t Set) Set { return s &^ t }

// Where returns the kinds whose rows satisfy a predicate.
func Where(has func(Kind) bool) (s Set) {
	for _, row := range Table {
		if has(row) {
			s = s.With(row.Error)
		}
	}
	return s
}

// Reachability has the program's own errors.
var Reachability = Where(func(k Kind) bool { return k.Property == Unreachability })

// Names returns the properties of the set, in the order of the table.
func (s Set) Names() (z []string) {
	for _, row := range Table {
		if s.Has(row.Error) && !slices.Contains(z, row.Name()) {
			z = append(z, row.Name())
		}
	}
	return z
}

// Parse returns the kinds for words: each is the name of a kind, a group or a property, or "all".
func Parse(words ...string) (Set, error) {
	var z Set
	for _, w := range words {
		s := Where(func(k Kind) bool {
			return w == k.Error.String() || w == k.Group || w == k.Property || w == "all" && !k.OnRequest
		})
		if s == 0 {
			if near := spelling.Nearest(w, Words()); near != "" {
				return 0, fmt.Errorf("%q is no property that can be checked; did you mean %q?", w, near)
			}
			return 0, fmt.Errorf("%q is no property that can be checked; there are: %s", w, strings.Join(Words(), ", "))
		}
		z |= s
	}
	return z, nil
}

// Words returns the words that Parse accepts.
func Words() []string {
	z := []string{"all"}
	for _, row := range Table {
		for _, w := range []string{row.Group, row.Property, row.Error.String()} {
			if w != "" && !slices.Contains(z, w) {
				z = append(z, w)
			}
		}
	}
	return z
}
