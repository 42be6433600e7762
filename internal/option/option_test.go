// SPDX-License-Identifier: Apache-2.0

package option

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type colour uint8

func (c colour) String() string { return []string{"red", "green"}[c] }

func (c *colour) UnmarshalText(text []byte) error { return ReadWord(c, text, "red", "green") }

type inner struct {
	DepthFirst bool   `help:"x"`
	Colour     colour `default:"red" help:"x"`
	Hidden     int    // no option
}

type table struct {
	inner
	Limit  time.Duration `default:"90" help:"x"`
	Paths  int           `name:"ways" default:"4" range:"0,9" help:"x"`
	Seeds  uint32        `range:"1," help:"x"`
	Engine string        `default:"${engines}" help:"x"`
	Memory Bytes         `default:"2G" help:"x"`
}

func TestTable(t *testing.T) {
	x := table{Seeds: 1}
	require.Equal(t, []string{"seeds=1"}, Changed(&x))
	require.NoError(t, Fill(&x))
	require.Equal(t, table{Limit: 90 * time.Second, Paths: 4, Seeds: 1, Memory: 2 << 30}, x)
	require.NoError(t, Check(&x))

	x.DepthFirst, x.Colour, x.Hidden, x.Paths = true, 1, 3, 9
	require.NoError(t, Fill(&x))
	require.Equal(t, []string{"depth-first=true", "colour=green", "ways=9"}, Changed(&x)[:3], "what is set stays")
	require.NoError(t, Check(&x))
	for _, paths := range []int{-1, 10} {
		x.Paths = paths
		require.EqualError(t, Check(&x), fmt.Sprintf("--ways=%d: expected a number in the range 0 to 9", paths))
	}
	require.EqualError(t, Check(&table{}), "--seeds=0: expected a number in the range 1 to …")
}

func TestValues(t *testing.T) {
	for text, want := range map[string]time.Duration{"90": 90 * time.Second, "0.5": time.Second / 2, "1m30s": 90 * time.Second, "0": 0} {
		d, err := ParseDuration(text)
		require.NoError(t, err)
		require.Equal(t, want, d)
	}
	for text, want := range map[string]Bytes{"7B": 7, "2000000": 2_000_000, "2G": 2 << 30, "500m": 500 << 20, "1KiB": 1024, "3TB": 3 << 40} {
		var z Bytes
		require.NoError(t, z.UnmarshalText([]byte(text)))
		require.Equal(t, want, z)
	}
	for _, text := range []string{"", "soon", "-1s", "1e400"} {
		_, err := ParseDuration(text)
		require.ErrorContains(t, err, "is not a time")
	}
	for _, text := range []string{"", "lots", "-1", "1.5G", "99999999999T"} {
		require.ErrorContains(t, new(Bytes).UnmarshalText([]byte(text)), "is not an amount of memory")
	}
	require.EqualError(t, new(Bytes).UnmarshalText([]byte("10")), `"10" is an amount of memory without a unit: write 10M or 10G`)
	require.EqualError(t, new(colour).UnmarshalText([]byte("blue")), `must be one of red, green but got "blue"`)
}
