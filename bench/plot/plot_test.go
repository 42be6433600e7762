// SPDX-License-Identifier: Apache-2.0

package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample is a plot with each kind of item.
func sample(log bool) *Plot {
	p := New("a <plot>", 200, 100)
	p.X = Axis{Label: "x", Log: log, Min: 1, Max: 100, Ticks: []Tick{{1, "1"}, {10, ""}, {100, "100"}}}
	p.Y = Axis{Label: "y & z", Log: log, Min: 1, Max: 100, Ticks: []Tick{{1, "1"}, {100, "100"}}}
	line := Stroke{"var(--s0)", 2, []float64{3, 1.5}}
	p.Key("line", &line, nil)
	p.Line(line, Point{1, 1}, Point{10, 10}, Point{100, 100})
	for s := Dot; s <= Cross; s++ {
		p.Mark(Mark{s, "red", 3}, Point{10, 10})
	}
	p.Title(Point{10, 10}, "the \"middle\"")
	return p
}

func TestSVG(t *testing.T) {
	svg := sample(true).SVG()
	require.Equal(t, svg, sample(true).SVG())
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	for _, part := range []string{`aria-label="a &lt;plot&gt;"`, "y &amp; z", "<title>the &#34;middle&#34;</title>", `stroke-dasharray="3 1.5"`, "stroke:var(--s0)"} {
		require.Contains(t, svg, part)
	}
}

// The middle of a logarithmic axis is the square root of the product of its ends.
func TestScales(t *testing.T) {
	for _, c := range []struct {
		log  bool
		v    float64
		want float64
	}{{true, 1, 0}, {true, 10, 0.5}, {true, 100, 1}, {false, 1, 0}, {false, 50.5, 0.5}, {false, 100, 1}} {
		require.InDelta(t, c.want, sample(c.log).X.at(c.v), 1e-9, "%+v", c)
	}
	f := sample(true).frame()
	require.InDelta(t, (f.left+f.right)/2, f.x(10), 1e-9)
	require.InDelta(t, (f.top+f.bottom)/2, f.y(10), 1e-9)
	require.Less(t, f.y(100), f.y(1), "up is more")
}

func TestTicks(t *testing.T) {
	labels := func(lo, hi float64) string {
		var out []string
		for _, k := range LogTicks(lo, hi) {
			if k.Label != "" {
				out = append(out, k.Label)
			}
		}
		return strings.Join(out, " ")
	}
	require.Equal(t, "0.01 0.1 1 10", labels(0.01, 20))
	require.Equal(t, "0.01 0.02 0.05 0.1 0.2 0.5 1 2", labels(0.01, 2))
	require.Len(t, CountTicks(60), 7)
	require.Len(t, CountTicks(1), 2)
	for _, k := range LogTicks(0.01, 1000) {
		require.False(t, math.IsInf(k.Value, 0) || k.Value <= 0)
	}
}
