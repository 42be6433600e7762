// SPDX-License-Identifier: Apache-2.0

package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Check checks a proof in LRAT of the unsatisfiability of a formula in DIMACS. It returns nil if
// the empty clause is derived; the text after that is not read. Otherwise the error describes what
// is wrong, with the line.
func Check(cnf, proof io.Reader) error {
	k, err := ReadFormula(cnf)
	if err != nil {
		return err
	}
	return k.ReadProof(proof)
}

// ReadFormula returns a checker with the clauses of a formula in DIMACS. Their number must be as in
// the line "p cnf".
func ReadFormula(r io.Reader) (*Checker, error) {
	t := newTokens(r)
	k := &Checker{}
	vars, count, err := t.header()
	if err != nil {
		return nil, t.wrap("formula", err)
	}
	var lits []int
	for {
		lits, err = t.numbers(lits[:0])
		if err == io.EOF && len(lits) == 0 {
			break
		}
		for _, l := range lits {
			if err == nil && abs(l) > vars {
				err = fmt.Errorf("literal %d is above %d, the number of variables in the header", l, vars)
			}
		}
		if err == nil && k.last >= count {
			err = fmt.Errorf("there are more than the %d clauses of the header", count)
		}
		if err == nil {
			err = k.Input(lits...)
		}
		if err != nil {
			return nil, t.wrap("formula", err)
		}
	}
	if k.last < count {
		return nil, fmt.Errorf("formula: %d clauses, but the header says %d", k.last, count)
	}
	return k, nil
}

// ReadProof derives and deletes clauses according to a proof in LRAT, until the empty clause is
// derived.
func (k *Checker) ReadProof(r io.Reader) error {
	t := newTokens(r)
	var lits, hints []int
	for !k.refuted {
		number, err := t.number()
		if err == io.EOF {
			return errors.New("proof: it ends before the empty clause")
		}
		deletion := false
		if err == nil {
			deletion, err = t.skipWord('d')
		}
		if err == nil {
			lits, err = t.numbers(lits[:0])
		}
		switch {
		case err != nil:
		case deletion:
			err = k.Delete(lits...)
		default:
			if hints, err = t.numbers(hints[:0]); err == nil {
				err = k.Derive(number, lits, hints)
			}
		}
		if err != nil {
			return t.wrap("proof", err)
		}
	}
	return nil
}

// tokens reads words separated by white space. Lines that begin with c are comments.
type tokens struct {
	r     *bufio.Reader
	line  int
	fresh bool // no word of the line has been read
	word  []byte
}

// A longer word cannot be a number.
const longestWord = 20

func newTokens(r io.Reader) *tokens {
	return &tokens{r: bufio.NewReaderSize(r, 1<<16), line: 1, fresh: true}
}

func (t *tokens) wrap(what string, err error) error {
	if err == io.EOF {
		err = errors.New("it ends in the middle of a clause")
	}
	return fmt.Errorf("%s, line %d: %w", what, t.line, err)
}

// skipSpace goes to the next word and returns its first byte without reading it. Comments count as
// space.
func (t *tokens) skipSpace() (byte, error) {
	comment := false
	for {
		b, err := t.r.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case b == '\n':
			t.line++
			t.fresh, comment = true, false
		case comment || b == ' ' || b == '\t' || b == '\r':
		case b == 'c' && t.fresh:
			comment = true
		default:
			return b, t.r.UnreadByte()
		}
	}
}

// next reads a word, which is valid until the next call. It returns io.EOF at the end.
func (t *tokens) next() ([]byte, error) {
	if _, err := t.skipSpace(); err != nil {
		return nil, err
	}
	t.word, t.fresh = t.word[:0], false
	for {
		b, err := t.r.ReadByte()
		if err == io.EOF {
			return t.word, nil
		}
		if err != nil {
			return nil, err
		}
		if b == ' ' || b == '\n' || b == '\t' || b == '\r' {
			return t.word, t.r.UnreadByte()
		}
		if t.word = append(t.word, b); len(t.word) > longestWord {
			return nil, fmt.Errorf("found the long word %s…, expected a number", t.word)
		}
	}
}

// number reads a number.
func (t *tokens) number() (int, error) {
	w, err := t.next()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(string(w))
	if err != nil {
		return 0, fmt.Errorf("found %q, expected a number", w)
	}
	return n, nil
}

// numbers appends to z the numbers up to the next 0, which is read, too. It returns io.EOF when the
// 0 is missing.
func (t *tokens) numbers(z []int) ([]int, error) {
	for {
		n, err := t.number()
		if err != nil || n == 0 {
			return z, err
		}
		z = append(z, n)
	}
}

// skipWord reads the next word if it begins with b, and reports whether it did.
func (t *tokens) skipWord(b byte) (bool, error) {
	first, err := t.skipSpace()
	if err != nil || first != b {
		return false, err
	}
	w, err := t.next()
	if err == nil && len(w) != 1 {
		err = fmt.Errorf("found %q, expected a number or %c", w, b)
	}
	return true, err
}

// header reads "p cnf", the number of variables and the number of clauses.
func (t *tokens) header() (vars, clauses int, err error) {
	for _, want := range []string{"p", "cnf"} {
		w, err := t.next()
		if err != nil && err != io.EOF {
			return 0, 0, err
		}
		if string(w) != want {
			return 0, 0, fmt.Errorf("found %q, expected the header \"p cnf VARIABLES CLAUSES\"", w)
		}
	}
	if vars, err = t.number(); err == nil {
		clauses, err = t.number()
	}
	return vars, clauses, err
}
