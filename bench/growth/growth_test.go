// SPDX-License-Identifier: Apache-2.0

package growth_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"cornet"
	"cornet/bench/growth"
	"cornet/bench/task"
	"cornet/verify"

	"github.com/stretchr/testify/require"
)

// factor is the ratio of the two input sizes that the tests compare.
const factor = 4

// exponent returns e, if cost is proportional to size^e between two sizes.
func exponent(before, after int64) float64 {
	return math.Log(float64(max(after, 1))/float64(max(before, 1))) / math.Log(factor)
}

// solve returns the effort of a family at a size, in ticks, and the verdict.
func solve(t *testing.T, f growth.Family, size int) (int64, cornet.Verdict) {
	t.Helper()
	name, text := fmt.Sprint(f.Name, "-", size), strings.NewReader(f.Text(size))
	if f.Language == task.SMTLIB {
		z, err := cornet.SolveText(t.Context(), name, text, cornet.Options{})
		require.NoError(t, err)
		return z.Stats.Effort, z.Verdict
	}
	z, err := cornet.VerifyText(t.Context(), name+".c", text, cornet.ProgramOptions{})
	require.NoError(t, err)
	var ticks int64
	for _, r := range z.Runs {
		ticks += r.Stats.Effort
	}
	return ticks, z.Verdict
}

// TestEffort: the effort for a family grows no faster than its table entry allows, and its verdicts
// are right. Effort is counted: the test does not depend on the machine.
func TestEffort(t *testing.T) {
	for _, f := range growth.Families {
		t.Run(f.Name, func(t *testing.T) {
			if f.Small == 0 {
				require.NotEmpty(t, f.Reason, "no size for this test, and no reason")
				t.Skip(f.Reason)
			}
			var ticks [2]int64
			for i, n := range []int{f.Small, factor * f.Small} {
				var verdict cornet.Verdict
				ticks[i], verdict = solve(t, f, n)
				require.Equal(t, map[task.Verdict]cornet.Verdict{task.True: cornet.Safe, task.False: cornet.Unsafe}[f.Expected], verdict, "%s %d", f.Name, n)
			}
			e := exponent(ticks[0], ticks[1])
			t.Logf("ticks: %d, %d, exponent %.2f", ticks[0], ticks[1], e)
			require.LessOrEqual(t, e, growth.MaxExponent+f.Allowance, "%d ticks at size %d, %d at %d", ticks[0], f.Small, ticks[1], factor*f.Small)
			require.Equal(t, f.Allowance > 0, f.Reason != "", "an allowance has a reason, and nothing else has")
		})
	}
}

// TestEffortRepeats: the same input takes the same effort, whichever engine answers, and however
// many work at a time.
func TestEffortRepeats(t *testing.T) {
	families, err := growth.Select([]string{"ring", "enum", "treebug", "adt", "arrloops", "seqloopsn"})
	require.NoError(t, err)
	for _, f := range families {
		first, _ := solve(t, f, f.Sizes[0])
		again, _ := solve(t, f, f.Sizes[0])
		require.Positive(t, first, f.Name)
		require.Equal(t, first, again, f.Name)
	}
}

// encodingSize is a size at which the encoding of most programs takes some hundredths of a second.
const encodingSize = 100

// TestEncodingAllocates: the bytes that the front end allocates grow hardly faster than the
// program. They are nearly the same in all runs. They also measure work that no term store counts,
// such as analyses with sets and maps.
func TestEncodingAllocates(t *testing.T) {
	const most = 1.3
	allocated := func(f growth.Family, size int) int64 {
		sources := []verify.Source{{Name: f.Name + ".c", Text: []byte(f.Text(size))}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := verify.Load(t.Context(), sources, verify.Encoding{})
		require.NoError(t, err)
		_, err = p.Encode()
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		return int64(after.TotalAlloc - before.TotalAlloc)
	}
	for _, f := range growth.Families {
		if f.Language != task.C || f.Small == 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			a, b := allocated(f, encodingSize), allocated(f, factor*encodingSize)
			e := exponent(a, b)
			t.Logf("bytes: %d, %d, exponent %.2f", a, b, e)
			require.LessOrEqual(t, e, most)
		})
	}
}

// TestFamilies: sizes ascend, larger inputs are no shorter, and the same size gives the same text.
func TestFamilies(t *testing.T) {
	for _, f := range growth.Families {
		length := 0
		for _, n := range f.Sizes[:min(4, len(f.Sizes))] {
			text := f.Text(n)
			require.GreaterOrEqual(t, len(text), length, "%s %d", f.Name, n)
			require.Equal(t, text, f.Text(n))
			length = len(text)
		}
		require.IsIncreasing(t, f.Sizes, f.Name)
	}
}

// TestSelect: families are chosen by name or language, in the order of the table; a name that does
// not exist is an error that lists them.
func TestSelect(t *testing.T) {
	for _, c := range []struct {
		names string
		want  string
	}{
		{"tree,chain", "chain tree"},
		{"threads,chain", "chain threads"},
	} {
		z, err := growth.Select(strings.Split(c.names, ","))
		require.NoError(t, err)
		var names []string
		for _, f := range z {
			names = append(names, f.Name)
		}
		require.Equal(t, c.want, strings.Join(names, " "))
	}
	horn, err := growth.Select([]string{"horn"})
	require.NoError(t, err)
	c, err := growth.Select([]string{"c"})
	require.NoError(t, err)
	require.Equal(t, len(growth.Families), len(horn)+len(c))
	_, err = growth.Select([]string{"chains"})
	require.ErrorContains(t, err, `no family "chains": expected one of horn, c, chain, chainbug`)
}
