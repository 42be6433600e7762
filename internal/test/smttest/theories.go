// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"cornet/logic"
)

// Theory is a mixture of theories.
type Theory struct {
	Name string
	// Embedded means that the embedded solver supports the whole mixture.
	Embedded bool
	New      func(s *logic.Store, seed uint64) *Terms
}

// over returns a maker over sorts.
func over(sorts func(s *logic.Store) []*logic.Sort) func(*logic.Store, uint64) *Terms {
	return func(s *logic.Store, seed uint64) *Terms { return New(s, seed, sorts(s)...) }
}

// with returns make with a change to what it makes.
func with(change func(*Terms), make func(*logic.Store, uint64) *Terms) func(*logic.Store, uint64) *Terms {
	return func(s *logic.Store, seed uint64) *Terms {
		g := make(s, seed)
		change(g)
		return g
	}
}

type sorts = []*logic.Sort

// Theories returns the mixtures, in a fixed order.
func Theories() []Theory {
	functions := func(g *Terms) { g.Functions = true }
	elements := func(g *Terms) { g.Functions, g.Elements = true, true }
	division := func(g *Terms) { g.Division = true }
	nonlinear := func(g *Terms) { g.Division, g.Nonlinear = true, true }
	return []Theory{
		{"truth values", true, over(func(s *logic.Store) sorts { return sorts{s.Bool} })},
		{"integers", true, over(func(s *logic.Store) sorts { return sorts{s.Int, s.Int, s.Bool} })},
		{"reals", true, over(func(s *logic.Store) sorts { return sorts{s.Real, s.Real, s.Bool} })},
		{"integers and reals", true, with(division, over(func(s *logic.Store) sorts { return sorts{s.Int, s.Real} }))},
		{"nonlinear integers", false, with(nonlinear, over(func(s *logic.Store) sorts { return sorts{s.Int} }))},
		{"bit-vectors", true, over(func(s *logic.Store) sorts { return sorts{s.BitVec(4), s.Bool} })},
		{"arrays", true, over(func(s *logic.Store) sorts { return sorts{s.Array(s.Int, s.Int), s.Int, s.Bool} })},
		{"arrays of arrays", true, over(func(s *logic.Store) sorts {
			in := s.Array(s.Int, s.Real)
			return sorts{s.Array(s.Int, in), in, s.Int, s.Real}
		})},
		{"arrays of bit-vectors", true, over(func(s *logic.Store) sorts {
			return sorts{s.Array(s.BitVec(3), s.BitVec(4)), s.BitVec(3), s.BitVec(4)}
		})},
		{"arrays of truth values", true, over(func(s *logic.Store) sorts {
			return sorts{s.Array(s.Int, s.Bool), s.Array(s.Bool, s.Int), s.Bool, s.Int}
		})},
		{"functions", true, with(functions, over(func(s *logic.Store) sorts { return sorts{s.Uninterpreted("U"), s.Int, s.Bool} }))},
		{"functions and elements", false, with(elements, over(func(s *logic.Store) sorts { return sorts{s.Uninterpreted("U"), s.Int, s.Bool} }))},
		{"datatypes", true, over(func(s *logic.Store) sorts {
			d := Declare(s)
			return sorts{d.List, d.Color, d.Pair, s.Int}
		})},
		{"recursive datatypes", true, over(func(s *logic.Store) sorts {
			d := Declare(s)
			return sorts{d.List, d.Tree, d.Forest, s.Int}
		})},
		{"arrays of datatypes", true, over(func(s *logic.Store) sorts {
			d := Declare(s)
			return sorts{s.Array(s.Int, d.List), s.Array(d.Color, s.Int), d.List, d.Color, s.Int}
		})},
		{"datatypes of arrays", true, over(func(s *logic.Store) sorts {
			in := s.Array(s.Int, s.Int)
			tuple := s.NewDatatype("Tuple")
			s.AddConstructor(tuple, "tuple", []string{"content", "length"}, sorts{in, s.Int})
			return sorts{s.Array(s.Int, tuple), s.Array(tuple, s.Int), tuple, in, s.Int}
		})},
		{"arrays over a sort", true, with(functions, over(func(s *logic.Store) sorts {
			u := s.Uninterpreted("U")
			return sorts{s.Array(u, s.Int), s.Array(s.Int, u), u, s.Int}
		}))},
		{"arrays of everything", false, with(elements, over(func(s *logic.Store) sorts {
			d, u := Declare(s), s.Uninterpreted("U")
			return sorts{s.Array(d.List, u), s.Array(s.Int, d.List), d.List, u, s.Int}
		}))},
	}
}

// ByName returns the mixture with the given name, which must exist.
func ByName(name string) Theory {
	for _, t := range Theories() {
		if t.Name == name {
			return t
		}
	}
	panic("smttest: no theory is called " + name)
}

// Datatypes are sorts with constructors.
type Datatypes struct {
	List         *logic.Sort // of integers
	Color        *logic.Sort // an enumeration
	Pair         *logic.Sort // of a color and a list
	Tree, Forest *logic.Sort // made of each other; forests have constructors of the same name as lists
}

// Declare declares the datatypes, once in a store.
func Declare(s *logic.Store) Datatypes {
	if s.NamedSort("List") == nil {
		list, color, pair := s.NewDatatype("List"), s.NewDatatype("Color"), s.NewDatatype("Pair")
		s.AddConstructor(list, "nil", nil, nil)
		s.AddConstructor(list, "cons", []string{"head", "tail"}, sorts{s.Int, list})
		for _, name := range []string{"red", "green", "blue"} {
			s.AddConstructor(color, name, nil, nil)
		}
		s.AddConstructor(pair, "pair", []string{"first", "second"}, sorts{color, list})
		tree, forest := s.NewDatatype("Tree"), s.NewDatatype("Forest")
		s.AddConstructor(tree, "node", []string{"label", "children", "rest"}, sorts{list, forest, s.Int})
		s.AddConstructor(forest, "nil", nil, nil)
		s.AddConstructor(forest, "cons", []string{"head", "tail"}, sorts{tree, forest})
	}
	return Datatypes{s.NamedSort("List"), s.NamedSort("Color"), s.NamedSort("Pair"), s.NamedSort("Tree"), s.NamedSort("Forest")}
}
