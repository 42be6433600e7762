// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"time"

	"cornet/encode/chc"
	"cornet/encode/ieee"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/internal/sandbox"
)

//go:embed harness/fuzz.c
var fuzzer string

// Bounds of fuzzing.
const (
	fuzzTime   = 5 * time.Second // a safeguard; fuzzRuns is the limit that usually applies
	fuzzRuns   = 8000
	fuzzStill  = 3000 // runs without new coverage, after which fuzzing ends
	fuzzEnough = 4    // runs that reach an error
)

// Target describes what the runs of a program should reach, and which values they may choose.
type Target struct {
	// Sites has an input for each place of the program that takes one.
	Sites []chc.Occurrence
	// Failure is the error that counts. Its position is that of the paths.
	Failure chc.Step
	// Constants are numbers that inputs may be compared with.
	Constants []*big.Int
	// Suite reports whether to look also for runs that together cover most of the program.
	Suite bool
}

// Fuzz compiles the program once and runs it on small, boundary and random inputs, guided by
// coverage. It returns paths with the inputs of runs that have reached the error, and of runs that
// form a suite. These paths are not evidence before they are followed or replayed.
//
// Reference: M. Zalewski, "American Fuzzy Lop", 2014, for coverage by counts of edges; C.
// Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", NDSS 2019, for
// replacing inputs by the values they are compared with.
func Fuzz(ctx context.Context, prog Program, t Target, c Confinement) (failing, suite []*chc.Path, err error) {
	r, err := newReplay(prog, &chc.Path{Occurrences: t.Sites, Failure: t.Failure}, c)
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(r.dir)
	r.as = fuzzed(t)
	if err := r.build(ctx); err != nil {
		return nil, nil, err
	}
	box := sandbox.Box{Role: sandbox.Forker, Dir: r.dir, Time: fuzzTime, Unconfined: r.free}
	out, err := box.Run(ctx, "./replay")
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(out.Stdout)) {
		if path := r.pathOf(line, t.Failure); path != nil && strings.HasPrefix(line, "error") {
			failing = append(failing, path)
		} else if path != nil {
			suite = append(suite, path)
		}
	}
	return failing, suite, nil
}

// build is a way to compile a program and its harness.
type build struct {
	flags []string // flags for the program's files
	link  []string
	// function writes a function of the harness that returns inputs.
	function func(in *inputs, f inputFunction, b *strings.Builder)
	head     string // beginning of the harness
	driver   string // a C file that is linked too
	heap     bool   // heapDriver is linked too
	threads  bool   // the driver makes the threads take turns
}

func listed(_ *inputs, f inputFunction, b *strings.Builder) { f.write(b) }

// checkBuild returns the build in which gcc's sanitizer reports errors of a kind.
func checkBuild(kind properties.Kind) build {
	z := build{
		flags:    []string{"-O0", "-fsanitize=" + kind.Sanitizer, "-fno-sanitize-recover=" + kind.Sanitizer},
		link:     []string{"-fsanitize=undefined"},
		head:     fmt.Sprintf("const char *__ubsan_default_options(void) { return \"exitcode=%d:color=never\"; }\n", statusError),
		function: listed,
	}
	if kind.Property == "no-overflow" { // with -fwrapv there would be no reports
		z.flags = append(z.flags, "-Woverflow")
	} else {
		z.flags = append(z.flags, "-w", "-fwrapv")
	}
	return z
}

// The builds for replays of the program's own errors. In the second one, undefined behaviour ends a
// run.
var (
	plainBuild = build{flags: []string{"-O0", "-w", "-fwrapv"}, function: listed}
	trapBuild  = build{
		flags: []string{
			"-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fsanitize-undefined-trap-on-error",
			"-fsanitize=address,bounds,null,return,unreachable,vla-bound,integer-divide-by-zero,shift-exponent",
		},
		link:     []string{"-fsanitize=address"},
		function: listed,
		head:     "const char *__asan_default_options(void) { return \"detect_leaks=0:detect_stack_use_after_return=1:exitcode=111\"; }\n",
	}
)

// fuzzed returns the build of a program that runs itself on many inputs.
func fuzzed(t Target) build {
	var b strings.Builder
	suite, enough := 0, fuzzEnough
	if t.Suite {
		suite, enough = 1, fuzzRuns
	}
	fmt.Fprintf(&b, "enum { cornet_error = %d, cornet_runs = %d, cornet_still = %d, cornet_enough = %d, cornet_suite = %d };\nstatic const unsigned long long cornet_constants[] = {0", statusError, fuzzRuns, fuzzStill, enough, suite)
	for _, v := range t.Constants {
		if v.IsInt64() || v.IsUint64() {
			fmt.Fprintf(&b, ", %#xull", new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)))
		}
	}
	b.WriteString("};\n" + fuzzer)
	return build{
		flags:    []string{"-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-pie", "-fsanitize-coverage=trace-pc,trace-cmp"},
		link:     []string{"-no-pie", "-O1"},
		head:     "unsigned long long cornet_choose(unsigned, int, int);\ndouble cornet_real(unsigned, int);\n",
		driver:   b.String(),
		function: choosing,
	}
}

// choosing writes a function whose results the driver chooses. Pointers are null.
func choosing(in *inputs, f inputFunction, b *strings.Builder) {
	typ, site := f.typeOf(), in.index[f.name]
	body := fmt.Sprintf("(%s)cornet_choose(%d, 8 * sizeof(%[1]s), (%[1]s)-1 < 0)", typ, site)
	switch {
	case strings.HasSuffix(typ, "*"):
		body = "0"
	case typ == "float":
		body = fmt.Sprintf("cornet_real(%d, 1)", site)
	case typ == "double" || typ == "long double":
		body = fmt.Sprintf("cornet_real(%d, 0)", site)
	case typ == "_Bool":
		body = fmt.Sprintf("cornet_choose(%d, 1, 0)", site)
	}
	fmt.Fprintf(b, "%s %s() { return %s; }\n", typ, f.name, body)
}

// pathOf returns the path with the inputs of a line of the driver, "word site:value …" in
// hexadecimal digits, or nil if the line has another form.
func (r *replay) pathOf(line string, failure chc.Step) *chc.Path {
	z := &chc.Path{Failure: failure}
	for i, word := range strings.Fields(line) {
		if i == 0 {
			continue
		}
		site, value, _ := strings.Cut(word, ":")
		k, err := strconv.ParseUint(site, 16, 32)
		v, err2 := strconv.ParseUint(value, 16, 64)
		if err != nil || err2 != nil || k >= uint64(len(r.inputs.functions)) {
			return nil
		}
		f := r.inputs.functions[k]
		if len(f.values) == 0 {
			return nil
		}
		h := f.values[0]
		h.Result = resultOf(v, h.Type)
		z.Occurrences = append(z.Occurrences, h)
	}
	return z
}

// resultOf converts a number from the driver to a value of a type.
func resultOf(v uint64, t scalar.Type) *big.Int {
	switch {
	case t.Kind == scalar.Float:
		double, _ := ieee.Of(64)
		x, f := double.FromBits(new(big.Int).SetUint64(v)), t.Format()
		switch {
		case double.IsNaN(x):
			return f.NaN()
		case double.IsInf(x) && x.Sign() < 0:
			return ieee.Neg(f.Inf())
		case double.IsInf(x):
			return f.Inf()
		}
		return f.Round(double.Rat(x), x.Sign() < 0)
	case t.Kind == scalar.Int && t.Signed:
		return big.NewInt(int64(v))
	}
	return new(big.Int).SetUint64(v)
}
