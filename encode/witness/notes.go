// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"

	"cornet/encode/cfg"
)

// Assumptions says what a verdict rests on, a line for each assumption: the first place where it is made, and how
// many others there are.
func Assumptions(notes ...[]cfg.Note) []string {
	var first []cfg.Note
	places := map[string]map[cfg.Pos]bool{}
	for _, list := range notes {
		for _, n := range list {
			if !n.Assumed {
				continue
			}
			if places[n.What] == nil {
				places[n.What] = map[cfg.Pos]bool{}
				first = append(first, n)
			}
			n.Pos.Thread = 0
			places[n.What][n.Pos] = true
		}
	}
	var z []string
	for _, n := range first {
		line := fmt.Sprintf("assuming: %s: %s", where(n.Pos), n.What)
		switch others := len(places[n.What]) - 1; {
		case others == 1:
			line += " (and in 1 other place)"
		case others > 1:
			line += fmt.Sprintf(" (and in %d other places)", others)
		}
		z = append(z, line)
	}
	return z
}
