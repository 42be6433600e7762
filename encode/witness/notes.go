// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"slices"

	"cornet/encode/cfg"
)

// Assumptions returns the assumptions of a verdict, a remark for each: the first place where it is
// made, and the number of others.
func Assumptions(notes ...[]cfg.Note) (z Remarks) {
	for _, s := range statements(func(n cfg.Note) bool { return n.Assumed }, notes...) {
		text := s.what
		switch others := len(s.places) - 1; {
		case others == 1:
			text += " (and in 1 other place)"
		case others > 1:
			text += fmt.Sprintf(" (and in %d other places)", others)
		}
		z = append(z, Assuming.At(s.places[0], text))
	}
	return z
}

// A statement is the text of notes about one or more places.
type statement struct {
	what   string
	places []cfg.Pos // each once
}

// statements returns the texts of the chosen notes, in the order of their first occurrence.
func statements(chosen func(cfg.Note) bool, notes ...[]cfg.Note) (z []statement) {
	index := map[string]int{}
	for _, n := range slices.Concat(notes...) {
		if !chosen(n) {
			continue
		}
		i, known := index[n.What]
		if !known {
			i = len(z)
			index[n.What] = i
			z = append(z, statement{what: n.What})
		}
		if p := plain(n.Pos); !slices.Contains(z[i].places, p) {
			z[i].places = append(z[i].places, p)
		}
	}
	return z
}
