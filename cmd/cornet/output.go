// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable returns a text for people. Characters that a terminal may interpret as commands are
// replaced by their numbers.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || unicode.IsControl(r) && r != '\n' && r != '\t' {
			fmt.Fprintf(&b, `\x%02x`, s[i:i+n])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// output is standard output. It records the first failure, so that commands may print without
// checking. If an answer cannot be written, as on a full disk, the command must not succeed.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
