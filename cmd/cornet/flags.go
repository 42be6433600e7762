// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cornet/engines"
)

// span is a time limit on the command line: a Go duration, or seconds.
type span time.Duration

func (d *span) UnmarshalText(text []byte) error {
	s := string(text)
	if seconds, err := strconv.ParseFloat(s, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		*d = span(seconds * float64(time.Second))
		return nil
	}
	x, err := time.ParseDuration(s)
	if err != nil || x < 0 {
		return fmt.Errorf("%q is not a time: write 90s, 1m30s or a number of seconds", s)
	}
	*d = span(x)
	return nil
}

// size is an amount of memory on the command line: bytes, or a number with a
// suffix K, M, G (powers of 1024; an i and a B may follow).
type size uint64

// forSolver returns the bound of a single solver, where z is that of the process: a half. libz3 takes up to two thirds then, and
// gives up by itself, where a look from outside now and then comes too late.
func (z size) forSolver() uint64 { return uint64(z) / 2 }

func (z *size) UnmarshalText(text []byte) error {
	s := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(string(text)), "B"), "I")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			s, shift = number, 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return fmt.Errorf("%q is not an amount of memory: write 2G, 500M or a number of bytes", text)
	}
	*z = size(n << shift)
	return nil
}

// debugFlags collects the -d switches.
type debugFlags engines.Debug

func (d *debugFlags) UnmarshalText(text []byte) error { return (*engines.Debug)(d).Set(string(text)) }

// normalise rewrites what users of other programs type into our spellings: -in for
// standard input, "help COMMAND", and --stats without a value.
func normalise(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	z := make([]string, len(args))
	for i, a := range args {
		switch a {
		case "-in":
			a = "-"
		case "--stats":
			a = "--stats=text"
		}
		z[i] = a
	}
	return z
}
