// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
)

func TestExchange(t *testing.T) {
	ts, s := system(t, phases)
	st := ts.Store
	x, y := ts.Vars[0], ts.Vars[1]
	good, wrong := st.Ge(y, st.IntNum(50)), st.Le(x, st.IntNum(7))
	z := Lemmas{System: ts, Solver: s}
	b := &enginetest.Board{Lemmas: []*horn.Model{ts.Model(wrong)}, Candidates: []*horn.Model{ts.Model(good)}}
	more, err := z.Exchange(t.Context(), b)
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, good, z.Proven(), "what others call a lemma is checked, too")
	require.Len(t, b.ToldLemmas, 1)
	require.Equal(t, good, ts.Formula(b.ToldLemmas[0]))
	more, err = z.Exchange(t.Context(), b)
	require.NoError(t, err)
	require.False(t, more)
	require.Len(t, b.ToldLemmas, 1, "nothing new, nothing told")
}
