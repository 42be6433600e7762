// SPDX-License-Identifier: Apache-2.0

package queries

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Report is the outcome of a measurement.
type Report struct {
	First   string  `json:"first"`
	Second  string  `json:"second"`
	Limit   float64 `json:"limit"` // seconds of processor time
	Queries []Query `json:"queries"`
}

// Totals sums up the queries of one kind.
type Totals struct {
	Queries                     int
	FirstDecided, SecondDecided int
	BothDecided                 int
	// over all queries; those given up count with the time they took
	FirstSeconds, SecondSeconds   float64
	Disagreements, Wrong          int
	Valid, Undecided              int     // answers of the first solver
	FirstFaster                   int     // queries
	FirstBothTime, SecondBothTime float64 // over the queries that both decide
}

// Totals returns the totals of satisfiability or interpolation queries.
func (r *Report) Totals(interpolation bool) Totals {
	var z Totals
	for _, q := range r.Queries {
		if q.Interpolation != interpolation {
			continue
		}
		first, second := q.First.Status != "unknown", q.Second.Status != "unknown"
		z.Queries++
		z.FirstSeconds += q.First.Seconds
		z.SecondSeconds += q.Second.Seconds
		if first {
			z.FirstDecided++
		}
		if second {
			z.SecondDecided++
		}
		if first && second {
			z.BothDecided++
			z.FirstBothTime += q.First.Seconds
			z.SecondBothTime += q.Second.Seconds
			if q.First.Status != q.Second.Status {
				z.Disagreements++
			}
		}
		if q.First.Seconds < q.Second.Seconds {
			z.FirstFaster++
		}
		switch {
		case q.Validity == "valid":
			z.Valid++
		case q.Validity == "undecided":
			z.Undecided++
		case q.Validity != "":
			z.Wrong++
		}
	}
	return z
}

// Alarm reports whether some answer is wrong, or two contradict each other.
func (r *Report) Alarm() bool {
	for _, kind := range []bool{false, true} {
		if t := r.Totals(kind); t.Wrong+t.Disagreements > 0 {
			return true
		}
	}
	return false
}

// String returns the totals and the worst queries as text.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s %7s  %-18s %-18s %9s %9s %6s %9s\n", "", "queries", r.First+" decides", r.Second+" decides",
		r.First+" s", r.Second+" s", "faster", "disagree")
	for _, kind := range []bool{false, true} {
		t := r.Totals(kind)
		if t.Queries == 0 {
			continue
		}
		name := "satisfiability"
		if kind {
			name = "interpolation"
		}
		share := func(n int) string { return fmt.Sprintf("%d (%.2f %%)", n, 100*float64(n)/float64(t.Queries)) }
		fmt.Fprintf(&b, "%-16s %7d  %-18s %-18s %9.2f %9.2f %5.1f%% %9d\n", name, t.Queries, share(t.FirstDecided), share(t.SecondDecided),
			t.FirstSeconds, t.SecondSeconds, 100*float64(t.FirstFaster)/float64(t.Queries), t.Disagreements)
		fmt.Fprintf(&b, "    answers of %s checked: %d valid, %d undecided, %d wrong; on %d queries that both decide: %.2f s and %.2f s\n",
			r.First, t.Valid, t.Undecided, t.Wrong, t.BothDecided, t.FirstBothTime, t.SecondBothTime)
	}
	for _, q := range r.Queries {
		if strings.HasPrefix(q.Validity, "wrong") || q.First.Status != q.Second.Status && q.First.Status != "unknown" && q.Second.Status != "unknown" {
			fmt.Fprintf(&b, "ALARM %s: %s, %s, %s\n", q.File, q.First.Status, q.Second.Status, q.Validity)
		}
	}
	fmt.Fprintf(&b, "slowest of %s, with the time of %s and the reason if it gave up:\n", r.First, r.Second)
	list := slices.Clone(r.Queries)
	slices.SortStableFunc(list, func(x, y Query) int { return cmp.Compare(y.First.Seconds, x.First.Seconds) })
	for _, q := range list[:min(20, len(list))] {
		fmt.Fprintf(&b, "%8.3f %8.3f  %-7s %s %s\n", q.First.Seconds, q.Second.Seconds, q.First.Status, q.File, q.First.Reason)
	}
	return b.String()
}

// WriteJSON writes all results.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}
