// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"fmt"
	"io"
	"strings"

	"cornet/internal/slice"
)

// Write prints p, one edge per line.
func Write(w io.Writer, p *Program) error {
	for _, f := range p.Functions {
		if _, err := fmt.Fprintf(w, "%s(%s) -> (%s)\n", f.Name, names(f.Params), names(f.Results)); err != nil {
			return err
		}
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				if _, err := fmt.Fprintf(w, "  %d -> %d: %s\n", e.From.ID, e.To.ID, OpString(e.Op)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func names(vs []*Var) string {
	var z []string
	for _, v := range vs {
		if v == nil {
			z = append(z, "_")
			continue
		}
		z = append(z, v.Name)
	}
	return strings.Join(z, ", ")
}

// OpString returns op in a form similar to C.
func OpString(op Op) string {
	switch o := op.(type) {
	case Skip:
		return "skip"
	case Assume:
		if o.Negate {
			return fmt.Sprintf("assume !(%v)", o.Cond)
		}
		return fmt.Sprintf("assume %v", o.Cond)
	case Assign:
		return fmt.Sprintf("%v = %v", o.To, o.Value)
	case Havoc:
		return fmt.Sprintf("%v = any %s", o.To, o.Input)
	case Call:
		args := slice.Map(o.Args, (*Expr).String)
		return fmt.Sprintf("(%s) = %s(%s)", names(o.Results), o.Callee.Name, strings.Join(args, ", "))
	case Error:
		return "error"
	case Stop:
		return "stop"
	case Obligation:
		if len(o.Parts) > 0 {
			return fmt.Sprintf("obligation %v, %v in %v", o.Cond, o.Address, o.Parts)
		}
		return fmt.Sprintf("obligation %v", o.Cond)
	case Make:
		return fmt.Sprintf("object %d at %v", o.Site, o.Address)
	}
	return fmt.Sprintf("%T", op)
}

var symbols = map[Operator]string{
	Neg: "-", BitNot: "~", Not: "!", Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", Shl: "<<", Shr: ">>",
	BitAnd: "&", BitOr: "|", BitXor: "^", Lt: "<", Le: "<=", Eq: "==", And: "&&", Or: "||",
}

func (t Type) String() string {
	z := ""
	switch {
	case t.Kind == Pointer:
		z = "ptr"
	case t.Kind == Float:
		z = fmt.Sprintf("float%d", t.Width)
	case t.Bool:
		z = "bool"
	case t.Signed:
		z = fmt.Sprintf("s%d", t.Width)
	default:
		z = fmt.Sprintf("u%d", t.Width)
	}
	if t.Array {
		z += "[]"
	}
	return z
}

func (x *Expr) String() string {
	switch x.Operator {
	case Const:
		if x.Type.Kind == Float {
			return x.Type.Format().String(x.Value)
		}
		return x.Value.String()
	case Read:
		return x.Var.Name
	case Any:
		return "any"
	case Cast:
		return fmt.Sprintf("(%v)%v", x.Type, x.Args[0])
	case Ite:
		return fmt.Sprintf("(%v ? %v : %v)", x.Args[0], x.Args[1], x.Args[2])
	case Select:
		return fmt.Sprintf("%v[%v]", x.Args[0], x.Args[1])
	case Store:
		return fmt.Sprintf("%v{%v: %v}", x.Args[0], x.Args[1], x.Args[2])
	case Fill:
		return fmt.Sprintf("{%v}", x.Args[0])
	case Table:
		return x.Constants.String()
	case Apply:
		if len(x.Args) == 2 {
			return fmt.Sprintf("(%v %v. %v)", x.Args[0], x.Fn, x.Args[1])
		}
		return fmt.Sprintf("%v:%v(%v)", x.Fn, x.Type, x.Args[0])
	}
	if len(x.Args) == 1 {
		return symbols[x.Operator] + x.Args[0].String()
	}
	return fmt.Sprintf("(%v %s %v)", x.Args[0], symbols[x.Operator], x.Args[1])
}
