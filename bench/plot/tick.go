// SPDX-License-Identifier: Apache-2.0

package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Tick is a position on an axis. A tick without a label is shorter, and has no line of the grid.
type Tick struct {
	Value float64
	Label string
}

func (t Tick) length() float64 {
	if t.Label == "" {
		return tickLength / 2
	}
	return tickLength
}

// LogTicks labels 1, 2 and 5 times the powers of ten, or the powers alone when the range is wide,
// and leaves small ticks at the other digits. Bounds must be positive.
func LogTicks(lo, hi float64) []Tick {
	labelled := "125"
	if hi/lo > 500 {
		labelled = "1"
	}
	var out []Tick
	for e := math.Floor(math.Log10(lo)); math.Pow(10, e) <= hi; e++ {
		for d := 1; d <= 9; d++ {
			// Parsing the decimal gives the closest number, which a product would not.
			v, err := strconv.ParseFloat(fmt.Sprintf("%de%d", d, int(e)), 64)
			if err != nil || v < lo || v > hi {
				continue
			}
			t := Tick{Value: v}
			if strings.Contains(labelled, strconv.Itoa(d)) {
				t.Label = strconv.FormatFloat(v, 'g', -1, 64)
			}
			out = append(out, t)
		}
	}
	return out
}

// LimitTicks is LogTicks with a label at the upper bound, a limit. It replaces a label that is
// close to it.
func LimitTicks(lo, limit float64) []Tick {
	out := LogTicks(lo, limit)
	for i := range out {
		if out[i].Value > limit/1.5 {
			out[i].Label = ""
		}
	}
	return append(out, Tick{Value: limit, Label: strconv.FormatFloat(limit, 'g', 4, 64)})
}

// CountTicks labels about five round numbers from 0.
func CountTicks(hi float64) []Tick {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000} {
		step = s
		if hi/s <= 7 {
			break
		}
	}
	var out []Tick
	for v := 0.0; v <= hi; v += step {
		out = append(out, Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
	}
	return out
}
