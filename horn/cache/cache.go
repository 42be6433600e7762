// SPDX-License-Identifier: Apache-2.0

// Package cache keeps the witnesses of Horn systems in a folder, for the next run on the same
// system or on an edited one.
//
// For example, a proof of a program is found again after a change of a comment, and is the first
// candidate after a change of a constant.
//
//	DIR/xx/HASH.witness   the verdict and its witness, as printed, by the text of the clauses without the names of predicates
//	DIR/xx/HASH.near      the last system with a label, or with these predicates, and its witness
//
// A witness from the cache is a proposal like that of an engine, and must be validated. So a file
// that is damaged, out of date, or from elsewhere only costs time. Files are replaced as a whole,
// so several processes may use a folder at once. When the folder exceeds its size, the files that
// were used least recently are deleted.
package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cornet/horn"
	"cornet/logic"
)

// maxEntry is the largest file that is kept or read, in bytes.
const maxEntry = 16 << 20

// maxNear is the largest system that is kept for edited ones, in bytes, since it is read before the
// search begins.
const maxNear = 2 << 20

// A Cache is a folder of witnesses.
type Cache struct {
	dir  string
	size uint64 // bytes
}

// Open returns the cache in a folder, which is created when something is kept. It holds at most
// size bytes, or any number if size is 0.
func Open(dir string, size uint64) *Cache { return &Cache{dir, size} }

// Find returns the witness of a system with the same clauses, which may be wrong, or nil.
func (c *Cache) Find(sys *horn.System) *horn.Witness {
	text := c.read(c.path(textKey(sys), "witness"))
	same := renamed(sys)
	w, err := horn.ReadWitness(same, "cache", bytes.NewReader(text))
	if err != nil || w.Model == nil && w.Unwinding == nil && w.Proof == nil {
		return nil
	}
	if w.Model != nil {
		w.Model = rename(w.Model, same, sys)
	}
	return w
}

// Near returns the last system with the label or, without a label, with the same predicates, in a
// store of its own, and its witness. It returns nil if it finds nothing.
func (c *Cache) Near(sys *horn.System, label string) (*horn.System, *horn.Witness) {
	system, witness, _ := strings.Cut(string(c.read(c.path(nearKey(sys, label), "near"))), border)
	old, err := horn.Read("cache", system)
	if err != nil || witness == "" {
		return nil, nil
	}
	w, err := horn.ReadWitness(old, "cache", strings.NewReader(witness))
	if err != nil || w.Model == nil && w.Proof == nil {
		return nil, nil
	}
	return old, w
}

// border is the line between a system and its witness.
const border = "\n; witness\n"

// Keep keeps a witness that has been validated.
func (c *Cache) Keep(sys *horn.System, label string, w *horn.Witness) error {
	var near bytes.Buffer
	err := horn.Write(&near, sys)
	near.WriteString(border)
	err = errors.Join(err, writeWitness(&near, sys, w))
	if w.Unwinding == nil && near.Len() < maxNear && err == nil {
		err = c.write(c.path(nearKey(sys, label), "near"), near.Bytes())
	}
	same := renamed(sys)
	if w.Model != nil {
		w = &horn.Witness{Model: rename(w.Model, sys, same)}
	}
	var b bytes.Buffer
	err = errors.Join(err, writeWitness(&b, same, w))
	if err != nil || b.Len() > maxEntry {
		return err
	}
	return errors.Join(c.write(c.path(textKey(sys), "witness"), b.Bytes()), c.shrink())
}

func writeWitness(b *bytes.Buffer, sys *horn.System, w *horn.Witness) error {
	if w.Model != nil {
		b.WriteString("sat\n")
		return horn.WriteModel(b, sys, w.Model)
	}
	if w.Unwinding != nil {
		b.WriteString("sat\n")
		return horn.WriteUnwinding(b, sys, w.Unwinding)
	}
	b.WriteString("unsat\n")
	return horn.WriteProof(b, w.Proof)
}

// renamed returns a system whose predicates are named by their numbers, so that names from a front
// end do not matter.
func renamed(sys *horn.System) *horn.System {
	z := &horn.System{Store: sys.Store}
	to := map[*logic.Func]*logic.Func{}
	for i, p := range sys.Preds {
		to[p] = sys.Store.Func(fmt.Sprintf("cache!%d", i), p.Params(), sys.Store.Bool)
		z.Preds = append(z.Preds, to[p])
	}
	for _, c := range sys.Clauses {
		d := &horn.Clause{Constraint: c.Constraint}
		for _, a := range c.Body {
			d.Body = append(d.Body, horn.Atom{Pred: to[a.Pred], Args: a.Args})
		}
		if c.Head != nil {
			d.Head = &horn.Atom{Pred: to[c.Head.Pred], Args: c.Head.Args}
		}
		z.Clauses = append(z.Clauses, d)
	}
	return z
}

// rename returns the model m of from as a model of to, which has the same predicates under other
// names.
func rename(m *horn.Model, from, to *horn.System) *horn.Model {
	z := horn.NewModel()
	for i, p := range from.Preds {
		if d, ok := m.Definition(p); ok {
			z.Define(to.Preds[i], d.Params, d.Body)
		}
	}
	return z
}

// textKey identifies the clauses of a system and the assertions that they come from, to which
// refutations refer.
func textKey(sys *horn.System) string {
	h := sha256.New()
	if err := horn.Write(h, renamed(sys)); err != nil {
		return ""
	}
	if sys.Source != nil {
		for _, a := range sys.Source.Asserts {
			fmt.Fprintf(h, ";%d %v\n", a.Number, a.Term)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// nearKey identifies the label, or the names and sorts of the predicates of a system.
func nearKey(sys *horn.System, label string) string {
	if label != "" {
		h := sha256.Sum256([]byte(label))
		return hex.EncodeToString(h[:])
	}
	var lines []string
	for _, p := range sys.Preds {
		lines = append(lines, fmt.Sprint(p.Name(), p.Params()))
	}
	slices.Sort(lines)
	h := sha256.New()
	io.WriteString(h, strings.Join(lines, "\n"))
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Cache) path(key, kind string) string {
	if key == "" {
		return ""
	}
	return filepath.Join(c.dir, key[:2], key[2:]+"."+kind)
}

// read returns the text of a file, and marks it as used; nil if it cannot be read.
func (c *Cache) read(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxEntry))
	if err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // if this fails, the file is only deleted earlier
	return text
}

// write replaces a file.
func (c *Cache) write(path string, text []byte) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// shrink removes the files that were used least recently until the rest fits.
func (c *Cache) shrink() error {
	if c.size == 0 {
		return nil
	}
	type file struct {
		path string
		size uint64
		used time.Time
	}
	var all []file
	var sum uint64
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // another process removes files, too
		}
		info, err := d.Info()
		written := err == nil && strings.HasPrefix(d.Name(), "new-") && time.Since(info.ModTime()) < time.Hour
		if err == nil && !written { // files that another process is writing do not count
			all = append(all, file{path, uint64(info.Size()), info.ModTime()})
			sum += uint64(info.Size())
		}
		return nil
	})
	slices.SortFunc(all, func(a, b file) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, f := range all {
		if sum <= c.size {
			break
		}
		if e := os.Remove(f.path); e == nil || errors.Is(e, fs.ErrNotExist) {
			sum -= f.size
		} else {
			err = errors.Join(err, e)
		}
	}
	return err
}
