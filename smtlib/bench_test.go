// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// largest returns the texts of the n largest benchmark files.
func largest(b *testing.B, n int) (texts [][]byte, size int64) {
	files := benchFiles(b)
	sizes := map[string]int64{}
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(b, err)
		sizes[f] = info.Size()
	}
	slices.SortFunc(files, func(x, y string) int { return cmp.Or(-cmp.Compare(sizes[x], sizes[y]), cmp.Compare(x, y)) })
	for _, f := range files[:min(n, len(files))] {
		text, err := os.ReadFile(f)
		require.NoError(b, err)
		if script, err := Read(logic.NewStore(), f, bytes.NewReader(text)); err == nil && len(script.Commands) > 0 {
			texts, size = append(texts, text), size+int64(len(text))
		}
	}
	return texts, size
}

// BenchmarkRead reads the largest files, each into its own store. Besides MB/s
// it reports the heap that the terms of all files keep, per byte of input.
func BenchmarkRead(b *testing.B) {
	texts, size := largest(b, 100)
	var stores []*logic.Store
	read := func() {
		stores = stores[:0]
		for _, text := range texts {
			store := logic.NewStore()
			_, err := Read(store, "", bytes.NewReader(text))
			require.NoError(b, err)
			stores = append(stores, store)
		}
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		read()
	}
	b.StopTimer()
	stores = nil
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(size), "live-B/B")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(size), "alloc-B/B")
	runtime.KeepAlive(stores)
}

func BenchmarkLex(b *testing.B) {
	texts, size := largest(b, 100)
	b.SetBytes(size)
	for b.Loop() {
		for _, text := range texts {
			lx := newLexer(bytes.NewReader(text), "", newSymbols())
			for lx.next(); lx.kind != tokEOF; lx.next() {
			}
		}
	}
}

func BenchmarkWriteScript(b *testing.B) {
	texts, size := largest(b, 100)
	var scripts []*Script
	for _, text := range texts {
		script, err := Read(logic.NewStore(), "", bytes.NewReader(text))
		require.NoError(b, err)
		scripts = append(scripts, script)
	}
	b.SetBytes(size)
	for b.Loop() {
		for _, s := range scripts {
			require.NoError(b, WriteScript(io.Discard, s))
		}
	}
}

func BenchmarkSimplify(b *testing.B) {
	texts, size := largest(b, 100)
	b.SetBytes(size)
	for b.Loop() {
		b.StopTimer()
		var scripts []*Script
		for _, text := range texts {
			script, err := Read(logic.NewStore(), "", bytes.NewReader(text))
			require.NoError(b, err)
			scripts = append(scripts, script)
		}
		b.StartTimer()
		for _, s := range scripts {
			for _, c := range s.Commands {
				if c.Term != nil {
					s.Store.Simplify(c.Term)
				}
			}
		}
	}
}
