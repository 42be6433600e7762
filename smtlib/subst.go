// SPDX-License-Identifier: Apache-2.0

package smtlib

import "fmt"

// Substitution replaces free variables by terms, without capture. It is built
// once and applied to many terms, which share their work. One goroutine.
type Substitution struct {
	store *Store
	image map[*Term]*Term
	rw    *Rewriter
}

// NewSubstitution returns the simultaneous substitution of vars[i] by terms[i];
// vars are distinct and the sorts agree.
func (s *Store) NewSubstitution(vars, terms []*Term) *Substitution {
	image := make(map[*Term]*Term, len(vars))
	for i, v := range vars {
		if v.op != OpVar || v.sort != terms[i].sort {
			panic(fmt.Sprintf("smtlib: substitution of %v %v by a term of sort %v", v.op, v.sort, terms[i].sort))
		}
		if terms[i] != v {
			image[v] = terms[i]
		}
	}
	return s.substitution(image)
}

func (s *Store) substitution(image map[*Term]*Term) *Substitution {
	z := &Substitution{store: s, image: image}
	z.rw = s.NewRewriter(z.pre, nil)
	return z
}

// Apply returns t under the substitution, in canonical form.
func (z *Substitution) Apply(t *Term) *Term { return z.rw.Map(t) }

// ApplyAll returns the images of ts.
func (z *Substitution) ApplyAll(ts []*Term) []*Term {
	out := make([]*Term, len(ts))
	for i, t := range ts {
		out[i] = z.Apply(t)
	}
	return out
}

// Substitute returns t with vars[i] replaced by terms[i]. To substitute in many
// terms, keep a [Substitution].
func (s *Store) Substitute(t *Term, vars, terms []*Term) *Term {
	return s.NewSubstitution(vars, terms).Apply(t)
}

func (z *Substitution) pre(t *Term) *Term {
	switch t.op {
	case OpVar:
		if u := z.image[t]; u != nil {
			return u
		}
		return t
	case OpForall, OpExists:
		return z.under(t)
	}
	return nil
}

// under substitutes in a quantified term: bound variables hide those of the
// substitution, and are renamed when a replacement mentions them.
func (z *Substitution) under(t *Term) *Term {
	bound := t.Bound()
	inner := make(map[*Term]*Term, len(z.image))
	var used []*Term
	for _, v := range FreeVars(t) {
		if u := z.image[v]; u != nil {
			inner[v] = u
			used = append(used, u)
		}
	}
	captured := map[*Term]bool{}
	for _, v := range FreeVars(used...) {
		captured[v] = true
	}
	vars := make([]*Term, len(bound))
	for i, v := range bound {
		vars[i] = v
		if captured[v] {
			vars[i] = z.store.Fresh(v.Name(), v.sort)
			inner[v] = vars[i]
		}
	}
	body := z.store.substitution(inner).Apply(t.args[0])
	if body.op == OpTrue || body.op == OpFalse {
		return body
	}
	return z.store.quantify(t.op, vars, body)
}
