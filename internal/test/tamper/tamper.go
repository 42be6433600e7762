// SPDX-License-Identifier: Apache-2.0

// Package tamper changes systems after they have been read, as a defect of clausification, of a
// pass or of memory would. Tests of all interfaces use it to check that this leads to no verdict,
// because the judge has a copy of the original problem.
//
// A [Cache] gives access to a system: each run asks its cache about the system before anything else
// works on it, and options may set a cache.
package tamper

import (
	"fmt"

	"cornet/engines"
	"cornet/horn"
	"cornet/logic"
)

// A Change changes the clauses of a system in place.
type Change struct {
	Name string
	Do   func(sys *horn.System)
}

// Nothing does not change a system.
var Nothing = Change{"nothing", func(*horn.System) {}}

// Changes returns all ways to lose a clause of a system; to weaken one, so that it says nothing
// about positive numbers or about anything; to strengthen one, so that it has no constraint; and to
// replace the predicate of a head or a body by another one of the same sorts. They count clauses
// and predicates, so that a system that is read again can be changed in the same way.
func Changes(sys *horn.System) (z []Change) {
	for k, c := range sys.Clauses {
		add := func(how string, do func(sys *horn.System, c *horn.Clause)) {
			z = append(z, Change{fmt.Sprintf("clause %d %s", k, how), func(sys *horn.System) {
				if k < len(sys.Clauses) { // of a conversation, a system may be smaller
					do(sys, sys.Clauses[k])
				}
			}})
		}
		add("is dropped", func(sys *horn.System, _ *horn.Clause) {
			sys.Clauses = append(sys.Clauses[:k:k], sys.Clauses[k+1:]...)
		})
		add("is of nothing", func(sys *horn.System, c *horn.Clause) { c.Constraint = sys.Store.False() })
		add("is of negative numbers", func(sys *horn.System, c *horn.Clause) {
			for _, v := range c.Vars() {
				if v.Sort().IsInt() {
					c.Constraint = sys.Store.And(c.Constraint, sys.Store.Lt(v, sys.Store.IntNum(0)))
				}
			}
		})
		add("has no constraint", func(sys *horn.System, c *horn.Clause) { c.Constraint = sys.Store.True() })
		if c.Head != nil {
			add("has another head", func(sys *horn.System, c *horn.Clause) {
				if c.Head != nil {
					c.Head.Pred = other(sys, c.Head.Pred)
				}
			})
		}
		for i := range c.Body {
			add(fmt.Sprintf("has another atom %d", i), func(sys *horn.System, c *horn.Clause) {
				if i < len(c.Body) {
					c.Body[i].Pred = other(sys, c.Body[i].Pred)
				}
			})
		}
	}
	return z
}

// other returns the predicate after p, in a circle, that has the sorts of p.
func other(sys *horn.System, p *logic.Func) *logic.Func {
	at := sys.Index()[p]
	for i := 1; i < len(sys.Preds); i++ {
		q := sys.Preds[(at+i)%len(sys.Preds)]
		if fmt.Sprint(p.Params()) == fmt.Sprint(q.Params()) {
			return q
		}
	}
	return p
}

// Cache changes each system of a request, and then asks Inner, unless that is nil.
type Cache struct {
	Change
	Inner engines.Cache
	// Asked is the number of requests.
	Asked int
}

var _ engines.Cache = (*Cache)(nil)

// Find implements engines.Cache.
func (c *Cache) Find(sys *horn.System) *horn.Witness {
	c.Asked++
	c.Do(sys)
	if c.Inner == nil {
		return nil
	}
	return c.Inner.Find(sys)
}

// Near implements engines.Cache.
func (c *Cache) Near(sys *horn.System, label string) (*horn.System, *horn.Witness) {
	if c.Inner == nil {
		return nil, nil
	}
	return c.Inner.Near(sys, label)
}

// Keep implements engines.Cache.
func (c *Cache) Keep(sys *horn.System, label string, w *horn.Witness) error {
	if c.Inner == nil {
		return nil
	}
	return c.Inner.Keep(sys, label, w)
}

// Safe and Unsafe are systems with two predicates of the same sorts. Each of their clauses matters.
const (
	Safe = `(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 10)) (q y x))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (not (= x 20))) false)))
(check-sat)
`
	Unsafe = `(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 3)) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 3)) (q y x))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (= x 6)) false)))
(check-sat)
`
)

// Systems are the texts with their verdicts.
var Systems = []struct {
	Text string
	Want horn.Verdict
}{{Safe, horn.Safe}, {Unsafe, horn.Unsafe}}
