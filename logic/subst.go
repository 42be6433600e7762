// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"encoding/binary"
	"fmt"
	"slices"

	"cornet/internal/slice"
)

// Substitution replaces free variables by terms, without capture. It is built once and can be
// applied to many terms, which share cached results. It belongs to one goroutine.
type Substitution struct {
	store *Store
	image map[*Term]*Term
	rw    *Rewriter
	root  *substitutions
}

// substitutions is shared by a substitution and those that it makes for quantifiers which hide or
// would capture a variable.
type substitutions struct {
	faithful bool
	free     map[*Term][]*Term // free variables of images
	renamed  map[*Term]*Term   // bound variables, to their new names
	results  map[string]*Term  // by quantified term and relevant part of the image
}

// NewSubstitution returns the simultaneous substitution of vars[i] by terms[i];
// vars are distinct and the sorts agree.
func (s *Store) NewSubstitution(vars, terms []*Term) *Substitution {
	return s.newSubstitution(vars, terms, false)
}

// NewFaithfulSubstitution is [Store.NewSubstitution] except that Boolean connectives and
// quantifiers stay as written: see [Store.Faithful].
func (s *Store) NewFaithfulSubstitution(vars, terms []*Term) *Substitution {
	return s.newSubstitution(vars, terms, true)
}

func (s *Store) newSubstitution(vars, terms []*Term, faithful bool) *Substitution {
	image := make(map[*Term]*Term, len(vars))
	for i, v := range vars {
		if v.op != OpVar || v.sort != terms[i].sort {
			panic(fmt.Sprintf("logic: substitution of %v %v by a term of sort %v", v.op, v.sort, terms[i].sort))
		}
		if terms[i] != v {
			image[v] = terms[i]
		}
	}
	return s.substitution(image, &substitutions{
		faithful: faithful,
		free:     map[*Term][]*Term{},
		renamed:  map[*Term]*Term{},
		results:  map[string]*Term{},
	})
}

func (s *Store) substitution(image map[*Term]*Term, root *substitutions) *Substitution {
	z := &Substitution{store: s, image: image, root: root}
	if root.faithful {
		z.rw = s.NewFaithfulRewriter(z.pre, nil)
	} else {
		z.rw = s.NewRewriter(z.pre, nil)
	}
	return z
}

// Apply returns t under the substitution, in canonical form.
func (z *Substitution) Apply(t *Term) *Term { return z.rw.Map(t) }

// ApplyAll returns the images of ts.
func (z *Substitution) ApplyAll(ts []*Term) []*Term {
	return slice.Map(ts, z.Apply)
}

// Substitute returns t with vars[i] replaced by terms[i], in canonical form. To
// substitute in many terms, keep a [Substitution].
func (s *Store) Substitute(t *Term, vars, terms []*Term) *Term {
	return s.NewSubstitution(vars, terms).Apply(t)
}

// SubstituteFaithful is [Store.Substitute] except that Boolean connectives and
// quantifiers of t stay as written: see [Store.Faithful].
func (s *Store) SubstituteFaithful(t *Term, vars, terms []*Term) *Term {
	return s.newSubstitution(vars, terms, true).Apply(t)
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
	if z.root.faithful && !t.HasVars() {
		return t
	}
	return nil
}

// under substitutes in a quantified term. Bound variables hide those of the substitution, and are
// renamed if a replacement mentions them. If neither happens, the result is nil: the rewriter
// continues into the body, so that nested quantifiers cost no recursion and share their work.
func (z *Substitution) under(t *Term) *Term {
	inner := map[*Term]*Term{}
	captured := map[*Term]bool{}
	var vars []*Term
	free := FreeVars(t)
	for _, v := range free {
		if u := z.image[v]; u != nil {
			inner[v] = u
			vars = append(vars, v)
			for _, w := range z.root.freeVars(u) {
				captured[w] = true
			}
		}
	}
	if z.root.faithful && len(vars) == 0 {
		return t
	}
	plain := true
	for _, v := range t.Bound() {
		plain = plain && !captured[v] && z.image[v] == nil
	}
	if plain {
		return nil
	}
	key := z.key(t, vars)
	if u := z.root.results[key]; u != nil {
		return u
	}
	bound := slices.Clone(t.Bound())
	for i, v := range bound {
		if captured[v] {
			bound[i] = z.root.rename(z.store, v, free)
			inner[v] = bound[i]
		}
	}
	u := z.store.substitution(inner, z.root).Apply(t.args[0])
	if z.root.faithful {
		u = z.store.Quantify(t.op, bound, u)
	} else {
		u = z.store.quantifyCanonical(t.op, bound, u)
	}
	z.root.results[key] = u
	return u
}

// freeVars returns the free variables of an image.
func (c *substitutions) freeVars(t *Term) []*Term {
	vars, ok := c.free[t]
	if !ok {
		vars = FreeVars(t)
		c.free[t] = vars
	}
	return vars
}

// rename returns the new name of bound variable v if it would capture another one. The name occurs
// in no image and not in free.
func (c *substitutions) rename(s *Store, v *Term, free []*Term) *Term {
	u := c.renamed[v]
	if u == nil || slices.Contains(free, u) {
		u = s.Fresh(v.Name(), v.sort)
		c.renamed[v] = u
	}
	return u
}

// key identifies t with the images of vars, which are ordered by ID.
func (z *Substitution) key(t *Term, vars []*Term) string {
	b := binary.LittleEndian.AppendUint32(nil, t.id)
	for _, v := range vars {
		b = binary.LittleEndian.AppendUint32(b, v.id)
		b = binary.LittleEndian.AppendUint32(b, z.image[v].id)
	}
	return string(b)
}
