// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"slices"

	"cornet/encode/cfg"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A Property defines what counts as an error. The zero Property covers the ways in which programs
// of the competitions mark errors: calls of reach_error, __VERIFIER_error and __assert_fail,
// failing assertions, and labels spelt ERROR.
type Property struct {
	// Functions are the functions whose calls are errors, whether or not the program defines them.
	// Empty means the three above.
	Functions []string
	// OnlyFunctions excludes assertions and labels: a failing assertion then ends the program. If
	// it is not set, Functions are added to the three above.
	OnlyFunctions bool
	// Unmarked makes these marks have no effect: such functions run their bodies, or end the
	// program.
	Unmarked bool
	// Claims are further functions whose calls are errors, regardless of the other fields.
	Claims []string
	// Others are further properties, such as no-overflow.
	Others []string
	// Formats makes it an error if a format of printf has fewer arguments than conversions.
	Formats bool
	// Lengths makes it an error if the length of a variable-length array is not positive.
	Lengths bool
	// Entry is the function that the program starts with. Empty means main.
	Entry string
}

var errorFunctions = []string{"reach_error", "__VERIFIER_error", "__assert_fail"}

func (p Property) isError(name string) bool {
	if slices.Contains(p.Claims, name) {
		return true
	}
	if len(p.Functions) == 0 {
		return !p.Unmarked && slices.Contains(errorFunctions, name)
	}
	return slices.Contains(p.Functions, name)
}

// errorLabel is the label that is an error.
const errorLabel = "ERROR"

// marks reports whether a function is an error, or an assertion that may fail.
func (p Property) marks(name string) bool {
	return p.isError(name) || !p.OnlyFunctions && slices.Contains(assertions, name)
}

func (p Property) entry() string {
	if p.Entry == "" {
		return "main"
	}
	return p.Entry
}

// The grammar of property files, like
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
type (
	propertyFile struct {
		Checks []propertyCheck `parser:"@@+"`
	}
	propertyCheck struct {
		Pos     lexer.Position
		Kind    string          `parser:"@('CHECK' | 'COVER')"`
		Entry   string          `parser:"'(' 'init' '(' @Ident '(' ')' ')' ','"`
		Formula propertyFormula `parser:"@@ ')'"`
	}
	propertyFormula struct {
		Call    string `parser:"  'LTL' '(' 'G' '!' 'call' '(' @Ident ('(' ')')? ')' ')'"`
		Never   string `parser:"| 'LTL' '(' 'G' '!' @Ident ')'"`
		Always  string `parser:"| 'LTL' '(' 'G' @Ident ')'"`
		Finally string `parser:"| 'LTL' '(' 'F' @Ident ')'"`
		Query   string `parser:"| 'FQL' '(' 'COVER' 'EDGES' '(' ('@')? @Ident ('(' Ident ')')? ')' ')'"`
	}
)

// other returns the name of a property other than reachability, or "".
func (f propertyFormula) other() string {
	switch {
	case f.Never != "":
		return "no-" + f.Never
	case f.Finally == "end":
		return "termination"
	}
	return f.Always
}

// foreign returns the name of a property that cannot be checked, or "".
func (f propertyFormula) foreign() string {
	switch {
	case f.Finally != "" && f.Finally != "end":
		return "F " + f.Finally
	case f.Query != "":
		return "test coverage, " + f.Query
	}
	return ""
}

// ParseProperty reads a property file of the competitions. It accepts unreachability of functions
// (G ! call(f())), termination (F end), and the names of other safety properties. It refuses other
// properties, such as test coverage, with an error that wraps errors.ErrUnsupported.
//
// A property file names one function. If this is reach_error or a similar function, all marks of
// errors in these collections count; see Property. If it is another function, only its calls are
// errors.
func ParseProperty(name, text string) (Property, error) {
	tokens := lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_-]*`},
		{Name: "Punct", Pattern: `[(),!@]`},
		{Name: "space", Pattern: `\s+`},
		{Name: "comment", Pattern: `//[^\n]*`},
	})
	parser, err := participle.Build[propertyFile](participle.Lexer(tokens), participle.UseLookahead(8))
	if err != nil {
		return Property{}, fmt.Errorf("grammar of property files: %w", err)
	}
	file, err := parser.ParseString(name, text)
	if err != nil {
		return Property{}, fmt.Errorf("property: %s; expected CHECK( init(main()), LTL(G ! call(reach_error())) )", unexpected(err))
	}
	p := Property{Entry: file.Checks[0].Entry, OnlyFunctions: true}
	for _, c := range file.Checks {
		if f := c.Formula.foreign(); f != "" {
			return Property{}, fmt.Errorf("%v: property %s: only safety properties and termination (F end) can be checked: %w", c.Pos, f, errors.ErrUnsupported)
		}
		if c.Entry != p.Entry {
			return Property{}, fmt.Errorf("%v: two entry functions, %s and %s", c.Pos, p.Entry, c.Entry)
		}
		if name := c.Formula.other(); name != "" {
			p.Others = append(p.Others, name)
			continue
		}
		if slices.Contains(errorFunctions, c.Formula.Call) {
			p.OnlyFunctions = false
		}
		if !slices.Contains(p.Functions, c.Formula.Call) {
			p.Functions = append(p.Functions, c.Formula.Call)
		}
	}
	p.Unmarked = len(p.Functions) == 0
	if !p.OnlyFunctions {
		for _, name := range errorFunctions {
			if !slices.Contains(p.Functions, name) {
				p.Functions = append(p.Functions, name)
			}
		}
	}
	return p, nil
}

// String returns p in the language of property files, with the first function that it names.
func (p Property) String() string {
	name := errorFunctions[0]
	if len(p.Functions) > 0 {
		name = p.Functions[0]
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(G ! call(%s())) )", p.entry(), name)
}

// errorOf returns the error for a call of the error function with the given name.
func errorOf(name string) cfg.Error {
	switch {
	case name == "__assert_fail":
		return cfg.Error{Kind: cfg.AssertFailed}
	case slices.Contains(errorFunctions, name):
		return cfg.Error{Kind: cfg.ReachError}
	}
	return cfg.Error{Kind: cfg.ReachError, Function: name}
}

// unexpected describes an error of the grammar's parser in plain words.
func unexpected(err error) string {
	var token *participle.UnexpectedTokenError
	switch {
	case !errors.As(err, &token):
		return err.Error()
	case token.Unexpected.EOF():
		return fmt.Sprintf("%v: found the end of the text", token.Position())
	}
	return fmt.Sprintf("%v: found %q", token.Position(), token.Unexpected.Value)
}
