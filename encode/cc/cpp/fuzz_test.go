// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"errors"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cornet/internal/test/need"
)

// lines are the lines that make up FuzzRun's texts: definitions and uses of a few macros, and
// conditions.
var lines = strings.Split(`#define a b
#define b a c
#define c
#define a (b) a
#define f f
#define f(x) x
#define f(x) g(x) f
#define f(x, y) x ## y #x
#define f(x, ...) x g(__VA_ARGS__)
#define g(x) [x x]
#define g f
#define g(...) f(__VA_ARGS__) #__VA_ARGS__
#define g(x, args...) {f(x, ## args)}
#define h(x, ...) x __VA_OPT__(, a ## x f(b)) __VA_ARGS__
#define h() f (
#define o (
#undef a
#undef f
#if defined a && 1
#if f(1) == 1
#ifdef g
#elif b
#else
#endif
#if 0
a b c
f(a) g(f(b))
f(a, b) g(g(1, f), 2)
f g (1) (2)
h(a, b) h(f) h()
h(1)) f o a)
g(f)(a) f(f)(f)(1)
f(
a, (b, c))
f(,) g() h(,)
x"s"'c'.5e+3 + + -- ->
f(" " a  b) g('"')
__COUNTER__ a`, "\n")

// FuzzRun compares the result with gcc's, for texts that gcc accepts.
func FuzzRun(f *testing.F) {
	gcc := need.Of(f, "gcc")
	for i := range lines {
		f.Add([]byte{byte(i), byte(i * 7), byte(i * 3), byte(i + 26), byte(i + 28), byte(i * 5)})
	}
	f.Fuzz(func(t *testing.T, choice []byte) {
		if len(choice) > 24 {
			return
		}
		var b strings.Builder
		for _, i := range choice {
			b.WriteString(lines[int(i)%len(lines)] + "\n")
		}
		text := b.String()
		tokens, err := Run(Options{Limit: 100_000, Open: func(string) ([]byte, error) { return nil, fs.ErrNotExist }}, Source{"f.c", []byte(text)})
		cmd := exec.CommandContext(t.Context(), gcc, "-E", "-P", "-w", "-std=gnu17", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(text)
		out, failed := cmd.Output()
		switch e, _ := errors.AsType[*Error](err); {
		case failed != nil || e != nil && strings.Contains(e.Msg, "not supported"): // not supported
			return
		case err != nil:
			t.Fatalf("gcc accepts what is an error here: %v\n%s", err, text)
		}
		var got []string
		for _, x := range tokens {
			got = append(got, x.Text)
		}
		if want := spellings(t, string(out)); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q\nof\n%s", got, want, text)
		}
	})
}
