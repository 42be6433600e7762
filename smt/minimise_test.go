// SPDX-License-Identifier: Apache-2.0

package smt_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// TestMinimise: words suffice if they contain all letters of one of several given words.
func TestMinimise(t *testing.T) {
	for _, c := range []struct {
		items, needs string
		tries        int
		want         string
		asked        int
	}{
		{"abcde", "", smt.Unbounded, "", 1}, // the core of the first answer is empty
		{"abcde", "bd", smt.Unbounded, "bd", 4},
		{"abcde", "bd", 1, "bd", 1},
		{"abcde", "bd", 0, "abcde", 0},
		{"abc", "abc", smt.Unbounded, "abc", 3},
	} {
		asked := 0
		got, err := smt.Minimise([]byte(c.items), c.tries, func(rest []byte) ([]byte, bool, error) {
			asked++
			for _, n := range []byte(c.needs) {
				if !slices.Contains(rest, n) {
					return nil, false, nil
				}
			}
			return []byte(c.needs), true, nil
		})
		require.NoError(t, err)
		require.Equal(t, c.want, string(got))
		require.LessOrEqual(t, asked, c.asked, "%s, %s", c.items, c.needs)
	}
	broken := errors.New("broken")
	_, err := smt.Minimise([]int{1}, smt.Unbounded, func([]int) ([]int, bool, error) { return nil, false, broken })
	require.ErrorIs(t, err, broken)
}

// TestCandidates: 0 <= x <= 9 is asserted. Of the candidates x <= n, those with n >= 9 hold.
func TestCandidates(t *testing.T) {
	st := logic.NewStore()
	s, err := native.Backend{}.New(st, smt.Options{})
	require.NoError(t, err)
	defer s.Close()
	x := st.Var("x", st.Int)
	require.NoError(t, s.Assert(st.And(st.Ge(x, st.IntNum(0)), st.Le(x, st.IntNum(9)))))
	var candidates []*logic.Term
	for n := range int64(20) {
		candidates = append(candidates, st.Le(x, st.IntNum(n)))
	}
	want := candidates[9:]

	var checks int64
	post := smt.Post{Solver: s, Store: st, Checks: &checks, Most: 3}
	status, err := post.Feasible(t.Context())
	require.NoError(t, err)
	require.Equal(t, smt.Sat, status)
	var hold []*logic.Term
	for _, c := range candidates {
		ok, err := post.Holds(t.Context(), c)
		require.NoError(t, err)
		if ok {
			hold = append(hold, c)
		}
	}
	require.Equal(t, want, hold)
	require.LessOrEqual(t, len(post.Models), 3)
	require.Less(t, checks, int64(1+len(candidates)+1))

	left := candidates
	for {
		refuted, status, err := smt.Refuted(t.Context(), s, st, left)
		require.NoError(t, err)
		if status == smt.Unsat {
			break
		}
		require.Equal(t, smt.Sat, status)
		var kept []*logic.Term
		for i, c := range left {
			if !refuted[i] {
				kept = append(kept, c)
			}
		}
		require.Less(t, len(kept), len(left))
		left = kept
	}
	require.Equal(t, want, left)

	status, err = s.Check(t.Context(), st.Ge(x, st.IntNum(5)), st.Lt(x, st.IntNum(3)))
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, status)
	require.Equal(t, []*logic.Term{st.Lt(x, st.IntNum(3))}, smt.Needed(s, []*logic.Term{st.Lt(x, st.IntNum(3)), st.Ge(x, st.IntNum(7))}))
}
