// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"cmp"
	"errors"
	"fmt"

	"cornet/encode/cfg"
	"cornet/internal/option"
)

// Reduction chooses the interleavings that are left out. Every reduction preserves the reachability
// of errors.
type Reduction uint8

// The reductions.
const (
	Full       Reduction = iota // nothing is left out
	Persistent                  // persistent sets
	Sleep                       // persistent sets and sleep sets
)

var reductionWords = []string{"full", "persistent", "sleep"}

func (r Reduction) String() string { return reductionWords[r] }

// UnmarshalText reads the words that String returns.
func (r *Reduction) UnmarshalText(text []byte) error {
	return option.ReadWord(r, text, reductionWords...)
}

// Options configure a product. The zero value builds it whole and refuses unbounded creation.
type Options struct {
	Reduction Reduction
	// Bound, if positive, limits how often one pthread_create in a loop may run. Further executions
	// are cut off, see Product.Cut.
	Bound int
	// Level, if positive, makes the counter abstraction that tracks this many of the threads
	// created in loops: see the package comment.
	Level int
	// Most, if positive, is the largest identity of a thread in the counter abstraction. Then all
	// behaviours of a few threads can be explored. Threads created in loops have identities above
	// Product.Threads.
	Most int
	// Races, if not nil, makes data races errors. Deadlocks does the same for deadlocks.
	Races, Deadlocks *Search
	// MaxPoints bounds the locations of one thread after inlining and unwinding; 0
	// means 20 000.
	MaxPoints int
	// MaxThreads bounds the instances; 0 means 64, which is also the maximum.
	MaxThreads int
}

// A Search chooses the data races, or deadlocks, that are errors.
type Search struct {
	Site int // the number of the check, see cfg.Error
	// Except are the accesses that do not count: their position, and the accessed object.
	Except map[cfg.Pos]map[string]bool
	// Within, if not nil, reports which races count, by the positions of the two accesses. When, if
	// not nil, is a condition on the states in which they count. If When depends on variables that
	// threads write, the reduction may lose races.
	Within func(x, y cfg.Pos) bool
	When   cfg.Expr
}

// except reports whether the race of two accesses, the first one at pos, does not count.
func (s *Search) except(pos, other cfg.Pos, what string) bool {
	return s.Except[pos][what] || s.Within != nil && !s.Within(pos, other)
}

// maxThreads is the capacity of a set of threads.
const maxThreads = 64

func (o Options) withDefaults() Options {
	o.MaxPoints = cmp.Or(o.MaxPoints, 20_000)
	if o.MaxThreads == 0 || o.MaxThreads > maxThreads {
		o.MaxThreads = maxThreads
	}
	return o
}

// ErrTooLarge means that a product has more states than allowed.
var ErrTooLarge = errors.New("the product of the threads is too large")

// ErrUnbounded means that threads are created in a loop, and that there are too many or their
// number does not follow from constants.
var ErrUnbounded = fmt.Errorf("threads created in a loop: %w", errors.ErrUnsupported)

// refuse returns an error about an unsupported construct at pos.
func refuse(pos cfg.Pos, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", pos, fmt.Sprintf(format, args...), errors.ErrUnsupported)
}

// Concurrent reports whether p starts threads.
func Concurrent(p *cfg.Program) bool {
	return contains(p, func(op cfg.Op) bool {
		_, ok := op.(cfg.Create)
		return ok
	})
}

// Synchronises reports whether p starts threads, or has operations that block or fail depending on
// earlier ones. The product of its threads, even of a single one, defines their meaning.
func Synchronises(p *cfg.Program) bool {
	return contains(p, func(op cfg.Op) bool {
		switch op.(type) {
		case cfg.Create, cfg.Join, cfg.Lock:
			return true
		}
		return false
	})
}

func contains(p *cfg.Program, what func(cfg.Op) bool) bool {
	for e := range p.Edges() {
		if what(e.Op) {
			return true
		}
	}
	return false
}
