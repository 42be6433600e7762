// SPDX-License-Identifier: Apache-2.0

package logic

import "fmt"

// Construct returns constructor c applied to args.
func (s *Store) Construct(c *Constructor, args ...*Term) *Term {
	if len(args) != len(c.Fields) {
		panic(fmt.Sprintf("logic: %s takes %d arguments, got %d", c.Name, len(c.Fields), len(args)))
	}
	for i, a := range args {
		if a.sort != c.Fields[i].Sort {
			panic(fmt.Sprintf("logic: argument %d of %s has sort %v, want %v", i, c.Name, a.sort, c.Fields[i].Sort))
		}
	}
	return s.intern(OpConstruct, c.Sort, args, c)
}

// Field returns selector f applied to x. For a constructor other than f's, the value is unspecified
// and the term does not change.
func (s *Store) Field(f *Selector, x *Term) *Term {
	if x.sort != f.Ctor.Sort {
		panic(fmt.Sprintf("logic: selector %s over sort %v", f.Name, x.sort))
	}
	if x.op == OpConstruct && x.ref == f.Ctor {
		return x.args[f.Index]
	}
	return s.intern(OpField, f.Sort, []*Term{x}, f)
}

// Is returns the tester of constructor c applied to x.
func (s *Store) Is(c *Constructor, x *Term) *Term {
	if x.sort != c.Sort {
		panic(fmt.Sprintf("logic: tester of %s over sort %v", c.Name, x.sort))
	}
	if x.op == OpConstruct {
		return s.BoolValue(x.ref == c)
	}
	if len(c.Sort.dt.Constructors) == 1 {
		return s.trueTerm
	}
	return s.intern(OpIs, s.Bool, []*Term{x}, c)
}
