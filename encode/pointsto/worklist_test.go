// SPDX-License-Identifier: Apache-2.0

package pointsto_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
)

// analysed returns the analysis of a program, and the objects that a global of it may point to.
func analysed(t *testing.T, text, name string) (*pointsto.Analysis, []*pointsto.Cell) {
	p, err := cc.Load("p.c", []byte(text), cc.Options{})
	require.NoError(t, err)
	a := pointsto.Analyze(p)
	for _, v := range p.Globals {
		if v.Name == name {
			return a, a.Values(cfg.Load{From: cfg.VarPlace{Var: v}})
		}
	}
	require.Fail(t, "no variable "+name)
	return nil, nil
}

// TestEffort checks a chain of assignments in reverse order. The number of evaluations is linear in
// its length.
func TestEffort(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("int x;")
		for i := range n {
			fmt.Fprintf(&b, " int *p%d;", i)
		}
		b.WriteString("int main(void) {")
		for i := range n - 1 {
			fmt.Fprintf(&b, " p%d = p%d;", i, i+1)
		}
		fmt.Fprintf(&b, " p%d = &x; return 0; }", n-1)
		return b.String()
	}
	effort := map[int]int{}
	for _, n := range []int{100, 200} {
		a, z := analysed(t, chain(n), "p0")
		require.Equal(t, "[x]", fmt.Sprint(z))
		effort[n] = a.Effort()
	}
	require.Less(t, effort[200], 3*effort[100])
}

// TestFlatEffort checks a chain of objects that become flat one after the other. In the end, the
// number of evaluations grows linearly with its length.
func TestFlatEffort(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "char o%d[16]; char *p%d;", i, i)
		}
		b.WriteString("int main(void) { p0 = o0;")
		for i := n - 2; i >= 0; i-- {
			fmt.Fprintf(&b, " p%d = *(char **)p%d; *(char **)p%d = o%d;", i+1, i, i, i+1)
		}
		b.WriteString(" return 0; }")
		return b.String()
	}
	effort := map[int]int{}
	for _, n := range []int{300, 600} {
		a, z := analysed(t, chain(n), fmt.Sprintf("p%d", n-1))
		require.Equal(t, fmt.Sprintf("[o%d]", n-1), fmt.Sprint(z))
		effort[n] = a.Effort()
	}
	require.Less(t, effort[600], 3*effort[300])
}

// TestSettled checks that a sweep over all operations does not change the result.
func TestSettled(t *testing.T) {
	a, z := analysed(t, `void *malloc(unsigned); struct n { struct n *next; int *v; union { int *u; char c[4]; } w; }; struct n *list; int x, y, *got; int *f(struct n *p) { return p->w.u; }
int main(void) { int *(*g)(struct n *) = f; while (x) { struct n *k = malloc(sizeof *k); got = list->next->v; got = g(list); k->next = list; list->w.u = &y; k->w.c[1] = 3; k->v = &x; list = k; } return 0; }`, "got")
	require.ElementsMatch(t, []string{"x", "y"}, strings.Fields(strings.Trim(fmt.Sprint(z), "[]")))
	require.False(t, a.Refresh())
	before := a.Effort()
	a.Disturb()
	require.True(t, a.Refresh())
	require.Equal(t, a.Sweep(), a.Effort()-before)
}

// TestClassesReplaceOffsets checks that a set does not keep the parts of an object when one class
// of offsets represents them all.
func TestClassesReplaceOffsets(t *testing.T) {
	var members, body strings.Builder
	for i := range 200 {
		fmt.Fprintf(&members, " int m%d;", i)
		fmt.Fprintf(&body, " p = &o.m%d;", i)
	}
	a, z := analysed(t, "struct s {"+members.String()+" } o; int *p, **q; int main(void) { q = &p;"+body.String()+" return **q; }", "q")
	require.Len(t, z, 1)
	require.Equal(t, 200, z[0].Stored())
	a.Flatten(a.Held(z[0])[0].Object)
	require.Len(t, a.Held(z[0]), 1)
	a.Held(z[0])
	require.Equal(t, 1, z[0].Stored())
}
