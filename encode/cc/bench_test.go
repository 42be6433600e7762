// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cornet/encode/cfg"

	"github.com/stretchr/testify/require"
)

// TestBench lowers the programs of ../shared/bench/c, if they exist. Each must be translated or
// refused by name and line, in less than a second. With -v it prints a table by class.
func TestBench(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "bench", "c")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.[ci]"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("no programs in ", root)
	}
	type row struct{ all, lowered, refused, failed, notes, inexact int }
	rows := map[string]*row{}
	for _, f := range files {
		class := filepath.Base(filepath.Dir(f))
		r := rows[class]
		if r == nil {
			r = &row{}
			rows[class] = r
		}
		r.all++
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		task, err := os.ReadFile(strings.TrimSuffix(f, filepath.Ext(f)) + ".yml")
		require.NoError(t, err)
		o := Options{Model: cfg.ILP32}
		if strings.Contains(string(task), "data_model: LP64") {
			o.Model = cfg.LP64
		}
		start := time.Now()
		p, err := Load(f, text, o)
		if d := time.Since(start); d > time.Second {
			t.Logf("%s took %v", f, d)
		}
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			r.refused++
			t.Log("refused: ", err)
		case err != nil:
			r.failed++
			t.Log("failed: ", err)
		default:
			r.lowered++
			require.NoError(t, p.Check(), f)
			for _, n := range p.Notes {
				if n.Inexact {
					r.inexact++
					t.Log("note: ", n.Pos, " ", n.What)
				} else {
					r.notes++
				}
			}
		}
	}
	var names []string
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-20s %5s %8s %8s %7s %6s %8s\n", "class", "all", "lowered", "refused", "failed", "notes", "inexact")
	for _, name := range names {
		r := rows[name]
		fmt.Fprintf(&table, "%-20s %5d %8d %8d %7d %6d %8d\n", name, r.all, r.lowered, r.refused, r.failed, r.notes, r.inexact)
	}
	t.Log(table.String())
}
