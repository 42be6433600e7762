// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"math"
	"strconv"
	"sync"
)

// global guards the settings of libz3 that hold for the whole process.
type global struct {
	mu     sync.Mutex
	memory uint64 // the current limit, 0 for none
	pins   pinner
}

// limitMemory bounds the memory of libz3, in bytes. libz3 has one limit, for the memory of all its
// contexts together. So the last value that was set applies to all. 0 does not change the limit.
//
// There are two thresholds. Above the limit, searches give up with an unknown answer. At four
// thirds of it, allocation fails, and the running call ends with an error. Before 4.11, libz3
// stores the first threshold as a number of bytes in 32 bits. So a limit of 4 GiB and more has only
// the second threshold. When allocation fails, libz3 4.8.12 leaks much of the memory that the call
// had allocated. After several such errors, no more contexts can be made.
func (l *Library) limitMemory(bytes uint64) {
	if bytes == 0 {
		return
	}
	g := &l.global
	g.mu.Lock()
	defer g.mu.Unlock()
	if bytes == g.memory {
		return
	}
	g.memory = bytes
	const mb = 1 << 20
	megabytes := max(bytes/mb, 1)
	switch {
	case !l.version.Less(Version{4, 11}):
		l.setGlobal("memory_high_watermark_mb", megabytes)
	case bytes <= math.MaxUint32:
		l.setGlobal("memory_high_watermark", bytes)
	default:
		l.setGlobal("memory_high_watermark", 0)
	}
	l.setGlobal("memory_max_size", megabytes+max(megabytes/3, 1))
}

func (l *Library) setGlobal(name string, value uint64) {
	h := &l.global.pins
	l.call(fnGlobalParamSet, pinString(h, name), pinString(h, strconv.FormatUint(value, 10)))
}
