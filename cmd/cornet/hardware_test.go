// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// fifo has two cells and a pointer. It is unsafe if full does not stop writing.
const fifo = `1 sort bitvec 1
2 sort bitvec 2
3 sort bitvec 4
4 sort array 1 3
5 input 1 push
6 input 3 data
7 zero 2
8 state 2 count
9 init 2 8 7
10 state 4 cells
11 state 1 open
12 constd 2 2
13 eq 1 8 12
14 one 2
15 add 2 8 14
16 and 1 5 %s
17 ite 2 16 15 8
18 next 2 8 17
19 slice 1 8 0 0
20 write 4 10 19 6
21 ite 4 16 20 10
22 next 4 10 21
23 ugt 1 8 12
24 constraint -11
25 bad 13
26 bad 23 overflow
`

func TestHardware(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // parts of the output
	}{
		{"safe", strings.Replace(fmt.Sprintf(fifo, "-13"), "25 bad 13\n", "", 1), []string{"unsat\n"}},
		{"full", fmt.Sprintf(fifo, "-13"), []string{"sat\nb0\n#0\n", "2 0 open#0\n@0\n0 1 push@0\n", "#1\n2 0 open#1\n@1\n0 1 push@1\n", "@2\n", ".\n"}},
		{"overflow", strings.Replace(fmt.Sprintf(fifo, "5"), "25 bad 13\n", "25 output 13\n", 1), []string{"sat\nb0\n#0\n", "@3\n", ".\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := cornet(t, test.text, "solve", "-")
			for _, part := range test.want {
				require.Contains(t, z.stdout, part, z.stderr)
			}
			horn := cornet(t, test.text, "solve", "--model", "--proof=native", "-")
			require.Equal(t, test.name == "safe", strings.HasPrefix(horn.stdout, "sat\n"), "the words of Horn systems with --model")
		})
	}
	z := cornet(t, "1 sort bitvec 1\n2 state 1\n3 justice 1 2\n", "solve", "-")
	require.Contains(t, z.stderr, "3:3: justice: liveness is not supported")
}

// TestWitnesses has btorsim replay the witnesses of random designs. Runs of btorsim with random
// inputs must not reach the bad state of a design that is proved safe.
func TestWitnesses(t *testing.T) {
	btorsim := need.Of(t, "btorsim")
	rng := rand.New(rand.NewPCG(4, 5))
	count := map[string]int{}
	for k := range 30 {
		file := filepath.Join(t.TempDir(), fmt.Sprint(k, ".btor2"))
		text := randomDesign(rng)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		z := cornet(t, "", "solve", file)
		word, _, _ := strings.Cut(z.stdout, "\n")
		count[word]++
		switch word {
		case "sat":
			witness := filepath.Join(t.TempDir(), "witness")
			require.NoError(t, os.WriteFile(witness, []byte(z.stdout), 0o644))
			out, err := exec.CommandContext(t.Context(), btorsim, "-c", file, witness).CombinedOutput()
			require.NoError(t, err, "%s\n%s\n%s", out, text, z.stdout)
		case "unsat":
			out, err := exec.CommandContext(t.Context(), btorsim, "-v", "-r", "20", "-s", "1", file).CombinedOutput()
			require.NoError(t, err, "%s\n%s", out, text)
			require.NotContains(t, string(out), "b0@", text)
		default:
			require.Fail(t, "undecided", "%s\n%s", z.stderr, text)
		}
	}
	require.Greater(t, count["sat"], 5)
	require.Greater(t, count["unsat"], 5)
}

// TestCircuits writes witness circuits for the safe ones of random designs. The circuit must be
// safe, and have the invariant as its property. Where Cerbotor and Bitwuzla are installed, they
// check it.
func TestCircuits(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	var certified [][2]string
	for k := 0; len(certified) < 6; k++ {
		dir := t.TempDir()
		file, circuit := filepath.Join(dir, "design.btor2"), filepath.Join(dir, "circuit.btor2")
		text := randomDesign(rng)
		initialised := k%2 == 0
		if !initialised {
			text = strings.Replace(text, "12 init 4 9 5\n", "", 1)
		}
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		if z := cornet(t, "", "solve", "--circuit", circuit, file); z.stdout != "unsat\n" {
			require.NoFileExists(t, circuit, "%s\n%s", z.stderr, text)
			continue
		}
		require.FileExists(t, circuit, "%s\n%s", cornet(t, "", "solve", "--model", file).stdout, text)
		z := cornet(t, "", "solve", circuit)
		require.Equal(t, "unsat\n", z.stdout, "%s\n%s", z.stderr, text)
		if !initialised { // Cerbotor compares an array with the element that is the initial value of its cells
			certified = append(certified, [2]string{file, circuit})
		}
	}
	cerbotor := need.Of(t, "cerbotor", "python3 -m bitwuzla")
	for _, x := range certified {
		args, checks := []string{x[0], x[1]}, []string{"-c", "import bitwuzla as b, sys\nfor n in sys.argv[1:]: b.Parser(b.TermManager(), b.Options(), 'btor2').parse(n, False)"}
		for _, name := range []string{"reset", "transition", "property", "base", "step"} {
			check := filepath.Join(t.TempDir(), name+".btor2")
			args, checks = append(args, check), append(checks, check)
		}
		out, err := exec.CommandContext(t.Context(), cerbotor, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		out, err = exec.CommandContext(t.Context(), "python3", checks...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, len(checks)-2, strings.Count(string(out), " unsatisfiable"), "%s\n%s", out, x[1])
	}
}

// TestOneProperty decides each of two bad properties alone.
func TestOneProperty(t *testing.T) {
	text := fmt.Sprintf(fifo, "-13")
	require.Contains(t, cornet(t, text, "solve", "-", "--property", "0").stdout, "sat\nb0\n")
	require.Equal(t, "unsat\n", cornet(t, text, "solve", "-", "--property", "1").stdout)
	require.Contains(t, cornet(t, fmt.Sprintf(fifo, "5"), "solve", "-", "--property", "1").stdout, "sat\nb1\n")
	require.Contains(t, cornet(t, text, "solve", "-", "--property", "2").stderr, "there is no bad property 2; the design has 2")
	require.Contains(t, cornet(t, "(assert true)", "solve", "-", "--property", "0").stderr, "are for hardware designs")
}

// randomDesign has three states, one of them an array, and two inputs.
func randomDesign(rng *rand.Rand) string {
	var b strings.Builder
	id := 0
	line := func(format string, args ...any) int {
		id++
		fmt.Fprintf(&b, "%d "+format+"\n", append([]any{id}, args...)...)
		return id
	}
	bit, word := line("sort bitvec 1"), line("sort bitvec 3")
	index := line("sort bitvec 1")
	array := line("sort array %d %d", index, word)
	zero := line("zero %d", word)
	words := []int{line("input %d", word), line("state %d x", word), line("state %d y", word)}
	x, y, mem := words[1], words[2], line("state %d m", array)
	bits := []int{line("input %d", bit)}
	line("init %d %d %d", word, x, zero)
	line("init %d %d %d", array, mem, zero)
	words = append(words, zero, line("constd %d %d", word, rng.IntN(8)))
	w := func() int { return words[rng.IntN(len(words))] * (1 - 2*(rng.IntN(5)/4)) }
	c := func() int { return bits[rng.IntN(len(bits))] * (1 - 2*(rng.IntN(5)/4)) }
	pick := func(xs ...string) string { return xs[rng.IntN(len(xs))] }
	for range 12 {
		switch rng.IntN(6) {
		case 0, 1:
			op := pick("add", "sub", "mul", "and", "or", "xor", "nor", "xnor", "nand", "sll", "srl", "sra", "udiv", "urem", "sdiv", "srem")
			words = append(words, line("%s %d %d %d", op, word, w(), w()))
		case 2:
			words = append(words, line("%s %d %d", pick("not", "neg", "inc", "dec"), word, w()))
		case 3:
			words = append(words, line("ite %d %d %d %d", word, c(), w(), w()), line("read %d %d %d", word, mem, c()))
		case 4:
			op := pick("eq", "neq", "ult", "slt", "ugte", "sgte")
			bits = append(bits, line("%s %d %d %d", op, bit, w(), w()))
		default:
			bits = append(bits, line("%s %d %d", pick("redand", "redor", "redxor"), bit, w()))
		}
	}
	line("next %d %d %d", word, x, w())
	if rng.IntN(3) > 0 {
		line("next %d %d %d", word, y, w())
	}
	line("next %d %d %d", array, mem, line("write %d %d %d %d", array, mem, c(), w()))
	if rng.IntN(2) == 0 {
		line("constraint %d", line("or %d %d %d", bit, c(), c()))
	}
	a, d := line("eq %d %d %d", bit, x, w()), line("eq %d %d %d", bit, w(), w())
	line("bad %d", line("and %d %d %d", bit, a, line("and %d %d %d", bit, d, c())))
	return b.String()
}
