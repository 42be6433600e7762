// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// This file is the grammar of inline templates. Terms and formulas have the same grammar, one rule
// for each strength of operators, the weakest first. Sorts distinguish them later.

// inlineText is "p: …; q: …".
type inlineText struct {
	Groups []*group `parser:"@@ (';' @@)* ';'?"`
}

// group is "p(a, b): …".
type group struct {
	Name  *symbol   `parser:"@@"`
	Args  *argNames `parser:"@@?"`
	Colon string    `parser:"@':'"`
	Items []*item   `parser:"@@ (',' @@)*"`
}

type argNames struct {
	Pos   lexer.Position
	Names []*symbol `parser:"'(' (@@ (',' @@)*)? ')'"`
}

// item is a template with its cost.
type item struct {
	Pos     lexer.Position
	Formula *expression `parser:"( '{' @@ '}'"`
	Term    *expression `parser:"| @@ )"`
	Cost    *cost       `parser:"@@?"`
}

type cost struct {
	Pos    lexer.Position
	Number string `parser:"'@' @Number"`
}

type symbol struct {
	Pos  lexer.Position
	Text string `parser:"@(Name | Quoted)"`
}

// expression is a conclusion, or an implication, which associates to the right.
type expression struct {
	Pos  lexer.Position
	Left *chain      `parser:"@@"`
	Then *expression `parser:"('=>' @@)?"`
}

// chain is a disjunction of conjunctions.
type chain struct {
	Ors []*conjunction `parser:"@@ (('or' | '||') @@)*"`
}

type conjunction struct {
	Ands []*negation `parser:"@@ (('and' | '&&') @@)*"`
}

type negation struct {
	Pos  lexer.Position
	Not  *negation   `parser:"('not' | '!') @@"`
	Atom *comparison `parser:"| @@"`
}

// comparison is a sum, or several sums with comparison operators between them.
type comparison struct {
	Left *sum         `parser:"@@"`
	Rest []*compareTo `parser:"@@*"`
}

type compareTo struct {
	Pos   lexer.Position
	Op    string `parser:"@('=' | '==' | '!=' | '<' | '<=' | '>' | '>=')"`
	Right *sum   `parser:"@@"`
}

type sum struct {
	Left *product   `parser:"@@"`
	Rest []*summand `parser:"@@*"`
}

type summand struct {
	Pos   lexer.Position
	Op    string   `parser:"@('+' | '-')"`
	Right *product `parser:"@@"`
}

type product struct {
	Left *factor       `parser:"@@"`
	Rest []*multiplier `parser:"@@*"`
}

// multiplier is a factor after an operator.
type multiplier struct {
	Pos   lexer.Position
	Op    string  `parser:"@('*' | 'div' | 'mod')"`
	Right *factor `parser:"@@"`
}

type factor struct {
	Pos     lexer.Position
	Minus   *factor  `parser:"'-' @@"`
	Primary *primary `parser:"| @@"`
}

type primary struct {
	Pos    lexer.Position
	Number string        `parser:"( @Number"`
	Paren  *expression   `parser:"| '(' @@ ')'"`
	Name   *symbol       `parser:"| @@ )"`
	Index  []*expression `parser:"('[' @@ ']')*"`
}

// inlineParser is built once: it is immutable and safe for concurrent use.
var inlineParser = sync.OnceValue(func() *participle.Parser[inlineText] {
	return participle.MustBuild[inlineText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Space", Pattern: `[ \t\r\n]+`},
			{Name: "Keyword", Pattern: `(and|or|not|div|mod)\b`},
			{Name: "Name", Pattern: `[A-Za-z_$.][A-Za-z0-9_$.]*`},
			{Name: "Quoted", Pattern: `\|[^|\\]+\|`},
			{Name: "Number", Pattern: `[0-9]+(\.[0-9]+)?`},
			{Name: "Operator", Pattern: `=>|==|!=|<=|>=|&&|\|\||[-+*=<>!:;,@(){}\[\]]`},
		})),
		participle.Elide("Space"),
	)
})
