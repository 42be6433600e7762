// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// smallHeap is an amount of garbage, in bytes, that is not worth collecting. Most runs make less.
const smallHeap = 64 << 20

// tuneCollector makes the collector run when the heap has doubled or has grown by smallHeap,
// whichever is more. If it also ran whenever a small heap has doubled, it would take a third of the
// time of short runs. Memory limits do not change. If the environment variable GOGC is set, it
// decides instead.
func tuneCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	// with 100, the first collection comes at a heap of 4 MB
	debug.SetGCPercent(100 * smallHeap / (4 << 20))
	runtime.SetFinalizer(new(collection), (*collection).ended)
}

// collection is an unreachable object. Each garbage collection runs its finalizer.
type collection struct{ _ *collection }

// ended sets the start of the next collection.
func (c *collection) ended() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(int(max(100, 100*smallHeap/max(live[0].Value.Uint64(), 1<<20))))
	runtime.SetFinalizer(c, (*collection).ended)
}
