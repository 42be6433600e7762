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
	memory uint64 // the limit in force, 0 for none
	pins   pinner
}

// limitMemory bounds the memory of libz3, in bytes. libz3 counts the memory of
// all its contexts together and knows one limit, so the limit last set holds
// for all; 0 leaves it as it is.
//
// There are two thresholds: above the limit, searches give up with an unknown
// answer; at four thirds of it, allocation fails, which ends the running call
// with an error. Before 4.11, libz3 holds the first one in 32 bits of bytes, and a
// limit of 4 GiB and more has the second threshold only. Where allocation fails,
// libz3 4.8.12 leaks much of what the call had allocated, so after some such
// errors no context can be made any more.
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
