// SPDX-License-Identifier: Apache-2.0

package input

import (
	"bytes"
	"io"
	"regexp"
)

// Language is the language that a text is probably written in.
type Language uint8

// The languages.
const (
	Other Language = iota
	SMTLIB
	C
)

// looked is the number of bytes of a text that are examined.
const looked = 1 << 12

var (
	smtlib = regexp.MustCompile(`^(\s|;[^\n]*\n)*\(\s*(set-|declare-|define-|assert\b)`)
	native = regexp.MustCompile(`(?m)^\s*(fixpoint\s*"|e?bind\s+\d|constraint\s*:|wf\s*:|qualif\s+[A-Z]|constant\s+\S+\s*:|data\s+\w+\s+\d+\s*=)`) // of liquid-fixpoint
	inC    = regexp.MustCompile(`(?m)^\s*#\s*(include|define|if|ifdef|ifndef|pragma|\d+ ")|^\s*(/\*|//)|^\s*(extern|typedef|static|struct|enum|union|unsigned|int|void|char|long|const|_Bool|float|double)\b`)
)

// Guess returns the language at the beginning of a text that is open for reading. It consumes
// nothing.
func Guess(in io.ReadCloser) Language {
	z, ok := in.(input)
	if !ok {
		return Other
	}
	start, _ := z.Peek(looked)
	text := bytes.TrimSpace(start)
	switch {
	case smtlib.Match(start):
		return SMTLIB
	case native.Match(start):
		return Other
	case !bytes.HasPrefix(text, []byte("(")) && !bytes.HasPrefix(text, []byte(";")) && inC.Match(start):
		return C
	}
	return Other
}
