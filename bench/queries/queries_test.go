// SPDX-License-Identifier: Apache-2.0

package queries_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/bench/queries"
	"cornet/smt/native"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"1-check.smt2": "(declare-const x Int)(assert (> x 2))(assert (! (< x 3) :named a0))(check-sat)",
		"2-check.smt2": "(declare-const x Int)(assert (> x 2))(assert (! (< x 4) :named a0))(check-sat)",
		"3-interpolate.smt2": "(declare-const x Int)(assert (! (> x 2) :named p0))(assert (! (< x 3) :named p1))" +
			"(check-sat)(get-interpolants p0 p1)",
		"4-check.smt2": "(declare-fun f (Int) Int)(assert (exists ((y Int)) (= (f y) 1)))(check-sat)",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	r, err := queries.Run(t.Context(), queries.Options{Dir: dir, First: native.Backend{}, Second: native.Backend{}})
	require.NoError(t, err)
	require.False(t, r.Alarm(), "%v", r)
	require.Equal(t, "unsat", r.Queries[0].First.Status)
	require.Equal(t, "valid", r.Queries[1].Validity)
	require.Equal(t, "valid", r.Queries[2].Validity)
	require.Equal(t, "unknown", r.Queries[3].First.Status)
	require.NotEmpty(t, r.Queries[3].First.Reason)
	require.Contains(t, r.String(), "interpolation")
	var b bytes.Buffer
	require.NoError(t, r.WriteScatter(&b))
	require.Contains(t, b.String(), "<svg")
	require.NoError(t, r.WriteJSON(&b))

	r.Queries[0].Second.Status = "sat"
	require.True(t, r.Alarm())
	require.Contains(t, r.String(), "ALARM 1-check.smt2")
	_, err = queries.Run(t.Context(), queries.Options{Dir: t.TempDir(), First: native.Backend{}, Second: native.Backend{}})
	require.ErrorContains(t, err, "collect-queries")
}
