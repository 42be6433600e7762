// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// sortDecl is the declaration of a sort symbol: a sort, or with parameters a definition.
type sortDecl struct {
	sort  *logic.Sort // declare-sort, declare-datatype, define-sort without parameters
	arity int         // of a definition or datatype
	body  *sortExpr   // of a definition with parameters

	generic *generic // of a datatype
}

// sortExpr is a sort over parameters: one of them, a sort, an array, or
// another definition over arguments.
type sortExpr struct {
	param int // 1 + number of the parameter
	sort  *logic.Sort
	decl  *sortDecl // of a definition or datatype with parameters; nil for an array
	args  []*sortExpr
}

// foreignSorts are sorts of theories that are not supported.
var foreignSorts = map[string]bool{
	"String": true, "RegLan": true,
	"Seq": true, "Set": true, "Bag": true, "Tuple": true, "->": true, "FiniteField": true,
}

// sort reads the next sort.
func (r *reader) sort() *logic.Sort {
	r.lx.next()
	return r.sortHere()
}

// sortHere reads the sort that starts with the current token.
func (r *reader) sortHere() *logic.Sort {
	at := r.lx.at
	if r.lx.kind == tokSymbol || r.lx.kind == tokQuoted { // most sorts are names
		if d := r.lx.sym.sort; d != nil && d.sort != nil {
			return d.sort
		}
	}
	x := r.sortExpr(nil, 0)
	budget := 10 * maxSortSize
	z := r.evalSort(x, nil, &budget)
	if z == nil {
		panic(r.errorAt(at, CodeLimit, "sort of more than %d nodes", maxSortSize))
	}
	r.completeInstances()
	r.noFloats(z, at)
	return z
}

// sortExpr reads the sort that starts with the current token; params are the parameters of the
// enclosing definition.
func (r *reader) sortExpr(params []*symbol, depth int) *sortExpr {
	if depth > maxSortDepth {
		panic(r.errorAt(r.lx.at, CodeLimit, "sorts nested more than %d deep", maxSortDepth))
	}
	switch r.lx.kind {
	case tokSymbol, tokQuoted:
		s := r.symbolToken("a sort")
		return r.sortNamed(s, r.lx.at, params, nil)
	case tokOpen:
	default:
		panic(r.unexpected("a sort"))
	}
	r.lx.next()
	if r.word() == wordUnderscore {
		return r.indexedSort()
	}
	s := r.symbolToken("a sort symbol")
	at := r.lx.at
	var args []*sortExpr
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		args = append(args, r.sortExpr(params, depth+1))
	}
	if len(args) == 0 {
		r.depart(EmptyApplication, at, "found (%s); the sort %[1]s is understood", logic.QuoteSymbol(s.name))
	}
	return r.sortNamed(s, at, params, args)
}

func (r *reader) sortNamed(s *symbol, at place, params []*symbol, args []*sortExpr) *sortExpr {
	for i, p := range params {
		if p == s && args == nil {
			return &sortExpr{param: i + 1}
		}
	}
	if d := s.sort; d != nil {
		if args == nil && d.generic != nil && d.generic.spec.old && d.generic.shared.Text == "" {
			for i := range params { // the declaration in the older syntax that is being read
				args = append(args, &sortExpr{param: i + 1})
			}
		}
		if len(args) != d.arity {
			panic(r.errorAt(at, CodeArity, "sort %s takes %s, found %d", logic.QuoteSymbol(s.name), plural(d.arity, "argument"), len(args)))
		}
		if d.sort != nil {
			return &sortExpr{sort: d.sort}
		}
		return &sortExpr{decl: d, args: args}
	}
	if s.name == "Array" {
		if len(args) == 2 {
			return &sortExpr{args: args}
		}
		panic(r.errorAt(at, CodeArity, "sort Array takes 2 arguments, found %d", len(args)))
	}
	if z := floatSort(r.store, s.name); z != nil && len(args) == 0 {
		return &sortExpr{sort: z}
	}
	if foreignSorts[s.name] {
		panic(r.errorAt(at, CodeUnsupported, "sort %s belongs to a theory that is not supported", s.name))
	}
	panic(r.errorAt(at, CodeUnknown, "unknown sort %s; declare it before it is used", logic.QuoteSymbol(s.name)))
}

// indexedSort reads the rest of (_ BitVec n) or (_ FloatingPoint eb sb) after (_.
func (r *reader) indexedSort() *sortExpr {
	s := r.nextSymbol("BitVec")
	if s.name == "FloatingPoint" {
		f := r.floatFormat()
		return &sortExpr{sort: r.store.Float(f)}
	}
	if s.name != "BitVec" {
		if foreignSorts[s.name] {
			panic(r.errorAt(r.lx.at, CodeUnsupported, "sort %s belongs to a theory that is not supported", s.name))
		}
		panic(r.errorAt(r.lx.at, CodeUnknown, "unknown indexed sort %s; expected BitVec", logic.QuoteSymbol(s.name)))
	}
	r.expect(tokNumeral, "the width of the bit-vector sort")
	width := r.index()
	if width < 1 || width > maxWidth {
		panic(r.errorAt(r.lx.at, CodeIndex, "bit-vector sort of width %d; expected 1 to %d", width, maxWidth))
	}
	r.expect(tokClose, "')'")
	return &sortExpr{sort: r.store.BitVec(width)}
}

// evalSort returns the sort that x denotes under the arguments of the enclosing definition, or nil
// if it is too large. The depths of the definitions limit its depth; their sum is below the budget.
func (r *reader) evalSort(x *sortExpr, env []*logic.Sort, budget *int) *logic.Sort {
	if *budget--; *budget < 0 {
		return nil
	}
	switch {
	case x.param > 0:
		return env[x.param-1]
	case x.sort != nil:
		return x.sort
	}
	args := make([]*logic.Sort, len(x.args))
	for i, a := range x.args {
		if args[i] = r.evalSort(a, env, budget); args[i] == nil {
			return nil
		}
	}
	if x.decl != nil && x.decl.generic != nil {
		return r.instantiate(x.decl.generic, args)
	}
	if x.decl != nil {
		return r.evalSort(x.decl.body, args, budget)
	}
	z := r.store.Array(args[0], args[1])
	if z.Size() > maxSortSize {
		return nil
	}
	return z
}

// baseSorts gives the theory sorts their names.
func (z *symbols) baseSorts(s *logic.Store) {
	for name, sort := range map[string]*logic.Sort{"Bool": s.Bool, "Int": s.Int, "Real": s.Real} {
		z.intern([]byte(name)).sort = &sortDecl{sort: sort}
	}
}
