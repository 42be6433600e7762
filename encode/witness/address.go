// SPDX-License-Identifier: Apache-2.0

package witness

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"cornet/encode/cfg"
)

// statusAddress is the status of a run that the address sanitizer ends.
const statusAddress = 108

//go:embed harness/heap.c
var heap string

// memoryBuild returns the build in which gcc's address sanitizer reports errors of memory. The
// harness looks for leaks, because the sanitizer's own search needs to stop the program from
// outside, which confinement forbids.
func memoryBuild(kind cfg.ErrorKind) build {
	const options = `const char *__asan_default_options(void) {
  return "exitcode=%d:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=512:max_redzone=2048";
}
`
	return build{
		flags:    []string{"-O0", "-g", "-w", "-fwrapv", "-fsanitize=address", "-fno-builtin-memcpy"},
		link:     []string{"-fsanitize=address"},
		head:     fmt.Sprintf(options, statusAddress),
		function: listed,
		heap:     true,
	}
}

// allocators are the functions that the harness intercepts, to see allocations and to make them
// fail.
var allocators = []string{"malloc", "calloc", "realloc", "free"}

// heapDriver returns the driver that tracks allocations. It looks for leaks if kind is a leak.
// fails has, for each allocation, a '1' if it fails.
func heapDriver(kind cfg.ErrorKind, fails string) string {
	leaks := map[cfg.ErrorKind]int{cfg.NotFreed: 1, cfg.LostMemory: 2}[kind]
	return fmt.Sprintf("enum { cornet_leaks = %d };\nstatic const char cornet_fails[] = %q;\n%s", leaks, fails, heap)
}

// addressPattern matches the beginning of a report of the address sanitizer.
var addressPattern = regexp.MustCompile(`AddressSanitizer: ((?:attempting )?[A-Za-z-]+)`)

// accessReports are the errors of the address sanitizer that are accesses.
var accessReports = map[string]bool{
	"SEGV": true, "BUS": true, "heap-buffer-overflow": true, "heap-use-after-free": true, "stack-buffer-overflow": true,
	"stack-buffer-underflow": true, "stack-use-after-return": true, "stack-use-after-scope": true, "global-buffer-overflow": true,
	"dynamic-stack-buffer-overflow": true, "use-after-poison": true, "unknown-crash": true, "negative-size-param": true,
}

// kindOf returns the kind of errors for a word of the address sanitizer.
func kindOf(word string) (cfg.ErrorKind, bool) {
	switch {
	case strings.HasPrefix(word, "attempting"), word == "bad-free", word == "alloc-dealloc-mismatch":
		return cfg.InvalidFree, true
	case accessReports[word]:
		return cfg.InvalidDeref, true
	case strings.HasSuffix(word, "-param-overlap"):
		return cfg.Overlap, true
	}
	return 0, false
}

// addressReport returns the evidence of a run that the address sanitizer has ended. The run may
// also have run out of memory.
func (r *replay) addressReport(stderr string) Outcome {
	m := addressPattern.FindStringSubmatchIndex(stderr)
	if m == nil {
		return unconfirmed("the sanitizer has stopped the run")
	}
	text := stderr[m[0]:m[1]]
	kind, ok := kindOf(stderr[m[2]:m[3]])
	if !ok {
		return unconfirmed("the sanitizer has stopped the run with another report, " + text)
	}
	l, ok := r.place(stderr[m[1]:])
	if !ok {
		return unconfirmed("the sanitizer does not say where in the program there is an error, " + text)
	}
	return r.at(kind, l, text)
}
