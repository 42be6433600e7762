// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
)

// CBMC's quantifiers, __CPROVER_forall { int i; … }, and its operator ==> are not C. This file
// rewrites them for the parser. The body of a quantifier becomes a statement expression, which is
// evaluated for an arbitrary value of the variable. ==> becomes a disjunction.

// quantifierFunctions are the functions that take the value of the body, by the keyword of the
// quantifier.
var quantifierFunctions = map[string]string{"__CPROVER_forall": "__cornet_forall", "__CPROVER_exists": "__cornet_exists"}

// beforeOperand are the tokens, in addition to brackets, after which the left operand of ==> may
// begin. ==> binds more tightly than conditional operators and assignments.
var beforeOperand = []string{";", ",", "?", ":", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", "return"}

// A bracket is an open bracket. operand is where the last operand in it begins, and arrows is the
// number of operators ==> after that. quantifier is set for the bracket of a quantifier.
type bracket struct {
	operand, arrows int
	quantifier      bool
}

// quantifiers returns a text without quantifiers and ==>.
func quantifiers(ts []cpp.Token) []cpp.Token {
	foreign := false
	for i, t := range ts {
		foreign = foreign || quantifierFunctions[t.Text] != "" || isArrow(ts[i:])
	}
	if !foreign {
		return ts
	}
	z := make([]cpp.Token, 0, len(ts))
	add := func(at cpp.Token, texts ...string) {
		for _, s := range texts {
			z = append(z, cpp.Token{Text: s, Pos: at.Pos})
		}
	}
	open := []bracket{{}}
	for i := 0; i < len(ts); i++ {
		t, in := ts[i], &open[len(open)-1]
		s := t.Spelling()
		if slices.Contains([]string{")", "]", "}", ";", ",", "?", ":"}, s) {
			add(t, slices.Repeat([]string{")"}, in.arrows)...)
			in.arrows = 0
		}
		switch {
		case zeroedObject(ts[i:]) != nil:
			object := zeroedObject(ts[i:])
			add(t, "__cornet_zeroed", "(", "&", "(")
			z = append(z, object...)
			add(t, ")", ")")
			for ts[i].Spelling() != "}" {
				i++
			}
		case quantifierFunctions[s] != "" && i+1 < len(ts) && ts[i+1].Spelling() == "{":
			add(t, quantifierFunctions[s], "(", "(", "{")
			open = append(open, bracket{operand: len(z), quantifier: true})
			i++
		case s == "(" || s == "[" || s == "{":
			z = append(z, t)
			open = append(open, bracket{operand: len(z)})
		case (s == ")" || s == "]" || s == "}") && len(open) > 1:
			if in.quantifier {
				add(t, ";")
			}
			z = append(z, t)
			if in.quantifier {
				add(t, ")", ")")
			}
			open = open[:len(open)-1]
		case isArrow(ts[i:]):
			// x ==> y is !(x) || (y), where y extends over everything that follows.
			left := slices.Clone(z[in.operand:])
			z = z[:in.operand]
			add(t, "!", "(")
			z = append(z, left...)
			add(t, ")", "||", "(")
			in.operand, in.arrows = len(z), in.arrows+1
			i++
		default:
			z = append(z, t)
			if slices.Contains(beforeOperand, s) {
				in.operand = len(z)
			}
		}
	}
	return z
}

// zeroBytes is the usual way to state that all bytes of an object are zero.
var zeroBytes = regexp.MustCompile(`^__CPROVER_forall { int (\w+) ; \( (\w+) >= 0 && (\w+) < sizeof \( ([^{}]*) \) \) == > ` +
	`\( \( const (?:uint8_t|unsigned char) \* \) & ([^{}]*) \) \[ (\w+) \] == 0 }$`)

// zeroedObject returns the object whose bytes are all zero according to the beginning of a text, or
// nil. The object must not depend on the quantified variable.
func zeroedObject(ts []cpp.Token) []cpp.Token {
	if ts[0].Text != "__CPROVER_forall" {
		return nil
	}
	var words []string
	for _, t := range ts {
		words = append(words, t.Spelling())
		if t.Spelling() == "}" {
			break
		}
	}
	m := zeroBytes.FindStringSubmatch(strings.Join(words, " "))
	if m == nil || m[4] != m[5] || slices.ContainsFunc([]string{m[2], m[3], m[6]}, func(name string) bool { return name != m[1] }) {
		return nil
	}
	object := strings.Fields(m[4])
	if slices.Contains(object, m[1]) {
		return nil
	}
	return ts[14 : 14+len(object)]
}

// isArrow reports whether a text begins with ==>, which are two tokens of C.
func isArrow(ts []cpp.Token) bool { return len(ts) > 1 && ts[0].Text == "==" && ts[1].Text == ">" }
