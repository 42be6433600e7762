// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"

	"cornet/encode/chc"
)

const (
	// minRepeats is the least number of iterations that are folded.
	minRepeats = 4
	// maxPeriod bounds the lines of a folded iteration.
	maxPeriod = 200
)

// fold shortens the description of a path. If the same steps follow each other at least minRepeats
// times, it keeps the first and the last iteration. Steps are the same if they differ in values
// only. texts are the lines as text.
//
// Cost: linear in the lines, times maxPeriod.
func fold(lines []Line, texts []string) []string {
	var z []string
	for i := 0; i < len(lines); {
		period, times := repeats(lines[i:])
		if times < minRepeats {
			z = append(z, texts[i])
			i++
			continue
		}
		last := i + period*(times-1)
		z = append(z, texts[i:i+period]...)
		z = append(z, fmt.Sprintf("… %d more iterations like this (%d steps) …", times-2, period*(times-2)))
		z = append(z, texts[last:last+period]...)
		i = last + period
	}
	return z
}

// repeats returns the shortest period with which the steps at the beginning of lines follow each
// other minRepeats times, and how often they do.
func repeats(lines []Line) (period, times int) {
	for period = 1; period <= maxPeriod && period*minRepeats <= len(lines); period++ {
		n := 0
		for period+n < len(lines) && sameStep(lines[n], lines[period+n]) {
			n++
		}
		if times = n/period + 1; times >= minRepeats {
			return period, times
		}
	}
	return 0, 0
}

// sameStep reports whether two lines differ in values only.
func sameStep(x, y Line) bool {
	return x.Pos == y.Pos && x.Kind == y.Kind && x.Depth == y.Depth && x.Assumed == y.Assumed &&
		(x.Name == y.Name || x.Kind == chc.Assigns)
}
