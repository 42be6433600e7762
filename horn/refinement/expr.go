// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"strings"

	"cornet/smtlib"
)

// This file translates sorts and expressions.

// baseSorts are the sorts that the format has names for.
var baseSorts = map[string]string{
	"Int": "Int", "int": "Int", "Integer": "Int", "num": "Int", "Real": "Real", "real": "Real", "Frac": "Real", "bool": "Bool", "Bool": "Bool",
}

// sort translates a sort. Undeclared sorts are uninterpreted; there is one for each list of
// arguments.
func (t *translator) sort(x smtlib.Sexpr) smtlib.Sexpr {
	at := x.Pos
	if x.Kind == smtlib.SexprSymbol {
		if n, ok := strings.CutPrefix(x.Text, "@"); ok && digits(n) && len(n) <= 2 {
			return name(at, parameter(count(numeral(at, n))))
		}
		if s := baseSorts[x.Text]; s != "" {
			return word(at, s)
		}
		return t.declared(name(at, x.Text))
	}
	size(x, 1, -1, "a sort")
	args := x.List[1:]
	switch head := symbol(x.List[0]).Text; {
	case head == "func":
		return t.function(x)
	case len(args) == 0:
		return t.sort(x.List[0])
	case head == "Map_t" && len(args) == 2:
		return list(at, word(at, "Array"), t.sort(args[0]), t.sort(args[1]))
	case head == "Set_Set" && len(args) == 1:
		return list(at, word(at, "Array"), t.sort(args[0]), word(at, "Bool"))
	case head == "BitVec" && len(args) == 1 && strings.HasPrefix(args[0].Text, "Size") && digits(args[0].Text[4:]):
		return list(at, word(at, "_"), word(at, "BitVec"), numeral(at, args[0].Text[4:]))
	case t.sorts[head]:
		z := list(at, name(at, head))
		for _, a := range args {
			z.List = append(z.List, t.sort(a))
		}
		return z
	}
	z := list(at, x.List[0])
	for _, a := range args {
		z.List = append(z.List, t.sort(a))
	}
	return t.declared(name(at, z.String()))
}

// declared declares an uninterpreted sort, unless it is declared.
func (t *translator) declared(s smtlib.Sexpr) smtlib.Sexpr {
	s.Text = strings.ReplaceAll(s.Text, "|", "")
	if !t.sorts[s.Text] {
		t.sorts[s.Text] = true
		t.command(list(s.Pos, word(s.Pos, "declare-sort"), s, numeral(s.Pos, "0")))
	}
	return s
}

// function translates (func 0 (A B) C) to the sort of arrays from A to arrays from B to C.
func (t *translator) function(x smtlib.Sexpr) smtlib.Sexpr {
	size(x, 4, 4, "(func 0 (Sort …) Sort)")
	if count(x.List[1]) > 0 {
		fail(x.Pos, smtlib.CodeUnsupported, "a function with sort parameters, %s; declare one for each sort", brief(x))
	}
	z := t.sort(x.List[3])
	for i := len(x.List[2].List) - 1; i >= 0; i-- {
		z = list(x.Pos, word(x.Pos, "Array"), t.sort(x.List[2].List[i]), z)
	}
	return z
}

// operators are the operators that SMT-LIB also has, by number of arguments; 0 means any number.
var operators = map[string]struct {
	args int
	to   string
}{
	"+": {2, "+"}, "-": {2, "-"}, "*": {2, "*"}, "*.": {2, "*"}, "/.": {2, "/"}, "mod": {2, "mod"},
	"=": {2, "="}, "~~": {2, "="}, "<=>": {2, "="}, "!=": {2, "distinct"}, "!~": {2, "distinct"},
	">=": {2, ">="}, ">": {2, ">"}, "<=": {2, "<="}, "<": {2, "<"},
	"=>": {2, "=>"}, "not": {1, "not"}, "and": {0, "and"}, "or": {0, "or"}, "if": {3, "ite"},
	"Map_select": {2, "select"}, "Map_store": {3, "store"},
	"bvand": {2, "bvand"}, "bvor": {2, "bvor"}, "bvxor": {2, "bvxor"}, "bvnot": {1, "bvnot"}, "bvneg": {1, "bvneg"},
	"bvadd": {2, "bvadd"}, "bvsub": {2, "bvsub"}, "bvmul": {2, "bvmul"}, "bvudiv": {2, "bvudiv"}, "bvurem": {2, "bvurem"},
	"bvshl": {2, "bvshl"}, "bvlshr": {2, "bvlshr"}, "bvashr": {2, "bvashr"}, "bvult": {2, "bvult"}, "bvule": {2, "bvule"},
	"bvugt": {2, "bvugt"}, "bvuge": {2, "bvuge"}, "bvslt": {2, "bvslt"}, "bvsle": {2, "bvsle"}, "bvsgt": {2, "bvsgt"}, "bvsge": {2, "bvsge"},
}

// unsupported are operators that are refused by name.
var unsupported = map[string]string{
	"lam": "lambda terms", "coerce": "coercions", "ETApp": "applications to sorts", "ETAbs": "abstraction over sorts",
	"/":       "division, whose sort is open; write /. for Real",
	"Set_cup": "unions of sets", "Set_cap": "intersections of sets", "Set_dif": "differences of sets", "Set_sub": "subsets", "Set_com": "complements of sets",
}

// expr translates an expression. want is the sort of its context, if that is known.
func (t *translator) expr(x smtlib.Sexpr, want *smtlib.Sexpr) smtlib.Sexpr {
	at := x.Pos
	switch x.Kind {
	case smtlib.SexprString:
		return t.text(x)
	case smtlib.SexprSymbol:
		if x.Text == "true" || x.Text == "false" {
			return word(at, x.Text)
		}
		if v, ok := t.variables[x.Text]; ok {
			return name(at, v.as.Text)
		}
		return name(at, x.Text)
	case smtlib.SexprList:
	default:
		return x
	}
	size(x, 1, -1, "an expression")
	if h := x.List[0].Text; x.Head() != "" && (h == "forall" || h == "exists") && len(x.List) == 3 {
		return t.quantified(x)
	}
	head, args := spine(x)
	if head.Kind != smtlib.SexprSymbol {
		fail(head.Pos, smtlib.CodeUnsupported, "%s is applied; expected a function's name", brief(head))
	}
	_, local := t.variables[head.Text]
	op, known := operators[head.Text]
	switch {
	case local || t.functions[head.Text]:
		return t.apply(t.expr(head, nil), args, local)
	case head.Text == "-" && len(args) == 1:
		return list(at, word(at, "-"), t.expr(args[0], nil))
	case known && (op.args == 0 || op.args == len(args)):
		z := list(at, word(at, op.to))
		for i, a := range args {
			z.List = append(z.List, t.expr(a, t.sibling(op.to, args, i)))
		}
		if op.args == 0 && len(args) == 0 {
			return word(at, map[string]string{"and": "true", "or": "false"}[head.Text])
		}
		return z
	case unsupported[head.Text] != "":
		fail(at, smtlib.CodeUnsupported, "%s: %s are not supported", head.Text, unsupported[head.Text])
	}
	return t.special(x, head, args, want)
}

// spine returns the function that x applies and all arguments: ((f x) y) is (f x y).
func spine(x smtlib.Sexpr) (head smtlib.Sexpr, args []smtlib.Sexpr) {
	for x.Kind == smtlib.SexprList && len(x.List) > 0 {
		args = append(append([]smtlib.Sexpr{}, x.List[1:]...), args...)
		x = x.List[0]
	}
	return x, args
}

// apply applies a function: a definition, a constructor, a selector, or an array.
func (t *translator) apply(head smtlib.Sexpr, args []smtlib.Sexpr, array bool) smtlib.Sexpr {
	at := head.Pos
	z := name(at, head.Text)
	if !array {
		z = list(at, z)
	}
	for _, a := range args {
		if arg := t.expr(a, nil); array {
			z = list(at, word(at, "select"), z, arg)
		} else {
			z.List = append(z.List, arg)
		}
	}
	if z.Kind == smtlib.SexprList && len(z.List) == 1 {
		return z.List[0]
	}
	return z
}

// sibling returns the sort of the other argument of an equation, if that is a variable.
func (t *translator) sibling(op string, args []smtlib.Sexpr, i int) *smtlib.Sexpr {
	if (op == "=" || op == "distinct") && len(args) == 2 {
		if v, ok := t.variables[args[1-i].Text]; ok && args[1-i].Kind == smtlib.SexprSymbol {
			return &v.sort
		}
	}
	return nil
}

// special translates applications whose translation depends on more than the name.
func (t *translator) special(x, head smtlib.Sexpr, args []smtlib.Sexpr, want *smtlib.Sexpr) smtlib.Sexpr {
	at, n := x.Pos, len(args)
	constant := func(value smtlib.Sexpr) smtlib.Sexpr {
		if want == nil {
			fail(at, smtlib.CodeSort, "the sort of %s is open; compare it with a variable", brief(x))
		}
		return list(at, list(at, word(at, "as"), word(at, "const"), *want), value)
	}
	switch {
	case n == 0:
		return t.expr(head, want)
	case head.Text == "Map_default" && n == 1:
		return constant(t.expr(args[0], nil))
	case (head.Text == "Set_empty" || head.Text == "Set_sng") && n == 1:
		z := constant(word(at, "false"))
		if head.Text == "Set_sng" {
			z = list(at, word(at, "store"), z, t.expr(args[0], nil), word(at, "true"))
		}
		return z
	case head.Text == "Set_mem" && n == 2:
		return list(at, word(at, "select"), t.expr(args[1], nil), t.expr(args[0], nil))
	case head.Text == "Set_add" && n == 2:
		return list(at, word(at, "store"), t.expr(args[0], want), t.expr(args[1], nil), word(at, "true"))
	case head.Text == "lit" && n == 2 && strings.HasPrefix(args[0].Text, "#"):
		return literal(args[0])
	case head.Text == "cast" && n == 2:
		return t.expr(args[0], want)
	case strings.HasPrefix(head.Text, "int_to_bv") && n == 1 && digits(head.Text[9:]):
		return list(at, list(at, word(at, "_"), word(at, "int2bv"), numeral(at, head.Text[9:])), t.expr(args[0], nil))
	case strings.HasPrefix(head.Text, "bv") && strings.HasSuffix(head.Text, "_to_int") && n == 1:
		return list(at, word(at, "bv2nat"), t.expr(args[0], nil))
	case strings.HasPrefix(head.Text, "is$") && n == 1:
		return list(at, list(at, word(at, "_"), word(at, "is"), name(at, head.Text[3:])), t.expr(args[0], nil))
	}
	fail(head.Pos, smtlib.CodeUnknown, "unknown function %s with %d arguments; declare it before it is used", head.Text, n)
	return x
}

// literal translates #x… and #b….
func literal(x smtlib.Sexpr) smtlib.Sexpr {
	z, base := x, "01"
	z.Kind = smtlib.SexprBinary
	if strings.HasPrefix(x.Text, "#x") {
		z.Kind, base = smtlib.SexprHex, "0123456789abcdefABCDEF"
	}
	if z.Text = x.Text[min(2, len(x.Text)):]; z.Text == "" || strings.Trim(z.Text, base) != "" || x.Text[1] != 'x' && x.Text[1] != 'b' {
		fail(x.Pos, smtlib.CodeSyntax, "found %q; expected a bit-vector such as #x1f", x.Text)
	}
	return z
}

// quantified translates (forall ((x Sort) …) body).
func (t *translator) quantified(x smtlib.Sexpr) smtlib.Sexpr {
	vars, restore := t.binders(x.Pos, x.List[1].List)
	defer restore()
	return list(x.Pos, word(x.Pos, x.Head()), vars, t.expr(x.List[2], nil))
}

// binders binds variables, each (x Sort), until restore is called. It returns their translation.
func (t *translator) binders(pos smtlib.Pos, of []smtlib.Sexpr) (vars smtlib.Sexpr, restore func()) {
	vars, restore = list(pos), func() {}
	for _, v := range of {
		size(v, 2, 2, "(x Sort)")
		s := t.sort(v.List[1])
		as, inner := t.bind(v.List[0], s)
		outer := restore
		restore = func() { inner(); outer() }
		vars.List = append(vars.List, list(v.Pos, as, s))
	}
	return vars, restore
}

// text returns a string as a value of the sort Str.
func (t *translator) text(x smtlib.Sexpr) smtlib.Sexpr {
	sort := t.declared(name(x.Pos, "Str"))
	if strings.ContainsAny(x.Text, "|\\") {
		fail(x.Pos, smtlib.CodeUnsupported, "a string with | or \\")
	}
	return list(x.Pos, word(x.Pos, "as"), name(x.Pos, "@"+x.Text), sort)
}
