// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bytes is a size in bytes, written in the usual forms: "4GiB", "512M", "100kB", "65536".
type Bytes int64

// units lists the suffixes of numbers; case is ignored. As elsewhere, a letter alone and suffixes
// with "iB" are binary. Suffixes with "B" are decimal.
var units = []struct {
	suffix string
	size   Bytes
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

// UnmarshalText reads a size.
func (z *Bytes) UnmarshalText(text []byte) error {
	s := strings.ToLower(strings.TrimSpace(string(text)))
	for _, u := range units {
		digits, ok := strings.CutSuffix(s, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil || math.IsNaN(n) || math.Abs(n)*float64(u.size) >= math.MaxInt64 {
			break
		}
		*z = Bytes(n * float64(u.size))
		return nil
	}
	return fmt.Errorf("size %q: expected a number with an optional unit, such as 4GiB or 512M", text)
}

// String writes the size with the largest binary unit that leaves a whole number.
func (z Bytes) String() string {
	for _, u := range []struct {
		suffix string
		size   Bytes
	}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if z != 0 && z%u.size == 0 {
			return strconv.FormatInt(int64(z/u.size), 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(z), 10) + "B"
}

// MarshalText writes what String returns.
func (z Bytes) MarshalText() ([]byte, error) { return []byte(z.String()), nil }
