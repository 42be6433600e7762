// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// symbols is the symbol table of a reader. Every name has one entry, found once per token, from
// which its meanings are reached without further look-up.
type symbols struct {
	table map[string]*symbol

	declared []*symbol // with a declaration, in order of declaration
	levels   []int     // heights of declared at each push
	sortLog  []*symbol // with a sort declaration
	sortLvls []int

	heap     *heapTheory                   // declared last, see reader.heap
	together map[*logic.Sort][]*logic.Sort // the datatypes of a declaration, by each
	lists    uint32                        // lists of distinct symbols read so far, for symbol.seen
}

// symbol is a name and its meanings. Before arguments, a name means a declaration with parameters
// or an operator. Elsewhere it means the innermost local, or else the declaration, or else the
// operator without arguments.
type symbol struct {
	name string
	word word      // reserved word of the term language; holds unquoted only
	op   *operator // of a theory

	decl  *declaration  // by the script
	sort  *sortDecl     // a sort of that name: another name space
	local *logic.Term   // innermost let or quantified variable, nil if none
	bound []*logic.Term // the variables of that name that open quantifiers bind, as written
	seen  uint32        // number of the list in which the name occurred last
}

// word is a reserved word that the reader treats specially.
type word uint8

const (
	wordNone word = iota
	wordLet
	wordForall
	wordExists
	wordBang
	wordUnderscore
	wordAs
	wordMatch
	wordPar
	wordUnsupported
)

var words = map[string]word{
	"let": wordLet, "forall": wordForall, "exists": wordExists, "!": wordBang,
	"_": wordUnderscore, "as": wordAs, "match": wordMatch, "par": wordPar,
	"lambda": wordUnsupported, "choice": wordUnsupported,
}

// declKind is the kind of a declaration.
type declKind uint8

const (
	declFunc     declKind = iota // fn
	declTerm                     // term: a constant, a declared variable or a :named term
	declMacro                    // macro
	declCtor                     // ctor, with fields; one without is a declTerm
	declSelector                 // sel
	declTester                   // ctor; the old name is-cons
)

// declaration is the meaning that a script gives to a symbol.
type declaration struct {
	kind  declKind
	term  *logic.Term
	fn    *logic.Func
	ctor  *logic.Constructor
	sel   *logic.Selector
	macro *macro
	at    Pos

	generic *generic // of a datatype with parameters: instead of ctor and sel
	index   int      // its constructor
	field   int      // the constructor's field
	// the declaration that this one hides; only testers, and selectors of other datatypes, may be
	// hidden
	prev *declaration

	of *datatypeSpec // of a selector
}

// macro is a function that the script defines.
type macro struct {
	params []*logic.Term // distinct variables
	body   *logic.Term
	size   int // of the body's DAG
}

func newSymbols() *symbols {
	z := &symbols{table: make(map[string]*symbol, 512), together: map[*logic.Sort][]*logic.Sort{}}
	for _, table := range [][]operator{operators, floatOperators} {
		for i := range table {
			z.intern([]byte(table[i].name)).op = &table[i]
		}
	}
	for k, names := range roundingModes {
		op := &operator{build: func(s *logic.Store, _ []*logic.Term, _ []int) *logic.Term {
			return s.Construct(s.RoundingMode().Datatype().Constructors[k])
		}}
		for _, name := range names {
			z.intern([]byte(name)).op = op
		}
	}
	for name, w := range words {
		z.intern([]byte(name)).word = w
	}
	return z
}

// intern returns the entry of a name.
func (z *symbols) intern(name []byte) *symbol {
	if s := z.table[string(name)]; s != nil {
		return s
	}
	s := &symbol{name: string(name)}
	z.table[s.name] = s
	return s
}

// declare gives a symbol a meaning that lasts until the level is popped.
func (z *symbols) declare(s *symbol, d *declaration) {
	d.prev = s.decl
	s.decl = d
	z.declared = append(z.declared, s)
}

func (z *symbols) declareSort(s *symbol, d *sortDecl) {
	s.sort = d
	z.sortLog = append(z.sortLog, s)
}

// push opens a level.
func (z *symbols) push() {
	z.levels = append(z.levels, len(z.declared))
	z.sortLvls = append(z.sortLvls, len(z.sortLog))
}

// pop closes the innermost level and removes its declarations unless they are to be kept.
func (z *symbols) pop(keep bool) {
	n := len(z.levels) - 1
	if !keep {
		z.forget(z.levels[n], z.sortLvls[n])
	}
	z.levels, z.sortLvls = z.levels[:n], z.sortLvls[:n]
}

// reset forgets all declarations.
func (z *symbols) reset() {
	z.forget(0, 0)
	z.levels, z.sortLvls = z.levels[:0], z.sortLvls[:0]
}

func (z *symbols) forget(decls, sorts int) {
	for i := len(z.declared) - 1; i >= decls; i-- {
		z.declared[i].decl = z.declared[i].decl.prev
	}
	for _, s := range z.sortLog[sorts:] {
		s.sort = nil
	}
	z.declared, z.sortLog = z.declared[:decls], z.sortLog[:sorts]
}
