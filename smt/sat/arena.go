// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"slices"
)

// This file implements the clause arena: all clauses of two or more literals lie one after the
// other in one slice of 32-bit words, and a clause is named by the index of its header.
//
//	c-1  identity of the clause, only when proofs are logged
//	c    size n >= 2
//	c+1  flags and glue, see the constants below
//	c+2  n literals; the first two are the watched ones
//
// Clauses that shrink leave zero words after them, and no clause starts with a zero word (sizes and
// identities are positive), so the arena can be walked from front to back. There is no other list
// of clauses. They lie in the order of their creation; Pop depends on this.
//
// The words have type Lit so that the literals of a clause are a subslice.

// cref is the address of a clause in the arena, or one of the two special
// values below.
type cref uint32

const (
	// no conflict; as a reason: the literal is a decision, an assumption or at level 0
	noClause     cref = 0
	theoryReason cref = 1 // implied by the theory; the explanation has not been requested yet
	firstWord         = 2 // first word that clauses use
)

const headerWords = 2

// The second header word: flags, age of last use, and glue.
//
// The glue (literal block distance) of a clause is one less than the number of
// decision levels among its literals when it was learnt, as in CaDiCaL. It is
// zero for irredundant clauses.
const (
	flagRedundant Lit = 1 << iota // implied by the other clauses: may be deleted
	flagGarbage                   // deleted, waits for the next collection
	flagReason                    // the reason of an assigned literal; set only while clauses are selected for deletion
	flagLoose                     // not watched: an explanation or conflict of the theory
	flagLate                      // the clause is in Solver.late
	flagVivified                  // vivification has tried the clause
	flagSubsumed                  // subsumption has tried the clause

	usedShift = 7 // two bits: how many reductions the clause survives without being used
	usedMask  = 3 << usedShift
	maxUsed   = 2
	glueShift = 9
)

type arena struct {
	words     []Lit
	idWords   int // words before a header: 1 when proofs are logged, else 0
	wasted    int // words of garbage clauses and of padding
	redundant int // watched redundant clauses
	kept      int // watched irredundant clauses
}

func (a *arena) init(proof bool) {
	if proof {
		a.idWords = 1
	}
	a.words = make([]Lit, firstWord, 1024)
}

// alloc appends a clause and returns its address. It may move the arena: then subslices that the
// caller holds can still be read, but are no longer part of the clause.
func (a *arena) alloc(lits []Lit, meta Lit, id ClauseID) cref {
	if uint64(len(a.words)+len(lits)) >= 1<<32-16 {
		panic(fmt.Sprintf("sat: clause arena of %d words is full", len(a.words)))
	}
	if room := a.footprint(len(lits)); room > cap(a.words)-len(a.words) {
		a.words = slices.Grow(a.words, max(room, cap(a.words)))
	}
	if a.idWords > 0 {
		a.words = append(a.words, Lit(id))
	}
	c := cref(len(a.words))
	a.words = append(a.words, Lit(len(lits)), meta)
	a.words = append(a.words, lits...)
	switch {
	case meta&flagLoose != 0:
		a.wasted += a.footprint(len(lits))
	case meta&flagRedundant != 0:
		a.redundant++
	default:
		a.kept++
	}
	return c
}

// footprint returns the number of words of a clause of n literals.
func (a *arena) footprint(n int) int { return n + headerWords + a.idWords }

func (a *arena) size(c cref) int { return int(a.words[c]) }

func (a *arena) meta(c cref) Lit { return a.words[c+1] }

func (a *arena) is(c cref, flag Lit) bool { return a.words[c+1]&flag != 0 }

func (a *arena) set(c cref, flag Lit) { a.words[c+1] |= flag }

func (a *arena) clear(c cref, flag Lit) { a.words[c+1] &^= flag }

func (a *arena) id(c cref) ClauseID {
	if a.idWords == 0 {
		return 0
	}
	return ClauseID(a.words[c-1])
}

func (a *arena) setID(c cref, id ClauseID) {
	if a.idWords > 0 {
		a.words[c-1] = Lit(id)
	}
}

func (a *arena) glue(c cref) int { return int(a.words[c+1] >> glueShift) }

func (a *arena) setGlue(c cref, glue int) {
	a.words[c+1] = a.words[c+1]&(1<<glueShift-1) | Lit(glue)<<glueShift
}

func (a *arena) used(c cref) int { return int(a.words[c+1]&usedMask) >> usedShift }

func (a *arena) setUsed(c cref, n int) {
	a.words[c+1] = a.words[c+1]&^usedMask | Lit(n)<<usedShift
}

// lits returns the literals of c, valid until the next alloc or collection.
func (a *arena) lits(c cref) []Lit {
	n := cref(a.words[c])
	return a.words[c+headerWords : c+headerWords+n]
}

// markGarbage marks c as deleted. The caller removes its watches.
func (a *arena) markGarbage(c cref) {
	meta := a.words[c+1]
	if meta&flagGarbage != 0 {
		return
	}
	a.words[c+1] = meta | flagGarbage
	switch {
	case meta&flagLoose != 0:
		return // it was counted as wasted when it was made
	case meta&flagRedundant != 0:
		a.redundant--
	default:
		a.kept--
	}
	a.wasted += a.footprint(a.size(c))
}

// shrink shortens c to its first n >= 2 literals.
func (a *arena) shrink(c cref, n int) {
	old := a.size(c)
	a.words[c] = Lit(n)
	clear(a.words[int(c)+headerWords+n : int(c)+headerWords+old])
	a.wasted += old - n
}

// at returns the first clause at or after word x, or false at the end.
func (a *arena) at(x int) (cref, bool) {
	for x < len(a.words) && a.words[x] == 0 {
		x++
	}
	return cref(x + a.idWords), x < len(a.words)
}

// first returns the first clause of the arena, or false if the arena is empty.
//
// Together with next it walks all clauses, garbage and loose ones included:
//
//	for c, ok := a.first(); ok; c, ok = a.next(c) {
func (a *arena) first() (cref, bool) { return a.at(firstWord) }

// next returns the clause after c, or false when c is the last.
func (a *arena) next(c cref) (cref, bool) { return a.at(a.end(c)) }

// end returns the first word after clause c.
func (a *arena) end(c cref) int { return int(c) + headerWords + a.size(c) }
