// SPDX-License-Identifier: Apache-2.0

// Package cache keeps the witnesses of Horn systems in a folder, for the next run on the same system or on one that has been edited.
//
// For example, a proof of a program is found again after a change of a comment, and is the first candidate after a change of a constant.
//
//	DIR/xx/HASH.witness   the verdict and its witness, as printed, by the text of the system
//	DIR/xx/HASH.model     the last model of a system with these predicates, by their names and sorts
//
// A witness from the cache is a proposal like that of an engine: who takes it has it validated. A file that is damaged, out of date, or was put there
// by another program therefore costs time and nothing else. Files are replaced as a whole, so several processes may use a folder at once. When it grows beyond
// its size, the files that were used least recently go.
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
)

// maxEntry is the largest file that is kept or read, in bytes.
const maxEntry = 16 << 20

// A Cache is a folder of witnesses.
type Cache struct {
	dir  string
	size uint64 // bytes
}

// Open returns the cache in a folder, which is made when something is kept; it holds at most size bytes, or any number if size is 0.
func Open(dir string, size uint64) *Cache { return &Cache{dir, size} }

// Find returns the witness of a system with the same text, which may be a wrong one; nil if there is none.
func (c *Cache) Find(sys *horn.System) *horn.Witness {
	return c.read(sys, c.path(textKey(sys), "witness"))
}

// Near returns the last model of a system with the same predicates, which need not be one of sys; nil if there is none.
func (c *Cache) Near(sys *horn.System) *horn.Model {
	if w := c.read(sys, c.path(predicatesKey(sys), "model")); w != nil {
		return w.Model
	}
	return nil
}

// Keep keeps a witness that has been validated.
func (c *Cache) Keep(sys *horn.System, w *horn.Witness) error {
	var b bytes.Buffer
	var err error
	if w.Model != nil {
		b.WriteString("sat\n")
		err = horn.WriteModel(&b, sys, w.Model)
	} else {
		b.WriteString("unsat\n")
		err = horn.WriteProof(&b, w.Proof)
	}
	if err != nil || b.Len() > maxEntry {
		return err
	}
	if w.Model != nil {
		err = c.write(c.path(predicatesKey(sys), "model"), b.Bytes())
	}
	return errors.Join(err, c.write(c.path(textKey(sys), "witness"), b.Bytes()), c.shrink())
}

// textKey stands for the clauses of a system, and for the assertions that they come from, to which refutations refer.
func textKey(sys *horn.System) string {
	h := sha256.New()
	if err := horn.Write(h, sys); err != nil {
		return ""
	}
	if sys.Source != nil {
		for _, a := range sys.Source.Asserts {
			fmt.Fprintf(h, ";%d %v\n", a.Number, a.Term)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// predicatesKey stands for the names and sorts of the predicates of a system.
func predicatesKey(sys *horn.System) string {
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

// read returns the witness in a file, and marks it as used; nil if there is none that can be read.
func (c *Cache) read(sys *horn.System, path string) *horn.Witness {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	w, err := horn.ReadWitness(sys, path, io.LimitReader(f, maxEntry))
	if err != nil || w.Model == nil && w.Proof == nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // else it is only thrown away earlier
	return w
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

// shrink removes the files that were used least recently, until those that are left fit.
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
		if info, err := d.Info(); err == nil {
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
