// SPDX-License-Identifier: Apache-2.0

package btor2

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Limits of the input.
const (
	maxWidth = 1 << 16 // bits of a word
	maxID    = 1 << 40
)

var begins = regexp.MustCompile(`^(\s|;[^\n]*\n)*[0-9]+ +(sort|input|state) `)

// Is reports whether a text looks like BTOR2: after comments, its first line has a number and the
// keyword sort.
func Is(text string) bool { return begins.MatchString(text) }

// Design is hardware in BTOR2.
type Design struct {
	// System has the assertion 0 for the initial states, 1 for the steps, and one for each bad
	// property, in the order of the file.
	System *horn.System
	Inputs []Symbol
	States []Symbol

	text string
	last int64 // the largest number of a line
	bad  []property
	inv  *logic.Func
	kept []int // the bad properties of System, by their numbers in the file
}

// Symbol is an input or a state.
type Symbol struct {
	ID   int64 // the number of its line
	Name string
	// Label is its symbol in the file, or empty.
	Label string
	next  *logic.Term // the variable for the next value of a state
	term  *logic.Term
	line  int
	init  *logic.Term // the value at the beginning, or nil
	step  *logic.Term // the next value, or nil
}

// Read reads a design. name is the name of the file in messages. Errors are of type
// [*smtlib.Error], with the position, what was found, and what was expected; or of type
// [*horn.Error].
//
// Cost: linear in the length of the text, and in the widths of extended words.
func Read(name, text string) (*Design, error) {
	r := &reader{
		file: name, store: logic.NewStore(), sorts: map[int64]*logic.Sort{}, terms: map[int64]*logic.Term{},
		states: map[*logic.Term]int{}, names: map[string]bool{}, design: &Design{},
	}
	for k, line := range strings.Split(text, "\n") {
		r.line = k + 1
		if err := r.read(line); err != nil {
			return nil, err
		}
	}
	d := r.design
	d.text, d.last = text, r.last
	for k := range d.bad {
		d.kept = append(d.kept, k)
	}
	if len(d.bad) == 0 {
		r.at = 0
		return nil, r.fail("the file has no bad property; expected at least one line with bad")
	}
	return r.finish()
}

// reader is the state of reading.
type reader struct {
	file   string
	store  *logic.Store
	line   int
	at     int // the column of the current word, from 0
	words  []word
	sorts  map[int64]*logic.Sort
	terms  map[int64]*logic.Term
	states map[*logic.Term]int
	names  map[string]bool
	last   int64

	design      *Design
	constraints []*logic.Term
}

// property is a bad state.
type property struct {
	term    *logic.Term
	operand int64 // the number of its line; negative if that value is negated
	line    int
	label   string
}

// word is a word of a line, with its column from 0.
type word struct {
	text string
	at   int
}

func (r *reader) fail(format string, args ...any) error {
	return &smtlib.Error{
		Pos: smtlib.Pos{File: r.file, Line: r.line, Column: r.at + 1}, Code: smtlib.CodeSyntax, Msg: fmt.Sprintf(format, args...),
	}
}

// refused reports what BTOR2 allows and this package does not support.
func (r *reader) refused(format string, args ...any) error {
	return &horn.Error{
		Pos: smtlib.Pos{File: r.file, Line: r.line, Column: r.at + 1}, Code: horn.CodeCommand, Msg: fmt.Sprintf(format, args...),
	}
}

// split cuts a line into words, without its comment.
func split(line string) (z []word) {
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ', '\t', '\r':
			i++
			continue
		case ';':
			return z
		}
		j := i
		for j < len(line) && line[j] != ' ' && line[j] != '\t' && line[j] != '\r' {
			j++
		}
		z = append(z, word{line[i:j], i})
		i = j
	}
	return z
}

func (r *reader) read(line string) error {
	r.words = split(line)
	r.at = 0
	if len(r.words) == 0 {
		return nil
	}
	id, err := r.number()
	if err != nil {
		return err
	}
	if id <= r.last {
		r.at = 0
		return r.fail("line number %d after %d; expected a larger one", id, r.last)
	}
	r.last = id
	key, err := r.next("a keyword")
	if err != nil {
		return err
	}
	switch key {
	case "sort":
		return r.sort(id)
	case "input", "state":
		return r.symbol(id, key == "state")
	case "init", "next":
		return r.assign(key == "init")
	case "bad", "constraint":
		return r.property(key == "bad")
	case "output":
		if _, err := r.operand(); err != nil {
			return err
		}
		return r.end()
	case "fair", "justice":
		return r.refused("%s: liveness is not supported; only bad is", key)
	case "const", "constd", "consth", "zero", "one", "ones":
		return r.constant(id, key)
	}
	op, ok := operators[key]
	if !ok {
		return r.fail("%q is no keyword of BTOR2; expected sort, state, next, an operator, …", key)
	}
	return r.operation(id, key, op)
}

// next returns the next word.
func (r *reader) next(expected string) (string, error) {
	if len(r.words) == 0 {
		return "", r.fail("the line ends; expected %s", expected)
	}
	w := r.words[0]
	r.words, r.at = r.words[1:], w.at
	return w.text, nil
}

// number returns the next word as a positive number.
func (r *reader) number() (int64, error) {
	w, err := r.next("a number")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil || n <= 0 || n > maxID {
		return 0, r.fail("found %q; expected a positive number", w)
	}
	return n, nil
}

// count returns the next word as a number that may be zero.
func (r *reader) count() (int, error) {
	w, err := r.next("a number")
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 || n > maxWidth {
		return 0, r.fail("found %q; expected a number up to %d", w, maxWidth)
	}
	return n, nil
}

// sortOf returns the sort that the next word names.
func (r *reader) sortOf() (*logic.Sort, error) {
	n, err := r.number()
	if err != nil {
		return nil, err
	}
	if s := r.sorts[n]; s != nil {
		return s, nil
	}
	return nil, r.fail("%d is no sort; expected the number of a line with sort", n)
}

// operand returns the term that the next word names; a minus sign negates its bits.
func (r *reader) operand() (*logic.Term, error) {
	w, err := r.next("an operand")
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil || n == 0 {
		return nil, r.fail("found %q; expected the number of an earlier line", w)
	}
	t := r.terms[max(n, -n)]
	if t == nil {
		return nil, r.fail("%d is no value; expected the number of an earlier line with an input, a state, a constant or an operation", n)
	}
	if n < 0 {
		if !t.Sort().IsBitVec() {
			return nil, r.fail("%d has sort %v; expected a bit-vector to negate", -n, t.Sort())
		}
		return r.store.BV(logic.OpBVNot, t), nil
	}
	return t, nil
}

// end expects the end of a line, or a symbol.
func (r *reader) end() error {
	if len(r.words) > 1 {
		r.at = r.words[1].at
		return r.fail("found %q; expected the end of the line", r.words[1].text)
	}
	return nil
}

// label returns the symbol at the end of a line, or "".
func (r *reader) label() (string, error) {
	if err := r.end(); err != nil || len(r.words) == 0 {
		return "", err
	}
	return r.words[0].text, nil
}

func (r *reader) sort(id int64) error {
	kind, err := r.next("bitvec or array")
	if err != nil {
		return err
	}
	switch kind {
	case "bitvec":
		n, err := r.count()
		if err != nil {
			return err
		}
		if n == 0 {
			return r.fail("a bit-vector of no bits; expected a positive width")
		}
		r.sorts[id] = r.store.BitVec(n)
	case "array":
		index, err := r.sortOf()
		if err != nil {
			return err
		}
		elem, err := r.sortOf()
		if err != nil {
			return err
		}
		if !index.IsBitVec() || !elem.IsBitVec() {
			return r.refused("an array over %v and %v; supported are arrays over bit-vectors", index, elem)
		}
		r.sorts[id] = r.store.Array(index, elem)
	default:
		return r.fail("found %q; expected bitvec or array", kind)
	}
	return r.end()
}

func (r *reader) symbol(id int64, isState bool) error {
	sort, err := r.sortOf()
	if err != nil {
		return err
	}
	label, err := r.label()
	if err != nil {
		return err
	}
	z := Symbol{ID: id, Label: label, line: r.line, Name: label}
	if label == "" || strings.ContainsAny(label, `|\`) {
		z.Name = map[bool]string{true: "state", false: "input"}[isState] + strconv.FormatInt(id, 10)
	}
	z.Name = r.unique(z.Name)
	z.term = r.store.Var(z.Name, sort)
	r.terms[id] = z.term
	if !isState {
		r.design.Inputs = append(r.design.Inputs, z)
		return nil
	}
	z.next = r.store.Var(r.unique(z.Name+".next"), sort)
	r.states[z.term] = len(r.design.States)
	r.design.States = append(r.design.States, z)
	return nil
}

// unique returns a name that no other variable has.
func (r *reader) unique(name string) string {
	z := name
	for k := 1; r.names[z]; k++ {
		z = name + "!" + strconv.Itoa(k)
	}
	r.names[z] = true
	return z
}

func (r *reader) assign(first bool) error {
	sort, err := r.sortOf()
	if err != nil {
		return err
	}
	x, err := r.operand()
	if err != nil {
		return err
	}
	k, ok := r.states[x]
	if !ok || x.Sort() != sort {
		return r.fail("found something else than a state of sort %v; expected one", sort)
	}
	z := &r.design.States[k]
	value, err := r.operand()
	if err != nil {
		return err
	}
	if first && sort.IsArray() && value.Sort() == sort.Elem() {
		value = r.store.ConstArray(sort, value)
	}
	switch {
	case value.Sort() != sort:
		return r.fail("a value of sort %v; expected one of sort %v", value.Sort(), sort)
	case first && z.init != nil, !first && z.step != nil:
		return r.fail("state %d has two values here; expected one", z.ID)
	case first && !r.precedes(value, k):
		return r.refused("the initial value of a state depends on an input or a later state; supported are earlier states and constants")
	case first:
		z.init = value
	default:
		z.step = value
	}
	return r.end()
}

// precedes reports whether a value depends only on states before the given one.
func (r *reader) precedes(t *logic.Term, state int) bool {
	for _, v := range logic.FreeVars(t) {
		if k, ok := r.states[v]; !ok || k >= state {
			return false
		}
	}
	return true
}

func (r *reader) property(bad bool) error {
	before := r.words
	t, err := r.operand()
	if err != nil {
		return err
	}
	if t.Sort() != r.store.BitVec(1) {
		return r.fail("a value of sort %v; expected one bit", t.Sort())
	}
	label, err := r.label()
	if bad {
		operand, _ := strconv.ParseInt(before[0].text, 10, 64) // r.operand has read it
		r.design.bad = append(r.design.bad, property{r.truth(t), operand, r.line, label})
	} else {
		r.constraints = append(r.constraints, r.truth(t))
	}
	return err
}

func (r *reader) constant(id int64, key string) error {
	sort, err := r.sortOf()
	if err != nil {
		return err
	}
	if !sort.IsBitVec() {
		return r.fail("a constant of sort %v; expected a bit-vector", sort)
	}
	z := new(big.Int)
	one := big.NewInt(1)
	limit := new(big.Int).Lsh(one, uint(sort.Width()))
	switch key {
	case "one":
		z = one
	case "ones":
		z.Sub(limit, one)
	case "const", "constd", "consth":
		w, err := r.next("a number")
		if err != nil {
			return err
		}
		base := map[string]int{"const": 2, "constd": 10, "consth": 16}[key]
		if _, ok := z.SetString(w, base); !ok || strings.ContainsAny(w, "_+") || key != "constd" && z.Sign() < 0 {
			return r.fail("found %q; expected a number of base %d", w, base)
		}
		least := new(big.Int).Neg(new(big.Int).Rsh(limit, 1))
		if key == "const" && len(w) != sort.Width() || z.Cmp(limit) >= 0 || z.Cmp(least) < 0 {
			return r.fail("%s does not fit into %d bits", w, sort.Width())
		}
		z.Mod(z, limit)
	}
	r.terms[id] = r.store.BVNum(z, sort.Width())
	return r.end()
}

// truth returns the formula that says that a word of one bit is 1.
func (r *reader) truth(t *logic.Term) *logic.Term {
	if t.Op() == logic.OpIte && t.Arg(1) == r.bit(true) && t.Arg(2) == r.bit(false) {
		return t.Arg(0)
	}
	return r.store.Eq(t, r.bit(true))
}

func (r *reader) bit(b bool) *logic.Term {
	n := int64(0)
	if b {
		n = 1
	}
	return r.store.BVNum(big.NewInt(n), 1)
}

// finish makes the system.
func (r *reader) finish() (*Design, error) {
	st, d := r.store, r.design
	var all, now, next []*logic.Term
	var init, step []*logic.Term
	for i := range d.States {
		z := &d.States[i]
		all, now, next = append(all, z.term), append(now, z.term), append(next, z.next)
		if z.init != nil {
			init = append(init, st.Eq(z.term, z.init))
		}
		if z.step != nil {
			step = append(step, st.Eq(z.next, z.step))
		}
	}
	for i := range d.Inputs {
		all = append(all, d.Inputs[i].term)
	}
	inv := st.Func(r.unique("inv"), logic.SortsOf(now), st.Bool)
	d.inv = inv
	source := &horn.Source{Name: r.file}
	assert := func(line int, name string, vars []*logic.Term, body ...*logic.Term) {
		t := st.Faithful(logic.OpImplies, body...)
		if len(vars) > 0 {
			t = st.Forall(vars, t)
		}
		source.Asserts = append(source.Asserts, horn.Assert{
			Term: t, Pos: smtlib.Pos{File: r.file, Line: line, Column: 1}, Number: len(source.Asserts), Name: name,
		})
	}
	allowed := st.And(r.constraints...)
	reached := st.Apply(inv, now...)
	assert(1, "", now, st.And(init...), reached)
	assert(1, "", append(all[:len(all):len(all)], next...), reached, st.And(append(step, allowed)...), st.Apply(inv, next...))
	for _, b := range d.bad {
		assert(b.line, b.label, all, reached, st.And(allowed, b.term), st.False())
	}
	var err error
	if d.System, err = horn.FromSource(st, []*logic.Func{inv}, source); err != nil {
		return nil, err
	}
	return d, nil
}

// Only returns the design with one of its bad properties, numbered from 0.
func (d *Design) Only(k int) (*Design, error) {
	if k < 0 || k >= len(d.bad) {
		return nil, fmt.Errorf("btor2: there is no bad property %d; the design has %d, numbered from 0", k, len(d.bad))
	}
	z, source := *d, *d.System.Source
	source.Asserts = append(slices.Clone(source.Asserts[:firstBad]), source.Asserts[firstBad+k])
	source.Asserts[firstBad].Number = firstBad
	z.kept = []int{k}
	var err error
	z.System, err = horn.FromSource(d.System.Store, []*logic.Func{d.inv}, &source)
	return &z, err
}

var errNoRun = errors.New("btor2: the refutation is no run of the design")
