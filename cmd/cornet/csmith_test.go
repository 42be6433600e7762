// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/machine"
	"cornet/internal/test/need"
)

// csmithDir has the header that replaces Csmith's own.
const csmithDir = "../../testdata/c/csmith"

// csmithOptions restrict Csmith to small programs of modelled constructs.
var csmithOptions = strings.Fields("--no-packed-struct --no-volatiles --no-float --no-argc --concise --max-funcs 3 --max-block-depth 2 " +
	"--max-block-size 3 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 3 --max-struct-fields 4 --max-union-fields 2")

// csmithVariants are ways to ask about a program. Seeds use them in turn.
var csmithVariants = []struct {
	model  string
	csmith []string // further options of Csmith
	cornet []string // and of cornet verify
	inputs bool     // global variables become inputs that have their values
}{
	{"ILP32", nil, nil, false},
	{"LP64", nil, []string{"--no-simulate"}, false},
	{"ILP32", []string{"--max-block-size", "2"}, nil, true},
	{"LP64", nil, []string{"--ints", "bv"}, false},
	{"ILP32", []string{"--no-unions", "--no-pointers"}, []string{"--no-simulate"}, true},
	{"ILP32", []string{"--no-longlong"}, []string{"--ints", "wrap"}, false},
}

var csmithGlobal = regexp.MustCompile(`(?m)^static u?int(?:8|16|32|64)_t (g_\d+) = [^;{]+;`)

// TestCsmith compares the verdicts on programs of Csmith with gcc. It asks whether the checksum of
// a program's variables may be the one that the compiled program prints, and whether it may be
// another one. CORNET_CSMITH=FROM-TO chooses the seeds.
func TestCsmith(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and verifies random programs")
	}
	csmith := need.Of(t, "csmith")
	gcc := need.Of(t, "gcc")
	from, to := 1, 4
	if s := os.Getenv("CORNET_CSMITH"); s != "" {
		_, err := fmt.Sscanf(s, "%d-%d", &from, &to)
		require.NoError(t, err)
	}
	run, asked, decided := 0, 0, 0
	narrow := machine.Lacks("gcc -m32")
	if narrow != "" {
		t.Log("programs of ILP32 are left out: ", narrow)
	}
	for seed := from; seed < to && t.Context().Err() == nil; seed++ {
		if narrow != "" && csmithVariants[seed%len(csmithVariants)].model == "ILP32" {
			continue
		}
		text, value := csmithProgram(t, csmith, gcc, seed)
		if value == "" {
			continue // the program does not end
		}
		run++
		for op, wrong := range map[string]string{"==": "TRUE", "!=": "FALSE"} {
			word := csmithVerdict(t, seed, fmt.Sprintf("#define VALUE %su\n#define OP %s\n%s", value, op, text), wrong)
			asked++
			if word != "UNKNOWN" {
				decided++
			}
		}
		if run%50 == 0 {
			t.Logf("seeds %d to %d: %d programs, %d of %d decided", from, seed, run, decided, asked)
		}
	}
	t.Logf("%d programs, %d of %d decided", run, decided, asked)
}

// csmithProgram makes a program and computes its checksum with gcc. The checksum is empty if the
// program runs too long.
func csmithProgram(t *testing.T, csmith, gcc string, seed int) (text, value string) {
	v := csmithVariants[seed%len(csmithVariants)]
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	args := append([]string{"--seed", fmt.Sprint(seed)}, csmithOptions...)
	generate := exec.CommandContext(ctx, csmith, append(args, v.csmith...)...)
	generate.Dir = t.TempDir() // Csmith writes a file there
	out, err := generate.Output()
	if err != nil {
		return "", ""
	}
	text = string(out)
	if v.inputs {
		inputs := ""
		for _, m := range csmithGlobal.FindAllStringSubmatch(text, -1) {
			inputs += " INPUT(" + m[1] + ")"
		}
		text = strings.Replace(text, "platform_main_begin();", "platform_main_begin();"+inputs, 1)
	}
	dir := t.TempDir()
	file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	args = []string{"-w", "-O0", "-fwrapv", "-I", csmithDir, "-I", "/usr/include/csmith", "-o", program, file}
	if v.model == "ILP32" {
		args = append(args, "-m32")
	}
	said, err := exec.CommandContext(ctx, gcc, args...).CombinedOutput()
	if ctx.Err() != nil {
		return text, ""
	}
	require.NoError(t, err, "seed %d: %s", seed, said)
	ctx, stop = context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	out, err = exec.CommandContext(ctx, program).Output()
	if err != nil {
		return text, ""
	}
	return text, string(out)
}

// csmithVerdict returns the verdict on a program, and fails on the given wrong one.
func csmithVerdict(t *testing.T, seed int, text, wrong string) string {
	v := csmithVariants[seed%len(csmithVariants)]
	args := []string{"verify", "-", "--no-replay", "--timeout", "3", "--memory", "1G", "--data-model", v.model, "-I", csmithDir, "-I", "/usr/include/csmith"}
	z := cornet(t, text, append(args, v.cornet...)...)
	word, rest, _ := strings.Cut(z.stdout, "\n")
	if word != wrong && (z.code == exitOK || z.code == exitInput && word == "UNKNOWN") {
		return word
	}
	file := filepath.Join(os.TempDir(), fmt.Sprintf("cornet-csmith-%d-%s.c", seed, wrong))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	t.Errorf("seed %d: %s, exit code %d with %q: %s\n%s%s", seed, word, z.code, args, file, rest, z.stderr)
	return word
}
