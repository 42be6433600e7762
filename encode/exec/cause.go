// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"fmt"
	"sort"

	"cornet/encode/cfg"
)

// badAddress is the address of the last check that failed. The run explains what is wrong with it
// only if the check leads to an error.
type badAddress struct {
	step  int // the step of the run in which the check failed
	known bool
	at, n int64 // n is -1 if the check was for a free
	write bool
}

// ofAddress are the errors about addresses that were checked.
var ofAddress = map[cfg.ErrorKind]bool{cfg.InvalidDeref: true, cfg.InvalidFree: true}

// causeSteps bounds the steps between a failed check and its error.
const causeSteps = 3

// failed records that a check of n bytes at an address has failed. n is -1 if the check was for a
// free.
func (m *machine) failed(a, n int64, write bool) {
	m.bad = badAddress{m.result.Steps, true, a, n, write}
}

// cause describes what is wrong with the address whose check led to an error of a kind, or returns
// "".
func (m *machine) cause(kind cfg.ErrorKind) string {
	if b := m.bad; ofAddress[kind] && b.known && m.result.Steps-b.step <= causeSteps {
		return m.why(b.at, b.n, b.write)
	}
	return ""
}

// why describes what is wrong with an address, or returns "" if nothing more is known.
func (m *machine) why(a, n int64, write bool) string {
	free := n < 0
	o := m.mem.find(a)
	switch {
	case 0 <= a && a < codeBase && !free:
		return "a null pointer is dereferenced"
	case m.byCode[a] != nil && free:
		return "a function is freed"
	case m.byCode[a] != nil:
		return "a function is accessed as an object"
	case o == nil:
		return m.between(a, n)
	case o.freed && o.alloc && free:
		return "memory is freed twice" + m.within(", before at ", m.freed[o.base])
	case o.freed && o.alloc:
		return "memory is used after it was freed" + m.within(" at ", m.freed[o.base])
	case o.freed:
		return "a variable is used after its block has ended"
	case free && !o.alloc:
		return "memory is freed that was not allocated"
	case free:
		return fmt.Sprintf("a pointer is freed that points %d bytes past the start of its object", a-o.base)
	case write && o.literal:
		return "a string literal is changed"
	}
	return outside(o, a, n)
}

// between describes which object an address between objects belongs to, if that is clear.
func (m *machine) between(a, n int64) string {
	r := m.mem.region(a)
	if r == nil || n < 0 {
		return ""
	}
	i := sort.Search(len(r.objects), func(i int) bool { return r.objects[i].base > a }) - 1
	if i >= 0 && a-r.objects[i].base-r.objects[i].size < gap && !r.objects[i].freed {
		return outside(&r.objects[i], a, n)
	}
	return ""
}

func outside(o *object, a, n int64) string {
	return fmt.Sprintf("%d bytes at offset %d of an object of %d bytes are accessed", n, a-o.base, o.size)
}

// within returns some words and a place in the program, or "" if the place is unknown.
func (m *machine) within(words string, p cfg.Pos) string {
	if p.Line == 0 || cfg.OfLibrary(p) {
		return ""
	}
	return fmt.Sprintf("%s%s:%d", words, p.File, p.Line)
}
